"""The fonts of the paper, and which of them has a sign.

DejaVu Sans Condensed is in the folder `fonts` and goes into each file: Latin, Greek, Cyrillic, Armenian, Georgian,
Hebrew, Arabic. Chinese, Japanese and Korean are set in the fonts that every PDF viewer is to have for them, which are
not in the file. A sign that is in none of these is drawn as a box, to be written in by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont

from league.files.paper.shaping import visual

FOLDER = Path(__file__).parent / "fonts"
OWN = REGULAR, BOLD = "DejaVuSansCondensed", "DejaVuSansCondensed-Bold"
EAST_ASIAN = (
    ("HeiseiKakuGo-W5", "cp932"),
    ("HYGothic-Medium", "cp949"),
    ("STSong-Light", "gbk"),
    ("MSung-Light", "big5"),
)
"""Fonts for Japanese, Korean, and Chinese in short and in long signs, each with the encoding of what it has."""
SHORT_SIGNS = "gb2312"
FIRST_EAST_ASIAN = "\u2e80"
BOX = "□"
INVISIBLE = re.compile("[\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]")
"""Signs that choose or join letters; what they ask for is in shaping.py, or in no font here."""


class Run(NamedTuple):
    """Signs drawn in one font."""

    font: str
    signs: str


class Line(NamedTuple):
    """A text without breaks, in the order in which it is drawn. missing: its signs that no font has."""

    runs: Sequence[Run]
    missing: frozenset[str]

    def width(self, size: float) -> float:
        """The width in points."""
        return float(sum(pdfmetrics.stringWidth(run.signs, run.font, size) for run in self.runs))


@lru_cache(4096)
def line(text: str, *, is_bold: bool = False) -> Line:
    """Return the text in the fonts that have its signs."""
    own = BOLD if is_bold else REGULAR
    signs = INVISIBLE.sub("", visual(text))
    east_asian = _east_asian(signs)
    has = _glyphs(own)
    chosen, missing = [], set()
    for sign in signs:
        font = own if has(sign) else next((font for font, encoding in east_asian if _encodes(encoding, sign)), "")
        missing |= set() if font else {sign}
        chosen.append((font or own, sign if font else BOX))
    runs = [Run(font, "".join(sign for _, sign in pairs)) for font, pairs in groupby(chosen, key=lambda pair: pair[0])]
    return Line(runs, frozenset(missing))


def _east_asian(text: str) -> Sequence[tuple[str, str]]:
    """The fonts to ask, first the one that has all of the text, so that a name is in one hand."""
    signs = [sign for sign in text if sign >= FIRST_EAST_ASIAN]
    if all(_encodes(SHORT_SIGNS, sign) for sign in signs) and not any("ぁ" <= sign <= "ヿ" for sign in signs):
        return sorted(EAST_ASIAN, key=lambda font: font[1] != "gbk")
    return sorted(EAST_ASIAN, key=lambda font: sum(not _encodes(font[1], sign) for sign in signs))


def _encodes(encoding: str, sign: str) -> bool:
    if sign < FIRST_EAST_ASIAN or sign > "\uffff":
        return False
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@cache
def _glyphs(font: str) -> Callable[[str], bool]:
    """Whether one of the two fonts of the folder has a sign. Makes all fonts known to reportlab at its first use."""
    for name, _ in EAST_ASIAN:
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    for name in OWN:
        pdfmetrics.registerFont(TTFont(name, FOLDER / f"{name}.ttf"))
    known = pdfmetrics.getFont(font).face.charToGlyph
    return lambda sign: ord(sign) in known
