"""`tournaments/{id}/summary`: how a tournament ended, and the text to be pasted into a chat."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api import downloads
from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.query import Query
from games.kernel import Json
from league import models
from league.access.origin import public_origin
from league.queries import summary
from league.queries.ending import FinalRow
from league.queries.league_moves import Line, SeasonMoves
from league.queries.summary import Summary as ReadSummary

Written = int | str
TEXT = "text"


class PlacedEntry(msgspec.Struct):
    """A row of the final standings.

    place: equal places are shared. shared: whether this one is. entry: its id. name: of the entry. members: names, of a
    team. points: exact; null in a knockout, where places are by round of exit. withdrawn: it has left. stage: the
    number of its final; 0: it is in none.
    """

    place: int
    shared: bool
    entry: UUID
    name: str
    members: list[str]
    points: Written | None
    withdrawn: bool
    stage: int


class LeagueMove(msgspec.Struct):
    """A person's place in a league table after the tournament.

    person: their id. name: of the person. place: null without one. shared: whether others have it too. before: the
    place before the tournament; null without one.
    """

    person: UUID
    name: str
    place: int | None
    shared: bool
    before: int | None


class SeasonMove(msgspec.Struct):
    """What the tournament moved in a league table.

    season: its id. name: of the season. address: of its page; "" where no other device can open it. rows: by place.
    """

    season: UUID
    name: str
    address: str
    rows: list[LeagueMove]


class Summary(msgspec.Struct):
    """How a tournament ended.

    tournament: its id. name: of the tournament. club: the name of the club. date: of its start, else of its close, in
    the club's time zone; null if neither is known. people: how many came. rounds: how many were played. places: all
    entries with a place, the best first. seasons: those in which it counts. address: of its page; "" where no other
    device can open it. all_names: whether it is for members of the club alone and so has the names of those who may not
    be named in public. text: all this in lines, in the language of the request.
    """

    tournament: UUID
    name: str
    club: str
    date: dt.date | None
    people: int
    rounds: int
    places: list[PlacedEntry]
    seasons: list[SeasonMove]
    address: str
    all_names: bool
    text: str


class PlainText(downloads.CsvText):
    """Accepts `text/plain`."""

    media_type, format = "text/plain", TEXT


class SummaryQuery(Query, frozen=True):
    """The form of an answer.

    as: `text`, for the text alone.
    """

    form: Annotated[Literal["json", "text"], downloads.WRONG_FORM] = msgspec.field(default="json", name="as")


class TournamentSummary(Resource):
    """How a tournament ended."""

    queryset = models.Tournament.objects.select_related("club", "public_code")
    permission_classes = [ReadOnly]
    renderer_classes = [JSONRenderer, PlainText]

    @describes(Summary, query=SummaryQuery, file={"type": "string", "description": "The text."})
    def get(self, request: Request, id: UUID) -> Reply | HttpResponse:
        """Places, what moved in the league, and a text for a chat; for everybody, once the tournament is closed.

        It is for all who may open the tournament, so it has only the names that everybody may read, also for staff. Of
        one that is for members only, its members get all names.
        """
        row, asked = self.get_object(), self.asked(SummaryQuery)
        found = summary.read(row, self.caller(row.club_id), public_origin(request._request))
        if asked.form == TEXT:
            return HttpResponse(found.text, content_type="text/plain; charset=utf-8")
        return Reply(_answer(row, found))


def _answer(row: models.Tournament, found: ReadSummary) -> Json:
    ending = found.ending
    return {
        "tournament": row.pk,
        "name": row.name,
        "club": row.club.name,
        "date": ending.day and ending.day.date(),
        "people": ending.people,
        "rounds": ending.rounds,
        "places": [_placed(line) for line in ending.placed],
        "seasons": [_season(season, found.addresses.get(season.id, "")) for season in found.moves],
        "address": found.address,
        "all_names": found.has_all_names,
        "text": found.text,
    }


def _placed(row: FinalRow) -> Json:
    return {
        "place": row.place,
        "shared": row.is_shared,
        "entry": row.entry,
        "name": row.name,
        "members": row.members,
        "points": row.points,
        "withdrawn": row.has_withdrawn,
        "stage": row.stage,
    }


def _season(season: SeasonMoves, address: str) -> Json:
    return {
        "season": season.id,
        "name": season.name,
        "address": address,
        "rows": [_moved(line) for line in season.lines],
    }


def _moved(line: Line) -> dict[str, Any]:
    return {
        "person": line.person,
        "name": line.name,
        "place": line.place,
        "shared": line.is_shared,
        "before": line.before,
    }
