"""PDF files read back: their words, and the QR codes drawn in them."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pypdf
import zxingcpp

SCALE = 6
"""Dots of a module of a code."""
QUIET = 4


def pages(raw: bytes) -> list[Any]:
    """The pages of a file."""
    return list(pypdf.PdfReader(io.BytesIO(raw)).pages)


def words(raw: bytes) -> list[str]:
    """The text of each page, as it is drawn."""
    return [page.extract_text() for page in pages(raw)]


def codes(raw: bytes) -> list[list[str]]:
    """The texts of the QR codes of each page, in the order in which they were put on it."""
    return [[_read(path) for path in _paths(page)] for page in pages(raw)]


def _paths(page: Any) -> Iterator[list[tuple[float, float, float, float]]]:
    """The paths of a page that are filled and made of rectangles: x, y, width, height of each."""
    rectangles: list[tuple[float, float, float, float]] = []
    for operands, operator in pypdf.generic.ContentStream(page.get_contents(), page.pdf).operations:
        if operator == b"re":
            rectangles.append((float(operands[0]), float(operands[1]), float(operands[2]), float(operands[3])))
        elif operator in (b"f", b"f*") and rectangles:
            yield rectangles
            rectangles = []
        elif operator == b"n":
            rectangles = []


def _read(rectangles: list[tuple[float, float, float, float]]) -> str:
    """The text of a code drawn as rows of rectangles, as a phone's camera reads it."""
    module = min(height for *_, height in rectangles)
    left, top = min(x for x, *_ in rectangles), max(y + height for _, y, _, height in rectangles)
    right = max(x + width for x, _, width, _ in rectangles)
    size = (round((right - left) / module) + 2 * QUIET) * SCALE
    picture = bytearray(b"\xff" * size * size)
    for x, y, width, height in rectangles:
        column, row = (round(length / module) + QUIET for length in (x - left, top - y - height))
        for line in range(row * SCALE, (row + 1) * SCALE):
            start = line * size + column * SCALE
            picture[start : start + round(width / module) * SCALE] = bytes(round(width / module) * SCALE)
    (found,) = zxingcpp.read_barcodes(memoryview(bytes(picture)).cast("B", (size, size)))
    return str(found.text)
