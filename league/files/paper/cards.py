"""Cards for the places at the tables, four on a sheet in the order of cutting; each is folded and stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from league.files.paper.page import HEIGHT, WIDTH, Paper
from league.files.paper.slips import ON_A_SHEET

ACROSS, DOWN = WIDTH / 2, HEIGHT / 2
FACE = DOWN / 2
EDGE = 8.0
DASH = 4.0


class Card(NamedTuple):
    """A place at a table. place: its table and seat in words. label: of the table, "" without one."""

    name: str
    place: str
    label: str


def written(cards: Sequence[Card], title: str, language: str) -> bytes:
    """Return the file. cards: by table and seat."""
    paper, count = Paper(title, language), -(-len(cards) // ON_A_SHEET)
    for first in range(count):
        for at, card in enumerate(cards[first::count]):
            _put_card(paper, at % 2 * ACROSS, at // 2 * DOWN, card)
        paper.rule(ACROSS, 0, ACROSS, HEIGHT, 0.1)
        paper.rule(0, DOWN, WIDTH, DOWN, 0.1)
        paper.end_page()
    return paper.written()


def _put_card(paper: Paper, x: float, y: float, card: Card) -> None:
    """Both faces of a card: the lower one upright, the upper one the other way round behind the fold."""
    for start in range(0, int(ACROSS), int(2 * DASH)):
        paper.rule(x + start, y + FACE, x + start + DASH / 2, y + FACE, 0.1)
    _put_face(paper, x, y + FACE, card)
    paper.turned(x + ACROSS / 2, y + FACE)
    _put_face(paper, x, y + FACE, card)
    paper.upright()


def _put_face(paper: Paper, x: float, y: float, card: Card) -> None:
    width = ACROSS - 2 * EDGE
    paper.box_of_text(x + EDGE, y + EDGE, width, FACE - 2 * EDGE - 14, card.name, 40, is_bold=True, align="middle")
    paper.box_of_text(x + EDGE, y + FACE - EDGE - 13, width, 7.5, card.place, 17, align="middle")
    paper.box_of_text(x + EDGE, y + FACE - EDGE - 5.5, width, 6, card.label, 12, align="middle", is_grey=True)
