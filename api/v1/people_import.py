"""`people/import`: a list of people as a CSV file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request

from api import bodies
from api.door import Door, DryRun, Shown, writes
from api.problems import FieldError, Problem, bad_field
from api.schema import DoorSchema, describes
from games.kernel import N_
from league import people_file
from league.models import Club
from league.people_file import ENCODINGS, Unreadable
from league.people_import import Imported, import_people

FILE = "file"
TOO_LARGE = "too_many_rows"
TEXT = {"type": "string", "description": "The list as CSV; its first line names the columns."}
FORM = {
    "type": "object",
    "required": [FILE],
    "properties": {FILE: {**TEXT, "format": "binary"}},
}
QUERY = (
    ("club", "The club; needed."),
    ("dry_run", "true: says what would follow, and nothing is changed."),
    ("encoding", "cp1252, for a list that is not Unicode."),
)


class CsvBody(BaseParser):
    """A body that is the file."""

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
    """Any other body."""

    media_type = "*/*"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Refuses it."""
        raise Problem(415, template=N_("The list has to be CSV: as text/csv, or in the field file of a form."))


class FileSchema(DoorSchema):
    """The body is a file."""

    def get_request_serializer(self) -> Any:
        """As the body, or in a form."""
        return {CsvBody.media_type: TEXT, CsvInForm.media_type: FORM}


class ImportPeople(Door):
    """People from a list."""

    parser_classes = [CsvBody, CsvInForm, NoCsv]
    schema = FileSchema()
    dry_run = DryRun.OWN

    @describes(Imported, body=TEXT, query=QUERY)
    @writes
    def post(self, request: Request) -> Shown:
        """Staff make everybody on a list known to their club, all or nothing; who is known is not made again."""
        wanted = request.query_params.get("club")
        if wanted is None:
            raise bad_field("club", "required", N_("The list is of people of a club."))
        club = bodies.id_of("club", wanted)
        self.staff(club)
        if not Club.objects.filter(id=club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        dry_run = bodies.flag_parameter(request, "dry_run")
        encoding = request.query_params.get("encoding")
        if encoding is not None and encoding not in ENCODINGS:
            raise bad_field("encoding", "unknown_encoding", N_("The other encoding that is taken is cp1252."))
        return Shown(import_people(club, listed(self.sent(), encoding), dry_run=dry_run))

    def sent(self) -> bytes:
        """The file's bytes, which are what makes two requests the same: a form's boundaries differ each time."""
        content: Any = self.request.data
        if not content or not isinstance(content, bytes):
            raise no_file()
        return content


def no_file() -> Problem:
    """What is said to a request without a list in it."""
    return bad_field(FILE, "required", N_("One CSV file is needed, and something in it."))


def listed(raw: bytes, encoding: str | None) -> people_file.PeopleFile:
    """The list in a file. Raises Problem."""
    try:
        return people_file.read(raw, encoding)
    except Unreadable as fault:
        wrong = [FieldError(FILE, fault.code, fault.template, fault.facts)]
        status = 413 if fault.code == TOO_LARGE else 400
        raise Problem(status, fault.code, fault.template, fault.facts, wrong) from None
