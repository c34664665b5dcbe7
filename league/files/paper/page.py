"""A4 pages on which things are put in millimetres, counted from the top left."""

from __future__ import annotations

import io
import math
from typing import Literal

import segno
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from league.files.paper.fonts import Line, line
from league.files.paper.text import LEADING, fitted

WIDTH, HEIGHT = 210.0, 297.0
ASCENT = 0.7
"""The height of capitals and of most letters, as a part of the size."""
GREY = 0.35
GOLD, SILVER, BRONZE, PALE = (0.83, 0.66, 0.2), (0.68, 0.7, 0.73), (0.72, 0.46, 0.27), (0.86, 0.88, 0.9)
PETALS = 20
MASK = 0
"""A pattern that a code is mixed with. Trying all eight takes six times as long, and cameras read each of them."""
Colour = tuple[float, float, float]
Align = Literal["left", "middle", "right"]


class Paper:
    """A file of A4 pages. The same things put on it give the same bytes.

    width, height: of a page, in millimetres. is_on_its_side: whether pages are wider than high.
    """

    def __init__(self, title: str, language: str, *, is_on_its_side: bool = False) -> None:
        self._file = io.BytesIO()
        self.width, self.height = (HEIGHT, WIDTH) if is_on_its_side else (WIDTH, HEIGHT)
        size = (self.width * mm, self.height * mm)
        self._canvas = Canvas(self._file, size, invariant=1, pageCompression=1, lang=language)
        self._canvas.setTitle(title)
        self._canvas.setCreator("Tablekeeper")

    def end_page(self) -> None:
        self._canvas.showPage()

    def written(self) -> bytes:
        """The file."""
        self._canvas.save()
        return self._file.getvalue()

    def text(
        self, x: float, y: float, text: str, size: float, *, is_bold: bool = False, align: Align = "left",
        is_grey: bool = False,
    ) -> None:  # fmt: skip
        """Put one line with its base line at y. size: in points."""
        self._line(x, y, line(text, is_bold=is_bold), size, align, is_grey=is_grey)

    def box_of_text(
        self, x: float, y: float, width: float, height: float, text: str, size: float, *, is_bold: bool = False,
        align: Align = "left", is_grey: bool = False,
    ) -> float:  # fmt: skip
        """Put a text into a box, in the middle of its height, smaller where it is long. Return the height it took."""
        found = fitted(text, width * mm, height * mm, size, is_bold=is_bold)
        top = y + (height - found.height / mm) / 2
        across = {"left": x, "middle": x + width / 2, "right": x + width}[align]
        for at, part in enumerate(found.lines):
            base = top + (at * LEADING + (LEADING + ASCENT) / 2) * found.size / mm
            self._line(across, base, part, found.size, align, is_grey=is_grey)
        return float(found.height / mm)

    def _line(self, x: float, y: float, found: Line, size: float, align: Align, *, is_grey: bool) -> None:
        start = x * mm - found.width(size) * {"left": 0, "middle": 0.5, "right": 1}[align]
        writer = self._canvas.beginText(start, (self.height - y) * mm)
        writer.setFillGray(GREY if is_grey else 0)
        for run in found.runs:
            writer.setFont(run.font, size)
            writer.textOut(run.signs)
        self._canvas.drawText(writer)

    def rule(self, x: float, y: float, to_x: float, to_y: float, thickness: float = 0.3) -> None:
        """Put a straight line. thickness: in millimetres."""
        self._canvas.setLineWidth(thickness * mm)
        self._canvas.line(x * mm, (self.height - y) * mm, to_x * mm, (self.height - to_y) * mm)

    def box(self, x: float, y: float, width: float, height: float, thickness: float = 0.3, radius: float = 1.2) -> None:
        """Put an empty box with round corners."""
        self._canvas.setLineWidth(thickness * mm)
        bottom = (self.height - y - height) * mm
        self._canvas.roundRect(x * mm, bottom, width * mm, height * mm, min(radius, height / 3) * mm)

    def medal(self, x: float, y: float, radius: float, text: str, colour: Colour) -> None:
        """Put a medal with a ribbon around a point; on it a short text. colour: red, green and blue, from 0 to 1."""
        self._canvas.setFillColorRGB(*colour)
        for side in (-1, 1):
            tail = self._canvas.beginPath()
            for across, down in ((0.1, 0.6), (0.75, 0.5), (1.0, 1.75), (0.62, 1.55), (0.35, 1.9)):
                point = (x + side * across * radius) * mm, (self.height - y - down * radius) * mm
                (tail.lineTo if down != 0.6 else tail.moveTo)(*point)
            tail.close()
            self._canvas.drawPath(tail, stroke=0, fill=1)
        for petal in range(PETALS):
            turn = math.tau * petal / PETALS
            across, down = x + radius * 0.95 * math.cos(turn), y + radius * 0.95 * math.sin(turn)
            self._disc(across, down, radius * 0.2)
        self._disc(x, y, radius)
        self._canvas.setStrokeGray(1)
        self._canvas.setLineWidth(0.5 * mm)
        self._canvas.circle(x * mm, (self.height - y) * mm, radius * 0.82 * mm, stroke=1, fill=0)
        self._canvas.setStrokeGray(0)
        self.text(x, y + radius * 0.33, text, radius * 2.6, is_bold=True, align="middle")

    def _disc(self, x: float, y: float, radius: float) -> None:
        self._canvas.circle(x * mm, (self.height - y) * mm, radius * mm, stroke=0, fill=1)

    def code(self, x: float, y: float, size: float, text: str) -> None:
        """Put a QR code of a text, without its quiet zone, into a square; around it there has to be white paper."""
        rows = [bytes(row) for row in segno.make(text, error="m", micro=False, mask=MASK).matrix]
        module = size / len(rows)
        squares = self._canvas.beginPath()
        for down, row in enumerate(rows):
            for start, length in _dark(row):
                top = self.height - y - (down + 1) * module
                squares.rect((x + start * module) * mm, top * mm, length * module * mm, module * mm)
        self._canvas.setFillGray(0)
        self._canvas.drawPath(squares, stroke=0, fill=1)

    def turned(self, x: float, y: float) -> None:
        """Turn all that follows upside down around a point, until `upright`."""
        self._canvas.saveState()
        self._canvas.translate(2 * x * mm, 2 * (self.height - y) * mm)
        self._canvas.rotate(180)

    def upright(self) -> None:
        self._canvas.restoreState()


def _dark(row: bytes) -> list[tuple[int, int]]:
    """The runs of dark modules in a row of a code: where each starts, and how long it is."""
    found, start = [], None
    for at, module in enumerate([*row, 0]):
        if module and start is None:
            start = at
        elif not module and start is not None:
            found.append((start, at - start))
            start = None
    return found
