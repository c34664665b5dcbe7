"""Slips: four on a sheet in the order of cutting, with everything at its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from league.files.paper import slips
from league.files.paper.boxes import Boxes, boxes
from league.files.paper.page import HEIGHT, WIDTH, Paper
from league.files.paper.slips import Slip, digest, sheets
from tests.league.files.paper import pdf

pytestmark = pytest.mark.backend("sqlite")
LINK = "http://192.168.178.123:8000/t/-/" + "aB3_" * 10


def slip(number: int, seats: int = 4, grid: Boxes | None = None, link: str = LINK) -> Slip:
    """The slip of a table."""
    return Slip(
        table=UUID(int=number),
        number=number,
        title=f"Table {number}, Window",
        round="Round 2 of 3",
        night=("Tuesday 1 December", "Tuesday, Dice and Diamonds"),
        seats=tuple(f"Person {number}-{seat}" for seat in range(1, seats + 1)),
        boxes=grid or Boxes(("Score",), ("Place",)),
        link=link,
    )


@pytest.mark.parametrize(("count", "expected"), [
    (1, [[1]]),
    (4, [[1, 2, 3, 4]]),
    (5, [[1, 3, 5], [2, 4]]),
    (16, [[1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [4, 8, 12, 16]]),
    (0, []),
])  # fmt: skip
def test_cut_the_pile_stack_it_and_it_is_sorted(count: int, expected: list[list[int]]):
    made = list(sheets([slip(number) for number in range(1, count + 1)]))
    assert [[one.number for one in sheet] for sheet in made] == expected
    piles = [[sheet[place] for sheet in made if place < len(sheet)] for place in range(4)]
    stacked = [one.number for pile in piles for one in pile]
    assert stacked == sorted(stacked)


def test_a_file_has_a_page_for_each_sheet_in_that_order():
    raw = slips.written([slip(number) for number in range(1, 17)], "Slips", "en")
    first, *_others, last = pdf.words(raw)
    assert "sheet 1 of 4: tables 1, 5, 9, 13" in first
    assert [first.index(f"Table {number}, Window") for number in (1, 5, 9, 13)] == sorted(
        first.index(f"Table {number}, Window") for number in (1, 5, 9, 13)
    )
    assert "sheet 4 of 4: tables 4, 8, 12, 16" in last
    assert all(text in first for text in ("Round 2 of 3", "Tuesday 1 December", "Tuesday, Dice and Diamonds"))


def test_the_code_on_a_slip_is_its_link_and_words_say_where_it_leads():
    raw = slips.written([slip(1), slip(2, link=LINK[:-1] + "x")], "Slips", "en")
    assert pdf.codes(raw) == [[LINK, LINK[:-1] + "x"]]
    assert "The code opens table 2 at 192.168.178.123:8000." in " ".join(pdf.words(raw)[0].split("\n"))


def test_without_a_link_there_is_no_code_and_the_slip_goes_to_the_desk():
    raw = slips.written([slip(1, link="")], "Slips", "en")
    assert pdf.codes(raw) == [[]]
    assert "Give this slip to the desk." in pdf.words(raw)[0]
    assert "Scan" not in pdf.words(raw)[0]


def test_the_same_slips_are_the_same_bytes():
    made = [slip(number) for number in range(1, 6)]
    assert slips.written(made, "Slips", "en") == slips.written(made, "Slips", "en")


GAMES = [
    ("scoresheet", {}),
    ("scoresheet", {"rounds": 3}),
    ("scoresheet", {"rounds": 1000}),
    ("scoresheet", {"places_only": True}),
    *(
        (name, {"play": "recorded"})
        for name in ("monster-trick", "keskife", "affen-raffen", "four-monkeys", "fuzzy-tiger")
    ),
    ("monster-trick", {"play": "dealt"}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.parametrize("games", [1, 2, 7])
def test_any_game_fits_its_quarter_of_a_sheet_with_2_to_12_seats(
    game: str, options: dict[str, object], games: int, monkeypatch: pytest.MonkeyPatch
):
    put = []
    real = Paper.box_of_text

    def box_of_text(self: Paper, x: float, y: float, width: float, height: float, text: str, *more, **how):
        taken = real(self, x, y, width, height, text, *more, **how)
        put.append((x, y, width, height, text, taken))
        return taken

    monkeypatch.setattr(Paper, "box_of_text", box_of_text)
    for seats in range(2, 13):
        put.clear()
        grids = boxes(game, options, seats, games)
        slips.written([slip(1, seats, grids[0])], "Slips", "en")
        assert len(grids) in (1, games)
        for x, y, width, height, text, taken in put:
            assert width > 2, text
            assert taken <= height + 0.01, f"{text} is higher than its box"
            assert x >= 0
            assert x + width <= WIDTH / 2, text
            assert y + height <= HEIGHT / 2, text
        assert {f"Person 1-{seat}" for seat in range(1, seats + 1)} <= {text for *_, text, _taken in put}


def test_boxes_are_those_of_the_games_sheet():
    assert boxes("scoresheet", {}, 4) == [Boxes(("Score",), ("Place",), hint="highest score wins")]
    assert boxes("scoresheet", {"places_only": True}, 4) == [Boxes(("Place",), hint="1 is the winner")]
    (fuzzy,) = boxes("fuzzy-tiger", {"play": "recorded"}, 3)
    assert fuzzy.columns == ("Whiskers", "Damage", "Space (for ties)")
    (keskife,) = boxes("keskife", {"play": "recorded"}, 4)
    assert (keskife.of_round, keskife.lines, keskife.columns) == (
        ("Who led",),
        ("Monkey", "Pointed at"),
        tuple("123456"),
    )


def test_several_games_are_on_one_slip_while_they_fit_and_else_have_one_each():
    (together,) = boxes("scoresheet", {}, 4, games=3)
    assert (together.columns, together.lines) == (("Game 1", "Game 2", "Game 3"), ("Score", "Place"))
    assert [grid.game for grid in boxes("monster-trick", {"play": "recorded"}, 4, games=2)] == [1, 2]
    assert [grid.game for grid in boxes("scoresheet", {}, 12, games=3)] == [1, 2, 3]


@pytest.mark.parametrize("change", [
    {"seats": ("Person 1-2", "Person 1-1", "Person 1-3", "Person 1-4")},
    {"title": "Table 1, Bar"},
    {"link": LINK[:-1] + "x"},
    {"boxes": Boxes(("Score",))},
])  # fmt: skip
def test_what_a_slip_says_is_in_its_digest(change: dict[str, Any]):
    assert digest([slip(1)]) == digest([slip(1)])
    assert digest([slip(1)]) != digest([replace(slip(1), **change)])
