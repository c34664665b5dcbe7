"""A plan of rounds as a CSV file, read cell by cell. Pure.

| form | columns | a row is |
| --- | --- | --- |
| long | `round`, `table`, `seat` (or in the order of the file), `entry` and `place` or one of them | a seat |
| wide | `round`, `table`, `1`, `2`, … to `12` | a table; its cells have entries, or places in the standings |

Where `table` is empty or says bye, the row has byes; `points` and `kind` are their terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.kernel import N_
from league.domain.tournament.formats import ByeKind, ByeTerms, Chosen
from league.domain.values.faults import Fault
from league.domain.values.fields import LARGEST_TABLE, MOST_ROUNDS
from league.files.csv_file import Unreadable
from league.files.csv_table import (
    MOST_FAULTS,
    NUMBER,
    Column,
    Layout,
    Row,
    as_whole,
    cell_fault,
    find_id,
    read_table,
    whole,
)
from league.queries.names import Called

ROUND, TABLE, SEAT, ENTRY, PLACE, POINTS, KIND = "round", "table", "seat", "entry", "place", "points", "kind"
SEATS = tuple(str(seat) for seat in range(1, LARGEST_TABLE + 1))
BYE = "bye"
KINDS: dict[str, ByeKind] = {"pairing": "pairing", "requested": "requested"}
UNKNOWN = ("unknown_entry", N_("Line {line}, {column}: no entry is called {name}."))
LAST_PLACE = 10_000


@dataclass(frozen=True)
class Seat:
    """A cell that names an entry or a place. table: None for a bye. seat: None where the order of the file decides.

    terms: of the bye, where the file has any.
    """

    line: int
    column: str
    text: str
    chosen: Chosen
    round: int
    table: int | None
    seat: int | None
    terms: ByeTerms | None


@dataclass(frozen=True)
class PlanFile:
    """The content of a file. ignored: heads of unknown columns. faults: of its cells, in order."""

    seats: Sequence[Seat]
    ignored: Sequence[str]
    faults: Sequence[Fault]


COLUMNS = {
    ROUND: whole(MOST_ROUNDS, is_needed=True),
    TABLE: whole(1000),
    SEAT: whole(LARGEST_TABLE),
    ENTRY: Column(),  # by name as shown, or by id
    PLACE: whole(LAST_PLACE),  # in the standings when the round is seated
    POINTS: NUMBER,
    KIND: Column(
        lambda text: KINDS[text.casefold()], "bad_kind", N_("Line {line}, {column}: pairing or requested is needed.")
    ),
    **dict.fromkeys(SEATS, Column()),  # an entry or a place
}
LAYOUT = Layout(COLUMNS, 50_000, N_("A plan has at most {most} rows."))


def read(raw: bytes, called: Called, encoding: str | None = None) -> PlanFile:
    """Return the cells of a file that name somebody. Raises Unreadable."""
    file = read_table(raw, LAYOUT, encoding)
    columns_of = _wide if _is_wide(file.heads) else _long
    seats: list[Seat] = []
    for row in file.rows:
        if len(file.faults) >= MOST_FAULTS:
            break  # no more are told
        round, table = row.value(ROUND) or 1, _table(row)
        terms = _terms(row, table)
        for column, seat in columns_of(row, table).items():
            chosen = _choose(row, column, called)
            if isinstance(chosen, Fault):
                row.faults.append(chosen)
            else:
                seats.append(Seat(row.line, column, row.text(column), chosen, round, table, seat, terms))
    return PlanFile(seats, file.ignored, file.faults)


def _is_wide(heads: Sequence[str]) -> bool:
    """Return whether a row is a table. Raises Unreadable where the heads fit neither form, or both."""
    for needed in (ROUND, TABLE):
        if needed not in heads:
            template = N_("The first line names the columns; {column} must be one of them.")
            raise Unreadable(f"no_{needed}_column", template, line=1, column=needed)
    seats = [head for head in heads if head in SEATS]
    is_long = ENTRY in heads or PLACE in heads
    if not seats and not is_long:
        template = N_("The first line names the columns; entry, place or the numbers of seats must be among them.")
        raise Unreadable("no_entry_column", template, line=1, column=ENTRY)
    if seats and (is_long or SEAT in heads):
        template = N_("A row is either a seat, with entry or place, or a table, with the numbers of its seats.")
        raise Unreadable("two_forms", template, line=1, column=seats[0])
    return bool(seats)


def _long(row: Row, table: int | None) -> dict[str, int | None]:
    """Return the filled column of a row that is a seat, with the number of the seat."""
    filled = [column for column in (ENTRY, PLACE) if row.text(column)]
    if len(filled) != 1:
        template = N_("Line {line}, {column}: give either an entry or a place in the standings.")
        row.add_fault(ENTRY if ENTRY in row.cells else PLACE, "ambiguous" if filled else "required", template)
        return {}
    if table is None and row.text(SEAT):
        row.add_fault(SEAT, "bye_seated", N_("Line {line}, {column}: a bye has no seat."))
    return {filled[0]: row.value(SEAT)}


def _wide(row: Row, table: int | None) -> dict[str, int | None]:
    """Return the filled columns of a row that is a table, with the numbers of the seats."""
    filled = [column for column in SEATS if row.text(column)]
    if not filled:
        row.add_fault(SEATS[0], "required", N_("Line {line}, {column}: a name is missing."))
    if table is not None and filled != list(SEATS[: len(filled)]):
        empty = next(column for column in SEATS if column not in filled)
        row.add_fault(empty, "seat_missing", N_("Line {line}, {column}: the seat is empty, but a later one is not."))
    return {column: int(column) if table else None for column in filled}


def _choose(row: Row, column: str, called: Called) -> Chosen | Fault:
    """Return the id or the place that a cell names, or its fault."""
    if column == PLACE:
        return row.value(PLACE) or 1
    text = row.text(column)
    place, ids = None if column == ENTRY else as_whole(text, LAST_PLACE), called.fitting(text)
    if place and len(ids) == 1:
        template = N_("Line {line}, {column}: {name} is a place, but also a name.")
        return cell_fault(row.line, column, "ambiguous_name", template, name=text)
    return place if place and not ids else find_id(called, (row.line, column), text, UNKNOWN)


def _table(row: Row) -> int | None:
    """Return the number of the row's table, 1 where it is wrong; None for a bye."""
    return None if row.text(TABLE).casefold() in ("", BYE) else row.value(TABLE) or 1


def _terms(row: Row, table: int | None) -> ByeTerms | None:
    filled = [head for head in (POINTS, KIND) if row.text(head)]
    if filled and table is not None:
        row.add_fault(filled[0], "no_bye", N_("Line {line}, {column}: only a bye has terms."))
    terms = ByeTerms(row.value(POINTS), row.value(KIND) or KINDS["pairing"])
    return terms if filled else None
