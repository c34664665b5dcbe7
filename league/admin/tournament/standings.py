"""What a tournament's page shows: its standings and its rounds, as its folded state has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from games.kernel import Json
from league.admin.formatting.names import table_called
from league.admin.formatting.wording import (
    CRITERIA_MEANING,
    Moved,
    Points,
    criterion,
    criterion_value,
    moved,
    points,
    state_name,
)
from league.admin.tournament.standings_filters import WHOLE, Told
from league.domain.standings import movement
from league.domain.standings.standings import places_before, standings
from league.domain.tournament.formats import Prescribed
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import result_view
from league.projections.standings import current_of
from league.repository.streams import Stream


@dataclass(frozen=True)
class Cell:
    """A round in an entry's row. kind: as in standings, or `out` of a final. table, place: None where it did not play.

    is_dropped: whether it does not count. games: where it has several, the points of each and whether that is dropped.
    """

    kind: str
    points: Points
    table: int | None
    place: int | None
    is_dropped: bool
    games: Sequence[tuple[Points, bool]] = ()


@dataclass(frozen=True)
class Row:
    """An entry's row. is_shared: others have its place too. rounds: None where nothing is known yet."""

    place: int
    is_shared: bool
    entry: str
    name: str
    points: Points
    penalties: Points | None
    tie_breaks: Sequence[Points]
    decided_by: str
    moved: Moved
    rounds: Sequence[Cell | None]


@dataclass(frozen=True)
class Column:
    """A tie-break's head."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Seat:
    """A seat of a table with what came of it, as far as that is known."""

    number: int
    entry: str
    name: str
    score: Points | None
    place: int | None
    points: Points | None


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round. called: its number with what stands on it."""

    id: str
    number: int
    called: str
    area: str | None
    is_reported: bool
    has_scores: bool
    seats: Sequence[Seat]


class Out(NamedTuple):
    """Who sits out."""

    entry: str
    name: str


@dataclass(frozen=True)
class ShownRound:
    """A round with its tables. deadline: of a clock that runs; clock: what is to be said of it otherwise.

    drawn: how often it was drawn, 0 where its tables were given. is_by_hand: whether the director gave or changed it.
    """

    number: int
    state: str
    state_name: str
    drawn: int
    is_by_hand: bool
    deadline: datetime | None
    clock: str
    tables: Sequence[SeatedTable]
    byes: Sequence[Out]

    @property
    def reported(self) -> int:
        """How many tables have a result."""
        return sum(table.is_reported for table in self.tables)


@dataclass(frozen=True)
class Page:
    """All of it. has_penalties: whether the column is needed."""

    rows: Sequence[Row]
    tie_breaks: Sequence[Column]
    round_numbers: Sequence[int]
    has_penalties: bool
    rounds: Sequence[ShownRound]


def rows_of(stream: Stream, told: Told) -> Sequence[Json]:
    """The rows as in the API, with how far each has moved. Raises Http404 for a round that has not begun."""
    state: Tournament = stream.aggregate.state
    begun, wanted = len(state.begun_rounds), told.after_round
    if wanted is not None and wanted > begun:
        raise Http404
    found = current_of(stream).rows if wanted is None else standings(state, wanted)
    return movement.with_movement(places_before(state, begun if wanted is None else wanted), found, "entry")


def page(state: Tournament, found: Sequence[Json], names: Mapping[str, str], told: Told = WHOLE) -> Page:
    """The page of a tournament. found: its standings. names: of its entries, by id."""
    chain = state.settings.chain
    numbers = sorted({line["number"] for row in found for line in row["rounds"]})
    sharers = Counter(row["place"] for row in found)
    admitted = {number: state.admitted(number) for number in numbers}
    rows = [_row(row, sharers[row["place"]] > 1, chain, admitted, names) for row in found]
    return Page(
        rows=[row for row in rows if told.fits(row.entry, row.name)],
        tie_breaks=[Column(criterion(code), str(CRITERIA_MEANING.get(code, ""))) for code in chain],
        round_numbers=numbers,
        has_penalties=any(row["penalties"] for row in found),
        rounds=shown_rounds(state, found, names),
    )


def shown_rounds(state: Tournament, found: Sequence[Json], names: Mapping[str, str]) -> list[ShownRound]:
    """The rounds of a tournament. found: its standings."""
    by_entry = {row["entry"]: row for row in found}
    return [_round(state, shown, by_entry, names) for shown in state.rounds]


def _row(
    row: Json, is_shared: bool, chain: Sequence[str], admitted: Mapping[int, Collection[str]], names: Mapping[str, str]
) -> Row:
    """admitted: who may be in each round, by its number."""
    dropped, cells = row.get("dropped", ()), {}
    games = {(game["round"], game["game"]) for game in row.get("dropped_games", ())}
    for line in row["rounds"]:
        number = line["number"]
        cells[number] = _cell(line, games, is_out=row["entry"] not in admitted[number], is_dropped=number in dropped)
    return Row(
        place=row["place"],
        is_shared=is_shared,
        entry=row["entry"],
        name=names.get(row["entry"], row["entry"]),
        points=points(row["points"]),
        penalties=points(row["penalties"]) if row["penalties"] else None,
        tie_breaks=[_tie_break(row, code) for code in chain],
        decided_by=criterion(row["decided_by"]),
        moved=moved(row),
        rounds=[cells.get(number) for number in admitted],
    )


def _tie_break(row: Json, code: str) -> Points:
    """A value; whoever is below a final has those of the chain that was in force when it began."""
    value = row["tie_breaks"].get(code)
    return Points("–") if value is None else criterion_value(value)


def _cell(line: Json, dropped_games: Collection[tuple[int, int]], *, is_out: bool, is_dropped: bool) -> Cell:
    number, told = line["number"], line.get("games", ())
    games = [(points(game["points"]), (number, game["game"]) in dropped_games) for game in told]
    kind = "out" if is_out else line["kind"]
    return Cell(kind, points(line["points"]), line["table"], line["place"], is_dropped, games)


def _round(state: Tournament, shown: Round, rows: Mapping[str, Json], names: Mapping[str, str]) -> ShownRound:
    is_prescribed = isinstance(state.settings_in_round(shown.number).format, Prescribed)
    return ShownRound(
        number=shown.number,
        state=shown.state,
        state_name=state_name(shown.state),
        drawn=0 if shown.given or is_prescribed else shown.attempt,
        is_by_hand=shown.by_hand or shown.repairs > 0,
        deadline=shown.clock.deadline if shown.clock and not shown.clock.expired else None,
        clock=_clock(shown),
        tables=[_table(state, table, shown.number, rows, names) for table in by_number(shown)],
        byes=[Out(entry, names.get(entry, entry)) for entry in shown.byes],
    )


def by_number(shown: Round) -> list[Table]:
    """Its tables as they are looked for in the hall."""
    return sorted(shown.tables, key=lambda table: table.number)


def _clock(shown: Round) -> str:
    if shown.clock is None:
        return ""
    if shown.clock.expired:
        return _("The time is over; tables still report.")
    return _("The clock is paused.") if shown.clock.running_since is None else ""


def _table(
    state: Tournament, table: Table, number: int, rows: Mapping[str, Json], names: Mapping[str, str]
) -> SeatedTable:
    places, scores = _told(state, table)
    seats = list(_seats(table, number, rows, names, places, scores or {}))
    called = table_called(state.settings, table.number)
    return SeatedTable(table.id, table.number, called, table.area, places is not None, scores is not None, seats)


def _told(state: Tournament, table: Table) -> tuple[Mapping[str, int] | None, Json | None]:
    """Places and scores of a table, of several games those that they come to; None where they are not told."""
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
) -> Iterator[Seat]:
    for seat, entry in enumerate(table.seats, 1):
        name = names.get(entry, entry)
        score = points(scores[entry]) if entry in scores else None
        if places is None:
            yield Seat(seat, entry, name, score, None, None)
            continue
        lines = rows[entry]["rounds"] if entry in rows else []
        paid = next((points(line["points"]) for line in lines if line["number"] == number), None)
        yield Seat(seat, entry, name, score, places[entry], paid)
