"""Bodies that are a CSV file: the file itself, or a form with the file in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Annotated, Any, Literal

from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from api.problems import FieldError, Problem, bad_field
from api.query import Query, refused_as
from games.kernel import N_
from league.files.csv_file import TOO_LARGE, Unreadable

FILE = "file"


class UploadQuery(Query, frozen=True):
    """What the query says of a file.

    encoding: of a file that is not Unicode.
    """

    encoding: Annotated[Literal["cp1252"], refused_as("unknown_encoding")] | None = None


class CsvBody(BaseParser):
    """A body that is the file itself."""

    media_type = "text/csv"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The file's bytes."""
        return stream.read()


class CsvInForm(BaseParser):
    """A form with the file in it."""

    media_type = MultiPartParser.media_type

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The bytes of the file. Raises Problem unless there is exactly one in its field."""
        files = MultiPartParser().parse(stream, media_type, parser_context).files.getlist(FILE)
        if len(files) != 1:
            raise no_file()
        return files[0].read()


class NoCsv(BaseParser):
    """Any other body: refused."""

    media_type = "*/*"
    refusal = N_("The list has to be CSV: as text/csv, or in the field file of a form.")

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Raises Problem."""
        raise Problem(415, template=self.refusal)


def bodies_of(text: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas of a body that is a file, by media type. text: the schema of the file's content."""
    form = {"type": "object", "required": [FILE], "properties": {FILE: {**text, "format": "binary"}}}
    return {CsvBody.media_type: dict(text), CsvInForm.media_type: form}


def content_of(request: Request) -> bytes:
    """The bytes of the file in a request. Raises Problem for a missing or empty one."""
    content: Any = request.data
    if not content or not isinstance(content, bytes):
        raise no_file()
    return content


def no_file() -> Problem:
    """The problem of a request without a file."""
    return bad_field(FILE, "required", N_("One CSV file is needed, and something in it."))


def unreadable_file(fault: Unreadable) -> Problem:
    """The problem of a file that can't be read."""
    wrong = [FieldError(FILE, fault.code, fault.template, fault.facts)]
    return Problem(413 if fault.code == TOO_LARGE else 400, fault.code, fault.template, fault.facts, wrong)


@contextmanager
def reading() -> Iterator[None]:
    """Turn the refusal of a whole file into a Problem."""
    try:
        yield
    except Unreadable as fault:
        raise unreadable_file(fault) from None
