"""Any text in a box of given size: smaller and on more lines where it is long, never cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from league.files.paper.fonts import FIRST_EAST_ASIAN, Line, line

LEADING = 1.18
STEP = 0.5
BREAKABLE = re.compile(r"\s*[^\s-]*-+|\s*[^\s-]+")
SMALLEST = 3.5
"""In points: still read at arm's length; a name of 120 wide letters fits a seat's line with it."""


class Fitted(NamedTuple):
    """Lines of a text in one size, in points."""

    lines: Sequence[Line]
    size: float

    @property
    def height(self) -> float:
        return len(self.lines) * self.size * LEADING


@lru_cache(2048)
def fitted(text: str, width: float, height: float, size: float, *, is_bold: bool = False) -> Fitted:
    """Return the text in the largest size up to `size` in which it fits the box. All lengths are in points."""
    while True:
        found = Fitted(wrapped(text, width, size, is_bold=is_bold), size)
        is_inside = found.height <= height and all(part.width(size) <= width for part in found.lines)
        if is_inside or size <= SMALLEST:
            return found
        size = max(SMALLEST, size - STEP)


def wrapped(text: str, width: float, size: float, *, is_bold: bool = False) -> list[Line]:
    """Return the lines of a text, broken between words, and inside a word that is too wide for a line."""
    lines = [""]
    for word in _words(text, width, size, is_bold=is_bold):
        longer = f"{lines[-1]}{word}"
        if lines[-1] and line(longer.strip(), is_bold=is_bold).width(size) > width:
            lines.append(word.lstrip())
        else:
            lines[-1] = longer
    return [line(part.strip(), is_bold=is_bold) for part in lines]


def _words(text: str, width: float, size: float, *, is_bold: bool) -> Iterator[str]:
    """The parts between which a line may end, with the space before them: words, parts of words up to a hyphen,
    East Asian signs, and pieces of what is too wide for a line."""
    for word in BREAKABLE.findall(text):
        is_whole = line(word.strip(), is_bold=is_bold).width(size) <= width
        if is_whole and not any(sign >= FIRST_EAST_ASIAN for sign in word):
            yield word
        else:
            yield from _pieces(word, width, size, is_bold=is_bold)


def _pieces(word: str, width: float, size: float, *, is_bold: bool) -> Iterator[str]:
    """Pieces of a word that fit a line."""
    piece = ""
    for sign in word:
        if piece.strip() and line(f"{piece}{sign}".strip(), is_bold=is_bold).width(size) > width:
            yield piece
            piece = ""
        piece += sign
    yield piece
