"""Slips for the tables: four on a sheet of A4, in the order of cutting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from league.files.paper.boxes import Boxes
from league.files.paper.fonts import line
from league.files.paper.page import HEIGHT, WIDTH, Paper

ON_A_SHEET = 4
ACROSS, DOWN = WIDTH / 2, HEIGHT / 2
MARGIN = 8.0
INNER = ACROSS - 2 * MARGIN
HEAD = 26.0
"""The height of what is above the names: the number of the table, its label, the round, the night."""
FEW = 6
"""With more seats the note is left out, and the code is smaller."""
HIGHEST_ROW = 14.5
CUT = 6.0


@dataclass(frozen=True)
class Slip:
    """What a table's slip says. link: the address behind its code; "" for a slip without one.

    title, round, night: the lines of its head. seats: names from seat 1 on. only_shows: people report by their own
    links, and the table's shows it.
    """

    table: UUID
    number: int
    title: str
    round: str
    night: Sequence[str]
    seats: Sequence[str]
    boxes: Boxes
    link: str
    only_shows: bool = False


def digest(slips: Sequence[Slip]) -> str:
    """Return what tells whether a table's slips have changed: seats, names, label, boxes or link."""
    said = [(slip.number, slip.title, slip.round, slip.seats, slip.boxes, slip.link, slip.only_shows) for slip in slips]
    return sha256(msgspec.json.encode(said)).hexdigest()


def sheets(slips: Sequence[Slip]) -> Iterator[list[Slip]]:
    """The slips of each sheet: with four sheets 1, 5, 9 and 13 on the first. Cut the pile, stack it: it is sorted."""
    count = -(-len(slips) // ON_A_SHEET)
    for first in range(count):
        yield list(slips[first::count])


def written(slips: Sequence[Slip], title: str, language: str) -> bytes:
    """Return the file. slips: by number; at least one."""
    paper, made = Paper(title, language), list(sheets(slips))
    for number, sheet in enumerate(made, 1):
        _cut_marks(paper)
        tables = ", ".join(str(slip.number) for slip in sheet)
        said = _("sheet {number} of {count}: tables {tables}").format(number=number, count=len(made), tables=tables)
        paper.text(ACROSS + MARGIN, 4.2, said, 6.5)
        for place, slip in enumerate(sheet):
            _Drawn(paper, slip, place % 2 * ACROSS + MARGIN, place // 2 * DOWN + MARGIN).draw()
        paper.end_page()
    return paper.written()


def _cut_marks(paper: Paper) -> None:
    for start, end in ((0, CUT), (DOWN - CUT / 2, DOWN + CUT / 2), (HEIGHT - CUT, HEIGHT)):
        paper.rule(ACROSS, start, ACROSS, end)
    for start, end in ((0, CUT), (ACROSS - CUT / 2, ACROSS + CUT / 2), (WIDTH - CUT, WIDTH)):
        paper.rule(start, DOWN, end, DOWN)


class _Drawn:
    """A slip on its quarter of a sheet; x, y: inside of the margin."""

    def __init__(self, paper: Paper, slip: Slip, x: float, y: float) -> None:
        self.paper, self.slip, self.x, self.y = paper, slip, x, y
        self.grid = slip.boxes
        is_full = len(slip.seats) > FEW or self.grid.is_stacked
        self.code_size = 24.0 if is_full else 30.0
        self.note_height = 0.0 if is_full else 11.0
        self.foot = y + DOWN - 2 * MARGIN - self.code_size

    def draw(self) -> None:
        self._head()
        end = self._names()
        if self.note_height:
            self._note(end)
        self._foot()

    def _head(self) -> None:
        number = str(self.slip.number)
        width = min(line(number, is_bold=True).width(60) / mm, INNER / 3)
        self.paper.box_of_text(self.x, self.y - 1, width, 22, number, 60, is_bold=True)
        left, room = self.x + width + 4, INNER - width - 4
        self.paper.box_of_text(left, self.y - 1.5, room, 7.5, self.slip.title, 14, is_bold=True)
        for at, text in enumerate((self.slip.round, *self.slip.night)):
            self.paper.box_of_text(left, self.y + 6.2 + at * 4.9, room, 4.7, text, 10)

    # ---- Names and boxes ----

    def _names(self) -> float:
        """Put the names with their boxes; return where they end."""
        top, slots = self.y + HEAD + 4, self._columns()
        self.paper.text(self.x, top - 1.3, _("Seat and name"), 8.5, is_bold=True)
        for head, start, width in slots:
            self.paper.box_of_text(start, top - 5, width, 4.6, head, 8.5, is_bold=True, align="middle")
        self.paper.rule(self.x, top, self.x + INNER, top, 0.5)
        room = self.foot - self.note_height - 3 - top
        unit = min(HIGHEST_ROW, room / max(1, self.grid.height(len(self.slip.seats))))
        for label in self.grid.of_round:
            self._boxes(top, unit, label, slots[: len(self.grid.columns)])
            top += unit
        for seat, name in enumerate(self.slip.seats, 1):
            top = self._seat(top, unit, seat, name, slots)
            self.paper.rule(self.x, top, self.x + INNER, top)
        return top

    def _columns(self) -> list[tuple[str, float, float]]:
        """Head, left edge and width of each column of boxes, up to the right edge."""
        many = len(self.grid.columns) + len(self.grid.closing) > 3
        closing = 9.5 if many else 11.5
        widest = 21.0 if len(self.grid.columns) == 1 else 13.0
        narrowest_name = 24.0 if self.grid.is_stacked else 34.0
        room = INNER - narrowest_name - closing * len(self.grid.closing)
        width = min(widest, room / len(self.grid.columns))
        heads = [(head, width) for head in self.grid.columns] + [(head, closing) for head in self.grid.closing]
        start, placed = self.x + INNER - sum(width for _, width in heads), []
        for head, width in heads:
            placed.append((head, start, width))
            start += width
        return placed

    def _seat(self, top: float, unit: float, seat: int, name: str, slots: list[tuple[str, float, float]]) -> float:
        """Put a player's number, name and boxes; return where they end."""
        chip = min(6.0, unit - 1)
        self.paper.box(self.x, top + (unit - chip) / 2, chip, chip)
        self.paper.box_of_text(
            self.x, top + (unit - chip) / 2, chip, chip, str(seat), chip * 1.6, is_bold=True, align="middle"
        )
        end = self.x + INNER if self.grid.is_stacked else slots[0][1]
        self.paper.box_of_text(self.x + 7.5, top, end - self.x - 9, unit, name, 12.5, is_bold=True)
        if not self.grid.is_stacked:
            self._boxes(top, unit, "", slots)
            return top + unit
        for label in self.grid.lines:
            top += unit
            self._boxes(top, unit, label, slots[: len(self.grid.columns)])
        self._closing(top, unit, slots)
        return top + unit

    def _boxes(self, top: float, unit: float, label: str, slots: list[tuple[str, float, float]]) -> None:
        """A line of boxes with its label to the left."""
        if label:
            self.paper.box_of_text(self.x, top, slots[0][1] - self.x - 2, unit, label, 8, align="right")
        gap = min(1.6, unit * 0.12)
        for at, (_head, start, width) in enumerate(slots):
            self.paper.box(
                start + 0.8,
                top + gap,
                width - 0.8,
                unit - 2 * gap,
                0.5 if len(self.grid.columns) == 1 and not at else 0.3,
            )

    def _closing(self, bottom_line: float, unit: float, slots: list[tuple[str, float, float]]) -> None:
        """The boxes that stand once for a player with several lines, as high as these."""
        lines, gap = len(self.grid.lines), min(1.6, unit * 0.12)
        top = bottom_line - (lines - 1) * unit
        for _head, start, width in slots[len(self.grid.columns) :]:
            self.paper.box(start + 0.8, top + gap, width - 0.8, lines * unit - 2 * gap)

    # ---- Below ----

    def _note(self, top: float) -> None:
        note = _("Left early or never came: write it beside the name.")
        if self.grid.hint:
            note = _("{hint}. {note}").format(hint=self.grid.hint[:1].upper() + self.grid.hint[1:], note=note)
        self.paper.box_of_text(self.x, top + 1.5, INNER, self.note_height - 1, note, 9.5)

    def _foot(self) -> None:
        left, width = self.x, INNER
        if self.slip.link:
            self.paper.code(self.x + 1, self.foot, self.code_size, self.slip.link)
            left, width = self.x + self.code_size + 6, INNER - self.code_size - 6
        self._words(left, width)
        end = self.foot + self.code_size
        self.paper.rule(left, end - 4, self.x + INNER, end - 4, 0.4)
        self.paper.box_of_text(left, end - 3.8, width, 3.8, _("Checked by one other at the table"), 8)

    def _words(self, left: float, width: float) -> None:
        if not self.slip.link:
            self.paper.box_of_text(left, self.foot, width, 8, _("Give this slip to the desk."), 11, is_bold=True)
            return
        head, said = _("Report by phone"), _("Scan, type the scores, send. Or give this slip to the desk.")
        if self.slip.only_shows:
            head, said = _("See your table"), _("Report with your own code, or give this slip to the desk.")
        self.paper.box_of_text(left, self.foot - 0.5, width, 5.5, head, 12, is_bold=True)
        self.paper.box_of_text(left, self.foot + 5, width, 7.5, said, 9)
        leads = _("The code opens table {number} at {host}.")
        leads = leads.format(number=self.slip.number, host=urlsplit(self.slip.link).netloc)
        self.paper.box_of_text(left, self.foot + 12.8, width, self.code_size - 19, leads, 7.5, is_grey=True)
