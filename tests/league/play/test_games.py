"""Several games at a table in one round: `"games": [result, …]` of a table, and of a round that is seated."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from league.models import Club
from league.play import form, running
from league.projections.rebuild import rebuild
from tests.league.play.files import EVENING, as_bytes, column, file_of, night, played, points_of, refusal, tie_breaks

pytestmark = pytest.mark.django_db

TWO = ["ada", "bob"]


def table(*games: Any, seats: list[str] | None = None) -> dict[str, Any]:
    return {"seats": seats or TWO, "games": list(games)}


def scored(ada: int, bob: int) -> dict[str, Any]:
    return {"scores": {"ada": ada, "bob": bob}}


def shown(*rounds: Any, entries: list[str] | None = None, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = played(file_of(night(entries or TWO, list(rounds), **more)))
    assert found["verify"] == "clean"
    tournament: dict[str, Any] = found["tournaments"]["t"]
    return tournament


WORKED = (
    {"tables": [table(scored(70, 0), scored(80, 0))]},
    {"tables": [{"seats": TWO, **scored(60, 0)}]},
    {"tables": [{"seats": TWO, **scored(50, 0)}]},
)


@pytest.mark.parametrize(("of", "points", "dropped"), [("game", 210, [3]), ("round", 260, [])])
def test_best_three_of_70_and_80_in_one_round_then_60_then_50(of: str, points: int, dropped: list[int]):
    rows = shown(*WORKED, points={"raw": {}, "best": {"n": 3, "of": of}})["standings"]
    assert points_of(rows) == {"ada": points, "bob": 0}
    assert column(rows, "dropped")["ada"] == dropped


def test_which_games_are_dropped():
    rounds = [{"tables": [table(scored(70, 1), scored(80, 2))]}, {"tables": [table(scored(75, 1), scored(5, 2))]}]
    rows = shown(*rounds, points={"raw": {}, "best": {"n": 2, "of": "game"}})["standings"]
    assert points_of(rows) == {"ada": 155, "bob": 4}
    assert column(rows, "dropped")["ada"] == []
    assert column(rows, "dropped_games")["ada"] == [{"round": 1, "game": 1}, {"round": 2, "game": 2}]


@pytest.mark.parametrize(
    ("result", "ada", "bob"),
    [
        ({"places": {"ada": 1, "bob": 1}}, "3.5", "2.5"),
        ({"awards": {"ada": "1/3", "bob": 0}}, "7/3", 1),
        ({"places": {"bob": 1}, "absent": ["ada"]}, 3, 3),
        ({"result": "½-½"}, "3.5", "2.5"),
        ({"result": "0-1"}, 3, 3),
        ({"commands": [{"type": "record_round", "scores": {"ada": 1, "bob": 2}}]}, 3, 3),
    ],
)
def test_each_game_is_told_in_its_own_way(result: dict[str, Any], ada: Any, bob: Any):
    """2 and 1 by place: the first game is ada's, then the other."""
    rows = shown({"tables": [table(scored(9, 3), result)]})["standings"]
    assert points_of(rows) == {"ada": ada, "bob": bob}


def test_a_round_that_is_seated_has_one_result_over_all_entries_for_each_game():
    entries = [f"p{number}" for number in range(6)]
    first = {"scores": {entry: 10 - number for number, entry in enumerate(entries)}}
    second = {
        "places": {entry: 1 + number for number, entry in enumerate(reversed(entries)) if number},
        "absent": ["p5"],
    }
    found = shown(
        {"seat": True, "games": [first, second]}, entries=entries, table_size={"min": 3, "max": 3, "prefer": 3}
    )
    for seated in found["rounds"][0]["tables"]:
        order = sorted(seated["seats"])
        points = {entry: 3 - at for at, entry in enumerate(order)}
        there = [entry for entry in reversed(order) if entry != "p5"]
        back = {entry: 3 - at for at, entry in enumerate([*there, *(["p5"] if "p5" in order else [])])}
        rows = points_of(found["standings"])
        assert {entry: rows[entry] for entry in order} == {entry: points[entry] + back[entry] for entry in order}


def test_tie_breaks_count_games_or_rounds_as_they_say():
    rounds = [{"tables": [table(scored(10, 4), scored(3, 9))]}]
    rows = shown(*rounds, tie_breaks=["wins", "best_game", "last_round"])["standings"]
    assert tie_breaks(rows, "wins") == {"ada": 1, "bob": 1}
    assert tie_breaks(rows, "best_game") == {"ada": 10, "bob": 9}
    assert tie_breaks(rows, "last_round") == {"ada": 3, "bob": 3}
    assert column(rows, "place") == {"ada": 1, "bob": 2}


def test_each_game_is_rated():
    once = played(file_of(night(TWO, [{"tables": [table(scored(1, 0), scored(1, 0))]}])))["ratings"]["overall"]["rows"]
    rounds = [{"tables": [{"seats": TWO, **scored(1, 0)}]}] * 2
    assert once == played(file_of(night(TWO, rounds)))["ratings"]["overall"]["rows"]
    assert [row["games"] for row in once] == [2, 2]


def test_a_club_takes_it_with_rows_that_a_rebuild_leaves_as_they_are():
    club = Club.objects.create(name="Here")
    running.run_into(as_bytes(file_of(night(TWO, list(WORKED)))), club, EVENING)
    assert rebuild() == []


R = "/tournaments/0/rounds/0"


@pytest.mark.parametrize(
    ("round", "code", "pointer"),
    [
        ({"tables": [table(scored(1, 2), {"places": {"ada": 1, "cy": 2}})]}, "wrong_players",
         f"{R}/tables/0/games/1/places/cy"),
        ({"tables": [table(scored(1, 2), {"places": {"ada": 1}})]}, "wrong_players", f"{R}/tables/0/games/1/places"),
        ({"tables": [table(scored(1, 2), {})]}, "bad_result", f"{R}/tables/0/games/1"),
        ({"tables": [{**table(scored(1, 2)), **scored(1, 2)}]}, "bad_result", f"{R}/tables/0"),
        ({"tables": [table(scored(1, 2), {"commands": [{"type": "undo"}]})]}, "bad_command",
         f"{R}/tables/0/games/1/commands/0/type"),
        ({"tables": [table(scored(1, 2), scored(2, 1)), {"seats": ["cy", "dan"], "places": {"cy": 1, "dan": 2}}]},
         "bad_result",
         f"{R}/tables/1"),
        ({"tables": [{"seats": TWO, **scored(1, 2)}], "games": [scored(1, 2)]}, "bad_round", f"{R}/games"),
        ({"seat": True, "games": [scored(1, 2)], "scores": {"ada": 1}}, "bad_round", R),
        ({"seat": True, "games": [{"scores": {"ada": 1}, "places": {"ada": 1}}]}, "bad_round", f"{R}/games/0"),
        ({"seat": True, "games": [{"scores": {"zoe": 1}}]}, "unknown_entry", f"{R}/games/0/scores/zoe"),
        ({"seat": True, "games": [{"places": {"ada": 1, "bob": 2, "cy": 3, "dan": 4}}, {"places": {"ada": 1}}]},
         "wrong_players", f"{R}/games/1/places"),
    ],
)  # fmt: skip
def test_a_refusal_says_where_in_the_file_it_came_from(round: dict[str, Any], code: str, pointer: str):
    problem = refusal(file_of(night([*TWO, "cy", "dan"], [round])))
    assert (problem["code"], problem["pointer"]) == (code, pointer)


def test_the_schema_knows_them():
    file = file_of(night(TWO, [*WORKED, {"seat": True, "games": [scored(1, 2), scored(2, 1)]}]))
    jsonschema.validate(file, form.schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(file_of(night(TWO, [{"seat": True, "games": []}])), form.schema())
