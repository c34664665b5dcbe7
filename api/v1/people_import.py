"""`people/import`: a list of people as a CSV file."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request

from api import csv_upload, parsing
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.permissions import may
from api.problems import bad_field
from api.v1.clubs import require_club
from games.kernel import N_
from league.access.actions import Action
from league.files.people_import import ImportedPeople, import_people

TEXT = {"type": "string", "description": "The people as CSV; the first line names the columns."}
QUERY = (
    ("club", "The id of the club; required."),
    ("dry_run", "true: answers what would be imported, and changes nothing."),
    csv_upload.ENCODING,
)


class ImportPeople(Resource):
    """People from a list."""

    permission_classes = [may(Action.PEOPLE)]
    parser_classes = [csv_upload.CsvBody, csv_upload.CsvInForm, csv_upload.NoCsv]
    dry_run = DryRun.OWN

    @describes(ImportedPeople, query=QUERY, file=TEXT)
    @writes
    def post(self, request: Request) -> Reply:
        """A director imports people from a CSV file, all or nothing. Nobody whom the club knows is created again."""
        wanted = request.query_params.get("club")
        if wanted is None:
            raise bad_field("club", "required", N_("Name the club of the people."))
        club = parsing.id_of("club", wanted)
        require_club(self, club)
        dry_run = parsing.flag_parameter(request, "dry_run")
        content, encoding = csv_upload.content_of(request), csv_upload.encoding_of(request)
        with csv_upload.reading():
            actor, at = self.caller(club).actor, timezone.now()
            return Reply(import_people(club, content, encoding, actor=actor, at=at, dry_run=dry_run))
