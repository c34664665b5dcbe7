"""Schemes of points that pay scores, in a file: published examples and counts by hand."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import Json
from tests.league.play.files import column, file_of, night, played, points_of, refusal

pytestmark = pytest.mark.django_db

FOUR = ["east", "south", "west", "north"]


def rows(entries: list[Any], *rounds: Json, **more: Any) -> list[Json]:
    found: list[Json] = played(file_of(night(entries, list(rounds), **more)))["tournaments"]["t"]["standings"]
    return found


def scored(**scores: Any) -> Json:
    return {"tables": [{"seats": list(scores), "scores": scores}]}


def test_riichi_of_two_hands():
    """Uma 15-5 with a return of 30,000: 45.2, 31.1, 22, 1.7 thousand, then 30 thousand each: the places are shared."""
    points = {"by_place": [15, 5, -5, -15], "raw": {"minus": 30000, "per": 1000}}
    told = rows(
        FOUR,
        scored(east=45200, south=31100, west=22000, north=1700),
        scored(east=30000, south=30000, west=30000, north=30000),
        points=points,
    )
    assert points_of(told) == {"east": "30.2", "south": "6.1", "west": -13, "north": "-43.3"}


def test_strokes_where_the_lowest_total_is_first_and_a_bye_is_ones_own_mean():
    """ann 4, 5, bye 4.5: 13.5; bob 3, 6, 7: 16; cy 6, 2 and a bye of 4 between: 12."""
    told = rows(
        ["ann", "bob", "cy"],
        scored(ann=4, bob=3, cy=6),
        {**scored(ann=5, bob=6), "byes": ["cy"]},
        {**scored(bob=7, cy=2), "byes": ["ann"]},
        points={"raw": {}, "low_wins": True},
        game_options={"win": "low"},
    )
    assert points_of(told) == {"cy": 12, "ann": "13.5", "bob": 16}
    assert column(told, "place") == {"cy": 1, "ann": 2, "bob": 3}


def test_a_seated_round_pays_scores_too():
    told = rows(FOUR, {"seat": True, "scores": dict(zip(FOUR, (4, 3, 2, 1), strict=True))}, points={"raw": {"per": 4}})
    assert points_of(told) == {"east": 1, "south": "0.75", "west": "0.5", "north": "0.25"}


@pytest.mark.parametrize("result", [{"places": {"ann": 1, "bob": 2}}, {"result": "1-0"}, {"result": "½-0"}])
def test_a_result_without_scores_is_refused_with_its_place_in_the_file(result):
    table = {"seats": ["ann", "bob"], **result}
    problem = refusal(file_of(night(["ann", "bob"], [{"tables": [table]}], points={"raw": {}})))
    assert (problem["code"], problem["status"]) == ("scores_needed", 422)
    assert problem["pointer"].startswith("/tournaments/0/rounds/0/tables/0")


def test_scores_below_what_is_taken_off_cost_points():
    told = rows(FOUR[:2], scored(east=7, south=-2), points={"raw": {"minus": 1}})
    assert points_of(told) == {"east": 6, "south": -3}


def test_shares_at_tables_of_three_and_two():
    """ann 6/10 + 1/2, bob 3/10 + 1, cy 1/10 + 1/2, dan 0 of 8 and a bye that is worth as much."""
    told = rows(
        ["ann", "bob", "cy", "dan"],
        {**scored(ann=6, bob=3, cy=1), "byes": ["dan"]},
        {"tables": [*scored(ann=2, cy=2)["tables"], *scored(bob=8, dan=0)["tables"]]},
        points={"share": True},
    )
    assert points_of(told) == {"bob": "1.3", "ann": "1.1", "cy": "0.6", "dan": 0}


def test_only_the_best_rounds_count():
    """By place 4-2-1: ann 4, 1, 2 without the 1; bob 2, 2, 4 without a 2; cy 1, 4, 1."""
    places = [{"ann": 1, "bob": 2, "cy": 3}, {"ann": 3, "bob": 2, "cy": 1}, {"ann": 2, "bob": 1, "cy": 3}]
    rounds = [{"tables": [{"seats": list(told), "places": told}]} for told in places]
    told = rows(
        ["ann", "bob", "cy"],
        *rounds,
        points={"by_place": [4, 2, 1], "best": {"n": 2, "of": "game"}},
        tie_breaks=["wins"],
    )
    assert points_of(told) == {"ann": 6, "bob": 6, "cy": 5}
    assert column(told, "dropped") == {"ann": [2], "bob": [2], "cy": [3]}


def test_a_league_of_one_table_a_night_has_more_than_a_hundred_rounds():
    places = [{"a": 1 + night % 2, "b": 2 - night % 2} for night in range(121)]
    rounds = [{"tables": [{"seats": ["a", "b"], "places": ranked}]} for ranked in places]
    standings = played(file_of(night(["a", "b"], rounds)))["tournaments"]["t"]["standings"]
    assert points_of(standings) == {"a": 61 * 2 + 60, "b": 61 + 60 * 2}
    assert column(standings, "played") == {"a": 121, "b": 121}
