"""A plan of rounds as a CSV file, read cell by cell. Pure.

| form | columns | a row is |
| --- | --- | --- |
| long | `round`, `table`, `seat` (or in the order of the file), `entry` and `place` or one of them | a seat |
| wide | `round`, `table`, `1`, `2`, … to `12` | a table; its cells have entries, or places in the standings |

Where `table` is empty or says bye, the row has byes; `points` and `kind` are their terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.kernel import N_
from league.domain.tournament.formats import ByeKind, ByeTerms
from league.domain.values.faults import Fault
from league.domain.values.fields import LARGEST_TABLE, MOST_ROUNDS
from league.files.csv_file import Unreadable
from league.files.csv_table import Column, Layout, Row, WrongCell, number, read_table, whole

ROUND, TABLE, SEAT, ENTRY, PLACE, POINTS, KIND = "round", "table", "seat", "entry", "place", "points", "kind"
SEATS = tuple(str(seat) for seat in range(1, LARGEST_TABLE + 1))
BYE = "bye"
KINDS: tuple[ByeKind, ...] = ("pairing", "requested")
LAST_PLACE = 10_000


@dataclass(frozen=True)
class PlanCell:
    """A cell that names an entry or a place. table: None for a bye. seat: None where the order of the file decides.

    terms: of the bye, where the file has any.
    """

    line: int
    column: str
    text: str
    round: int
    table: int | None
    seat: int | None
    terms: ByeTerms | None


@dataclass(frozen=True)
class PlanFile:
    """The content of a file. ignored: heads of unknown columns. faults: of its cells, in order."""

    cells: Sequence[PlanCell]
    ignored: Sequence[str]
    faults: Sequence[Fault]


def bye_kind(text: str) -> ByeKind:
    """Parse the kind of a bye. Raises WrongCell."""
    for kind in KINDS:
        if text.casefold() == kind:
            return kind
    raise WrongCell("bad_kind", N_("Line {line}, {column}: pairing or requested is needed."))


COLUMNS = {
    ROUND: Column(whole(MOST_ROUNDS), is_needed=True),
    TABLE: Column(whole(1000)),
    SEAT: Column(whole(LARGEST_TABLE)),
    ENTRY: Column(),  # by name as shown, or by id
    PLACE: Column(whole(LAST_PLACE)),  # in the standings when the round is seated
    POINTS: Column(number),
    KIND: Column(bye_kind),
    **dict.fromkeys(SEATS, Column()),  # an entry or a place
}
LAYOUT = Layout(COLUMNS, 50_000, N_("A plan has at most {most} rows."))


def read(raw: bytes, encoding: str | None = None) -> PlanFile:
    """Return the cells of a file that name somebody. Raises Unreadable."""
    table = read_table(raw, LAYOUT, encoding)
    read_row = _wide if _is_wide(table.heads) else _long
    return PlanFile([cell for row in table.rows for cell in read_row(row)], table.ignored, table.faults)


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


def _long(row: Row) -> Iterator[PlanCell]:
    """Yield the one cell of a row that is a seat."""
    filled = [column for column in (ENTRY, PLACE) if row.text(column)]
    if len(filled) != 1:
        template = N_("Line {line}, {column}: give either an entry or a place in the standings.")
        row.add_fault(ENTRY if ENTRY in row.cells else PLACE, "ambiguous" if filled else "required", template)
        return
    round, table, seat = row.value(ROUND) or 1, _table(row), row.value(SEAT)
    if table is None and row.text(SEAT):
        row.add_fault(SEAT, "bye_seated", N_("Line {line}, {column}: a bye has no seat."))
    terms = _terms(row, table)
    row.value(filled[0])
    yield PlanCell(row.line, filled[0], row.text(filled[0]), round, table, seat, terms)


def _wide(row: Row) -> Iterator[PlanCell]:
    """Yield the cells of a row that is a table, or has byes."""
    filled = [column for column in SEATS if row.text(column)]
    round, table = row.value(ROUND) or 1, _table(row)
    terms = _terms(row, table)
    if not filled:
        row.add_fault(SEATS[0], "required", N_("Line {line}, {column}: a name is missing."))
    if table is not None and filled != list(SEATS[: len(filled)]):
        empty = next(column for column in SEATS if column not in filled)
        row.add_fault(empty, "seat_missing", N_("Line {line}, {column}: the seat is empty, but a later one is not."))
    for column in filled:
        yield PlanCell(row.line, column, row.text(column), round, table, int(column) if table else None, terms)


def _table(row: Row) -> int | None:
    """Return the number of the row's table, 1 where it is wrong; None for a bye."""
    return None if row.text(TABLE).casefold() in ("", BYE) else row.value(TABLE) or 1


def _terms(row: Row, table: int | None) -> ByeTerms | None:
    filled = [head for head in (POINTS, KIND) if row.text(head)]
    if filled and table is not None:
        row.add_fault(filled[0], "no_bye", N_("Line {line}, {column}: only a bye has terms."))
    terms = ByeTerms(row.value(POINTS), row.value(KIND) or KINDS[0])
    return terms if filled else None
