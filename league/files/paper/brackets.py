"""The bracket of a knockout on A4 sheets on their side: a column for each round, lines from a match to the next.

A large bracket has a page for each part of it, and a last one with the rounds in which its parts meet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.files.paper.lists import Heading, put_heading
from league.files.paper.page import HEIGHT, WIDTH, Paper
from league.queries.brackets import Bracket, ShownColumn, ShownMatch, Side

MARGIN, TOP, FOOT = 12.0, 32.0, 12.0
ACROSS, DOWN = HEIGHT - 2 * MARGIN, WIDTH - TOP - FOOT
HEAD, GAP = 8.0, 8.0
CELLS_A_PAGE = 16
LINE, LEAST_LINE = 6.5, 2.6
WIDEST = 80.0


@dataclass(frozen=True)
class Part:
    """What is on a page: for each round its title and its cells, and the small finals."""

    columns: Sequence[tuple[str, Sequence[ShownMatch | None]]]
    small_finals: Sequence[ShownMatch] = ()


def written(bracket: Bracket, heading: Heading, language: str) -> bytes:
    """Return the file."""
    paper, pages = Paper(heading.title, language, is_on_its_side=True), list(_pages(bracket))
    for number, part in enumerate(pages, 1):
        put_heading(paper, heading, number, len(pages))
        if bracket.is_lined:
            _put_tree(paper, part)
        else:
            _put_heats(paper, part)
        paper.end_page()
    return paper.written()


def _pages(bracket: Bracket) -> Iterator[Part]:
    columns = bracket.columns
    pages = max(1, bracket.size // CELLS_A_PAGE) if bracket.is_lined else 1
    small_finals = [match for column in columns for match in column.small_finals]
    if pages == 1:
        yield Part([(column.title, column.cells) for column in columns], small_finals)
        return
    for page in range(pages):
        parts = [(column.title, _of_page(column, page, pages)) for column in columns if len(column.cells) >= pages]
        yield Part(parts)
    yield Part([(column.title, column.cells) for column in columns if len(column.cells) <= pages], small_finals)


def _of_page(column: ShownColumn, page: int, pages: int) -> Sequence[ShownMatch | None]:
    size = len(column.cells) // pages
    return column.cells[page * size : (page + 1) * size]


def _put_tree(paper: Paper, part: Part) -> None:
    """Puts a bracket: each match in the middle of its part of the height."""
    width = min(WIDEST, (ACROSS + GAP) / max(1, len(part.columns)))
    most = max((len(cells) for _title, cells in part.columns), default=1)
    line = min(LINE, max(LEAST_LINE, 0.42 * (DOWN - HEAD) / most))
    for at, (title, cells) in enumerate(part.columns):
        x, height = MARGIN + at * width, (DOWN - HEAD) / max(1, len(cells))
        paper.box_of_text(x, TOP, width - GAP, HEAD - 2, title, 11, is_bold=True)
        joined = at + 1 < len(part.columns) and len(part.columns[at + 1][1]) * 2 == len(cells)
        for number, match in enumerate(cells):
            middle = TOP + HEAD + (number + 0.5) * height
            if match is None:
                continue
            _put_match(paper, x, middle, width - GAP, line, match)
            if joined:
                meets = TOP + HEAD + (number // 2 * 2 + 1) * height
                _put_lines(paper, x + width - GAP, middle, meets, is_upper=number % 2 == 0)
    _put_small_finals(paper, part, width, line)


def _put_lines(paper: Paper, x: float, middle: float, meets: float, *, is_upper: bool) -> None:
    """The line from a match to the next one, which begins at the height `meets`."""
    paper.rule(x, middle, x + GAP / 2, middle, 0.3)
    paper.rule(x + GAP / 2, middle, x + GAP / 2, meets, 0.3)
    if is_upper:
        paper.rule(x + GAP / 2, meets, x + GAP, meets, 0.3)


def _put_small_finals(paper: Paper, part: Part, width: float, line: float) -> None:
    x = MARGIN + (max(1, len(part.columns)) - 1) * width
    for number, match in enumerate(part.small_finals):
        middle = TOP + DOWN - (number + 0.5) * (3 * line + 6)
        height = max(1, len(match.sides)) * line
        paper.text(x, middle - height / 2 - 1.5, _("Third place"), 8, is_grey=True)
        _put_match(paper, x, middle, width - GAP, line, match)


def _put_match(paper: Paper, x: float, middle: float, width: float, line: float, match: ShownMatch) -> None:
    """A match with a line for each side; the one who goes on is bold. Above it the table, or what decided a draw."""
    top = middle - len(match.sides) * line / 2
    if match.kind != "bye":
        paper.box(x, top, width, len(match.sides) * line, 0.2)
    for number, side in enumerate(match.sides):
        _put_side(paper, x, top + number * line, width, line, side)
        if number:
            paper.rule(x, top + number * line, x + width, top + number * line, 0.1)
    words = ", ".join(filter(None, [_table(match), match.note]))
    if words and line > 2 * LEAST_LINE:
        paper.text(x, top - 0.8, words, 6.5, is_grey=True)


def _table(match: ShownMatch) -> str:
    return "" if match.number is None else _("Table {number}").format(number=match.number)


def _put_side(paper: Paper, x: float, y: float, width: float, line: float, side: Side) -> None:
    name = side.name or (side.origin.words if side.origin else "")
    seed, size, is_on = str(side.seed or ""), line * 1.7, bool(side.goes_on)
    shown = side.shown_score
    paper.box_of_text(x + 0.5, y, 5, line, seed, size * 0.7, align="right", is_grey=True)
    room = width - 8 if shown is None else width - 20
    paper.box_of_text(x + 7, y, room, line, name, size, is_bold=is_on, is_grey=side.entry is None)
    if shown is not None:
        paper.box_of_text(x + width - 12.5, y, 11, line, shown.text, size, is_bold=is_on, align="right")


def _put_heats(paper: Paper, part: Part) -> None:
    """Puts the tables of each round one below the other."""
    width = min(WIDEST, (ACROSS + GAP) / max(1, len(part.columns)))
    columns = [
        (title, [cell for cell in (*cells, *(part.small_finals if at == len(part.columns) - 1 else ())) if cell])
        for at, (title, cells) in enumerate(part.columns)
    ]
    most = max((sum(len(match.sides) + 1 for match in matches) for _title, matches in columns), default=1)
    line = min(LINE, (DOWN - HEAD) / max(1, most))
    for at, (title, matches) in enumerate(columns):
        x, y = MARGIN + at * width, TOP + HEAD
        paper.box_of_text(x, TOP, width - GAP, HEAD - 2, title, 11, is_bold=True)
        for match in matches:
            height = len(match.sides) * line
            _put_match(paper, x, y + height / 2 + line / 2, width - GAP, line, match)
            y += height + line
