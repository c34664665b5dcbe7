"""Tables as files for a spreadsheet: read back by the standard library's readers."""

from __future__ import annotations

import csv
import io
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from league.spreadsheet import Rows, as_csv, as_xlsx, column

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def cells(raw: bytes) -> list[tuple[str, str, str]]:
    """Place, kind and content of every cell of the sheet."""
    with ZipFile(io.BytesIO(raw)) as package:
        sheet = ET.fromstring(package.read("xl/worksheets/sheet1.xml"))
    return [
        (cell.attrib["r"], cell.get("t", "n"), "".join(part.text or "" for part in cell.iter() if part is not cell))
        for cell in sheet.iter(f"{MAIN}c")
    ]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-7/3", "@SUM(A1)", "\tx", '=HYPERLINK("http://x")', "-"])
def test_a_text_that_would_be_computed_is_none(text: str) -> None:
    assert next(csv.reader(io.StringIO(as_csv([[text]]), newline=""))) == [f"'{text}"]
    assert cells(as_xlsx([[text]])) == [("A1", "inlineStr", text)]
    assert "<f" not in as_xlsx([[text]]).decode("latin-1")


@pytest.mark.parametrize("text", ["7/3", "2.5", "-2.5", "-3", "Ann", "", "a=b", "Émilie, „die“\nZweite"])
def test_other_texts_are_as_they_are(text: str) -> None:
    assert next(csv.reader(io.StringIO(as_csv([[text, "x"]]), newline=""))) == [text, "x"]
    assert cells(as_xlsx([[text]])) == [("A1", "inlineStr", text)]


def test_whole_numbers_are_numbers_as_far_as_a_spreadsheet_keeps_their_digits() -> None:
    assert as_csv([[3, -3, None]]) == "3,-3,\r\n"
    assert cells(as_xlsx([[3, -3, None, 10**14, 10**15]])) == [
        ("A1", "n", "3"),
        ("B1", "n", "-3"),
        ("D1", "n", str(10**14)),
        ("E1", "inlineStr", str(10**15)),
    ]


def test_signs_that_xml_does_not_take_are_replaced() -> None:
    assert cells(as_xlsx([["a\x01b\ufffe<&>"]])) == [("A1", "inlineStr", "a\ufffdb\ufffd<&>")]


def test_the_same_rows_are_the_same_bytes_and_every_part_is_xml() -> None:
    rows: Rows = [["place", "name"], [1, "Ann"]]
    assert as_xlsx(rows) == as_xlsx(rows)
    with ZipFile(io.BytesIO(as_xlsx(rows))) as package:
        assert package.testzip() is None
        for name in package.namelist():
            ET.fromstring(package.read(name))


def test_columns_have_letters() -> None:
    assert [column(at) for at in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
