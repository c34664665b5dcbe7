"""Whole events in each format, seated by the service: who sits out, comes late, leaves, is out; the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from io import StringIO
from itertools import chain, combinations
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command

from games.kernel import Json
from tests.league.play.files import as_bytes, column, file_of, night, played, points_of, refusal
from tests.processes import ROOT

pytestmark = pytest.mark.django_db

CHESS = {"win": 1, "draw": "1/2", "loss": 0}
PAIRS = {"min": 2, "max": 2}
FOURS = {"min": 3, "max": 5, "prefer": 4}


def names(count: int) -> list[str]:
    return [f"p{number:02d}" for number in range(1, count + 1)]


def event(entries: list[Any], rounds: int, **more: Any) -> Json:
    """An event in which whoever is entered earlier always scores more."""
    called = [entry if isinstance(entry, str) else entry["entry"] for entry in entries]
    late = {entry["entry"]: entry["from_round"] for entry in entries if isinstance(entry, dict)}
    gone = {drop["entry"]: drop["after_round"] for drop in more.get("drops", ())}
    scores = {name: 100 - at for at, name in enumerate(called)}
    return night(
        entries,
        [
            {"seat": True, "scores": {name: score for name, score in scores.items()
                                      if late.get(name, 1) <= number <= gone.get(name, 100)}}
            for number in range(1, rounds + 1)
        ],
        **more,
    )  # fmt: skip


def told(said: Json, **more: Any) -> Json:
    made: Json = played(file_of(said, **more))["tournaments"]["t"]
    return made


def seats_of(found: Json) -> list[list[str]]:
    return [table["seats"] for table in found["tables"]]


def placed(found: Json) -> list[str]:
    return sorted([*chain.from_iterable(seats_of(found)), *found["byes"]])


def meetings(shown: Json) -> Counter[tuple[str, str]]:
    tables = [sorted(seats) for found in shown["rounds"] for seats in seats_of(found)]
    return Counter(pair for seats in tables for pair in combinations(seats, 2))


@pytest.mark.parametrize("count", [5, 6, 7, 11, 13])
@pytest.mark.parametrize(
    ("format", "size"),
    [
        ({"type": "swiss"}, FOURS),
        ({"type": "swiss"}, PAIRS),
        ({"type": "areas", "k": 8}, FOURS),
        ({"type": "rotation"}, FOURS),
        ({"type": "rotation"}, PAIRS),
        ({"type": "round_robin", "double": True}, PAIRS),
    ],
)
def test_everybody_has_a_seat_or_a_bye_in_every_round(count: int, format: Json, size: Json):
    shown = told(event(names(count), 3, format=format, table_size=size))
    for found in shown["rounds"]:
        assert placed(found) == names(count)
        assert found["absent"] == []
        assert all(size["min"] <= len(seats) <= size["max"] for seats in seats_of(found))
    byes = Counter(entry for found in shown["rounds"] for entry in found["byes"])
    assert all(times == 1 for times in byes.values())
    if size == PAIRS:
        assert set(meetings(shown).values()) == {1}


def test_a_swiss_for_two_pairs_the_leaders_and_pays_a_bye_as_a_win():
    shown = told(event(names(7), 3, format={"type": "swiss"}, points=CHESS))
    assert [len(found["byes"]) for found in shown["rounds"]] == [1, 1, 1]
    assert {len(seats) for found in shown["rounds"] for seats in seats_of(found)} == {2}, "win, draw, loss: pairs"
    assert sum(map(float, points_of(shown["standings"]).values())) == 3 * 3 + 3
    assert column(shown["standings"], "points")["p01"] == 3


def test_late_entries_and_drops_in_every_format():
    """p08 comes in round 2, p02 leaves after round 1: seven in round 1, seven later."""
    entries = [*names(7), {"entry": "p08", "from_round": 2}]
    drops = [{"entry": "p02", "after_round": 1}]
    for format, size in (("swiss", FOURS), ("swiss", PAIRS), ("areas", FOURS), ("rotation", FOURS)):
        shown = told(event(entries, 3, format={"type": format}, table_size=size, drops=drops))
        there = [placed(found) for found in shown["rounds"]]
        assert there[0] == names(7)
        assert there[1] == there[2] == ["p01", *names(8)[2:]]


def test_a_late_entry_of_a_round_robin_takes_the_number_of_the_bye():
    shown = told(event([*names(5), {"entry": "p06", "from_round": 2}], 5, format={"type": "round_robin"}))
    assert shown["rounds"][0]["byes"] != []
    assert [found["byes"] for found in shown["rounds"][1:]] == [[]] * 4
    assert set(meetings(shown).values()) == {1}


def test_a_double_round_robin_has_each_pair_twice_with_the_start_changed():
    shown = told(event(names(5), 10, format={"type": "round_robin", "double": True}, points=CHESS))
    started = Counter(tuple(seats) for found in shown["rounds"] for seats in seats_of(found))
    assert len(started) == 20
    assert set(started.values()) == {1}
    assert points_of(shown["standings"])["p01"] == 10, "eight games, and a bye in each half"


def test_a_round_robin_is_no_longer_than_it_can_be():
    body = refusal(file_of(event(names(4), 4, format={"type": "round_robin"})))
    assert (body["status"], body["code"], body["pointer"]) == (422, "no_more_rounds", "/tournaments/0/rounds/3")


def test_a_knockout_to_its_end_with_the_third_place():
    """Scores name everybody in every round: a file can't know who will be out. Ratings seed the bracket."""
    entries: list[Any] = [{"entry": name, "rating": 2000 - at, "from_round": 1} for at, name in enumerate(names(7))]
    shown = told(event(entries, 3, format={"type": "knockout", "third_place": True}, points=CHESS))
    assert [len(found["tables"]) for found in shown["rounds"]] == [3, 2, 2]
    assert shown["rounds"][0]["byes"] == ["p01"]
    assert sorted(map(sorted, seats_of(shown["rounds"][1]))) == [["p01", "p04"], ["p02", "p03"]]
    assert sorted(map(sorted, seats_of(shown["rounds"][2]))) == [["p01", "p02"], ["p03", "p04"]]
    assert list(column(shown["standings"], "place").items())[:4] == [("p01", 1), ("p02", 2), ("p03", 3), ("p04", 4)]


def test_a_knockout_has_no_round_after_the_final():
    body = refusal(file_of(event(names(5), 4, format={"type": "knockout"}, points=CHESS)))
    assert (body["code"], body["pointer"]) == ("no_more_rounds", "/tournaments/0/rounds/3")


def test_heats_of_four_of_whom_two_go_on():
    size = {"min": 4, "max": 4}
    shown = told(event(names(16), 3, format={"type": "knockout", "advance": 2}, table_size=size))
    assert [[len(seats) for seats in seats_of(found)] for found in shown["rounds"]] == [[4] * 4, [4, 4], [4]]
    assert "p01" in seats_of(shown["rounds"][2])[0]
    assert column(shown["standings"], "place")["p01"] == 1


RATED = [{"entry": name, "rating": 2000 - at, "from_round": 1} for at, name in enumerate(names(4))]
LEVEL = {"seat": True, "scores": {"p01": 1, "p02": 1, "p03": 1}, "absent": ["p04"]}
LAST: Json = {"seat": True, "scores": {"p01": 2, "p02": 1, "p03": 3, "p04": 0}}


def test_a_level_match_is_not_settled_silently():
    """Table 2 is level; who is absent at table 1 does not go on. Without a word the better seed does, as in 0.5.0."""
    people = [{"id": name, "name": "Bea" if name == "p02" else name} for name in names(4)]
    said = file_of(night(RATED, [LEVEL, LAST], format={"type": "knockout"}, points=CHESS), people=people)
    shown = played(said)["tournaments"]["t"]
    assert sorted(seats_of(shown["rounds"][1])[0]) == ["p01", "p02"]
    sentence = "Table 2 of round 1 was level. The better seed goes on: Bea, not p03."
    assert shown["warnings"] == [{"field": "rounds.0", "code": "level_match", "detail": sentence}]
    out, err = StringIO(), StringIO()
    with patch("league.management.commands.play.content_of", return_value=as_bytes(said)):
        call_command("play", "-", stdout=out, stderr=err)
    assert err.getvalue() == f"t: rounds.0: {sentence}\n"


@pytest.mark.parametrize("more", [{"level": "director"}, {}])
def test_a_file_that_says_who_decides_has_to_decide(more):
    rounds = [LEVEL, LAST if more else {**LAST, "goes_on": ["p01"]}]
    body = refusal(file_of(night(RATED, rounds, format={"type": "knockout", **more}, points=CHESS)))
    assert (body["code"], body["pointer"]) == ("level_match", "/tournaments/0/rounds/0")
    assert body["facts"]["level"][0]["entries"] == ["p02", "p03"]
    assert "level at these tables" in body["detail"]


def test_who_goes_on_from_a_level_match_is_said_in_the_file_or_by_the_format():
    decided = {**LEVEL, "goes_on": ["p03", "p01"]}
    shown = told(night(RATED, [decided, LAST], format={"type": "knockout"}, points=CHESS))
    assert sorted(seats_of(shown["rounds"][1])[0]) == ["p01", "p03"]
    assert "warnings" not in shown
    shown = told(night(RATED, [LEVEL, LAST], format={"type": "knockout", "level": "seed"}, points=CHESS))
    assert sorted(seats_of(shown["rounds"][1])[0]) == ["p01", "p02"]
    unknown = {**LEVEL, "goes_on": ["nobody"]}
    body = refusal(file_of(night(RATED, [unknown, LAST], format={"type": "knockout"}, points=CHESS)))
    assert (body["code"], body["pointer"]) == ("unknown_entry", "/tournaments/0/rounds/0/goes_on/0")


def test_who_was_absent_or_left_is_paired_again():
    first = {"seat": True, "scores": {"p01": 1, "p02": 1, "p03": 1}, "absent": ["p04"]}
    second = {"seat": True, "scores": {"p01": 1, "p02": 1, "p03": 1, "p04": 0}, "left": ["p03"]}
    shown = told(night(names(4), [first, second, first], format={"type": "swiss"}, points=CHESS))
    assert set(meetings(shown).values()) == {1}


@pytest.mark.parametrize(("format", "rounds"), [("swiss", 1), ("rotation", 3)])
def test_people_of_one_household_are_kept_apart_as_far_as_it_goes(format: str, rounds: int):
    """Four of one household among sixteen do not meet; six of one at two tables do, and the round is not refused."""
    family = names(16)[::5]
    people = [{"id": name, "household": "Noether" if name in family else ""} for name in names(16)]
    shown = told(event(names(16), rounds, format={"type": format}, table_size=FOURS), people=people)
    assert [pair for pair in meetings(shown) if set(pair) <= set(family)] == []
    crowd = [{"id": name, "household": "Noether"} for name in names(6)]
    shown = told(event(names(6), 1, format={"type": format}, table_size=FOURS), people=crowd)
    assert [len(seats) for seats in seats_of(shown["rounds"][0])] == [3, 3]


@pytest.mark.parametrize(
    ("format", "size", "code", "pointer"),
    [
        ({"type": "swiss", "k": 4}, None, "bad_fields", "/format/k"),
        ({"type": "swiss", "repeat_weight": -1}, None, "bad_fields", "/format/repeat_weight"),
        ({"type": "swiss", "system": "london"}, None, "bad_fields", "/format/system"),
        ({"type": "swiss", "system": "dutch"}, FOURS, "bad_fields", "/table_size/max"),
        ({"type": "areas", "k": 7}, {"min": 4, "max": 5}, "bad_fields", "/format/k"),
        ({"type": "knockout", "advance": 0}, None, "bad_fields", "/format/advance"),
        ({"type": "knockout", "advance": 3}, FOURS, "bad_fields", "/format/advance"),
        ({"type": "round_robin"}, FOURS, "bad_fields", "/table_size/min"),
        ({"type": "prescribed"}, None, "bad_fields", "/format"),
        ({"type": "manual"}, None, "plan_needed", "/rounds/0"),
        ({"type": "swiss"}, {"min": 8, "max": 12, "prefer": 8}, "too_few_entries", "/rounds/0"),
        ({"type": "rotation"}, {"min": 8, "max": 12, "prefer": 8}, "too_few_entries", "/rounds/0"),
        ({"type": "knockout"}, {"min": 8, "max": 12, "prefer": 8}, "too_few_entries", "/rounds/0"),
    ],
)
def test_what_can_not_be_is_refused_where_it_stands(format: Json, size: Json | None, code: str, pointer: str):
    body = refusal(file_of(event(names(6), 2, format=format, **({"table_size": size} if size else {}))))
    assert (body["code"], body["pointer"]) == (code, f"/tournaments/0{pointer}")


WHOLE = {
    "format": "tablekeeper-play/1",
    "people": [{"id": name, "household": "h" if at % 5 == 0 else ""} for at, name in enumerate(names(13))],
    "tournaments": [
        {**event(names(13), rounds, format=format, table_size=size), "id": id}
        for id, rounds, format, size in (
            ("pods", 4, {"type": "swiss"}, FOURS),
            ("pairs", 4, {"type": "swiss"}, PAIRS),
            ("areas", 3, {"type": "areas", "k": 5}, FOURS),
            ("rotation", 4, {"type": "rotation"}, FOURS),
            ("robin", 3, {"type": "round_robin"}, PAIRS),
            ("knockout", 4, {"type": "knockout", "third_place": True}, PAIRS),
        )
    ],
}


@pytest.mark.backend("sqlite")  # another process on an SQLite of its own, whatever this leg has
def test_every_format_comes_out_the_same_under_another_hash_seed():
    outputs = []
    for seed in ("0", "4711"):
        environ = {**os.environ, "DATABASE_URL": "sqlite://:memory:", "REDIS_URL": "", "PYTHONHASHSEED": seed}
        command = [sys.executable, "-m", "django", "play", "-", "--json"]
        environ["DJANGO_SETTINGS_MODULE"] = "deploy.settings"
        file = json.dumps(WHOLE).encode()
        done = subprocess.run(command, cwd=ROOT, env=environ, input=file, capture_output=True, timeout=120, check=True)
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert played(WHOLE) == json.loads(outputs[0])


def test_whoever_asks_to_sit_out_has_a_bye_in_a_round_that_is_seated():
    rounds = [{"seat": True, "scores": dict.fromkeys(names(6), 1), "byes": ["p01", {"entry": "p02", "points": 3}]}]
    for format in ("swiss", "areas", "rotation", "round_robin"):
        given = {**event(names(6), 1, format={"type": format}), "rounds": rounds}
        shown = told(given)
        assert shown["rounds"][0]["byes"] == ["p01", "p02"]
        assert placed(shown["rounds"][0]) == names(6)
        assert points_of(shown["standings"])["p02"] == 3


def test_a_bye_in_a_round_that_is_seated_is_checked():
    def sat_out(*byes: Any, **more: Any) -> Any:
        rounds = [{"seat": True, "scores": dict.fromkeys(names(6), 1), "byes": [*byes]}]
        return refusal(file_of({**event(names(6), 1, **more), "rounds": rounds}))

    assert sat_out("nobody")["pointer"] == "/tournaments/0/rounds/0/byes/0"
    assert sat_out("p01", "p01")["code"] == "bad_bye"
    assert sat_out("p01", format={"type": "knockout"})["code"] == "bad_bye"


def test_of_five_with_one_gone_after_round_1_three_more_rounds_are_left():
    """Whoever has the bye first is not p05 in this file's draw."""
    drops = [{"entry": "p05", "after_round": 1}]
    shown = told(event(names(5), 4, format={"type": "round_robin"}, drops=drops))
    assert "p05" not in shown["rounds"][0]["byes"]
    met = meetings(shown)
    assert all(met[pair] == 1 for pair in combinations(names(4), 2))
    body = refusal(file_of(event(names(5), 5, format={"type": "round_robin"}, drops=drops)))
    assert (body["code"], body["pointer"]) == ("no_more_rounds", "/tournaments/0/rounds/4")


def test_the_results_of_a_round_robin_may_be_struck():
    drops = [{"entry": "p05", "after_round": 1}]
    for withdrawn, points in (("strike", 0), ("keep", 1)):
        format = {"type": "round_robin", "withdrawn": withdrawn}
        shown = told(event(names(5), 1, format=format, drops=drops))
        assert points_of(shown["standings"])["p05"] == points
    assert refusal(file_of(event(names(5), 1, format={"type": "round_robin", "withdrawn": "no"})))["status"] == 400
