"""Only the best rounds count: totals by hand, and which rounds a row says don't."""

from __future__ import annotations

from typing import Any

from league.domain.tournament import commands as c
from tests.league.domain.night import EVENING, Night


def night_of(*scores: dict[str, int | str], n: int = 2, **points: Any) -> Night:
    """Rounds of one table each, paid by scores; who is not named has missed the round."""
    night = Night("ann", "bob", "cy", points={"raw": {}, "best": {"n": n, "of": "round"}, **points})
    for told in scores:
        night.give(" ".join(told))
        night.start()
        night.send(c.RecordResult(night.last.tables[0].id, None, EVENING, scores=told, source="table", by="user:1"))
        night.close_round()
    return night


def dropped(night: Night) -> dict[str, list[int]]:
    return {name: night.row(name)["dropped"] for name in night.state.entries}


def test_the_best_two_of_three_count_and_of_equal_ones_the_later_is_dropped():
    night = night_of({"ann": 60, "bob": 50, "cy": 10}, {"ann": 50, "bob": 50}, {"ann": 70, "bob": 50, "cy": 5})
    assert night.points() == {"ann": 130, "bob": 100, "cy": 15}
    assert dropped(night) == {"ann": [2], "bob": [3], "cy": [2]}


def test_less_than_that_counts_whole_and_points_below_nothing_are_dropped_first():
    night = night_of({"ann": -4, "bob": 1}, {"ann": 3, "bob": 2}, n=2)
    assert night.points() == {"bob": 3, "ann": -1, "cy": -4}, "a missed round is not above anybody's"
    assert dropped(night) == {"ann": [], "bob": [], "cy": []}
    assert night_of({"ann": -4, "bob": 1}, {"ann": 3, "bob": 2}, n=1).points() == {"ann": 3, "bob": 2, "cy": 0}


def test_where_the_lowest_is_first_a_missed_round_is_not_the_best():
    night = night_of({"ann": 4, "bob": 5}, {"ann": 6, "bob": 5, "cy": 3}, {"ann": 5, "bob": 2, "cy": 9}, low_wins=True)
    assert night.points() == {"bob": 7, "ann": 9, "cy": 12}
    assert dropped(night) == {"bob": [2], "ann": [2], "cy": [1]}


def test_penalties_are_not_dropped_and_a_closed_tournament_says_what_was():
    night = night_of({"ann": 60, "bob": 50}, {"ann": 50, "bob": 50}, {"ann": 70, "bob": 50})
    night.send(c.Penalise(id="p", entry="ann", points=35, reason="late", after_round=3))
    night.send(c.Close())
    assert night.points() == {"bob": 100, "ann": 95, "cy": 0}
    assert night.row("ann")["dropped"] == [2]


def test_a_tournament_in_which_all_counts_says_nothing_of_it():
    night = Night("ann", "bob")
    night.play("ann bob")
    assert "dropped" not in night.row("ann")
