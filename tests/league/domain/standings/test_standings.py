"""Standings: points, chain, shared places, byes, missed rounds, penalties; each number worked by hand."""

from fractions import Fraction
from typing import Any

import pytest

from games.kernel import Rejected
from league.domain.preview.what_if import what_if
from league.domain.standings.standings import standings
from league.domain.standings.tie_breaks import lot
from league.domain.tournament import commands as c
from league.domain.tournament.settings import PointScheme
from league.domain.values.faults import read
from tests.league.domain.night import EVENING, FOUR, SECRET, Night


def test_equal_after_all_is_a_shared_place_1_2_2_4():
    night = Night(*FOUR)
    night.play("ann bob=cy dan")
    assert night.places() == {"ann": 1, "bob": 2, "cy": 2, "dan": 4}
    assert night.points() == {"ann": 4, "bob": "1.5", "cy": "1.5", "dan": 0}
    assert [row["decided_by"] for row in standings(night.state)] == ["points", "shared", "shared", "points"]


def test_the_row_of_the_api():
    night = Night(*FOUR, tie_breaks=["wins", "last_round", "count_back"])
    night.play("ann=bob=cy dan")
    night.play("dan ann cy bob")
    assert night.row("ann") == {
        "place": 1,
        "entry": "ann",
        "points": "13/3",
        "points_display": "4.33",
        "played": 2,
        "byes": 0,
        "penalties": 0,
        "tie_breaks": {"wins": "1/3", "last_round": 2, "count_back": [1, 1]},
        "decided_by": "points",
        "rounds": [
            {"number": 1, "kind": "played", "table": 1, "seat": 1, "place": 1, "points": "7/3"},
            {"number": 2, "kind": "played", "table": 1, "seat": 2, "place": 2, "points": 2},
        ],
    }


def test_wins_break_a_tie_and_a_shared_win_counts_half():
    """ann 4 + 0 and bob 2 + 2: ann has won a table, bob none."""
    night = Night(*FOUR, points={"by_place": [4, 2, 1, 0]}, tie_breaks=["wins"])
    night.play("ann bob cy dan")
    night.play("cy bob dan ann")
    assert night.points() == {"cy": 5, "ann": 4, "bob": 4, "dan": 1}
    assert night.places() == {"cy": 1, "ann": 2, "bob": 3, "dan": 4}
    assert [night.row(name)["tie_breaks"]["wins"] for name in FOUR] == [1, 0, 1, 0]
    assert [night.row(name)["decided_by"] for name in FOUR] == ["wins", "wins", "points", "points"]
    shared = Night(*FOUR, tie_breaks=["wins"])
    shared.play("ann=bob cy dan")
    assert shared.row("ann")["tie_breaks"] == {"wins": "0.5"}


def test_the_last_round_breaks_a_tie_then_the_one_before():
    """All have 5 after three rounds but dan: ann 4 0 1, bob 1 4 0, cy 0 1 4."""
    night = Night("ann", "bob", "cy", points={"by_place": [4, 1, 0]}, tie_breaks=["last_round"])
    night.play("ann bob cy")
    night.play("bob cy ann")
    night.play("cy ann bob")
    assert night.points() == {"cy": 5, "ann": 5, "bob": 5}
    assert night.places() == {"cy": 1, "ann": 2, "bob": 3}
    assert {row["decided_by"] for row in standings(night.state)} == {"last_round"}


def test_count_back_asks_for_seconds_where_firsts_are_equal():
    """5-3-3-1: ann 1st and 4th, bob 2nd and 2nd: both 6; then the one with a first is ahead."""
    night = Night(*FOUR, points={"by_place": [5, 3, 3, 1]}, tie_breaks=["count_back"])
    night.play("ann bob cy dan")
    night.play("cy bob dan ann")
    assert night.points() == {"cy": 8, "ann": 6, "bob": 6, "dan": 4}
    assert night.places() == {"cy": 1, "ann": 2, "bob": 3, "dan": 4}
    assert night.row("bob")["tie_breaks"] == {"count_back": [0, 2]}


def test_the_lot_leaves_no_shared_place_and_is_drawn_from_the_secret():
    night = Night(*FOUR, tie_breaks=["lot"])
    night.play("ann=bob=cy=dan")
    expected = sorted(FOUR, key=lambda name: lot(SECRET, name))
    assert list(night.places().values()) == [1, 2, 3, 4]
    assert list(night.places()) == expected
    assert {row["decided_by"] for row in standings(night.state)} == {"lot"}
    orders = set()
    for digit in "0123456789":
        other = Night(*FOUR, tie_breaks=["lot"], secret=digit * 32)
        other.play("ann=bob=cy=dan")
        orders.add(tuple(other.places()))
    assert len(orders) > 3


def test_a_bye_is_the_mean_of_the_scheme_until_its_entry_has_played_and_then_its_own_mean():
    night = Night(*FOUR, "eve")
    night.play("ann bob cy dan", byes="eve")
    assert night.row("eve")["rounds"][0] == {
        "number": 1, "kind": "bye", "table": None, "seat": None, "place": None, "points": "1.75"
    }  # fmt: skip
    night.play("eve bob cy dan", byes="ann")
    assert night.points() == {"ann": 8, "eve": 8, "bob": 4, "cy": 2, "dan": 0}
    assert night.points(1)["eve"] == "1.75", "the standings after a round know nothing of later ones"
    assert (night.row("ann")["played"], night.row("ann")["byes"]) == (1, 1)


def test_who_sat_nowhere_has_missed_the_round():
    night = Night(*FOUR, "eve")
    night.play("ann bob cy dan")
    assert night.row("eve")["rounds"] == [
        {"number": 1, "kind": "missed", "table": None, "seat": None, "place": None, "points": 0}
    ]


def test_who_comes_late_has_missed_what_was_before():
    night = Night(*FOUR, points={"by_place": [4, 2, 1, 0], "missed": -1})
    night.play("ann bob cy dan")
    night.come("eve")
    assert night.state.entries["eve"].from_round == 2
    assert night.points()["eve"] == -1
    night.play("eve ann bob cy")
    assert night.points() == {"ann": 6, "bob": 3, "eve": 3, "cy": 1, "dan": -1}


def test_who_never_came_is_not_listed_and_who_left_after_a_round_is():
    night = Night(*FOUR)
    night.register("zoe")
    night.play("ann bob cy dan")
    night.send(c.Drop("dan"))
    assert list(night.places()) == ["ann", "bob", "cy", "dan"]


def test_the_final_standings_list_only_who_took_part():
    """eve came for a round that was never held: she has no place, and the close leaves her out."""
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    night.come("eve")
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3, "dan": 4, "eve": None}
    night.send(c.Close())
    assert night.places() == {"ann": 1, "bob": 2, "cy": 3, "dan": 4}
    assert night.row("dan")["decided_by"] == "points"


def test_what_a_table_has_reported_counts_at_once():
    night = Night(*FOUR, "eve", "fay", "gus", "hal")
    night.give("ann bob cy dan", "eve fay gus hal")
    night.start()
    night.report(2, eve=1, fay=2, gus=3, hal=4)
    assert night.points()["eve"] == 4
    assert night.row("ann")["rounds"] == []
    assert night.points(after_round=0)["eve"] == 0


def test_standings_after_a_round_know_that_round_and_no_later_one():
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    night.play("dan cy bob ann")
    assert night.points(after_round=1) == {"ann": 4, "bob": 2, "cy": 1, "dan": 0}
    assert len(night.row("ann", after_round=1)["rounds"]) == 1
    assert night.points() == {"ann": 4, "dan": 4, "bob": 3, "cy": 3}


def five_with_a_penalty():
    night = Night("A", "B", "C", "D", "E", points={"by_place": [30, 29, 28, 27, 26]}, table_size={"min": 4, "max": 4})
    night.play("A B C D E")
    night.send(c.Penalise("p1", "A", 5, "late"))
    return night


def test_a_penalty_moves_the_top_four_of_the_next_area():
    """A 30 - 5 = 25: B, C, D, E are the top four; A is out, and has the bye at tables of four."""
    night = five_with_a_penalty()
    assert night.places() == {"B": 1, "C": 2, "D": 3, "E": 4, "A": 5}
    assert night.row("A")["penalties"] == 5
    made = night.plan()
    assert [(table.area, sorted(table.seats)) for table in made.tables] == [("A", ["B", "C", "D", "E"])]
    assert made.byes == ("A",)


def test_a_penalty_lifted_has_never_been():
    night = five_with_a_penalty()
    untouched = Night(
        "A", "B", "C", "D", "E", points={"by_place": [30, 29, 28, 27, 26]}, table_size={"min": 4, "max": 4}
    )
    untouched.play("A B C D E")
    night.send(c.LiftPenalty("p1"))
    assert night.send(c.LiftPenalty("p1")) == []
    assert standings(night.state) == standings(untouched.state)
    night.play("A B C D", byes="E")
    untouched.play("A B C D", byes="E")
    assert standings(night.state) == standings(untouched.state)


def test_a_penalty_counts_after_its_round_and_later_and_a_negative_one_gives():
    night = Night(*FOUR)
    night.play("ann bob cy dan")
    night.play("ann bob cy dan")
    night.send(c.Penalise("p1", "ann", 1, "late", after_round=1))
    night.send(c.Penalise("p2", "dan", "-1/2", "helped", after_round=2))
    assert night.points(after_round=0)["ann"] == 0
    assert night.points(after_round=1) == {"ann": 3, "bob": 2, "cy": 1, "dan": 0}
    assert night.points() == {"ann": 7, "bob": 4, "cy": 2, "dan": "0.5"}
    assert night.refused(c.Penalise("p3", "dan", "0/5", "none")).code == "bad_points"


def test_a_closed_tournament_stands_as_it_was_closed():
    night = Night(*FOUR, tie_breaks=["wins", "last_round", "lot"])
    night.play("ann=bob cy dan")
    night.play("dan ann cy bob")
    before = standings(night.state)
    (closed,) = night.send(c.Close())
    assert [(row.place, row.entry, row.points) for row in closed.standings] == [
        (row["place"], row["entry"], row["points"]) for row in before
    ]
    assert standings(night.state) == before
    night.state.settings = Night(points={"by_place": [100]}).state.settings
    assert standings(night.state) == before


# Of the night below: points of rounds 1, 2 and 3, and first places.
BY_HAND: dict[str, tuple[list[int | str], int | Fraction]] = {
    "a": ([4, 4, 0], 2), "b": ([2, 2, 0], 0), "c": ([1, 1, 4], 1), "d": ([0, 0, 2], 0), "e": ([0, 0, 1], 0),
    "f": ([4, 2, 4], 2), "g": ([2, 1, 2], 0), "h": ([1, 0, 1], 0), "i": ([0, 4, 0], 1), "j": ([0, 0, 0], 0),
    "k": ([3, 3, 3], Fraction(3, 2)), "l": ([3, 3, 3], Fraction(3, 2)), "m": ([1, 1, "1/2"], 0),
    "n": ([0, 0, "1/2"], 0),
}  # fmt: skip


def test_a_small_tournament_of_fourteen_by_hand():
    night = Night(*"abcdefghijklmn", tie_breaks=["wins", "last_round"], table_size={"min": 3, "max": 5, "prefer": 4})
    night.play("a b c d e", "f g h i j", "k=l m n")
    night.play("a b c d e", "i f g h j", "k=l m n")
    night.play("c d e a b", "f g h i j", "k=l m=n")
    for name, (points, wins) in BY_HAND.items():
        row = night.row(name)
        assert [line["points"] for line in row["rounds"]] == [p if p != "1/2" else "0.5" for p in points]
        assert Fraction(row["tie_breaks"]["wins"]) == wins
    assert list(night.points().items()) == [
        ("f", 10), ("k", 9), ("l", 9), ("a", 8), ("c", 6), ("g", 5), ("i", 4), ("b", 4), ("m", "2.5"), ("d", 2),
        ("h", 2), ("e", 1), ("n", "0.5"), ("j", 0),
    ]  # fmt: skip
    assert list(night.places().values()) == [1, 2, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]
    decided = {name: night.row(name)["decided_by"] for name in "fklaibdh"}
    assert decided == {
        "f": "points", "k": "shared", "l": "shared", "a": "points", "i": "wins", "b": "wins", "d": "last_round",
        "h": "last_round",
    }  # fmt: skip
    assert sum(Fraction(points) for points in night.points().values()) == 3 * 3 * 7


@pytest.mark.parametrize("tables", [["a b c d", "e f g h"], ["a=b=c d", "e f=g=h"]])
def test_every_table_gives_out_its_scheme_exactly(tables):
    night = Night(*"abcdefgh")
    night.play(*tables)
    assert sum(Fraction(points) for points in night.points().values()) == 14


def if_it_were(night: Night, after_round: int | None = None, **other: Any) -> dict[str, tuple[int, int | str]]:
    """Place and points of everybody as they would be."""
    points = read(PointScheme, other["points"]) if "points" in other else None
    told = what_if(night.state, points, other.get("tie_breaks"))
    return {row["entry"]: (row["place"], row["points"]) for row in standings(told, after_round)}


def test_what_if_other_points_had_been_paid_from_the_start():
    """5-3-1: the bye of dan is worth his round 2, that of eve her round 1; nothing of it stays."""
    night = Night(*FOUR, "eve")
    night.play("eve ann bob cy", byes="dan")
    night.play("ann bob=cy dan", byes="eve")
    before = standings(night.state)
    assert if_it_were(night, points={"by_place": [5, 3, 1]}) == {
        "eve": (1, 10),
        "ann": (2, 8),
        "bob": (3, 3),
        "cy": (4, 2),
        "dan": (5, 0),
    }
    assert if_it_were(night, after_round=1, points={"by_place": [5, 3, 1]})["eve"] == (1, 5)
    assert standings(night.state) == before


def test_what_if_other_tie_breaks_had_decided():
    """ann and bob have won once each; bob has won last."""
    night = Night("ann", "bob", tie_breaks=["wins"])
    night.play("ann bob")
    night.play("bob ann")
    assert night.places() == {"ann": 1, "bob": 1}
    assert if_it_were(night, tie_breaks=("last_round",)) == {"bob": (1, 6), "ann": (2, 6)}


def test_what_if_after_the_close_the_final_places_had_been_others():
    night = Night("ann", "bob", "cy", "dan")
    night.play("ann bob cy")
    night.play("bob cy ann")
    night.send(c.Close(EVENING))
    assert night.places() == {"bob": 1, "ann": 2, "cy": 3, "dan": None}
    after = {"ann": (1, 12), "bob": (2, 9), "cy": (3, 3), "dan": (None, 0)}
    assert if_it_were(night, points={"by_place": [9, 0, 3]}) == after


def test_what_if_scores_were_points_that_nobody_has_told():
    night = Night("ann", "bob")
    night.play("ann bob")
    with pytest.raises(Rejected) as refused:
        if_it_were(night, points={"share": True})
    assert (refused.value.code, refused.value.field) == ("scores_needed", "points")
