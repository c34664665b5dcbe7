"""`seasons/{id}/standings`: the league table, as it is now, as of an earlier time, or for a what-if."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date as Date  # noqa: N812
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Reply, Resource
from api.dry_run import left_out, rows_beside
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import bad_field
from api.query import JsonText, Moment
from api.v1.standings import Written, require_what_if
from games.kernel import N_, Json
from league.access import visibility
from league.access.audience import Audience
from league.domain.season.table.divisions import Move
from league.domain.season.table.groups import LONGEST_GROUP_NAME
from league.domain.season.table.scheme import Scheme, SeasonTieBreak
from league.domain.season.table.span import Span, month, week
from league.domain.season.table.what_if import WhatIf
from league.domain.standings.comparison import side_by_side
from league.dry_run.view import Placing
from league.files import league_table_sheet
from league.files.file_names import of_season
from league.log import store
from league.models import FollowerPosition, LeagueTableRow, Season
from league.projections import league_tables
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import NoSuchGroup, TableQuery
from league.queries import names
from league.repository.streams import NoSuchStream

Naming = Callable[[Iterable[str]], dict[str, str]]
"""The names of people by id."""
SPANS: dict[str, Callable[[str], Span]] = {"week": week, "month": month}
NO_GROUP = {
    "division": N_("The season has no division of that name."),
    "category": N_("The season has no category of that name."),
}


class SpanQuery(downloads.FileQuery, frozen=True):
    """Which events of a season count, in what form.

    from: only events from that day on, in the season's time zone; those without a date are left out.
    to: only events up to that day. month: only events of a month, such as 2026-12.
    week: only events of a week, from Monday to Sunday, such as 2026-W49.
    """

    begin: Date | None = msgspec.field(default=None, name="from")
    end: Date | None = msgspec.field(default=None, name="to")
    month: Annotated[str, Meta(extra_json_schema={"pattern": "^[0-9]{4}-(0[1-9]|1[0-2])$"})] | None = None
    week: Annotated[str, Meta(extra_json_schema={"pattern": "^[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])$"})] | None = None


class EventScore(msgspec.Struct):
    """The score of a person in an event.

    event: the id of the event. place: in the event; null without one. points: what it is worth. status: the reason why
    there is no place. extra:
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
    """A person's place in an event that counts for nothing. event: its id. place: null without one."""

    event: UUID
    place: int | None


class LeagueRow(msgspec.Struct):
    """A person's row in the league table.

    place: null below the minimum number of events. person: their id. name: of the person. points: exact.
    points_display: with two decimals. gross: all points, those of dropped events included. played: the number of
    events. attendance: points for taking part, included in points. counted: events that count. dropped: events that do
    not, because others are better. decided_by: the last criterion needed to separate the row from its neighbours:
    `points`, a tie-break, `shared`, or `minimum` with too few events. division: its name, where the season has
    divisions. division_place: the place in the division; null below the minimum. moves: promotion or relegation as the
    table stands. overall_place: the place in the whole table, in a row of a division or a category. moved: places
    gained since before the last event, negative if lost; null without a place now or before. new: the person was not in
    the table before the last event. before: with `beside`, the row without the what-if; null if the person is not
    listed there. movement: with `beside`, places gained by the what-if. abandoned: places in events that count for
    nothing; left out without any.
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
    decided_by: Literal["points", "shared", "minimum", SeasonTieBreak]
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
    """A person whom a what-if does not list.

    person: their id. name: of the person. before: their row without the what-if.
    """

    person: UUID
    name: str
    before: Placing


class LeagueTable(msgspec.Struct):
    """The league table.

    season: its id. rows: the best first. as_of_position: the position of the club's log up to which it counts.
    left_out: with `beside`, the people whom the what-if does not list.
    """

    season: UUID
    as_of_position: int
    rows: list[LeagueRow]
    left_out: list[PersonLeftOut] | UnsetType = UNSET


class LeagueTableQuery(SpanQuery, frozen=True):
    """Which table.

    as_of: the table as of a position of the log, or a time. scheme: a what-if, the table with this scheme, as JSON.
    beside: whether rows of a what-if have `before` and `movement` too, compared with the table as it is.
    division: only the people of the division of that name, with places of their own.
    category: only the people of the category of that name, with places of their own.
    """

    as_of: Moment | None = None
    scheme: JsonText | None = None
    beside: bool = False
    division: Annotated[str, Meta(max_length=LONGEST_GROUP_NAME)] | None = None
    category: Annotated[str, Meta(max_length=LONGEST_GROUP_NAME)] | None = None


class SeasonStandings(Resource):
    """The league table."""

    permission_classes = [ReadOnly]
    renderer_classes = downloads.RENDERERS

    @describes(
        LeagueTable,
        query=LeagueTableQuery,
        file=downloads.SHEET,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """The league table. It follows the log within seconds; every query is calculated at once.

        To callers without a role in the club only tournaments count that are listed for them.
        """
        row = self.get_parent(Season)
        who = self.caller(row.club_id)
        without = visibility.unlisted(who, row)
        query = self.asked(LeagueTableQuery)
        asked = _asked(query, without)
        if query.beside:
            require_what_if("scheme", query.form, is_what_if=asked.scheme is not None)
        if query.form != downloads.JSON:
            rows = league_table_sheet.rows_of(_table(row, asked), who.audience)
            return downloads.download(query.form, of_season(row, _("league table")), rows)
        called = partial(_names_of, audience=who.audience)
        return self.unless_known(
            partial(_versions, row.club_id), lambda: _reply(row, asked, called, is_beside=query.beside)
        )


def _reply(row: Season, asked: TableQuery, names_of: Naming, *, is_beside: bool) -> Reply:
    position, rows = _followed(row) if asked == TableQuery() else _calculated(row, asked)
    answer = {"season": row.pk, "as_of_position": position}
    if is_beside:
        return Reply({**answer, **_compared(row, asked, rows, names_of)})
    return Reply({**answer, "rows": _named(rows, names_of([league_row["person"] for league_row in rows]))})


def _compared(row: Season, asked: TableQuery, rows: list[Json], names_of: Naming) -> Json:
    """The rows of a what-if with those of the table as it is, and the people whom the what-if does not list."""
    compared = side_by_side(_table(row, replace(asked, scheme=None)).rows, rows)
    called = names_of([one.id for one in compared])
    return {"rows": _named(rows_beside(compared), called), **left_out(compared, "person", called)}


def _names_of(people: Iterable[str], audience: Audience) -> dict[str, str]:
    return names.of_people([UUID(person) for person in people], audience)


def _named(rows: Iterable[Json], called: Mapping[str, str]) -> list[Json]:
    return [{**row, "name": called.get(row["person"], "")} for row in rows]


def _versions(club: UUID) -> tuple[str, int]:
    """What every league table of a club follows from."""
    return store.newest_hash(club), _position(club)


def _position(club: UUID) -> int:
    """The position up to which the follower has read the club's log."""
    read = FollowerPosition.objects.filter(club=club, name=LEAGUE_TABLES)
    return read.values_list("position", flat=True).first() or 0


def _followed(row: Season) -> tuple[int, list[Json]]:
    """The position up to which the follower has read the log, and the rows that it has written."""
    return _position(row.club_id), list(
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


def _asked(query: LeagueTableQuery, without: frozenset[UUID]) -> TableQuery:
    """The table that the query asks for, without these tournaments. Raises Problem or BadFields."""
    return TableQuery(
        then=query.as_of,
        scheme=_scheme(query.scheme),
        span=span_of(query),
        division=query.division,
        category=query.category,
        without=without,
    )


def span_of(query: SpanQuery) -> Span | None:
    """The days whose events count. Raises Problem."""
    is_between = query.begin is not None or query.end is not None
    wanted = {name: text for name in SPANS if (text := getattr(query, name)) is not None}
    if len(wanted) + is_between > 1:
        raise bad_field([*wanted][-1], "ambiguous", N_("Name either a week, or a month, or the days from and to."))
    for name, text in wanted.items():
        try:
            return SPANS[name](text)
        except ValueError:
            raise bad_field(name, f"bad_{name}", N_("A month is written 2026-12, a week 2026-W49.")) from None
    return Span(query.begin, query.end) if is_between else None


def _scheme(text: str | None) -> Scheme | None:
    """The scheme of a what-if. Raises Problem or BadFields."""
    if text is None:
        return None
    return parsing.read(WhatIf, {"scheme": parsing.json_parameter("scheme", text)}).scheme
