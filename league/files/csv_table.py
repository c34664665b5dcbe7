"""A table in a CSV file: its columns by their descriptions, its rows, and the faults of its cells. Pure.

A `Layout` has the columns that one kind of file may have, by their heads. Each `Column` says how a cell is parsed and
whether it may be empty. A wrong cell becomes a fault with its line and column, so that all can be refused at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.kernel import N_
from league.domain.values.faults import Fault, refuse
from league.domain.values.names import BadName, stored
from league.domain.values.numbers import Number, TwoWays, exact, typed, written
from league.files.csv_file import TOO_LARGE, Unreadable, read_rows
from league.queries.names import Called

MOST_FAULTS = 200
MOST_DIGITS = 9
_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)


@dataclass(frozen=True)
class Column:
    """How the cells of a column are read.

    parse: turns a cell into a value, or raises LookupError, ValueError or ValidationError. code, template, facts: the
    fault of a wrong cell; the sentence may also name `{line}` and `{column}`. is_needed: an empty cell is parsed too.
    """

    parse: Callable[[str], Any] = str
    code: str = ""
    template: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    is_needed: bool = False


Columns = Mapping[str, Column]
"""By their heads in the first line, in lower case."""


@dataclass(frozen=True)
class Layout:
    """One kind of file. most_rows: without the heads. too_many: the refusal of a longer file, with `{most}`.

    other_heads: columns by further heads that may be written for them, in lower case, with a space between words.
    """

    columns: Columns
    most_rows: int
    too_many: str
    other_heads: Mapping[str, str] = field(default_factory=dict)

    def head_of(self, cell: str) -> str:
        """Return the column's head for a cell of the first line: in lower case, if it is unknown."""
        head = cell.casefold()
        return head if head in self.columns else self.other_heads.get(" ".join(re.split(r"[\s_-]+", head)), head)

    def has_column(self, cell: str) -> bool:
        return self.head_of(cell) in self.columns


@dataclass
class Row:
    """A row of a table. line: where it begins, from 1. cells: by head. faults: shared by all rows of the table."""

    columns: Columns
    line: int
    cells: Mapping[str, str]
    faults: list[Fault]

    def text(self, head: str) -> str:
        """Return the cell as it is written; "" where the file has no such column."""
        return self.cells.get(head, "")

    def value(self, head: str) -> Any:
        """Return the parsed cell; None where it is empty or wrong. A wrong cell adds a fault."""
        text, column = self.text(head), self.columns[head]
        if not text and not column.is_needed:
            return None
        try:
            return column.parse(text)
        except TwoWays as asked:
            template = N_("Line {line}, {column}: {text} can be read in two ways: write {whole} or {decimal}.")
            self.add_fault(head, "ambiguous_number", template, **asked.facts)
        except BadName as wrong:
            template = N_("Line {line}, {column}: {reason}")
            self.add_fault(head, wrong.code, template, reason=str(wrong))
        except (LookupError, ValueError, msgspec.ValidationError):
            self.add_fault(head, column.code if text else "required", column.template, **column.facts)
        return None

    def add_fault(self, head: str, code: str, template: str, **facts: Any) -> None:
        self.faults.append(cell_fault(self.line, head, code, template, **facts))


@dataclass(frozen=True)
class CsvTable:
    """A file of one kind. heads: of its known columns. ignored: of the others, as written.

    rows: to be iterated once; that raises Unreadable, and fills `faults`.
    """

    heads: Sequence[str]
    ignored: Sequence[str]
    rows: Iterator[Row]
    faults: list[Fault]


def read_table(raw: bytes, layout: Layout, encoding: str | None = None) -> CsvTable:
    """Read the heads of a file; its rows are read while they are iterated. Raises Unreadable."""
    known = layout.columns
    lines = read_rows(raw, layout.has_column, encoding)
    _, written = next(lines, (0, []))
    every = [layout.head_of(cell) for cell in written]
    heads = [head for head in every if head in known]
    if repeated := next((head for head in heads if heads.count(head) > 1), None):
        raise Unreadable("column_twice", N_("The column {column} is in the file twice."), line=1, column=repeated)
    ignored = [cell for cell, head in zip(written, every, strict=True) if cell and head not in known]
    faults: list[Fault] = []
    return CsvTable(heads, ignored, _rows(lines, every, layout, faults), faults)


def _rows(
    lines: Iterator[tuple[int, list[str]]], heads: Sequence[str], layout: Layout, faults: list[Fault]
) -> Iterator[Row]:
    for count, (line, cells) in enumerate(lines, 1):
        if count > layout.most_rows:
            raise Unreadable(TOO_LARGE, layout.too_many, most=layout.most_rows)
        row = Row(layout.columns, line, dict.fromkeys(heads, "") | dict(zip(heads, cells, strict=False)), faults)
        if any(cells[len(heads) :]):
            row.add_fault("", "surplus_cells", N_("Line {line} has cells after the last column."))
        yield row


def cell_fault(line: int, head: str, code: str, template: str, **facts: Any) -> Fault:
    """Return a fault of the cell in that line and column."""
    return Fault(f"{line}.{head}", code, template, {"line": line, "column": head, **facts})


def refuse_first(faults: Iterable[Fault]) -> None:
    """Raise BadFields with the first 200 faults, in the order of their lines, if there are any."""
    refuse(sorted(faults, key=lambda fault: int(fault.facts["line"]))[:MOST_FAULTS])


def find_id(called: Called, cell: tuple[int, str], text: str, unknown: tuple[str, str]) -> str | Fault:
    """Return the id of the only one who may be called so, or a fault.

    cell: its line and head. unknown: the code and template for a name that nobody has.
    """
    ids, (line, head) = called.fitting(text), cell
    if len(ids) == 1:
        return ids[0]
    if not ids:
        return cell_fault(line, head, *unknown, name=text)
    template = N_("Line {line}, {column}: {name} may be {matches}.")
    return cell_fault(line, head, "ambiguous_name", template, name=text, matches=called.told(ids))


def as_whole(text: str, most: int) -> int | None:
    """Return a whole number from 1 to `most`; None for any other text."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number and 1 <= int(text) <= most else None


def whole(most: int, *, is_needed: bool = False) -> Column:
    """Return a column of whole numbers from 1 to `most`."""

    def parse(text: str) -> int:
        if (number := as_whole(text, most)) is None:
            raise ValueError(text)
        return number

    template = N_("Line {line}, {column}: a whole number from {least} to {most} is needed.")
    return Column(parse, "bad_number", template, {"least": 1, "most": most}, is_needed)


def as_number(text: str) -> Number:
    """Return a typed number as a body would have it: an int, or the text of a shortest decimal or a fraction.

    Raises ValidationError, and TwoWays for a number such as 32,000.
    """
    usual = typed(text)
    number: Number = msgspec.convert(int(usual) if _WHOLE.fullmatch(usual) else usual, Number)
    return written(exact(number)) if isinstance(number, str) and "." in number else number


def as_factor(text: str) -> Number:
    """Return a number from 0. Raises ValidationError or ValueError."""
    if exact(factor := as_number(text)) < 0:
        raise ValueError(text)
    return factor


BAD_NUMBER = N_("Line {line}, {column}: a number such as 3, 2.5 or 1/2 is needed.")
NUMBER, FACTOR = Column(as_number, "bad_number", BAD_NUMBER), Column(as_factor, "bad_number", BAD_NUMBER)


def short_text(most: int) -> Column:
    """Return a column of texts of at most so many characters."""

    def parse(text: str) -> str:
        if len(text) > most:
            raise ValueError(text)
        return text

    return Column(parse, "too_long", N_("Line {line}, {column}: at most {most} characters fit."), {"most": most})


NAMED = Column(stored)
"""A column of names, which are brought to the form in which they are stored."""
