"""Answers that are a file. `?as=` names the form; a client may name its media type in `Accept` too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request

from api.lean import FIELDS
from api.problems import bad_field
from games.kernel import N_
from league.files.spreadsheet import CSV, MEDIA_TYPES, XLSX, Rows, written

JSON, PDF = "json", "pdf"
FORMS = (JSON, CSV, XLSX)
AS = ("as", "csv or xlsx: as a file for a spreadsheet; json, as it is without.")


AS_OR_PDF = ("as", "csv or xlsx: as a file for a spreadsheet; pdf: to be printed; json, as it is without.")


class CsvText(BaseRenderer):
    """Accepts `text/csv`; the form of the answer depends on the query alone."""

    media_type, format = "text/csv", CSV

    def render(self, data: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> Any:
        """The text unchanged."""
        return data


class XlsxFile(CsvText):
    """Accepts XLSX."""

    media_type, format = MEDIA_TYPES[XLSX], XLSX


class PdfFile(CsvText):
    """Accepts PDF."""

    media_type, format = "application/pdf", PDF


RENDERERS = [JSONRenderer, CsvText, XlsxFile]


SHEET = {
    "type": "string",
    "format": "binary",
    "description": "The table as a file; its first row has the names of the columns.",
}


def form_of(request: Request, forms: Sequence[str] = FORMS) -> str:
    """The form that the query asks for. Raises Problem."""
    wanted = request.query_params.get("as", JSON)
    if wanted not in forms:
        raise bad_field("as", "unknown_form", N_("One of {forms}."), forms=", ".join(forms))
    if wanted != JSON and FIELDS in request.query_params:
        raise bad_field(FIELDS, "not_a_file", N_("A file has all of its columns: ask for JSON."))
    return wanted


def download(form: str, name: str, rows: Rows) -> HttpResponse:
    """The rows as a file of that name, csv or xlsx."""
    return _file(f"{name}.{form}", written(form, rows), MEDIA_TYPES[form])


def pdf(name: str, content: bytes) -> HttpResponse:
    """A file to be printed. name: without its ending."""
    return _file(f"{name}.{PDF}", content, PdfFile.media_type)


def _file(name: str, content: bytes, media_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return answer
