"""A CSV file: its text, and its rows with their lines. Pure.

Taken are UTF-8 with or without a byte order mark, UTF-16 with one, and another encoding where it is named; cells
between commas, semicolons or tabs, or whatever a first line `sep=` says. What can't be taken raises `Unreadable`.
"""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from games.kernel import N_

OFFERED = "cp1252"
ENCODINGS = (OFFERED,)
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
DELIMITERS = (",", ";", "\t")
SEPARATOR_LINE = "sep="
TOO_LARGE = "too_many_rows"

IsHead = Callable[[str], bool]
"""Whether the head of a column, in lower case, means something in files of that kind."""


class Unreadable(Exception):
    """The file can't be taken. template: the sentence, with `{fact}` places; facts: `line` and more."""

    def __init__(self, code: str, template: str, **facts: Any) -> None:
        self.code, self.template, self.facts = code, template, facts
        super().__init__(code, template.format(**facts))


def rows_of(raw: bytes, is_head: IsHead, encoding: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """The rows in which something stands, the heads first, with the line on which each begins. Raises Unreadable.

    Runs of white space in a cell are one space. is_head: tells which sign stands between the cells.
    """
    separator, lines = _separated(text_of(raw, encoding), is_head)
    return _rows(lines, separator)


def refuse_twice(heads: Sequence[str]) -> None:
    """Raises Unreadable where a column is named twice."""
    if twice := next((head for head in heads if heads.count(head) > 1), None):
        raise Unreadable("column_twice", N_("The column {column} stands there twice."), line=1, column=twice)


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
            "Line {line}, column {column}: the byte {byte} is not UTF-8. If the file comes from an older program, "
            "send it with ?encoding={encoding}."
        )
        return Unreadable("not_utf8", template, **facts, encoding=OFFERED)
    template = N_("Line {line}, column {column}: the byte {byte} is nothing in {read_as}.")
    return Unreadable("bad_byte", template, **facts, read_as=encoding)


def _place(before: str) -> tuple[int, int]:
    """Line and column, from 1, of the character that follows this text."""
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return len(lines), len(lines[-1]) + 1


def _separated(text: str, is_head: IsHead) -> tuple[str, str]:
    """What stands between the cells, and the text; a `sep=` line is a blank one in it."""
    first = io.StringIO(text, newline="").readline()
    said = first.rstrip("\r\n").strip('"')
    if not said.casefold().startswith(SEPARATOR_LINE):
        return max(DELIMITERS, key=lambda delimiter: _columns_known(text, delimiter, is_head)), text
    separator = said[len(SEPARATOR_LINE) :]
    if separator not in DELIMITERS and (len(separator) != 1 or not separator.isprintable() or separator.isalnum()):
        raise Unreadable("bad_separator", N_("Line {line}: after sep= stands one sign."), line=1)
    return separator, first[len(first.rstrip("\r\n")) :] + text[len(first) :]


def _columns_known(text: str, delimiter: str, is_head: IsHead) -> int:
    try:
        _, head = next(_rows(text, delimiter), (0, []))
    except Unreadable:
        return 0
    return sum(is_head(cell.casefold()) for cell in head)


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
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
