"""The standings and rounds of a tournament as its main page and its desk show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from games.kernel import Json
from league.admin.formatting.areas import area_words
from league.admin.formatting.names import table_label
from league.admin.tournament.standings_filters import Query
from league.domain.standings.comparison import with_movement
from league.domain.standings.standings import places_before, standings
from league.domain.standings.tie_breaks.fide import FIDE_EDITIONS, FIDE_SUMS
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import result_view
from league.projections.standings import current_of
from league.queries.blocks import caption_of
from league.queries.wording import (
    Criterion,
    Movement,
    Points,
    criteria,
    criterion,
    criterion_value,
    movement_of,
    points,
    state_name,
)
from league.repository.streams import Stream


class RoundCell(NamedTuple):
    """A round in an entry's row. kind: as in standings, or `not_in_final`.

    table, place: None if the entry didn't play. is_dropped: whether the round doesn't count.
    games: if there are several, the points of each and whether that game is dropped.
    """

    kind: str
    points: Points
    table: int | None
    place: int | None
    is_dropped: bool
    games: Sequence[tuple[Points, bool]] = ()


class StandingsRow(NamedTuple):
    """An entry's row. place: None if it came to no round. rounds: by number; None for one without a result yet.

    caption: of its block, "" where the standings have only one.
    """

    place: int | None
    is_shared: bool
    entry: str
    name: str
    has_withdrawn: bool
    caption: str
    points: Points
    penalties: Points | None
    tie_breaks: Sequence[Points]
    decided_by: str
    movement: Movement
    rounds: Sequence[tuple[int, RoundCell | None]]


class SeatRow(NamedTuple):
    """A seat at a table; score, place and points as far as they are known."""

    number: int
    entry: str
    name: str
    score: Points | None
    place: int | None
    points: Points | None


class SeatedTable(NamedTuple):
    """A table of a round. called: its number and label. area: in words."""

    number: int
    called: str
    area: str | None
    is_reported: bool
    has_scores: bool
    seats: Sequence[SeatRow]


class Bye(NamedTuple):
    """An entry that sits out."""

    entry: str
    name: str


class RoundSection(NamedTuple):
    """A round with its tables.

    attempts: how often the round was seated by lot, 0 if its tables were given. is_by_hand: whether the director gave
    or changed them. deadline: of a running clock. clock: a sentence about a clock that doesn't run, or "".
    """

    number: int
    state: str
    state_name: str
    attempts: int
    is_by_hand: bool
    deadline: datetime | None
    clock: str
    tables: Sequence[SeatedTable]
    byes: Sequence[Bye]

    @property
    def reported(self) -> int:
        return sum(table.is_reported for table in self.tables)


class StandingsPage(NamedTuple):
    """Standings and rounds. has_penalties: whether there is a column of penalties. are_added: where low wins.

    fide_edition: of FIDE's tie-breaks, in words; "" without one in which the editions differ.
    """

    rows: Sequence[StandingsRow]
    tie_breaks: Sequence[Criterion]
    round_numbers: Sequence[int]
    has_penalties: bool
    are_added: bool
    rounds: Sequence[RoundSection]
    fide_edition: str

    @property
    def blocks(self) -> list[tuple[str, list[StandingsRow]]]:
        """The rows of each block, with its caption."""
        return [(caption, list(rows)) for caption, rows in groupby(self.rows, key=lambda row: row.caption)]

    @property
    def columns(self) -> int:
        return 4 + self.has_penalties + len(self.round_numbers) + len(self.tie_breaks)

    @property
    def has_withdrawn(self) -> bool:
        return any(row.has_withdrawn for row in self.rows)


def rows_of(stream: Stream, after_round: int | None) -> Sequence[Json]:
    """The rows as in the API, with their movement. Raises Http404 for a round that has not begun."""
    state: Tournament = stream.aggregate.state
    begun = len(state.begun_rounds)
    if after_round is not None and after_round > begun:
        raise Http404
    found = current_of(stream).rows if after_round is None else standings(state, after_round)
    return with_movement(places_before(state, begun if after_round is None else after_round), found, "entry")


def page(state: Tournament, found: Sequence[Json], names: Mapping[str, str], query: Query) -> StandingsPage:
    """The standings that a query asks for, and all rounds. found: all standings. names: of the entries, by id."""
    chain = state.settings.chain
    numbers = sorted({line["number"] for row in found for line in row["rounds"]})
    sharers = Counter(row["place"] for row in found)
    admitted = {number: state.admitted(number) for number in numbers}
    rows = [_row(row, row["place"] is not None and sharers[row["place"]] > 1, chain, admitted, names) for row in found]
    return StandingsPage(
        rows=[row for row in rows if query.includes(row.entry, row.name)],
        tie_breaks=criteria(chain),
        round_numbers=numbers,
        has_penalties=any(row["penalties"] for row in found),
        are_added=any("penalties_are_added" in row for row in found),
        rounds=round_sections(state, found, names),
        fide_edition=_(FIDE_EDITIONS[state.fide_edition]) if set(chain) & set(FIDE_SUMS) else "",
    )


def round_sections(state: Tournament, found: Sequence[Json], names: Mapping[str, str]) -> list[RoundSection]:
    """The rounds of a tournament. found: its standings."""
    by_entry = {row["entry"]: row for row in found}
    return [_round(state, round_, by_entry, names) for round_ in state.rounds]


def _row(
    row: Json, is_shared: bool, chain: Sequence[str], admitted: Mapping[int, Collection[str]], names: Mapping[str, str]
) -> StandingsRow:
    """admitted: the entries that may play in each round, by its number."""
    dropped, cells = row.get("dropped", ()), {}
    games = {(game["round"], game["game"]) for game in row.get("dropped_games", ())}
    for line in row["rounds"]:
        number = line["number"]
        cells[number] = _cell(line, games, is_out=row["entry"] not in admitted[number], is_dropped=number in dropped)
    return StandingsRow(
        place=row["place"],
        is_shared=is_shared,
        entry=row["entry"],
        name=names.get(row["entry"], row["entry"]),
        has_withdrawn="withdrawn" in row,
        caption=caption_of(row),
        points=points(row["points"]),
        penalties=points(row["penalties"]) if row["penalties"] else None,
        tie_breaks=[_tie_break(row, code) for code in chain],
        decided_by=criterion(row["decided_by"]),
        movement=movement_of(row),
        rounds=[(number, cells.get(number)) for number in admitted],
    )


def _tie_break(row: Json, code: str) -> Points:
    """A value; “–” if the entry is below a final and was ranked by an earlier chain without it."""
    value = row["tie_breaks"].get(code)
    return Points("–") if value is None else criterion_value(value)


def _cell(line: Json, dropped_games: Collection[tuple[int, int]], *, is_out: bool, is_dropped: bool) -> RoundCell:
    games = [
        (points(game["points"]), (line["number"], game["game"]) in dropped_games) for game in line.get("games", ())
    ]
    kind = "not_in_final" if is_out else line["kind"]
    return RoundCell(kind, points(line["points"]), line["table"], line["place"], is_dropped or "struck" in line, games)


def _round(state: Tournament, shown: Round, rows: Mapping[str, Json], names: Mapping[str, str]) -> RoundSection:
    areas = area_words(state, shown)
    tables = [
        _table(state, table, shown.number, rows, names)._replace(area=areas.get(table.area or ""))
        for table in by_number(shown)
    ]
    return round_section(state, shown, names, tables)


def round_section(
    state: Tournament, shown: Round, names: Mapping[str, str], tables: Sequence[SeatedTable] = ()
) -> RoundSection:
    """A round. tables: left out where they are shown in another way."""
    is_prescribed = isinstance(state.settings_in_round(shown.number).format, Prescribed)
    return RoundSection(
        number=shown.number,
        state=shown.state,
        state_name=state_name(shown.state),
        attempts=0 if shown.given or is_prescribed else shown.attempt,
        is_by_hand=shown.by_hand or shown.repairs > 0,
        deadline=shown.clock.deadline if shown.clock and not shown.clock.expired else None,
        clock=_clock(shown),
        tables=tables,
        byes=[Bye(entry, names.get(entry, entry)) for entry in shown.byes],
    )


def by_number(shown: Round) -> list[Table]:
    return sorted(shown.tables, key=lambda table: table.number)


def _clock(shown: Round) -> str:
    if shown.clock is None:
        return ""
    if shown.clock.expired:
        return _("The time is up. Tables can still report their results.")
    return _("The clock is paused.") if shown.clock.running_since is None else ""


def _table(
    state: Tournament, table: Table, number: int, rows: Mapping[str, Json], names: Mapping[str, str]
) -> SeatedTable:
    places, scores = _result(state, table)
    return SeatedTable(
        number=table.number,
        called=table_label(state.settings, table.number),
        area=None,
        is_reported=places is not None,
        has_scores=scores is not None,
        seats=list(_seats(table, number, rows, names, places, scores or {})),
    )


def _result(state: Tournament, table: Table) -> tuple[Mapping[str, int] | None, Json | None]:
    """Places and scores at a table, over all its games; None if they are not reported."""
    if table.more:
        shown = result_view(state, table)
        return (None, None) if shown is None else (shown["places"], shown["scores"])
    return (None, None) if table.result is None else (table.result.places, table.result.scores)


def _seats(
    table: Table,
    number: int,
    rows: Mapping[str, Json],
    names: Mapping[str, str],
    places: Mapping[str, int] | None,
    scores: Json,
) -> Iterator[SeatRow]:
    for seat, entry in enumerate(table.seats, 1):
        lines = rows[entry]["rounds"] if places and entry in rows else []
        yield SeatRow(
            number=seat,
            entry=entry,
            name=names.get(entry, entry),
            score=points(scores[entry]) if entry in scores else None,
            place=places[entry] if places else None,
            points=next((points(line["points"]) for line in lines if line["number"] == number), None),
        )
