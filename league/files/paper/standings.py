"""The standings, with the points of each round and what decided each place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.kernel import Json
from league.files.paper.lists import BOTTOM, MARGIN, TOP, Heading, put_heading
from league.files.paper.page import WIDTH, Paper
from league.queries.blocks import caption_of
from league.queries.wording import criterion, points

PLACE, POINTS, DECIDED, NARROWEST_NAME = 13.0, 18.0, 38.0, 42.0
ROUND, NARROWEST_ROUND = 11.0, 7.5
LINE, HEAD, CAPTION = 7.2, 7.0, 9.0
MOST_ROUNDS = int((WIDTH - 2 * MARGIN - PLACE - POINTS - DECIDED - NARROWEST_NAME) / NARROWEST_ROUND)


class Row(NamedTuple):
    """An entry's row. rounds: what it has of each round, by number. caption: of its block, "" for none."""

    place: str
    name: str
    points: str
    rounds: Mapping[int, str]
    decided_by: str
    caption: str = ""


def rows_of(found: Sequence[Json], called: Mapping[str, str]) -> list[Row]:
    """Return the rows of standings as in the API. called: names of the entries, by id."""
    sharers = Counter(row["place"] for row in found)
    return [_row(row, called.get(row["entry"], ""), is_shared=sharers[row["place"]] > 1) for row in found]


def _row(row: Json, name: str, *, is_shared: bool) -> Row:
    place = "–" if row["place"] is None else f"{row['place']}=" if is_shared else str(row["place"])
    name = _("{name} (withdrew)").format(name=name) if "withdrawn" in row else name
    cells = {line["number"]: _cell(row, line) for line in row["rounds"]}
    return Row(place, name, points(row["points"]).text, cells, criterion(row["decided_by"]), caption_of(row))


def _cell(row: Json, line: Json) -> str:
    """The points of a round; in brackets where they do not count, a dash for one who is not in its final.

    `out` where it is of a knockout.
    """
    if line["kind"] == "out":
        return _("out")
    if line["kind"] == "missed" and "block" in row and line["number"] not in row["block"]["rounds"]:
        return "–"
    text = points(line["points"]).text
    return f"({text})" if line["number"] in row.get("dropped", ()) or "struck" in line else text


def written(rows: Sequence[Row], heading: Heading, language: str) -> bytes:
    """Return the file. Where there are too many rounds for a page, the last ones have columns."""
    shown = sorted({number for row in rows for number in row.rounds})[-MOST_ROUNDS:]
    paper, pages = Paper(heading.title, language), list(_pages(rows))
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
    heads = Row(_("Place"), _("Name"), _("Points"), {number: str(number) for number in numbers}, _("Decided by"))
    columns = dict(zip(numbers, starts, strict=False))
    _put_row(paper, TOP, heads, starts, columns, is_head=True)
    top = TOP + HEAD
    paper.rule(MARGIN, top - 0.5, WIDTH - MARGIN, top - 0.5, 0.5)
    for caption, block in groupby(rows, key=lambda row: row.caption):
        if caption:
            paper.box_of_text(MARGIN, top, WIDTH - 2 * MARGIN, CAPTION, caption, 9.5, is_grey=True)
            top += CAPTION
        for row in block:
            _put_row(paper, top, row, starts, columns)
            top += LINE
            paper.rule(MARGIN, top, WIDTH - MARGIN, top, 0.1)


def _put_row(
    paper: Paper, y: float, row: Row, starts: Sequence[float], columns: Mapping[int, float], *, is_head: bool = False
) -> None:
    """starts: left edges of the columns after the points. columns: those of the rounds, by number."""
    size, name = 8.5 if is_head else 11, starts[0] - POINTS - MARGIN - PLACE
    paper.box_of_text(MARGIN, y, PLACE - 3, LINE, row.place, size, is_bold=True, align="right")
    paper.box_of_text(MARGIN + PLACE, y, name - 2, LINE, row.name, size, is_bold=is_head)
    paper.box_of_text(starts[0] - POINTS, y, POINTS - 3, LINE, row.points, size, is_bold=True, align="right")
    for number, start in columns.items():
        text, width = row.rounds.get(number, "…"), starts[1] - starts[0] - 0.6
        paper.box_of_text(start, y, width, LINE, text, 8.5, align="middle", is_bold=is_head)
    paper.box_of_text(starts[-1] + 2, y, DECIDED - 2, LINE, row.decided_by, 8.5, is_bold=is_head)
