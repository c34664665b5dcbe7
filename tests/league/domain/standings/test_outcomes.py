"""Points for a win, a draw and a loss, and byes that count otherwise than as the scheme pays them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from league.domain.seating import plan as seating
from league.domain.seating.plan import GivenTable
from league.domain.standings.points import bye_points, table_points
from league.domain.tournament import commands as c
from league.domain.tournament.formats import Bye, ByeTerms
from league.domain.tournament.results.commands import CorrectResult
from league.domain.tournament.results.reports import Report
from league.domain.tournament.settings import PointScheme
from tests.league.domain.night import EVENING, Night, places

FOOTBALL = PointScheme(win=3, draw=1, loss=0)
CHESS: dict[str, Any] = {"win": 1, "draw": "1/2", "loss": 0}
ONE_TABLE_OF_TWO = {"min": 2, "max": 2, "prefer": 2}


@pytest.mark.parametrize(
    ("told", "points"),
    [
        ("ann bob", {"ann": 3, "bob": 0}),
        ("ann=bob", {"ann": 1, "bob": 1}),
        ("ann bob=cy dan", {"ann": 3, "bob": 0, "cy": 0, "dan": 0}),
        ("ann=bob=cy dan", {"ann": 1, "bob": 1, "cy": 1, "dan": 0}),
    ],
)
def test_who_is_first_alone_has_won_and_who_shares_the_first_place_has_drawn(told, points):
    assert table_points(FOOTBALL, places(told)) == points


def test_a_bye_is_a_win_unless_the_scheme_says_otherwise():
    assert FOOTBALL.bye == "win"
    assert bye_points(FOOTBALL, [], 2) == 3
    assert bye_points(PointScheme(bye="1/2", win=1, draw="1/2", loss=0), [], 2) == Fraction(1, 2)
    assert PointScheme().bye == "mean"
    assert bye_points(PointScheme((5, 3, 1), bye="win"), [], 3) == 5


def byes(night: Night, *tables: str, out: tuple[Bye, ...]) -> None:
    """Seats and plays a round; the first seat of each table wins."""
    made = seating.given_plan(night.state, [GivenTable(table.split()) for table in tables], out)
    night.send(seating.seat_command(made, f"r{made.number}", night.ids(made)))
    night.start()
    for number, table in enumerate(tables, 1):
        night.report(number, **places(table))
    night.close_round()


def chess(*people: str, **more: Any) -> Night:
    return Night(*people, points=CHESS, table_size=ONE_TABLE_OF_TWO, **more)


def test_a_bye_with_points_of_its_own_pays_them_and_says_who_wanted_it():
    night = chess(*"abcdef")
    byes(night, "a b", out=(Bye("c"), Bye("d", "1/2", "requested"), Bye("e", 0, "requested"), Bye("f", 1, "requested")))
    assert night.points() == {"a": 1, "c": 1, "f": 1, "d": "0.5", "b": 0, "e": 0}
    assert {name: night.last.terms_of(name).kind for name in "cdef"} == {
        "c": "pairing", "d": "requested", "e": "requested", "f": "requested",
    }  # fmt: skip
    assert dict(night.last.bye_terms)["d"] == ByeTerms("1/2", "requested")
    assert "c" not in night.last.bye_terms


def test_a_bye_by_place_has_its_terms_by_entry():
    night = chess(*"abc")
    byes(night, "a b", out=(Bye(3, "1/2", "requested"),))
    assert night.points() == {"a": 1, "c": "0.5", "b": 0}


def test_who_asked_for_a_bye_is_not_passed_over_by_the_pairing():
    night = chess(*"abc", format={"type": "areas"})
    byes(night, "a b", out=(Bye("c", "1/2", "requested"),))
    night.seat()
    assert night.last.byes == ("b",), "c has had none from the pairing, but b stands lower"


def test_who_only_stayed_away_has_no_place_in_the_final_standings():
    night = chess(*"abcd")
    byes(night, "a b", out=(Bye("c", 0, "requested"), Bye("d", "1/2", "requested")))
    night.send(c.Close())
    assert night.places() == {"a": 1, "d": 2, "b": 3, "c": None}


def test_a_correction_leaves_the_points_of_a_bye_its_own():
    night = Night(*"abc", points={"by_place": [4, 0]}, table_size=ONE_TABLE_OF_TWO)
    night.play("a b", byes="c")
    byes(night, "b c", out=(Bye("a", 7),))
    night.send(
        CorrectResult(table="r1a1", said=Report(places={"a": 2, "b": 1}), at=EVENING, by="user:1", reason="wrong")
    )
    assert night.points()["a"] == 7


def test_published_terms_are_of_those_who_sit_out_after_a_change_by_hand():
    night = chess(*"abc")
    made = seating.given_plan(night.state, [GivenTable(["a", "b"])], [Bye("c", 0, "requested")])
    night.send(seating.seat_command(made, "r1", night.ids(made)))
    night.send(c.Swap("r1", "a", "c"))
    published = night.send(c.Publish("r1"))[0]
    assert (published.byes, published.bye_terms) == (("a",), {})
