"""Answers that are a file. `?as=` names the form, or else a client's `Accept` (`api.negotiation`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from django.http import HttpResponse
from rest_framework.renderers import BaseRenderer, JSONRenderer

from api.query import Query, refused_as
from league.files.file_names import disposition
from league.files.spreadsheet import CSV, MEDIA_TYPES, XLSX, Rows, written

JSON, PDF = "json", "pdf"
WRONG_FORM = refused_as("unknown_form")


class FileQuery(Query, frozen=True):
    """The form of an answer.

    as: `csv` or `xlsx`, for a file for a spreadsheet.
    """

    form: Annotated[Literal["json", "csv", "xlsx"], WRONG_FORM] = msgspec.field(default="json", name="as")


class PaperQuery(Query, frozen=True):
    """The form of an answer.

    as: `csv` or `xlsx`, for a file for a spreadsheet; `pdf`, to be printed.
    """

    form: Annotated[Literal["json", "csv", "xlsx", "pdf"], WRONG_FORM] = msgspec.field(default="json", name="as")


class CsvText(BaseRenderer):
    """Accepts `text/csv`."""

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


def download(form: str, name: str, rows: Rows) -> HttpResponse:
    """The rows as a file, csv or xlsx. name: without its ending, of `league.files.file_names`."""
    return _file(f"{name}.{form}", written(form, rows), MEDIA_TYPES[form])


def pdf(name: str, content: bytes) -> HttpResponse:
    """A file to be printed. name: without its ending."""
    return _file(f"{name}.{PDF}", content, PdfFile.media_type)


def _file(name: str, content: bytes, media_type: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=media_type)
    answer["Content-Disposition"] = disposition(name)
    return answer
