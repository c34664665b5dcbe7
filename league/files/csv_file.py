"""Read the bytes of a CSV file as rows of cells with their line numbers. Pure.

Encodings: UTF-8 with or without a byte order mark, UTF-16 with one, or another one that the caller names.
Delimiters: comma, semicolon or tab, or the sign that a first line `sep=` names.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

from games.kernel import N_

OLDER_ENCODING = "cp1252"
ENCODINGS = (OLDER_ENCODING,)
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
DELIMITERS = (",", ";", "\t")
SEPARATOR_LINE = "sep="
TOO_LARGE = "too_many_rows"
MOST_CELLS = 200
"""Of a row. Each row has a value for each head, so many of both would take hours."""
_WHITE_SPACE = re.compile(r"[^\S\x1c-\x1f\x85]+")
"""Without the control characters that Python counts as white space: a name with one is refused."""

_BLANK = re.compile(r"[ \t\r\n,;\"]+")

IsHead = Callable[[str], bool]
"""Whether files of this kind have a column with this head."""


class Unreadable(Exception):
    """The whole file is refused. template: the sentence, with `{fact}` places. facts: `line` and more."""

    def __init__(self, code: str, template: str, **facts: Any) -> None:
        self.code, self.template, self.facts = code, template, facts
        super().__init__(code, template.format(**facts))


def read_rows(raw: bytes, is_head: IsHead, encoding: str | None = None) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that isn't blank, heads first, with the line on which it begins, from 1. Raises Unreadable.

    Runs of white space in a cell become one space. The delimiter is the one that gives the most known heads.
    """
    delimiter, text = _delimited(decode(raw, encoding), is_head)
    return _rows(text, delimiter)


def decode(raw: bytes, encoding: str | None = None) -> str:
    """Return the text of the bytes. encoding: used instead of what a byte order mark says. Raises Unreadable."""
    mark, named = next(((mark, name) for mark, name in MARKS if raw.startswith(mark)), (b"", "utf-8"))
    if encoding is not None:
        mark, named = b"", encoding
    content = raw[len(mark) :]
    try:
        text = content.decode(named)
    except UnicodeDecodeError as error:
        raise _wrong_byte(content, named, error.start) from None
    if (at := text.find("\x00")) >= 0:
        template = N_("Line {line}, column {column}: the character NUL is not allowed.")
        raise Unreadable("bad_text", template, **_position_after(text[:at]))
    return text


def _wrong_byte(content: bytes, encoding: str, at: int) -> Unreadable:
    facts = {**_position_after(content[:at].decode(encoding)), "byte": f"{content[at]:02X}"}
    if encoding == "utf-8":
        template = N_(
            "Line {line}, column {column}: the byte {byte} is not UTF-8. If the file comes from an older program, "
            "send it with ?encoding={encoding}."
        )
        return Unreadable("not_utf8", template, **facts, encoding=OLDER_ENCODING)
    template = N_("Line {line}, column {column}: the byte {byte} has no meaning in {read_as}.")
    return Unreadable("bad_byte", template, **facts, read_as=encoding)


def _position_after(text: str) -> dict[str, int]:
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return {"line": len(lines), "column": len(lines[-1]) + 1}


def _delimited(text: str, is_head: IsHead) -> tuple[str, str]:
    """Return the delimiter, and the text with a `sep=` line blanked."""
    first = io.StringIO(text, newline="").readline()
    content = first.rstrip("\r\n")
    sign = content.strip('"')
    if not sign.casefold().startswith(SEPARATOR_LINE):
        heads = text[_blank_before_heads(text) :]
        return max(DELIMITERS, key=lambda delimiter: _known_heads(heads, delimiter, is_head)), text
    delimiter = sign[len(SEPARATOR_LINE) :]
    if delimiter not in DELIMITERS and (len(delimiter) != 1 or not delimiter.isprintable() or delimiter.isalnum()):
        raise Unreadable("bad_separator", N_("Line {line}: sep= must be followed by one sign."), line=1)
    return delimiter, text[len(content) :]


def _blank_before_heads(text: str) -> int:
    """Return the length of the lines before the first one with a letter, which are read with no delimiter."""
    found = _BLANK.match(text)
    return max(text.rfind(end, 0, found.end()) for end in "\r\n") + 1 if found else 0


def _known_heads(text: str, delimiter: str, is_head: IsHead) -> int:
    try:
        _, heads = next(_rows(text, delimiter), (0, []))
    except Unreadable:
        return 0
    return sum(map(is_head, heads))


def _rows(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for raw in reader:
            if len(raw) > MOST_CELLS:
                raise Unreadable("bad_csv", N_("Line {line} has more than {most} cells."), line=line, most=MOST_CELLS)
            if any(raw):
                cells = [_WHITE_SPACE.sub(" ", cell).strip(" ") for cell in raw]
                if any(cells):
                    yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable("bad_csv", N_("Line {line}: {reason}."), line=line, reason=str(error)) from None
