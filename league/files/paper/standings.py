"""The standings, with the points of each round and what decided each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.files.paper.lists import BOTTOM, MARGIN, TOP, Heading, put_heading
from league.files.paper.page import WIDTH, Paper

PLACE, POINTS, DECIDED, NARROWEST_NAME = 13.0, 18.0, 38.0, 42.0
ROUND, NARROWEST_ROUND = 11.0, 7.5
LINE, HEAD, CAPTION = 7.2, 7.0, 9.0
MOST_ROUNDS = int((WIDTH - 2 * MARGIN - PLACE - POINTS - DECIDED - NARROWEST_NAME) / NARROWEST_ROUND)


class Row(NamedTuple):
    """An entry's row. place: "" for one without. rounds: of each round in words. caption: of its block, "" for none."""

    place: str
    name: str
    points: str
    rounds: Sequence[str]
    decided_by: str
    caption: str = ""


def written(rows: Sequence[Row], numbers: Sequence[int], heading: Heading, language: str) -> bytes:
    """Return the file. numbers: of the rounds; where they are too many for a page, the last ones have columns."""
    shown = numbers[-MOST_ROUNDS:]
    cut = [row._replace(rounds=row.rounds[len(row.rounds) - len(shown) :]) for row in rows]
    paper, pages = Paper(heading.title, language), list(_pages(cut))
    for number, page in enumerate(pages, 1):
        put_heading(paper, heading, number, len(pages))
        _put_page(paper, page, shown)
        paper.end_page()
    return paper.written()


def _pages(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """The rows of each page; a block that begins needs room for its caption."""
    page: list[Row] = []
    used, before = HEAD, ""
    for row in rows:
        height = LINE + (CAPTION if row.caption and (row.caption != before or not page) else 0)
        if page and TOP + used + height > BOTTOM:
            yield page
            page, used = [], HEAD
            height = LINE + (CAPTION if row.caption else 0)
        page.append(row)
        used, before = used + height, row.caption
    yield page


def _put_page(paper: Paper, rows: Sequence[Row], numbers: Sequence[int]) -> None:
    left = WIDTH - 2 * MARGIN - PLACE - POINTS - DECIDED - NARROWEST_NAME
    width = min(ROUND, left / len(numbers)) if numbers else 0
    name = WIDTH - 2 * MARGIN - PLACE - POINTS - DECIDED - width * len(numbers)
    starts = [MARGIN + PLACE + name + POINTS + at * width for at in range(len(numbers) + 1)]
    heads = Row(_("Place"), _("Name"), _("Points"), [str(number) for number in numbers], _("Decided by"))
    _put_row(paper, TOP, heads, name, starts, width, is_head=True)
    top = TOP + HEAD
    paper.rule(MARGIN, top - 0.5, WIDTH - MARGIN, top - 0.5, 0.5)
    for caption, block in groupby(rows, key=lambda row: row.caption):
        if caption:
            paper.box_of_text(MARGIN, top, WIDTH - 2 * MARGIN, CAPTION, caption, 9.5, is_grey=True)
            top += CAPTION
        for row in block:
            _put_row(paper, top, row, name, starts, width)
            top += LINE
            paper.rule(MARGIN, top, WIDTH - MARGIN, top, 0.1)


def _put_row(
    paper: Paper, y: float, row: Row, name: float, starts: Sequence[float], width: float, *, is_head: bool = False
) -> None:
    """name: the width of the column of names. starts: left edges of the rounds' columns, then that of the last one."""
    size = 8.5 if is_head else 11
    paper.box_of_text(MARGIN, y, PLACE - 3, LINE, row.place, size, is_bold=True, align="right")
    paper.box_of_text(MARGIN + PLACE, y, name - 2, LINE, row.name, size, is_bold=is_head)
    paper.box_of_text(starts[0] - POINTS, y, POINTS - 3, LINE, row.points, size, is_bold=True, align="right")
    for start, text in zip(starts, row.rounds, strict=False):
        paper.box_of_text(start, y, width - 0.6, LINE, text, 8.5, align="middle", is_bold=is_head)
    paper.box_of_text(starts[-1] + 2, y, DECIDED - 2, LINE, row.decided_by, 8.5, is_bold=is_head)
