"""The list of names for the door, and the seating by table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.utils.translation import gettext as _

from league.files.paper.night import Seat
from league.files.paper.page import HEIGHT, WIDTH, Paper

T = TypeVar("T")
MARGIN = 12.0
GAP = 8.0
COLUMN = (WIDTH - 2 * MARGIN - GAP) / 2
TOP, BOTTOM = 32.0, HEIGHT - 14.0
ROOM = BOTTOM - TOP
HIGHEST_LINE, LOWEST_LINE = 11.0, 7.4
TABLE_HEAD, TABLE_GAP, SEAT_LINE = 10.0, 5.0, 7.0


@dataclass(frozen=True)
class Heading:
    """The words at the top of each page. title: what the paper is; round: of which; night: date, tournament, club."""

    title: str
    round: str
    night: str


@dataclass(frozen=True)
class TableSeats:
    """A table with its names in seat order."""

    number: int
    title: str
    names: Sequence[str]

    @property
    def height(self) -> float:
        return TABLE_HEAD + len(self.names) * SEAT_LINE + TABLE_GAP


def put_heading(paper: Paper, heading: Heading, page: int, pages: int) -> None:
    """Put the words at the top of a page, and its number at the bottom where there are several."""
    paper.box_of_text(MARGIN, 9, 120, 10, heading.title, 22, is_bold=True)
    paper.box_of_text(paper.width - MARGIN - 60, 9, 60, 10, heading.round, 16, is_bold=True, align="right")
    paper.box_of_text(MARGIN, 19.5, paper.width - 2 * MARGIN, 6, heading.night, 10.5, is_grey=True)
    paper.rule(MARGIN, TOP - 4.5, paper.width - MARGIN, TOP - 4.5, 0.5)
    if pages > 1:
        said = _("page {number} of {count}").format(number=page, count=pages)
        paper.text(paper.width - MARGIN, paper.height - 7, said, 8, align="right", is_grey=True)


def door_list(seats: Sequence[Seat], heading: Heading, language: str) -> bytes:
    """Return the file: names with table and seat, in two columns, in letters as large as there is room for."""
    line = min(HIGHEST_LINE, max(LOWEST_LINE, ROOM / max(1, -(-len(seats) // 2))))
    in_column = int(ROOM / line + 1e-6)
    columns = [seats[start : start + in_column] for start in range(0, len(seats), in_column)] or [[]]
    if 1 < len(seats) <= 2 * in_column:  # both columns of a single page are filled
        half = -(-len(seats) // 2)
        columns = [seats[:half], seats[half:]]
    paper, pages = Paper(heading.title, language), list(_pairs(columns))
    for number, page in enumerate(pages, 1):
        put_heading(paper, heading, number, len(pages))
        for at, column in enumerate(page):
            for row, seat in enumerate(column):
                _put_seat(paper, MARGIN + at * (COLUMN + GAP), TOP + row * line, line, seat)
        paper.end_page()
    return paper.written()


def _put_seat(paper: Paper, x: float, y: float, height: float, seat: Seat) -> None:
    name = _("{name} ({team})").format(name=seat.name, team=seat.team) if seat.team else seat.name
    paper.box_of_text(x, y, COLUMN - 38, height, name, height * 1.5)
    paper.rule(x, y + height, x + COLUMN, y + height, 0.1)
    if seat.table is None:
        paper.box_of_text(x + COLUMN - 36, y, 36, height, _("sits out"), height * 1.2, align="right", is_grey=True)
        return
    paper.box_of_text(x + COLUMN - 36, y, 13, height, str(seat.table), height * 1.9, is_bold=True, align="right")
    said = _("seat {seat}").format(seat=seat.seat)
    below = height / 2 if seat.label else height
    paper.box_of_text(x + COLUMN - 21, y, 21, below, said, height, is_grey=True)
    if seat.label:
        paper.box_of_text(x + COLUMN - 21, y + below, 21, below, seat.label, height, is_grey=True)


def seating(tables: Sequence[TableSeats], outside: Sequence[str], heading: Heading, language: str) -> bytes:
    """Return the file: each table with its names, in two columns. outside: names of those who sit out."""
    blocks = list(tables)
    if outside:
        blocks.append(TableSeats(0, _("Sits out"), outside))
    paper, pages = Paper(heading.title, language), list(_pairs(list(_columns(blocks))))
    for number, page in enumerate(pages, 1):
        put_heading(paper, heading, number, len(pages))
        for at, column in enumerate(page):
            top = TOP
            for block in column:
                _put_table(paper, MARGIN + at * (COLUMN + GAP), top, block)
                top += block.height
        paper.end_page()
    return paper.written()


def _columns(blocks: Sequence[TableSeats]) -> Iterator[list[TableSeats]]:
    """The tables of each column; no table is divided, but the long list of those who sit out."""
    column: list[TableSeats] = []
    for block in (part for whole in blocks for part in _parts(whole)):
        if column and sum(other.height for other in column) + block.height - TABLE_GAP > ROOM:
            yield column
            column = []
        column.append(block)
    yield column


def _parts(block: TableSeats) -> Iterator[TableSeats]:
    most = int((ROOM - TABLE_HEAD) / SEAT_LINE)
    for start in range(0, len(block.names), most):
        yield TableSeats(block.number, block.title, block.names[start : start + most])


def _put_table(paper: Paper, x: float, y: float, block: TableSeats) -> None:
    paper.box_of_text(x, y, COLUMN, TABLE_HEAD - 2, block.title, 16, is_bold=True)
    paper.rule(x, y + TABLE_HEAD - 1.5, x + COLUMN, y + TABLE_HEAD - 1.5, 0.5)
    for at, name in enumerate(block.names):
        top = y + TABLE_HEAD - 1 + at * SEAT_LINE
        if block.number:
            paper.box_of_text(x, top, 7, SEAT_LINE, str(at + 1), 10, align="middle", is_grey=True)
        paper.box_of_text(x + 9, top, COLUMN - 9, SEAT_LINE, name, 12)


def _pairs(columns: Sequence[T]) -> Iterator[Sequence[T]]:
    """The columns of each page."""
    for start in range(0, len(columns), 2):
        yield columns[start : start + 2]
