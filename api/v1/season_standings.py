"""`seasons/{id}/standings`: the league table, as it is, as it was known then, as it would be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date as Date  # noqa: N812
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import downloads, parsing
from api.base import Door, Shown
from api.dry_run import left_out, rows_beside
from api.openapi.schema import describes
from api.problems import Problem, bad_field
from api.v1.standings import Written, beside_parameter
from games.kernel import N_, Json
from league.domain.season.table.divisions import Move
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.span import Span, month, week
from league.domain.season.table.what_if import WhatIf
from league.domain.standings.comparison import side_by_side
from league.dry_run.view import Placing
from league.files import league_table_sheet
from league.models import FollowerPosition, LeagueTableRow, Season
from league.projections import league_tables
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import NoSuchGroup, TableQuery
from league.queries import names
from league.repository.streams import NoSuchStream

SPANS: dict[str, Callable[[str], Span]] = {"week": week, "month": month}
SPAN_QUERY = (
    ("from", "Of events from that day on, in the season's time zone; those without a day are left out."),
    ("to", "Of events up to that day."),
    ("month", "Of the events of a month: 2026-12."),
    ("week", "Of the events of a week, from Monday to Sunday: 2026-W49."),
)


class Counted(msgspec.Struct):
    """An event in somebody's row. status: why there is no place. extra: what of the points came on top.

    season_place: among those of the season who had a place, where it is another than the place in the event.
    """

    event: UUID
    place: int | None
    points: Written
    status: str | UnsetType = UNSET
    extra: Written | UnsetType = UNSET
    season_place: int | UnsetType = UNSET


class LeagueRow(msgspec.Struct):
    """Somebody's row in the league table; place is null below the minimum of events. attendance: part of the points.

    division, division_place: where the season has divisions. moves: where somebody goes from there as things stand.
    overall_place: the place in the whole table, in that of a division or a category.
    moved: by how many places somebody has gone up since before the last event, below 0 down; null without a place now
    or then. new: whether somebody was not in the table before.
    before: Of a what-if with `beside`: how it is; null where the person is not listed.
    movement: Of a what-if with `beside`: by how many places it is better.
    """

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
    division: str | UnsetType = UNSET
    division_place: int | UnsetType | None = UNSET
    moves: Move | UnsetType = UNSET
    overall_place: int | UnsetType | None = UNSET
    moved: int | UnsetType | None = UNSET
    new: bool | UnsetType = UNSET
    before: Placing | UnsetType | None = UNSET
    movement: int | UnsetType | None = UNSET


class PersonLeftOut(msgspec.Struct):
    """A person whom a what-if would not list. before: How it is."""

    person: UUID
    name: str
    before: Placing


class LeagueTable(msgspec.Struct):
    """The league table, as of a position of the club's log.

    left_out: Of a what-if with `beside`: whom it would not list.
    """

    season: UUID
    as_of_position: int
    rows: list[LeagueRow]
    left_out: list[PersonLeftOut] | UnsetType = UNSET


class SeasonStandings(Door):
    """The league table."""

    renderer_classes = downloads.RENDERERS
    schema = downloads.SheetSchema()

    @describes(
        LeagueTable,
        query=(
            ("as_of", "What was known then: a position of the log, or a time."),
            ("scheme", "What if the season added up so: a scheme as JSON."),
            ("beside", "true: each row of a what-if tells beside it how it is: `before` and `movement`."),
            *SPAN_QUERY,
            ("division", "Of the people of a division, by its name, with places of their own."),
            ("category", "Of the people of a category, by its name, with places of their own."),
            downloads.AS,
        ),
        public=True,
    )
    def get(self, request: Request, id: UUID) -> Any:
        """The league table, which follows the log within seconds; what else is asked for is worked out at once."""
        row = get_object_or_404(Season, id=id)
        form, asked = downloads.form_of(request), _asked(request)
        is_beside = beside_parameter(request, "scheme", is_what_if=asked.scheme is not None)
        if is_beside and form != downloads.JSON:
            raise bad_field("beside", "not_a_file", N_("Files have one table: this is told as JSON."))
        if form != downloads.JSON:
            return downloads.download(form, f"season-{id}", league_table_sheet.rows_of(_table(row, asked)))
        position, lines = _kept(row) if asked == TableQuery() else _worked_out(row, asked)
        compared = side_by_side(_table(row, replace(asked, scheme=None)).rows, lines) if is_beside else None
        people = [line["person"] for line in lines] if compared is None else [one.who for one in compared]
        called = names.of_people([UUID(person) for person in people])
        rows = lines if compared is None else rows_beside(compared)
        shown = [{**line, "name": called.get(line["person"], "")} for line in rows]
        more = {} if compared is None else left_out(compared, "person", called)
        return Shown({"season": id, "as_of_position": position, "rows": shown, **more})


def _kept(row: Season) -> tuple[int, list[Json]]:
    """The rows as the follower has written them, and how far it has read."""
    read = FollowerPosition.objects.filter(club=row.club_id, name=LEAGUE_TABLES).values_list("position", flat=True)
    position = read.first() or 0
    return position, list(LeagueTableRow.objects.filter(season=row).order_by("order").values_list("data", flat=True))


def _worked_out(row: Season, asked: TableQuery) -> tuple[int, list[Json]]:
    """The rows from the streams, and the last position of the club's log that they know."""
    position = league_tables.position_of(row, asked.then)
    return position, list(_table(row, asked).rows)


def _table(row: Season, asked: TableQuery) -> league_tables.LeagueTable:
    try:
        return league_tables.table(row, asked)
    except NoSuchStream:
        raise bad_field("as_of", "unknown", N_("Nothing was known then.")) from None
    except NoSuchGroup as missing:
        template = N_("The season has none of that name.")
        raise bad_field(missing.kind, f"unknown_{missing.kind}", template) from None


def _asked(request: Request) -> TableQuery:
    """Which table the query asks for. Raises Problem or BadFields."""
    told = request.query_params
    return TableQuery(_then(request), _scheme(request), span_of(request), told.get("division"), told.get("category"))


def span_of(request: Request) -> Span | None:
    """The days of which events count. Raises Problem."""
    bounds = [name for name in ("from", "to") if name in request.query_params]
    wanted = [name for name in SPANS if name in request.query_params]
    if len(wanted) + bool(bounds) > 1:
        raise bad_field(wanted[-1], "ambiguous", N_("Either a week, or a month, or from and to."))
    for name in wanted:
        try:
            return SPANS[name](request.query_params[name])
        except ValueError:
            raise bad_field(name, f"bad_{name}", N_("Written as 2026-12, a month, or as 2026-W49, a week.")) from None
    return Span(_day(request, "from"), _day(request, "to")) if bounds else None


def _day(request: Request, name: str) -> Date | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    try:
        return msgspec.convert(text, Date)
    except msgspec.ValidationError:
        raise bad_field(name, "bad_date", N_("A day like 2026-12-31.")) from None


def _then(request: Request) -> int | datetime | None:
    text = request.query_params.get("as_of")
    sentence = N_("A position of the log, or a time with its offset.")
    return None if text is None else parsing.moment_of("as_of", text, sentence)


def _scheme(request: Request) -> Scheme | None:
    """The scheme of a what-if. Raises Problem or BadFields."""
    text = request.query_params.get("scheme")
    if text is None:
        return None
    try:
        value = parsing.json_of(text.encode("utf-8", "surrogatepass"))
    except Problem:
        raise bad_field("scheme", "bad_json", N_("A scheme is written as JSON, as in the season's body.")) from None
    return parsing.read(WhatIf, {"scheme": value}).scheme
