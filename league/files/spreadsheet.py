"""Write a table as a file for a spreadsheet: CSV, or XLSX with one sheet and no formulas.

Whole numbers are numbers; everything else is text, exact fractions too, so that nothing is rounded or computed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

Cell = int | str | None
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


def written(form: str, rows: Rows) -> bytes:
    """Return the rows, heads first, as a file. form: one of MEDIA_TYPES."""
    return as_xlsx(rows) if form == XLSX else as_csv(rows).encode("utf-8")


def as_csv(rows: Rows) -> str:
    """Return the rows as CSV, with an apostrophe before each text, or part of one, that a spreadsheet would compute."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue()


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, str) and not _DECIMAL.fullmatch(cell):
        return _FORMULA.sub(r"\1'", cell)
    return cell


def as_xlsx(rows: Rows) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("1")
    for row in rows:
        sheet.append([_cell(sheet, cell) for cell in row])
    raw = io.BytesIO()
    book.save(raw)
    return raw.getvalue()


def _cell(sheet: Any, cell: Cell) -> Any:
    """Return a number as it is, and any text as text, even if it looks like a formula."""
    if cell is None or (isinstance(cell, int) and len(str(abs(cell))) <= MOST_DIGITS):
        return cell
    made = WriteOnlyCell(sheet, _NO_XML.sub(_REPLACED, str(cell)))
    made.data_type = TEXT
    return made
