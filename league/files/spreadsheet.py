"""Write a table as a file for a spreadsheet: CSV, or XLSX with one sheet and no formulas.

Whole numbers are numbers; other exact numbers are text, so that nothing is rounded. A column with such a number is
followed by one that has its numbers rounded, for a spreadsheet to add up. In XLSX an exact decimal is a number in the
column itself too.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from itertools import chain
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from league.domain.values.numbers import exact

Cell = int | float | str | None
Rows = Sequence[Sequence[Cell]]

CSV, XLSX = "csv", "xlsx"
MEDIA_TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
_FORMULA = re.compile("(^|[;\t]|(?<=.)[\r\n])(?=[ \t]*[=+\\-@\uff1d\uff0b\uff0d\uff20])|^(?=[\t\r\n])")
"""Where a spreadsheet would begin to compute: before a sign that begins a cell; some compute full-width signs too.

A cell also begins after `;` and tab, which separate cells in many countries, and on a new line.
"""
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?", re.ASCII)
MOST_DIGITS = 15
"""A spreadsheet keeps no more digits of a number."""
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TEXT = "s"
_REPLACED = "\N{REPLACEMENT CHARACTER}"


class Amount(str):
    """An exact number that is not whole, as text: "2.5", "7/3"."""

    __slots__ = ()


def amount(number: int | str | None) -> Cell:
    """Return a number of the API as a cell."""
    return Amount(number) if isinstance(number, str) else number


def with_numbers(rows: Rows) -> list[list[Cell]]:
    """Return the rows, heads first, with a column of rounded numbers after each column that has an Amount."""
    columns = [[column] for column in zip(*rows, strict=True)]
    for column in columns:
        (cells,) = column
        if any(isinstance(cell, Amount) for cell in cells):
            column.append((f"{cells[0]} (number)", *map(_rounded, cells[1:])))
    return [list(row) for row in zip(*chain.from_iterable(columns), strict=True)]


def _rounded(cell: Cell) -> Cell:
    """Return the number in a cell, to as many digits as a spreadsheet keeps; None for text, and beyond its range."""
    if not isinstance(cell, Amount):
        return None if isinstance(cell, str) else cell
    try:
        return float(f"{float(exact(cell)):.{MOST_DIGITS}g}")
    except OverflowError:
        return None


def written(form: str, rows: Rows) -> bytes:
    """Return the rows, heads first, as a file. form: one of MEDIA_TYPES."""
    return as_xlsx(rows) if form == XLSX else as_csv(rows).encode("utf-8")


def as_csv(rows: Rows) -> str:
    """Return the rows as CSV, with an apostrophe before each text, or part of one, that a spreadsheet would compute."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in with_numbers(rows))
    return text.getvalue()


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, str) and not _DECIMAL.fullmatch(cell):
        return _FORMULA.sub(r"\1'", cell)
    return cell


def as_xlsx(rows: Rows) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("1")
    for row in with_numbers(rows):
        sheet.append([_cell(sheet, cell) for cell in row])
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def _cell(sheet: Any, cell: Cell) -> Any:
    """Return a number as it is, and any text as text, even if it looks like a formula."""
    if isinstance(cell, Amount) and _DECIMAL.fullmatch(cell) and sum(map(str.isdigit, cell)) <= MOST_DIGITS:
        return float(cell)
    if cell is None or isinstance(cell, float) or (isinstance(cell, int) and len(str(abs(cell))) <= MOST_DIGITS):
        return cell
    made = WriteOnlyCell(sheet, _NO_XML.sub(_REPLACED, str(cell)))
    made.data_type = TEXT
    return made
