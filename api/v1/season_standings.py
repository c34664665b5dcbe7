"""`seasons/{id}/standings`: the league table, as it is now, as of an earlier time, or for a what-if."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date as Date  # noqa: N812
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Reply, Resource
from api.dry_run import left_out, rows_beside
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import Problem, bad_field
from api.v1.standings import Written, beside_parameter
from games.kernel import N_, Json
from league.access import visibility
from league.domain.season.table.divisions import Move
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.span import Span, month, week
from league.domain.season.table.what_if import WhatIf
from league.domain.standings.comparison import side_by_side
from league.dry_run.view import Placing
from league.files import league_table_sheet
from league.log import store
from league.models import FollowerPosition, LeagueTableRow, Season
from league.projections import league_tables
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import NoSuchGroup, TableQuery
from league.queries import names
from league.repository.streams import NoSuchStream

SPANS: dict[str, Callable[[str], Span]] = {"week": week, "month": month}
NO_GROUP = {
    "division": N_("The season has no division of that name."),
    "category": N_("The season has no category of that name."),
}
SPAN_QUERY = (
    ("from", "Only events from that day on, in the season's time zone; those without a date are left out."),
    ("to", "Only events up to that day."),
    ("month", "Only events of a month: 2026-12."),
    ("week", "Only events of a week, from Monday to Sunday: 2026-W49."),
)


class EventScore(msgspec.Struct):
    """The score of a person in an event.

    event: the id of the event. place: in the event; null without one. status: the reason why there is no place. extra:
    points added to those of the place, included in points. season_place: the place among the people of the season,
    where it differs from the place in the event.
    """

    event: UUID
    place: int | None
    points: Written
    status: str | UnsetType = UNSET
    extra: Written | UnsetType = UNSET
    season_place: int | UnsetType = UNSET


class AbandonedPlace(msgspec.Struct):
    """A person's place in an event that counts for nothing."""

    event: UUID
    place: int | None


class LeagueRow(msgspec.Struct):
    """A person's row in the league table.

    place: null below the minimum number of events. gross: all points, those of dropped events included. played: the
    number of events. attendance: points for taking part, included in points. counted, dropped: events that count, and
    events dropped from the total. decided_by: what separates the row from the one above. division, division_place:
    only where the season has divisions. moves: promotion or relegation as the table stands. overall_place: the place
    in the whole table, in a row of a division or a category. moved: places gained since before the last event,
    negative if lost; null without a place now or before. new: the person was not in the table before the last event.
    before: with `beside`, the row without the what-if; null if the person is not listed there. movement: with
    `beside`, places gained by the what-if. abandoned: places in events that count for nothing; left out without any.
    """

    place: int | None
    person: UUID
    name: str
    points: Written
    points_display: str
    gross: Written
    played: int
    attendance: Written
    counted: list[EventScore]
    dropped: list[EventScore]
    decided_by: str
    division: str | UnsetType = UNSET
    division_place: int | UnsetType | None = UNSET
    moves: Move | UnsetType = UNSET
    overall_place: int | UnsetType | None = UNSET
    moved: int | UnsetType | None = UNSET
    new: bool | UnsetType = UNSET
    before: Placing | UnsetType | None = UNSET
    movement: int | UnsetType | None = UNSET
    abandoned: list[AbandonedPlace] | UnsetType = UNSET


class PersonLeftOut(msgspec.Struct):
    """A person whom a what-if does not list. before: their row without the what-if."""

    person: UUID
    name: str
    before: Placing


class LeagueTable(msgspec.Struct):
    """The league table.

    as_of_position: the position of the club's log up to which it counts. left_out: with `beside`, the people whom the
    what-if does not list.
    """

    season: UUID
    as_of_position: int
    rows: list[LeagueRow]
    left_out: list[PersonLeftOut] | UnsetType = UNSET


class SeasonStandings(Resource):
    """The league table."""

    permission_classes = [ReadOnly]
    renderer_classes = downloads.RENDERERS

    @describes(
        LeagueTable,
        query=(
            ("as_of", "The table as of a position of the log, or a time."),
            ("scheme", "A what-if: the table with this scheme, as JSON."),
            ("beside", "true: rows of a what-if also have `before` and `movement`, compared with the table as it is."),
            *SPAN_QUERY,
            ("division", "Only the people of the division of that name, with places of their own."),
            ("category", "Only the people of the category of that name, with places of their own."),
            downloads.AS,
        ),
        file=downloads.SHEET,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """The league table. It follows the log within seconds; every query is calculated at once.

        To callers without a role in the club only tournaments count that are listed for them.
        """
        row = self.get_parent(Season)
        without = visibility.unlisted(self.caller(row.club_id), row)
        form, asked = downloads.form_of(request), _asked(request, without)
        is_beside = beside_parameter(request, "scheme", is_what_if=asked.scheme is not None)
        if is_beside and form != downloads.JSON:
            raise bad_field("beside", "not_a_file", N_("A file has one table only. Ask for JSON to compare two."))
        if form != downloads.JSON:
            return downloads.download(form, f"season-{id}", league_table_sheet.rows_of(_table(row, asked)))
        versions = store.newest_hash(row.club_id), _position(row)
        return self.unless_known(versions, lambda: _reply(row, asked, is_beside=is_beside))


def _reply(row: Season, asked: TableQuery, *, is_beside: bool) -> Reply:
    position, rows = _followed(row) if asked == TableQuery() else _calculated(row, asked)
    answer = {"season": row.pk, "as_of_position": position}
    if is_beside:
        return Reply({**answer, **_compared(row, asked, rows)})
    return Reply({**answer, "rows": _named(rows, _names_of([league_row["person"] for league_row in rows]))})


def _compared(row: Season, asked: TableQuery, rows: list[Json]) -> Json:
    """The rows of a what-if with those of the table as it is, and the people whom the what-if does not list."""
    compared = side_by_side(_table(row, replace(asked, scheme=None)).rows, rows)
    called = _names_of([one.id for one in compared])
    return {"rows": _named(rows_beside(compared), called), **left_out(compared, "person", called)}


def _names_of(people: Iterable[str]) -> dict[str, str]:
    return names.of_people([UUID(person) for person in people])


def _named(rows: Iterable[Json], called: Mapping[str, str]) -> list[Json]:
    return [{**row, "name": called.get(row["person"], "")} for row in rows]


def _position(row: Season) -> int:
    """The position up to which the follower has read the club's log."""
    read = FollowerPosition.objects.filter(club=row.club_id, name=LEAGUE_TABLES)
    return read.values_list("position", flat=True).first() or 0


def _followed(row: Season) -> tuple[int, list[Json]]:
    """The position up to which the follower has read the log, and the rows that it has written."""
    return _position(row), list(
        LeagueTableRow.objects.filter(season=row).order_by("order").values_list("data", flat=True)
    )


def _calculated(row: Season, asked: TableQuery) -> tuple[int, list[Json]]:
    """The last position of the club's log that counts, and the rows calculated from the streams."""
    position = league_tables.position_of(row, asked.then)
    return position, list(_table(row, asked).rows)


def _table(row: Season, asked: TableQuery) -> league_tables.LeagueTable:
    try:
        return league_tables.table(row, asked)
    except NoSuchStream:
        raise bad_field("as_of", "unknown", N_("The season did not exist then.")) from None
    except NoSuchGroup as missing:
        raise bad_field(missing.kind, f"unknown_{missing.kind}", NO_GROUP[missing.kind]) from None


def _asked(request: Request, without: frozenset[UUID]) -> TableQuery:
    """The table that the query asks for, without these tournaments. Raises Problem or BadFields."""
    query = request.query_params
    return TableQuery(
        then=_as_of(request),
        scheme=_scheme(request),
        span=span_of(request),
        division=query.get("division"),
        category=query.get("category"),
        without=without,
    )


def span_of(request: Request) -> Span | None:
    """The days whose events count. Raises Problem."""
    bounds = [name for name in ("from", "to") if name in request.query_params]
    wanted = [name for name in SPANS if name in request.query_params]
    if len(wanted) + bool(bounds) > 1:
        raise bad_field(wanted[-1], "ambiguous", N_("Name either a week, or a month, or the days from and to."))
    for name in wanted:
        try:
            return SPANS[name](request.query_params[name])
        except ValueError:
            raise bad_field(name, f"bad_{name}", N_("A month is written 2026-12, a week 2026-W49.")) from None
    return Span(_day(request, "from"), _day(request, "to")) if bounds else None


def _day(request: Request, name: str) -> Date | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        return msgspec.convert(text, Date)
    except msgspec.ValidationError:
        raise bad_field(name, "bad_date", N_("A day is written 2026-12-31.")) from None


def _as_of(request: Request) -> int | datetime | None:
    text = request.query_params.get("as_of")
    sentence = N_("Give a position of the log, or a time with its offset.")
    return None if text is None else parsing.moment_of("as_of", text, sentence)


def _scheme(request: Request) -> Scheme | None:
    """The scheme of a what-if. Raises Problem or BadFields."""
    text = request.query_params.get("scheme")
    if text is None:
        return None
    try:
        value = parsing.json_of(text.encode("utf-8", "surrogatepass"))
    except Problem:
        raise bad_field("scheme", "bad_json", N_("A scheme is JSON, as in a season.")) from None
    return parsing.read(WhatIf, {"scheme": value}).scheme
