"""A plan of rounds as a CSV file: who is named where, cell by cell. Pure.

| form | columns | a row is |
| --- | --- | --- |
| long | `round`, `table`, `seat` (or in the order of the file), `entry` and `place` or one of them | a seat |
| wide | `round`, `table`, `1`, `2`, … to `12` | a table; in its cells an entry, or a place in the standings |

Where `table` is empty or says bye, the row is of who sits out; `points` and `kind` are terms of that bye.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.kernel import N_
from league.csv_file import TOO_LARGE, Unreadable, refuse_twice, rows_of
from league.domain.fields import Fault
from league.domain.numbers import Number
from league.domain.tournament.settings import LARGEST_TABLE, MOST_ROUNDS, ByeTerms

ROUND, TABLE, SEAT, ENTRY, PLACE, POINTS, KIND = "round", "table", "seat", "entry", "place", "points", "kind"
SEATS = tuple(str(seat) for seat in range(1, LARGEST_TABLE + 1))
COLUMNS = (ROUND, TABLE, SEAT, ENTRY, PLACE, POINTS, KIND, *SEATS)
BYE = "bye"
KINDS = ("pairing", "requested")
MOST_ROWS = 50_000
MOST_TABLES = 1000
MOST_DIGITS = 9


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


@dataclass
class _Row:
    """A row by its heads, and what is wrong with it."""

    line: int
    cells: Mapping[str, str]
    faults: list[Fault] = field(default_factory=list)

    def says(self, column: str) -> str:
        """What stands in a column; nothing where there is none."""
        return self.cells.get(column, "")

    def wrong(self, column: str, code: str, template: str, **facts: Any) -> None:
        """Notes a fault."""
        self.faults.append(fault(self.line, column, code, template, **facts))

    def whole(self, column: str, most: int) -> int:
        """The whole number from 1 in a column; 1 where it is wrong, which is noted."""
        text = self.says(column)
        if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS and 1 <= int(text) <= most:
            return int(text)
        template = N_("Line {line}, {column}: a whole number from {least} to {most}.")
        self.wrong(column, "bad_number" if text else "required", template, least=1, most=most)
        return 1


def fault(line: int, column: str, code: str, template: str, **facts: Any) -> Fault:
    """What is wrong with a cell."""
    return Fault(f"{line}.{column}", code, template, {"line": line, "column": column, **facts})


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
        row = _Row(line, dict(zip(heads, cells, strict=False)))
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


def _long(row: _Row) -> Iterator[Named]:
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


def _wide(row: _Row) -> Iterator[Named]:
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


def _table(row: _Row) -> int | None:
    return None if row.says(TABLE).casefold() in ("", BYE) else row.whole(TABLE, MOST_TABLES)


def _terms(row: _Row, table: int | None) -> ByeTerms | None:
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
        return msgspec.convert({"points": _number(points), "kind": kind or KINDS[0]}, ByeTerms)
    except msgspec.ValidationError:
        row.wrong(POINTS, "bad_number", N_("Line {line}, {column}: a number such as 3, 2.5 or 1/2."))
        return None


def _number(text: str) -> Number | None:
    """As a body would say it: a whole one as an int."""
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdecimal() and len(digits) <= 2 * MOST_DIGITS:
        return int(text)
    return text or None
