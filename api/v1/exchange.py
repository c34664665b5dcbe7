"""Exports and imports: a tournament, a season or a club as one JSON file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from tempfile import SpooledTemporaryFile
from typing import IO, Any, cast
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from api import downloads
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.permissions import IsSuperuser, may
from api.query import Query
from api.v1.clubs import require_club
from api.v1.standings import standings_file
from league import models
from league.access.actions import Action
from league.files import file_names
from league.services.exchange import exporting, importing, reading
from league.services.exchange.format import Export, Kind, Naming
from league.services.exchange.importing import ImportOutcome

IN_MEMORY = 8 * 1024 * 1024
"""Bytes of an export that are kept in memory; the rest is written to a temporary file, and sent from there."""
CHUNK = 64 * 1024


class ExportQuery(Query, frozen=True):
    """How an export is written.

    people: `names`, as the club knows its people, or `codes`: nobody's name, and the same results.
    """

    people: Naming = "names"


class TournamentExportQuery(downloads.PaperQuery, frozen=True):
    """How a tournament is written.

    people: `names`, as the club knows its people, or `codes`: nobody's name, and the same results. as: `csv` or `xlsx`,
    the standings for a spreadsheet; `pdf`, to be printed.
    """

    people: Naming = "names"


class ClubImportQuery(Query, frozen=True):
    """How a club is imported.

    dry_run: whether the answer is what would come in, and nothing is changed.
    """

    dry_run: bool = False


class IntoClubQuery(ClubImportQuery, frozen=True, kw_only=True):
    """Where a tournament or a season goes.

    club: the id of the club that takes it. dry_run: whether the answer is what would come in, and nothing is changed.
    """

    club: UUID


class ExportFile(BaseParser):
    """A body that is an export. It is read as it is: its events are hashed as they are written."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """The file's bytes."""
        return stream.read()


class Exporting(Resource):
    """A thing as a file, which is whole: there are no parts of it to ask for."""

    permission_classes = [may(Action.EXCHANGE)]
    answers_json = False
    has_tags = False


class TournamentExport(Exporting):
    """A tournament as a file."""

    renderer_classes = [*downloads.RENDERERS, downloads.PdfFile]
    queryset = models.Tournament.objects.select_related("club")

    @describes(Export, query=TournamentExportQuery, file=downloads.SHEET)
    def get(self, request: Request, id: UUID) -> Any:
        """A director exports the tournament: its log with all hashes, its games, its people.

        It can be imported anywhere, to equal standings and equal hashes. As csv, xlsx or pdf it is the standings.
        """
        row, asked, at = self.get_object(), self.asked(TournamentExportQuery), timezone.now()
        if asked.form != downloads.JSON:
            return standings_file(row, asked.form)
        return _file(
            file_names.of_tournament(row, _("export")),
            lambda file: exporting.export_tournament(row, asked.people, file, at=at),
        )


class SeasonExport(Exporting):
    """A season as a file."""

    queryset = models.Season.objects.select_related("club")

    @describes(Export, query=ExportQuery)
    def get(self, request: Request, id: UUID) -> Any:
        """A director exports the season with its tournaments: their logs with all hashes, their games and people."""
        row, naming, at = self.get_object(), self.asked(ExportQuery).people, timezone.now()
        return _file(
            file_names.of_season(row, _("export")), lambda file: exporting.export_season(row, naming, file, at=at)
        )


class ClubExport(Exporting):
    """A club as a file."""

    queryset = models.Club.objects.all()

    @describes(Export, query=ExportQuery)
    def get(self, request: Request, id: UUID) -> Any:
        """A director exports the whole club: its log with all hashes, and its people. Accounts are not in it."""
        row, naming, at = self.get_object(), self.asked(ExportQuery).people, timezone.now()
        name = file_names.of_club(row, _("export"))
        return _file(name, lambda file: exporting.export_club(row, naming, file, at=at))


class Importing(Resource):
    """A file to import. Who may not import is refused before the file is read."""

    parser_classes = [ExportFile]
    dry_run = DryRun.OWN

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.check_permissions(request)
        body = request._request
        if not hasattr(body, "_body"):
            body._body = body.read()  # past Django's limit, which is that of forms
        super().initial(request, *args, **kwargs)

    def import_into_club(self, kind: Kind) -> ImportOutcome:
        """Imports a tournament or a season into the club that the query names."""
        asked = self.asked(IntoClubQuery)
        require_club(self, asked.club)
        club, actor = models.Club.objects.get(pk=asked.club), self.caller(asked.club).actor
        checked = reading.read(self.raw_body())
        return importing.import_into(club, checked, kind, actor=actor, at=timezone.now(), dry_run=asked.dry_run)

    def reply(self, outcome: ImportOutcome) -> Reply:
        """201 with the address of what is new here; 200 where it was here, and for a dry run."""
        is_new = outcome.created and not outcome.dry_run
        return Reply(outcome, 201, reverse(f"api:{outcome.kind}", args=[outcome.id])) if is_new else Reply(outcome)


class ImportTournament(Importing):
    """A tournament from a file."""

    permission_classes = [may(Action.EXCHANGE)]

    @describes(ImportOutcome, body=Export, status=201, or_found=True, query=IntoClubQuery)
    @writes
    def post(self, request: Request) -> Reply:
        """A director imports a tournament into their club, all or nothing. What is here already stays as it is."""
        return self.reply(self.import_into_club("tournament"))


class ImportSeason(Importing):
    """A season from a file."""

    permission_classes = [may(Action.EXCHANGE)]

    @describes(ImportOutcome, body=Export, status=201, or_found=True, query=IntoClubQuery)
    @writes
    def post(self, request: Request) -> Reply:
        """A director imports a season with its tournaments, all or nothing. What is here already stays as it is."""
        return self.reply(self.import_into_club("season"))


class ImportClub(Importing):
    """A club from a file."""

    permission_classes = [IsSuperuser]

    @describes(ImportOutcome, body=Export, status=201, or_found=True, query=ClubImportQuery)
    @writes
    def post(self, request: Request) -> Reply:
        """A superuser imports a whole club under its own id, all or nothing, and becomes the director of a new one."""
        checked, dry_run = reading.read(self.raw_body()), self.asked(ClubImportQuery).dry_run
        director = cast("models.User", request.user)
        return self.reply(importing.import_club(checked, director, at=timezone.now(), dry_run=dry_run))


def _file(name: str, write: Callable[[IO[bytes]], None]) -> HttpResponseBase:
    """An export as a download. It is written to its end before the answer begins, so that a refusal is one."""
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - a streamed answer closes it
    write(cast("IO[bytes]", file))
    size = file.tell()
    file.seek(0)
    answer: HttpResponseBase
    if size <= IN_MEMORY:
        with file:
            answer = HttpResponse(file.read(), content_type="application/json")
    else:
        answer = StreamingHttpResponse(_chunks(file), content_type="application/json")
        answer["Content-Length"] = str(size)
    answer["Content-Disposition"] = file_names.disposition(f"{name}.json")
    return answer


async def _chunks(file: SpooledTemporaryFile[bytes]) -> AsyncIterator[bytes]:
    with file:
        while chunk := await sync_to_async(file.read)(CHUNK):
            yield chunk
