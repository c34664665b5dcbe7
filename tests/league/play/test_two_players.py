"""Two-player events in a file: white and black, forfeits, byes of both kinds, who is absent; a published event."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games.kernel import Json
from tests.league.play.files import column, file_of, night, played, points_of, tie_breaks

pytestmark = pytest.mark.django_db

CHESS = {"win": 1, "draw": "1/2", "loss": 0}
RAPID = Path(__file__).parents[2] / "data" / "swiss-women-world-rapid-2024.json"


def two(white: str, black: str, result: str) -> Json:
    return {"seats": [white, black], "result": result}


def shown(entries: list[Any], *rounds: Json, points: Any = CHESS, **more: Any) -> Json:
    file = file_of(night(entries, list(rounds), points=points, **more))
    told: Json = played(file)["tournaments"]["t"]
    return told


def line(told: Json, entry: str, number: int) -> tuple[Any, ...]:
    row = next(row for row in told["standings"] if row["entry"] == entry)
    found = row["rounds"][number - 1]
    return found["kind"], found["points"]


@pytest.mark.parametrize(
    ("result", "white", "black", "kind"),
    [
        ("1-0", 3, 0, "played"),
        ("0-1", 0, 3, "played"),
        ("½-½", 1, 1, "played"),
        ("1/2-1/2", 1, 1, "played"),
        ("+/-", 3, 0, "forfeit"),
        ("-/+", 0, 3, "forfeit"),
        ("-/-", 0, 0, "forfeit"),
        ("½-0", 1, 0, "played"),
        ("0-½", 0, 1, "played"),
        ("0-0", 0, 0, "played"),
    ],
)
def test_what_a_result_pays_at_three_one_and_nothing(result, white, black, kind):
    told = shown(["a", "b"], {"tables": [two("a", "b", result)]}, points={"win": 3, "draw": 1, "loss": 0})
    assert [line(told, entry, 1) for entry in "ab"] == [(kind, white), (kind, black)]


def test_scores_and_places_win_and_draw_too():
    first = {"tables": [{"seats": ["a", "b"], "scores": {"a": 5, "b": 5}}]}
    second = {"tables": [{"seats": ["a", "b"], "places": {"a": 2, "b": 1}}]}
    assert points_of(shown(["a", "b"], first, second)["standings"]) == {"b": "1.5", "a": "0.5"}


def test_byes_of_both_kinds_and_the_absent():
    """Round 1: c by the pairing 1, d asked for a half, e is absent, f comes later. Round 2: b has left."""
    told = shown(
        ["a", "b", "c", "d", "e", {"entry": "f", "from_round": 2}],
        {"tables": [two("a", "b", "1-0")], "byes": ["c", {"entry": "d", "points": "1/2", "kind": "requested"}],
         "absent": ["e"]},
        {"tables": [two("c", "a", "½-½"), two("e", "f", "+/-")],
         "byes": [{"entry": "d", "points": 0, "kind": "requested"}]},
        drops=[{"entry": "b", "after_round": 1}],
        tie_breaks=["wins"],
    )  # fmt: skip
    assert points_of(told["standings"]) == {"a": "1.5", "c": "1.5", "e": 1, "d": "0.5", "b": 0, "f": 0}
    assert column(told["standings"], "place") == {"a": 1, "c": 2, "e": 3, "d": 4, "b": 5, "f": None}
    assert column(told["standings"], "byes") == {"a": 0, "c": 1, "e": 1, "d": 2, "b": 0, "f": 0}
    assert column(told["standings"], "played") == {"a": 2, "c": 1, "e": 0, "d": 0, "b": 1, "f": 0}
    assert [(found["byes"], found["absent"]) for found in told["rounds"]] == [(["c", "d"], ["e"]), (["d"], [])]
    assert [line(told, entry, 1) for entry in "cdef"] == [
        ("bye", 1), ("bye", "0.5"), ("bye", 0), ("missed", 0),
    ]  # fmt: skip


def test_an_entry_that_a_round_does_not_name_is_absent_for_nothing_whatever_a_missed_round_pays():
    told = shown(["a", "b", "c"], {"tables": [two("a", "b", "1-0")]}, points={**CHESS, "missed": 1})
    assert (told["rounds"][0]["absent"], line(told, "a", 1)) == (["c"], ("played", 1))
    assert points_of(told["standings"]) == {"a": 1, "b": 0, "c": 0}
    assert column(told["standings"], "place") == {"a": 1, "b": 2, "c": None}


@pytest.mark.parametrize("format", ["swiss", "areas", "rotation"])
def test_who_is_absent_from_a_round_that_is_seated_is_not_paired(format):
    """Five and the absent f: two tables, and one has the pairing's bye. In round 2 a and b are absent, f is there."""
    told = shown(
        list("abcdef"),
        {"seat": True, "scores": dict(zip("abcde", (5, 4, 3, 2, 1), strict=True)), "absent": ["f"]},
        {"seat": True, "scores": dict(zip("cdef", (4, 3, 2, 1), strict=True)), "absent": ["a", "b"]},
        format={"type": format},
        table_size={"min": 2, "max": 2},
    )
    first, second = told["rounds"]
    assert (len(first["tables"]), len(first["byes"]), first["absent"]) == (2, 1, ["f"])
    assert (len(second["tables"]), second["byes"], second["absent"]) == (2, [], ["a", "b"])
    assert (line(told, "f", 1), line(told, "a", 2), line(told, "b", 2)) == (("bye", 0),) * 3


def test_absent_may_be_who_was_not_to_play_yet():
    late = [*"ab", {"entry": "c", "from_round": 2}]
    told = shown(late, {"seat": True, "scores": {"a": 2, "b": 1}, "absent": ["c"]}, format={"type": "swiss"})
    assert (len(told["rounds"][0]["tables"]), told["rounds"][0]["byes"]) == (1, [])


def test_in_a_round_robin_the_absent_have_an_opponent_who_wins_without_a_game():
    told = shown(list("ab"), {"seat": True, "scores": {"a": 2}, "absent": ["b"]}, format={"type": "round_robin"})
    assert (line(told, "a", 1), line(told, "b", 1)) == (("forfeit", 1), ("forfeit", 0))


def test_by_place_a_bye_may_have_points_of_its_own_and_absent_is_missed():
    told = shown(
        ["a", "b", "c", "d"],
        {"tables": [two("a", "b", "1-0")], "byes": [{"entry": "c", "points": "7/3"}]},
        {"tables": [two("c", "d", "1-0")]},
        points={"by_place": [2, 1], "missed": -1},
    )
    assert points_of(told["standings"]) == {"c": "13/3", "a": 1, "b": 0, "d": 0}
    assert line(told, "a", 2) == ("missed", -1)


def test_the_published_tables_of_a_real_event():
    """110 players, 11 rounds: the points, Buchholz cut 1 and Buchholz of all of them, and the order by these."""
    event = json.loads(RAPID.read_text())
    ids = [player[0] for player in event["players"]]
    rounds = [{"tables": [two(*game) for game in games]} for games in event["rounds"]]
    rows = shown(ids, *rounds, tie_breaks=["buchholz_cut1", "buchholz"])["standings"]
    told = {row["entry"]: [Fraction(row["points"]), *map(Fraction, row["tie_breaks"].values())] for row in rows}
    official = {row[0]: [Fraction(str(number)) for number in row[1:4]] for row in event["official"]}
    assert len(told) == 110
    assert told == official
    by_place = [official[row["entry"]] for row in rows]
    assert by_place == sorted(by_place, reverse=True)
    assert by_place == [official[row[0]] for row in event["official"]]


def test_byes_and_forfeits_in_the_tie_breaks_of_a_file():
    """c's bye is one of the pairing, d's and e's are their own; round 2: e does not come, and a has not been named.

    Scores for others: a 1 + ½ (its last round is a bye of its own), b 0 + 1, c 1 + 0, d ½ + 1, e 0 + 0.
    """
    told = shown(
        list("abcde"),
        {"tables": [two("a", "b", "1-0")], "byes": ["c", {"entry": "d", "points": "1/2", "kind": "requested"}]},
        {"tables": [two("b", "c", "1-0"), two("d", "e", "+/-")]},
        tie_breaks=["buchholz", "buchholz_cut1", "sonneborn_berger", "wins_played", "progressive"],
        date="2026-02-28",
    )
    rows = told["standings"]
    assert points_of(rows) == {"d": "1.5", "a": 1, "b": 1, "c": 1, "e": 0}
    assert column(rows, "tie_breaks")["a"] == {
        "buchholz": 1 + 1, "buchholz_cut1": 1, "sonneborn_berger": 1, "wins_played": 1, "progressive": 2,
    }  # fmt: skip
    assert column(rows, "tie_breaks")["b"] == {
        "buchholz": "2.5", "buchholz_cut1": "1.5", "sonneborn_berger": 1, "wins_played": 1, "progressive": 1,
    }  # fmt: skip
    assert column(rows, "tie_breaks")["c"] == {
        "buchholz": 2, "buchholz_cut1": 1, "sonneborn_berger": 1, "wins_played": 0, "progressive": 2,
    }  # fmt: skip
    assert column(rows, "tie_breaks")["d"] == {
        "buchholz": 3, "buchholz_cut1": "1.5", "sonneborn_berger": "2.25", "wins_played": 0, "progressive": 2,
    }  # fmt: skip
    assert column(rows, "tie_breaks")["e"] == {
        "buchholz": 0, "buchholz_cut1": 0, "sonneborn_berger": 0, "wins_played": 0, "progressive": 0,
    }  # fmt: skip
    assert column(rows, "place") == {"d": 1, "b": 2, "a": 3, "c": 4, "e": None}


@pytest.mark.parametrize(
    ("settings", "edition"),
    [
        ({"date": "2026-02-28"}, "2024"),
        ({"date": "2026-03-01"}, "2026"),
        ({}, "2026"),
        ({"fide_tie_breaks": "2024"}, "2024"),
    ],
)
def test_the_day_of_a_file_decides_the_edition_of_fides_tie_breaks(settings: dict[str, str], edition: str):
    told = shown(
        ["ann", "bob", "cid", "dan"],
        {"tables": [two("ann", "bob", "+/-"), two("cid", "dan", "½-½")]},
        {"tables": [two("ann", "cid", "½-½"), two("bob", "dan", "0-1")]},
        tie_breaks=["buchholz", "sonneborn_berger"],
        **settings,
    )
    by_entry = column(told["standings"], "tie_breaks")
    assert by_entry["dan"] == {"buchholz": 1, "sonneborn_berger": "0.5"}
    assert by_entry["ann"] == (by_entry["dan"] if edition == "2026" else {"buchholz": "2.5", "sonneborn_berger": 2})
    assert column(told["standings"], "place")["dan"] == (1 if edition == "2026" else 2)


@pytest.mark.parametrize(
    ("format", "buchholz"), [("swiss", {"a": "3.5", "b": 3, "c": 3}), ("round_robin", {"a": 2, "b": 2, "c": 2})]
)
def test_in_a_round_robin_whose_tables_are_given_a_forfeit_is_a_game_and_a_free_round_none(format, buchholz):
    """All have 1. In a Swiss a free round and a forfeit are against ones own 1, and b, free at the end, is worth 1½."""
    told = shown(
        list("abc"),
        {"tables": [two("a", "b", "1-0")]},
        {"tables": [two("b", "c", "+/-")]},
        {"tables": [two("c", "a", "1-0")]},
        format={"type": format},
        tie_breaks=["buchholz"],
    )
    assert points_of(told["standings"]) == {"a": 1, "b": 1, "c": 1}
    assert tie_breaks(told["standings"], "buchholz") == buchholz


def test_pairs_are_seated_by_the_bounds_alone():
    told = shown(list("abcd"), {"seat": True, "scores": dict(zip("abcd", (4, 3, 2, 1), strict=True))},
                 table_size={"min": 2, "max": 2})  # fmt: skip
    assert [len(table["seats"]) for table in told["rounds"][0]["tables"]] == [2, 2]
    assert sorted(points_of(told["standings"]).values()) == [0, 0, 1, 1]
