"""A list of people as a CSV file: its text, its columns by their heads, its rows with their lines. Pure.

Taken are UTF-8 with or without a byte order mark, UTF-16 with one, and another encoding where it is named; cells
between commas, semicolons or tabs, or whatever a first line `sep=` says. What can't be taken raises `Unreadable`.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.kernel import N_

OFFERED = "cp1252"
ENCODINGS = (OFFERED,)
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
DELIMITERS = (",", ";", "\t")
SEPARATOR_LINE = "sep="
COLUMNS = {
    "name": "name",
    "club": "home_club",
    "born": "born",
    "email": "email",
    "household": "household",
    "family_name": "family_name",
}
"""The columns that are read, with the field of a person that each fills."""
MOST_ROWS = 5000


class Unreadable(Exception):
    """The file can't be taken. template: the sentence, with `{fact}` places; facts: `line` and more."""

    def __init__(self, code: str, template: str, **facts: Any) -> None:
        self.code, self.template, self.facts = code, template, facts
        super().__init__(code, template.format(**facts))


@dataclass(frozen=True)
class Row:
    """Somebody on the list. line: where the row begins, from 1. fields: of a person, as far as there are columns.

    surplus: how many cells stand beyond the last column.
    """

    line: int
    fields: Mapping[str, str]
    surplus: int = 0


@dataclass(frozen=True)
class PeopleFile:
    """What a file says. ignored: the heads of columns that mean nothing here, as they are written."""

    rows: Sequence[Row]
    ignored: Sequence[str]


def read(raw: bytes, encoding: str | None = None) -> PeopleFile:
    """The list in a file. Raises Unreadable."""
    separator, lines = _separated(text_of(raw, encoding))
    rows = _rows(lines, separator)
    _, head = next(rows, (0, []))
    columns = [COLUMNS.get(cell.casefold()) for cell in head]
    _require_columns([column for column in columns if column])
    found: list[Row] = []
    for line, cells in rows:
        fields = {column: cell for column, cell in zip(columns, cells, strict=False) if column}
        found.append(Row(line, fields, sum(bool(cell) for cell in cells[len(columns) :])))
        if len(found) > MOST_ROWS:
            raise Unreadable("too_many_rows", N_("A list has at most {most} people."), most=MOST_ROWS)
    ignored = [cell for cell, column in zip(head, columns, strict=True) if cell and column is None]
    return PeopleFile(found, ignored)


def text_of(raw: bytes, encoding: str | None = None) -> str:
    """The text that the bytes are. encoding: taken in place of what a byte order mark says."""
    mark, named = next(((mark, name) for mark, name in MARKS if raw.startswith(mark)), (b"", "utf-8"))
    if encoding is not None:
        mark, named = b"", encoding
    content = raw[len(mark) :]
    try:
        text = content.decode(named)
    except UnicodeDecodeError as error:
        raise _wrong_byte(content, named, error.start) from None
    if (at := text.find("\x00")) >= 0:
        line, column = _place(text[:at])
        raise Unreadable("bad_text", N_("Line {line}, column {column}: NUL is not taken."), line=line, column=column)
    return text


def _wrong_byte(content: bytes, encoding: str, at: int) -> Unreadable:
    line, column = _place(content[:at].decode(encoding))
    facts = {"line": line, "column": column, "byte": f"{content[at]:02X}"}
    if encoding == "utf-8":
        template = N_(
            "Line {line}, column {column}: the byte {byte} is not UTF-8. If the list comes from an older program, "
            "send it with ?encoding={encoding}."
        )
        return Unreadable("not_utf8", template, **facts, encoding=OFFERED)
    template = N_("Line {line}, column {column}: the byte {byte} is nothing in {read_as}.")
    return Unreadable("bad_byte", template, **facts, read_as=encoding)


def _place(before: str) -> tuple[int, int]:
    """Line and column, from 1, of the character that follows this text."""
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(lines), len(lines[-1]) + 1


def _separated(text: str) -> tuple[str, str]:
    """What stands between the cells, and the text; a `sep=` line is a blank one in it."""
    first = io.StringIO(text, newline="").readline()
    said = first.rstrip("\r\n").strip('"')
    if not said.casefold().startswith(SEPARATOR_LINE):
        return max(DELIMITERS, key=lambda delimiter: _columns_known(text, delimiter)), text
    separator = said[len(SEPARATOR_LINE) :]
    if separator not in DELIMITERS and (len(separator) != 1 or not separator.isprintable() or separator.isalnum()):
        raise Unreadable("bad_separator", N_("Line {line}: after sep= stands one sign."), line=1)
    return separator, first[len(first.rstrip("\r\n")) :] + text[len(first) :]


def _columns_known(text: str, delimiter: str) -> int:
    try:
        _, head = next(_rows(text, delimiter), (0, []))
    except Unreadable:
        return 0
    return sum(cell.casefold() in COLUMNS for cell in head)


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The rows in which something stands, with the line on which each begins; runs of white space are one space."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for raw in reader:
            cells = [" ".join(cell.split()) for cell in raw]
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable("bad_csv", N_("Line {line}: {reason}."), line=line, reason=str(error)) from None


def _require_columns(columns: Sequence[str]) -> None:
    if "name" not in columns:
        raise Unreadable("no_name_column", N_("The first line names the columns, and one of them is name."), line=1)
    if twice := next((column for column in columns if columns.count(column) > 1), None):
        heads = {field: head for head, field in COLUMNS.items()}
        raise Unreadable("column_twice", N_("The column {column} stands there twice."), line=1, column=heads[twice])
