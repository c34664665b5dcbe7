"""`tournaments/{id}/paper`: what is printed for a night, as PDF."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from msgspec import Meta
from rest_framework.request import Request

from api import downloads, scopes
from api.base import Resource
from api.openapi.schema import describes
from api.permissions import may
from api.query import Query
from games.kernel import N_, Rejected
from league import models
from league.access.actions import Action
from league.access.audience import CLUB
from league.access.origin import public_origin
from league.access.roles import Forbidden
from league.files.paper import night, papers, slips
from league.files.paper.night import Night
from league.files.paper.papers import File
from league.log.time import steady
from league.queries import ending

Draw = Callable[[Night], Callable[[], File]]
SHEETS: Mapping[str, tuple[Action, Draw]] = {
    "names": (Action.READING, papers.door_list),
    "seating": (Action.READING, papers.seating),
    "cards": (Action.READING, papers.cards),
    "poster": (Action.READING, papers.poster),
    "bracket": (Action.READING, papers.bracket),
    "personal": (Action.ENTRY_LINKS, papers.personal),
}
PAPER = {"type": "string", "format": "binary", "description": "The paper, as PDF."}
TableNumber = Annotated[int, Meta(ge=1, le=10_000)]


class PaperQuery(Query, frozen=True):
    """Which paper.

    sheet: `slips` of the tables of the open round; `names`, the list for the door; `seating` by table; `cards` for the
    places; the `poster` with the code of the night's page; the `bracket` of a knockout, as everybody may see it;
    `personal`, the links of all entries; `certificates`, once the tournament is closed.
    tables: of slips, only those of the tables with these numbers.
    places: of certificates, only those of the first so many places.
    entries: of certificates, only those of these entries.
    """

    sheet: Literal["slips", "names", "seating", "cards", "poster", "bracket", "personal", "certificates"]
    tables: tuple[TableNumber, ...] = ()
    places: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    entries: tuple[UUID, ...] = ()


class TournamentPaper(Resource):
    """What is printed for a night."""

    queryset = models.Tournament.objects.select_related("club", "public_code")
    permission_classes = [may(Action.READING)]
    renderer_classes = [downloads.PdfFile]
    has_tags = False
    gives_secrets = ("get",)

    @describes(PAPER, query=PaperQuery)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """A paper in the club's language, for those of the staff who may make the links that are on it."""
        row, asked = self.get_object(), self.asked(PaperQuery)
        if asked.sheet == "certificates":
            return downloads.pdf(*_certificates(row, asked))
        action, draw = SHEETS.get(asked.sheet, (Action.TABLE_LINKS, _slips(asked.tables)))
        if not self.caller(row.club_id).may(action):
            raise Forbidden
        if action is not Action.READING:
            scopes.require_action(request, action)
        with translation.override(row.club.written_in):
            with night.reading(row, public_origin(request._request), steady(timezone.now()), CLUB) as tonight:
                drawn = draw(tonight)
            return downloads.pdf(*drawn())


def _certificates(row: models.Tournament, asked: PaperQuery) -> File:
    """Certificates with all names, as the staff who hand them out read them."""
    with translation.override(row.club.written_in):
        return papers.certificates(ending.read(row, CLUB), asked.places, [str(entry) for entry in asked.entries])


def _slips(tables: tuple[int, ...]) -> Draw:
    """The slips of the tables with these numbers; of all without any."""

    def take(tonight: Night) -> Callable[[], File]:
        found = {number: made for number, made in tonight.slips().items() if not tables or number in tables}
        if not found:
            raise Rejected("no_table", N_("None of these tables is in the round."), field="tables")
        name, language = tonight.file_name(_("slips"), tonight.open_round()), tonight.language
        chosen = [slip for of_table in found.values() for slip in of_table]
        return lambda: File(name, slips.written(chosen, name, language))

    return take
