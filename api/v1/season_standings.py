"""`seasons/{id}/standings`: the league table, as it is, as it was known then, as it would be."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

import msgspec
from django.db.models import Max
from django.shortcuts import get_object_or_404
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import bodies
from api.bodies import Body
from api.door import Door, Shown
from api.problems import Problem, bad_field
from api.schema import describes
from api.v1.standings import Written
from games.kernel import N_, Json
from league import names
from league.domain.season.scheme import Scheme
from league.models import Event, FollowerPosition, LeagueTableRow, Season
from league.read_models import later
from league.read_models.later import LEAGUE_TABLES
from league.streams import NoSuchStream


class Counted(msgspec.Struct):
    """An event in somebody's row. status: why there is no place. extra: what of the points came on top."""

    event: UUID
    place: int | None
    points: Written
    status: str | UnsetType = UNSET
    extra: Written | UnsetType = UNSET


class LeagueRow(msgspec.Struct):
    """Somebody's row in the league table; place is null below the minimum of events. attendance: part of the points."""

    place: int | None
    person: UUID
    name: str
    points: Written
    points_display: str
    gross: Written
    played: int
    attendance: Written
    counted: list[Counted]
    dropped: list[Counted]
    decided_by: str


class LeagueTable(msgspec.Struct):
    """The league table, as of a position of the club's log."""

    season: UUID
    as_of_position: int
    rows: list[LeagueRow]


class WhatIf(Body, frozen=True):
    """Another way to add up."""

    scheme: Scheme


class SeasonStandings(Door):
    """The league table."""

    @describes(
        LeagueTable,
        query=(
            ("as_of", "What was known then: a position of the log, or a time."),
            ("scheme", "What if the season added up so: a scheme as JSON."),
        ),
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Shown:
        """The league table, which follows the log within seconds; another scheme or time is worked out at once."""
        row = get_object_or_404(Season, id=id)
        then, scheme = _then(request), _scheme(request)
        position, lines = _kept(row) if then is None and scheme is None else _worked_out(row, then, scheme)
        called = names.of_people([UUID(line["person"]) for line in lines])
        shown = [{**line, "name": called.get(line["person"], "")} for line in lines]
        return Shown({"season": id, "as_of_position": position, "rows": shown})


def _kept(row: Season) -> tuple[int, list[Json]]:
    """The rows as the follower has written them, and how far it has read."""
    read = FollowerPosition.objects.filter(club=row.club_id, name=LEAGUE_TABLES).values_list("position", flat=True)
    position = read.first() or 0
    return position, list(LeagueTableRow.objects.filter(season=row).order_by("order").values_list("data", flat=True))


def _worked_out(row: Season, then: int | datetime | None, scheme: Scheme | None) -> tuple[int, list[Json]]:
    """The rows from the streams, and the last position of the club's log that they know."""
    known = Event.objects.filter(club=row.club_id)
    if isinstance(then, int):
        known = known.filter(position__lte=then)
    elif then is not None:
        known = known.filter(recorded_at__lte=then)
    position = known.aggregate(last=Max("position"))["last"] or 0
    if then is None:
        return position, later.current_league_table(row, scheme)
    try:
        return position, later.league_table_then(row, then, scheme)
    except NoSuchStream:
        raise bad_field("as_of", "unknown", N_("Nothing was known then.")) from None


def _then(request: Request) -> int | datetime | None:
    text = request.query_params.get("as_of")
    sentence = N_("A position of the log, or a time with its offset.")
    return None if text is None else bodies.moment_of("as_of", text, sentence)


def _scheme(request: Request) -> Scheme | None:
    """The scheme of a what-if. Raises Problem or BadFields."""
    text = request.query_params.get("scheme")
    if text is None:
        return None
    try:
        value = bodies.json_of(text.encode("utf-8", "surrogatepass"))
    except Problem:
        raise bad_field("scheme", "bad_json", N_("A scheme is written as JSON, as in the season's body.")) from None
    return bodies.read(WhatIf, {"scheme": value}).scheme
