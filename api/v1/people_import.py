"""`people/import`: a list of people as a CSV file."""

from __future__ import annotations

from rest_framework.request import Request

from api import csv_upload, parsing
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.permissions import IsStaff
from api.problems import bad_field
from api.v1.clubs import require_club
from games.kernel import N_
from league.files import people_file
from league.files.csv_file import Unreadable
from league.files.people_import import ImportedPeople, import_people

TEXT = {"type": "string", "description": "The people as CSV; the first line names the columns."}
QUERY = (
    ("club", "The id of the club; required."),
    ("dry_run", "true: answers what would be imported, and changes nothing."),
    csv_upload.ENCODING,
)


class ImportPeople(Resource):
    """People from a list."""

    permission_classes = [IsStaff]
    parser_classes = [csv_upload.CsvBody, csv_upload.CsvInForm, csv_upload.NoCsv]
    dry_run = DryRun.OWN

    @describes(ImportedPeople, query=QUERY, file=TEXT)
    @writes
    def post(self, request: Request) -> Reply:
        """Staff import people from a CSV file, all or nothing. People whom the club knows are not created again."""
        wanted = request.query_params.get("club")
        if wanted is None:
            raise bad_field("club", "required", N_("Name the club of the people."))
        club = parsing.id_of("club", wanted)
        require_club(self, club)
        dry_run = parsing.flag_parameter(request, "dry_run")
        listed = _listed(csv_upload.content_of(request), csv_upload.encoding_of(request))
        return Reply(import_people(club, listed, dry_run=dry_run))


def _listed(raw: bytes, encoding: str | None) -> people_file.PeopleFile:
    """The list in a file. Raises Problem."""
    try:
        return people_file.read(raw, encoding)
    except Unreadable as fault:
        raise csv_upload.unreadable_file(fault) from None
