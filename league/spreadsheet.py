"""A table as a file for a spreadsheet: CSV, or XLSX (Office Open XML, one sheet, no formulas). Pure.

Whole numbers are numbers; everything else is text, exact fractions too, so that nothing is rounded or computed.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Cell = int | str | None
Rows = Sequence[Sequence[Cell]]

CSV, XLSX = "csv", "xlsx"
MEDIA_TYPES = {
    CSV: "text/csv; charset=utf-8",
    XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a text for something to be computed."""
_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?", re.ASCII)
MOST_DIGITS = 15
"""A spreadsheet keeps no more digits of a number than these."""

_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REPLACED = "\N{REPLACEMENT CHARACTER}"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_PACKAGE = {
    "[Content_Types].xml": f'<Types xmlns="{_TYPES}">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
    f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/></Types>',
    "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}">'
    f'<Relationship Id="r1" Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENT}">'
    '<sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>',
    "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
    f'<Relationship Id="r1" Type="{_DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
}


def written(form: str, rows: Rows) -> bytes:
    """The rows, heads first, as a file of that form: one of MEDIA_TYPES."""
    return as_xlsx(rows) if form == XLSX else as_csv(rows).encode("utf-8")


def as_csv(rows: Rows) -> str:
    """The rows as CSV; before a text that would be computed stands an apostrophe."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_plain(cell) for cell in row] for row in rows)
    return text.getvalue()


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, str) and cell.startswith(FORMULA) and not _DECIMAL.fullmatch(cell):
        return f"'{cell}"
    return cell


def as_xlsx(rows: Rows) -> bytes:
    """The rows as a workbook of one sheet; the same rows give the same bytes."""
    raw = io.BytesIO()
    with ZipFile(raw, "w", ZIP_DEFLATED) as package:
        for name, part in {**_PACKAGE, "xl/worksheets/sheet1.xml": _sheet(rows)}.items():
            package.writestr(ZipInfo(name, _EPOCH), _HEAD + part, ZIP_DEFLATED)
    return raw.getvalue()


def _sheet(rows: Rows) -> str:
    lines = "".join(f'<row r="{number}">{"".join(_cells(number, row))}</row>' for number, row in enumerate(rows, 1))
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'


def _cells(number: int, row: Sequence[Cell]) -> Iterator[str]:
    for at, cell in enumerate(row):
        place = f"{column(at)}{number}"
        if isinstance(cell, int) and len(str(abs(cell))) <= MOST_DIGITS:
            yield f'<c r="{place}"><v>{cell}</v></c>'
        elif cell is not None:
            text = escape(_NO_XML.sub(_REPLACED, str(cell)))
            yield f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def column(at: int) -> str:
    """The letters of a column, counted from 0: A, ..., Z, AA."""
    letters = ""
    at += 1
    while at:
        at, rest = divmod(at - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
