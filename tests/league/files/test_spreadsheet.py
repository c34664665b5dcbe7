"""Tables as files for a spreadsheet, read back."""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest

from league.files.spreadsheet import Cell, amount, as_csv, as_xlsx


def cells(raw: bytes) -> list[tuple[str, str, object]]:
    """Place, kind ("n" or "s", a formula would be "f") and value of every cell of the sheet that has one."""
    (sheet,) = openpyxl.load_workbook(io.BytesIO(raw)).worksheets
    return [
        (cell.coordinate, cell.data_type, cell.value) for row in sheet.rows for cell in row if cell.value is not None
    ]


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-7/3", "@SUM(A1)", "\tx", '=HYPERLINK("http://x")', "-", "\n=1", "\uff1d1+1", "\uff20x"]
)
def test_a_text_that_would_be_computed_is_none(text: str) -> None:
    assert next(csv.reader(io.StringIO(as_csv([[text]]), newline=""))) == [f"'{text}"]
    assert cells(as_xlsx([[text]])) == [("A1", "s", text)]


@pytest.mark.parametrize(
    ("text", "guarded"),
    [
        ("Ann;=1+1", "Ann;'=1+1"),
        ("Ann\t@SUM(A1)", "Ann\t'@SUM(A1)"),
        ("a; +1;-2", "a;' +1;'-2"),
        (" =1", "' =1"),
        ("x\n=1", "x\n'=1"),
        ("Ann;\uff1d1", "Ann;'\uff1d1"),
        ("\t=1", "'\t'=1"),
    ],
)
def test_nor_is_one_behind_a_sign_that_separates_cells_elsewhere(text: str, guarded: str) -> None:
    assert next(csv.reader(io.StringIO(as_csv([["x", text]]), newline=""))) == ["x", guarded]
    assert cells(as_xlsx([[text]])) == [("A1", "s", text)]


@pytest.mark.parametrize(
    "text", ["Ann; Bob", "a;b", "1-0; 0-1", "7/3", "2.5", "-2.5", "-3", "Ann", "a=b", "Émilie, „die“\nZweite"]
)
def test_other_texts_are_as_they_are(text: str) -> None:
    assert next(csv.reader(io.StringIO(as_csv([[text, "x"]]), newline=""))) == [text, "x"]
    assert cells(as_xlsx([[text]])) == [("A1", "s", text)]


def test_whole_numbers_are_numbers_as_far_as_a_spreadsheet_keeps_their_digits() -> None:
    assert as_csv([[3, -3, None]]) == "3,-3,\r\n"
    assert cells(as_xlsx([[3, -3, None, 10**14, 10**15]])) == [
        ("A1", "n", 3),
        ("B1", "n", -3),
        ("D1", "n", 10**14),
        ("E1", "s", str(10**15)),
    ]


def test_signs_that_xml_does_not_take_are_replaced() -> None:
    assert cells(as_xlsx([["a\x01b\ufffe<&>"]])) == [("A1", "s", "a\ufffdb\ufffd<&>")]


def test_a_column_with_a_fraction_is_followed_by_its_numbers() -> None:
    rows: list[list[Cell]] = [
        ["name", "points", "wins"],
        ["7/3", amount("7/3"), 1],
        ["Bea", amount("-2.5"), 2],
        ["Cleo", 4, 0],
        ["Dot", "[2]", 0],
    ]
    heads, *lines = csv.reader(io.StringIO(as_csv(rows), newline=""))
    assert heads == ["name", "points", "points (number)", "wins"]
    assert [line[1] for line in lines] == ["7/3", "-2.5", "4", "[2]"]
    assert [line[2] for line in lines] == ["2.33333333333333", "-2.5", "4", ""]
    assert [(kind, value) for place, kind, value in cells(as_xlsx(rows)) if place[0] in "BC"][2:] == [
        ("s", "7/3"), ("n", 2.33333333333333), ("n", -2.5), ("n", -2.5), ("n", 4), ("n", 4), ("s", "[2]"),
    ]  # fmt: skip


def test_a_table_of_whole_numbers_has_no_further_column() -> None:
    assert as_csv([["name", "points"], ["7/3", 3]]) == "name,points\r\n7/3,3\r\n"


def test_a_number_beyond_a_spreadsheet_stays_text() -> None:
    huge = "1" + "0" * 400
    assert next(csv.reader(io.StringIO(as_csv([["n"], [amount(f"{huge}/3")]]).split("\r\n")[1]))) == [f"{huge}/3", ""]
    assert cells(as_xlsx([["n"], [amount("1234567890123456.5")]]))[2:] == [
        ("A2", "s", "1234567890123456.5"),
        ("B2", "n", 1234567890123460),
    ]
