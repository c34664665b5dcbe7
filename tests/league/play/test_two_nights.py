"""Two nights, their tables worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.play.files import column, file_of, night, played, tie_breaks

pytestmark = pytest.mark.django_db

# A night of score sheets: 8 entries at tables of 4, a place pays 4, 2, 1, 0, shared places the mean.
#
# Round 1 is given.
#   table 1: Ada 40, Bea 30, Cem 20, Dan 20   4, 2, and (1 + 0) / 2 for Cem and Dan
#   table 2: Eva 25, Fay 25, Gus 15, Hal 10   (4 + 2) / 2 for Eva and Fay, 1, 0
#   so far: Ada 4, Eva 3, Fay 3, Bea 2 | Gus 1, Cem 0.5, Dan 0.5, Hal 0
# Round 2 is seated by areas: the first four in A, the others in B.
#   A: Eva 9, Fay 7, Bea 7, Ada 5             4, (2 + 1) / 2 for Fay and Bea, 0
#   B: Cem 8, Hal 7, Dan 6, Gus 3             4, 2, 1, 0
#   so far: Eva 7, Fay 4.5, Cem 4.5, Ada 4 | Bea 3.5, Hal 2, Dan 1.5, Gus 1
# Round 3 as well.
#   A: Ada 9, Cem 6, Eva 4, Fay 1             4, 2, 1, 0
#   B: Dan 9, Gus 5, Hal 4, Bea 2             4, 2, 1, 0
#   at the end: Ada 8, Eva 8, Cem 6.5, Dan 5.5, Fay 4.5, Bea 3.5, Gus 3, Hal 3; in all 3 * 2 * 7 = 42
#
# First places: Ada 2 (rounds 1 and 3); Eva 1 and half of one; Cem 1; Dan 1; Fay half of one. So Ada is before Eva.
# Gus and Hal have none: in the last round Gus has 2, Hal 1. So Gus is before Hal.
SHEETS: list[dict[str, Any]] = [
    {
        "tables": [
            {"seats": ["ada", "bea", "cem", "dan"], "scores": {"ada": 40, "bea": 30, "cem": 20, "dan": 20}},
            {"seats": ["eva", "fay", "gus", "hal"], "scores": {"eva": 25, "fay": 25, "gus": 15, "hal": 10}},
        ]
    },
    {"seat": True, "scores": {"ada": 5, "bea": 7, "cem": 8, "dan": 6, "eva": 9, "fay": 7, "gus": 3, "hal": 7}},
    {"seat": True, "scores": {"ada": 9, "bea": 2, "cem": 6, "dan": 9, "eva": 4, "fay": 1, "gus": 5, "hal": 4}},
]


def of_sheets(**more: Any) -> dict[str, Any]:
    settings = {
        "points": {"by_place": [4, 2, 1, 0]},
        "table_size": {"min": 4, "max": 4, "prefer": 4},
        "tie_breaks": ["wins", "last_round", "count_back"],
    }
    entries = ["ada", "bea", "cem", "dan", "eva", "fay", "gus", "hal"]
    file = file_of(night(entries, SHEETS, **settings, **more))
    shown: dict[str, Any] = played(file)["tournaments"]["t"]
    return shown


def test_a_night_of_score_sheets():
    rows = of_sheets()["standings"]
    assert column(rows, "place") == {
        "ada": 1, "eva": 2, "cem": 3, "dan": 4, "fay": 5, "bea": 6, "gus": 7, "hal": 8,
    }  # fmt: skip
    assert column(rows, "points") == {
        "ada": 8, "eva": 8, "cem": "6.5", "dan": "5.5", "fay": "4.5", "bea": "3.5", "gus": 3, "hal": 3,
    }  # fmt: skip
    assert tie_breaks(rows, "wins") == {
        "ada": 2, "eva": "1.5", "cem": 1, "dan": 1, "fay": "0.5", "bea": 0, "gus": 0, "hal": 0,
    }  # fmt: skip
    assert tie_breaks(rows, "last_round") == {
        "ada": 4, "eva": 1, "cem": 2, "dan": 4, "fay": 0, "bea": 0, "gus": 2, "hal": 1,
    }  # fmt: skip
    assert tie_breaks(rows, "count_back") == {
        "ada": [2, 0, 0, 1], "eva": [2, 0, 1], "cem": [1, 1, 1], "dan": [1, 0, 2], "fay": [1, 1, 0, 1],
        "bea": [0, 2, 0, 1], "gus": [0, 1, 1, 1], "hal": [0, 1, 1, 1],
    }  # fmt: skip
    assert column(rows, "decided_by") == {
        "ada": "wins", "eva": "wins", "cem": "points", "dan": "points", "fay": "points", "bea": "points",
        "gus": "last_round", "hal": "last_round",
    }  # fmt: skip
    lines = [[line["points"] for line in row["rounds"]] for row in rows]
    assert lines == [
        [4, 0, 4],
        [3, 4, 1],
        ["0.5", 4, 2],
        ["0.5", 1, 4],
        [3, "1.5", 0],
        [2, "1.5", 0],
        [1, 0, 2],
        [0, 2, 1],
    ]


def test_areas_are_filled_from_the_standings():
    rounds = of_sheets()["rounds"]
    seats = [{(table["area"], frozenset(table["seats"])) for table in one["tables"]} for one in rounds]
    assert seats == [
        {(None, frozenset({"ada", "bea", "cem", "dan"})), (None, frozenset({"eva", "fay", "gus", "hal"}))},
        {("A", frozenset({"ada", "eva", "fay", "bea"})), ("B", frozenset({"gus", "cem", "dan", "hal"}))},
        {("A", frozenset({"eva", "fay", "cem", "ada"})), ("B", frozenset({"bea", "hal", "dan", "gus"}))},
    ]
    assert [table["number"] for table in rounds[2]["tables"]] == [1, 2]
    assert [(one["number"], one["byes"], one["absent"]) for one in rounds] == [(1, [], []), (2, [], []), (3, [], [])]


def test_without_tie_breaks_places_are_shared_in_the_order_of_the_file():
    file = file_of(night(["zoe", "abe"], [{"tables": [{"seats": ["abe", "zoe"], "scores": {"abe": 1, "zoe": 1}}]}]))
    rows = played(file)["tournaments"]["t"]["standings"]
    assert [(row["place"], row["entry"], row["points"], row["decided_by"]) for row in rows] == [
        (1, "zoe", "1.5", "shared"),
        (1, "abe", "1.5", "shared"),
    ]


# A night of Monster Trick: 5, 3, 2, 1 at a table of four, 4, 2, 0 at one of three; a round that is missed half a point.
# At every table each player lays the point cards in rising order: k, 2k, 3k in round k. Who wins 1, 4, ... tricks
# shows the first, 2, 5, ... the second, 3, 6, ... the third, none nothing. Over the rounds 1 to 3 that is 6, 12, 18, 0.
#
# Round 1, Ann 5 tricks, Bob 3, Cy 1, Dee 0 each time: Ann 12, Bob 18, Cy 6, Dee 0 cards' points.
#   Bob 5, Ann 3, Cy 2, Dee 1; Eli, who comes later, missed it: 0.5.
# Then Bob loses 2 points, and Dee leaves.
# Round 2, without Cy; Ann 1 trick, Bob 0, Eli 5: Ann 6, Bob 0, Eli 12.
#   Eli 4, Ann 2, Bob 0; Cy and Dee 0.5.
# Round 3 as scores: Ann 10, Bob 10, Eli 7, Cy 4.
#   Ann and Bob (5 + 3) / 2 = 4, Eli 2, Cy 1; Dee 0.5.
# Round 4 as places: Eli 1, Cy and Ann 2; Bob did not come and is last.
#   Eli 5, Cy and Ann (3 + 2) / 2 = 2.5, Bob 1; Dee 0.5.
# At the end: Eli 0.5 + 4 + 2 + 5 = 11.5, Ann 3 + 2 + 4 + 2.5 = 11.5, Bob 5 + 0 + 4 + 1 - 2 = 8,
#   Cy 2 + 0.5 + 1 + 2.5 = 6, Dee 1 + 3 * 0.5 = 2.5.
# First places: Eli 2, Ann half of one (round 3). So Eli is before Ann.
def sheets(tricks: dict[str, int]) -> list[dict[str, Any]]:
    """The three round sheets of a table."""
    return [
        {"type": "record_round", "orders": {player: [k, 2 * k, 3 * k] for player in tricks}, "tricks": tricks}
        for k in (1, 2, 3)
    ]


MONSTERS = night(
    ["ann", "bob", "cy", "dee", {"entry": "eli", "from_round": 2}],
    [
        {
            "tables": [
                {"seats": ["ann", "bob", "cy", "dee"], "commands": sheets({"ann": 5, "bob": 3, "cy": 1, "dee": 0})}
            ]
        },
        {"tables": [{"seats": ["eli", "ann", "bob"], "commands": sheets({"ann": 1, "bob": 0, "eli": 5})}]},
        {"tables": [{"seats": ["cy", "ann", "bob", "eli"], "scores": {"ann": 10, "bob": 10, "cy": 4, "eli": 7}}]},
        {
            "tables": [
                {"seats": ["eli", "cy", "ann", "bob"], "places": {"eli": 1, "cy": 2, "ann": 2}, "absent": ["bob"]}
            ]
        },
    ],
    game="monster-trick",
    points={"by_place": [5, 3, 2, 1], "per_size": {"3": [4, 2, 0]}, "missed": "1/2"},
    tie_breaks=["wins"],
    penalties=[{"entry": "bob", "points": 2, "after_round": 1, "reason": "a rejected sheet"}],
    drops=[{"entry": "dee", "after_round": 1}],
)


def test_a_night_of_monster_trick():
    rows = played(file_of(MONSTERS))["tournaments"]["t"]["standings"]
    assert column(rows, "place") == {"eli": 1, "ann": 2, "bob": 3, "cy": 4, "dee": 5}
    assert column(rows, "points") == {"eli": "11.5", "ann": "11.5", "bob": 8, "cy": 6, "dee": "2.5"}
    assert column(rows, "penalties") == {"eli": 0, "ann": 0, "bob": 2, "cy": 0, "dee": 0}
    assert column(rows, "played") == {"eli": 3, "ann": 4, "bob": 3, "cy": 3, "dee": 1}
    assert tie_breaks(rows, "wins") == {"eli": 2, "ann": "0.5", "bob": "1.5", "cy": 0, "dee": 0}
    assert column(rows, "decided_by") == {
        "eli": "wins", "ann": "wins", "bob": "points", "cy": "points", "dee": "points",
    }  # fmt: skip
    kinds = {row["entry"]: [(line["kind"], line["place"], line["points"]) for line in row["rounds"]] for row in rows}
    assert kinds["eli"] == [("missed", None, "0.5"), ("played", 1, 4), ("played", 3, 2), ("played", 1, 5)]
    assert kinds["bob"] == [("played", 1, 5), ("played", 3, 0), ("played", 1, 4), ("forfeit", 4, 1)]
    assert kinds["cy"] == [("played", 3, 2), ("missed", None, "0.5"), ("played", 4, 1), ("played", 2, "2.5")]
    assert kinds["dee"] == [("played", 4, 1), *[("missed", None, "0.5")] * 3]


def test_who_was_to_play_and_has_no_seat_was_absent():
    rounds = played(file_of(MONSTERS))["tournaments"]["t"]["rounds"]
    assert [one["absent"] for one in rounds] == [[], ["cy"], [], []]
    assert rounds[1]["tables"] == [{"number": 1, "area": None, "seats": ["eli", "ann", "bob"]}]
