"""A plan of rounds as a CSV file: who is named where, cell by cell. Pure.

| form | columns | a row is |
| --- | --- | --- |
| long | `round`, `table`, `seat` (or in the order of the file), `entry` and `place` or one of them | a seat |
| wide | `round`, `table`, `1`, `2`, … to `12` | a table; in its cells an entry, or a place in the standings |

Where `table` is empty or says bye, the row is of who sits out; `points` and `kind` are terms of that bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgspec

from games.kernel import N_
from league.domain.tournament.formats import ByeTerms
from league.domain.values.faults import Fault
from league.domain.values.fields import LARGEST_TABLE, MOST_ROUNDS
from league.files.csv_file import TOO_LARGE, Unreadable, refuse_twice, rows_of
from league.files.csv_row import Row, written_number

ROUND, TABLE, SEAT, ENTRY, PLACE, POINTS, KIND = "round", "table", "seat", "entry", "place", "points", "kind"
SEATS = tuple(str(seat) for seat in range(1, LARGEST_TABLE + 1))
COLUMNS = (ROUND, TABLE, SEAT, ENTRY, PLACE, POINTS, KIND, *SEATS)
BYE = "bye"
KINDS = ("pairing", "requested")
MOST_ROWS = 50_000
MOST_TABLES = 1000


@dataclass(frozen=True)
class Named:
    """Somebody in a cell. table: None for a bye. seat: None where the order of the file says it.

    terms: of a bye, where the file says any.
    """

    line: int
    column: str
    text: str
    round: int
    table: int | None
    seat: int | None = None
    terms: ByeTerms | None = None


@dataclass(frozen=True)
class PlanFile:
    """What a file says. ignored: the heads of columns that mean nothing here. faults: of its cells, in order."""

    named: Sequence[Named]
    ignored: Sequence[str]
    faults: Sequence[Fault]


def read(raw: bytes, encoding: str | None = None) -> PlanFile:
    """Who is named where in a file. Raises Unreadable."""
    rows = rows_of(raw, COLUMNS.__contains__, encoding)
    _, head = next(rows, (0, []))
    heads = [cell.casefold() for cell in head]
    is_wide = _is_wide([cell for cell in heads if cell in COLUMNS])
    named: list[Named] = []
    faults: list[Fault] = []
    for count, (line, cells) in enumerate(rows, 1):
        if count > MOST_ROWS:
            raise Unreadable(TOO_LARGE, N_("A plan has at most {most} rows."), most=MOST_ROWS)
        row = Row(line, dict(zip(heads, cells, strict=False)))
        if any(cells[len(heads) :]):
            row.wrong("", "surplus_cells", N_("Line {line}: cells stand beyond the last column."))
        named.extend(_wide(row) if is_wide else _long(row))
        faults.extend(row.faults)
    return PlanFile(named, [cell for cell in head if cell and cell.casefold() not in COLUMNS], faults)


def _is_wide(known: Sequence[str]) -> bool:
    """Whether a row is a table. Raises Unreadable where the heads are of neither form, or of both."""
    refuse_twice(known)
    is_wide, is_long = any(head in SEATS for head in known), any(head in (ENTRY, PLACE) for head in known)
    for needed in (ROUND, TABLE):
        if needed not in known:
            template = N_("The first line names the columns, and one of them is {column}.")
            raise Unreadable(f"no_{needed}_column", template, line=1, column=needed)
    if not is_wide and not is_long:
        template = N_("The first line names the columns: entry or place, or the numbers of the seats, 1 and on.")
        raise Unreadable("no_entry_column", template, line=1, column=ENTRY)
    if is_wide and (is_long or SEAT in known):
        template = N_("A row is either a seat, with entry or place, or a table, with the numbers of its seats.")
        raise Unreadable("two_forms", template, line=1, column=next(head for head in known if head in SEATS))
    return is_wide


def _long(row: Row) -> Iterator[Named]:
    """The one whom a row names."""
    filled = [column for column in (ENTRY, PLACE) if row.says(column)]
    if len(filled) != 1:
        template = N_("Line {line}, {column}: either an entry is named, or a place in the standings.")
        row.wrong(ENTRY if ENTRY in row.cells else PLACE, "ambiguous" if filled else "required", template)
        return
    round, table = row.whole(ROUND, MOST_ROUNDS), _table(row)
    seat = row.whole(SEAT, LARGEST_TABLE) if row.says(SEAT) else None
    if table is None and seat is not None:
        row.wrong(SEAT, "bye_seated", N_("Line {line}, {column}: who sits out has no seat."))
    yield Named(row.line, filled[0], row.says(filled[0]), round, table, seat, _terms(row, table))


def _wide(row: Row) -> Iterator[Named]:
    """Everybody at the table that a row is, or who sits out."""
    filled = [column for column in SEATS if row.says(column)]
    round, table = row.whole(ROUND, MOST_ROUNDS), _table(row)
    terms = _terms(row, table)
    if not filled:
        row.wrong(SEATS[0], "required", N_("Line {line}, {column}: nobody is named."))
    if table is not None and filled != list(SEATS[: len(filled)]):
        empty = next(column for column in SEATS if column not in filled)
        row.wrong(empty, "seat_missing", N_("Line {line}, {column}: the seat is empty, and a later one is not."))
    for column in filled:
        yield Named(row.line, column, row.says(column), round, table, int(column) if table else None, terms)


def _table(row: Row) -> int | None:
    return None if row.says(TABLE).casefold() in ("", BYE) else row.whole(TABLE, MOST_TABLES)


def _terms(row: Row, table: int | None) -> ByeTerms | None:
    """The terms of a bye, where the row says any."""
    points, kind = row.says(POINTS), row.says(KIND).casefold()
    if not points and not kind:
        return None
    if table is not None:
        row.wrong(POINTS if points else KIND, "no_bye", N_("Line {line}, {column}: only who sits out has terms."))
    if kind and kind not in KINDS:
        row.wrong(KIND, "bad_kind", N_("Line {line}, {column}: pairing or requested."))
        return None
    try:
        return msgspec.convert({"points": written_number(points), "kind": kind or KINDS[0]}, ByeTerms)
    except msgspec.ValidationError:
        row.wrong(POINTS, "bad_number", N_("Line {line}, {column}: a number such as 3, 2.5 or 1/2."))
        return None
