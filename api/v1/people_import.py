"""`people/import`: a list of people as a CSV file."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from api import csv_upload
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.permissions import may
from api.v1.clubs import require_club
from league.access.actions import Action
from league.files.people_import import ImportedPeople, import_people

TEXT = {
    "type": "string",
    "description": "The people as CSV; the first line names the columns: `name`, or `first_name` and `family_name` in "
    "its place; `home_club` (or `club`), `born` (a year or a date), `email`, `household`, `family_name`, `public` (yes "
    "or no: whether pages that everybody may read name the person; empty: yes, unless they are under 18). Others are "
    "named in the answer and not read. Cells are separated by commas, semicolons or tabs.",
    "example": "first_name;family_name;home_club;born\nAda;Lovelace;London;1815\n",
}


class ImportQuery(csv_upload.UploadQuery, frozen=True, kw_only=True):
    """Where the people go.

    club: the id of the club. dry_run: whether the answer is what would be imported, and nothing is changed.
    """

    club: UUID
    dry_run: bool = False


class ImportPeople(Resource):
    """People from a list."""

    permission_classes = [may(Action.PEOPLE)]
    parser_classes = [csv_upload.CsvBody, csv_upload.CsvInForm, csv_upload.NoCsv]
    dry_run = DryRun.OWN

    @describes(ImportedPeople, query=ImportQuery, file=TEXT)
    @writes
    def post(self, request: Request) -> Reply:
        """A director imports people from a CSV file, all or nothing. People whom the club knows are not created again.

        `possible_duplicates` were created; `differing` and `unclear` rows were not: correct the people, or the list.
        """
        asked = self.asked(ImportQuery)
        require_club(self, asked.club)
        content = csv_upload.content_of(request)
        with csv_upload.reading():
            actor, at = self.caller(asked.club).actor, timezone.now()
            read = import_people(asked.club, content, asked.encoding, actor=actor, at=at, dry_run=asked.dry_run)
            return Reply(read)
