"""The ways to tell a round and a result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.league.play.files import column, file_of, night, played, points_of, refusal

pytestmark = pytest.mark.django_db


def tournament(*rounds: Any, entries: list[Any] | None = None, **more: Any) -> dict[str, Any]:
    shown: dict[str, Any] = played(file_of(night(entries or ["ada", "bob"], list(rounds), **more)))["tournaments"]["t"]
    return shown


def two(result: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The points of a table of two: 2 and 1 by place."""
    return points_of(tournament({"tables": [{"seats": ["ada", "bob"], **result}]}, **more)["standings"])


@pytest.mark.parametrize(
    ("result", "ada", "bob"),
    [
        ({"scores": {"ada": 3, "bob": 7}}, 1, 2),
        ({"scores": {"ada": -3, "bob": -7}}, 2, 1),
        ({"places": {"ada": 1, "bob": 1}}, "1.5", "1.5"),
        ({"awards": {"ada": "1/3", "bob": "-2.5"}}, "1/3", "-2.5"),
        ({"places": {"bob": 1}, "absent": ["ada"]}, 1, 2),
        ({"scores": {"ada": 3, "bob": 7}, "left": ["bob"]}, 2, 1),
        ({"games": [{"scores": {"ada": 3, "bob": 7}}]}, 1, 2),
        ({"result": "1-0"}, 2, 1),
        ({"result": "0-1"}, 1, 2),
        ({"result": "½-½"}, "1.5", "1.5"),
        ({"result": "1/2-1/2"}, "1.5", "1.5"),
        ({"result": "+/-"}, 2, 1),
        ({"result": "-/+"}, 1, 2),
    ],
)
def test_a_result_is_told_in_one_of_these_ways(result, ada, bob):
    assert two(result) == {"ada": ada, "bob": bob}


def test_the_games_own_option_decides_who_is_first():
    assert two({"scores": {"ada": 3, "bob": 7}}, game_options={"win": "low"}) == {"ada": 2, "bob": 1}


def test_a_score_may_be_a_fraction_where_the_sheet_takes_them():
    scores = {"ada": "1/2", "bob": "0.25"}
    assert two({"scores": scores}, game_options={"whole_numbers": False}) == {"ada": 2, "bob": 1}


def test_places_of_a_seated_round_rank_within_the_table():
    entries = [f"p{number}" for number in range(8)]
    places = {entry: number + 1 for number, entry in enumerate(entries)}
    shown = tournament({"seat": True, "places": places}, entries=entries, table_size={"min": 4, "max": 4})
    tables = [table["seats"] for table in shown["rounds"][0]["tables"]]
    assert sorted(map(len, tables)) == [4, 4]
    points = points_of(shown["standings"])
    for seats in tables:
        best_first = sorted(seats, key=entries.index)
        assert [points[entry] for entry in best_first] == [4, 3, 2, 1]


def test_awards_of_a_seated_round_are_points_as_given():
    shown = tournament({"seat": True, "awards": {"ada": 5, "bob": "0.5"}})
    assert points_of(shown["standings"]) == {"ada": 5, "bob": "0.5"}


def test_absent_of_a_seated_round_is_a_seat_that_nobody_took():
    rows = tournament({"seat": True, "scores": {"ada": 5, "cy": 3}, "absent": ["bob"]}, entries=["ada", "bob", "cy"])[
        "standings"
    ]
    assert [(row["entry"], row["points"], row["rounds"][0]["kind"]) for row in rows] == [
        ("ada", 3, "played"), ("cy", 2, "played"), ("bob", 1, "forfeit"),
    ]  # fmt: skip


def test_who_has_the_bye_of_a_seated_round_may_stand_in_its_scores():
    """Five at tables of 4: one sits out and has the mean of a table, (4 + 3 + 2 + 1) / 4."""
    entries = ["ada", "bob", "cy", "dan", "eva"]
    shown = tournament(
        {"seat": True, "scores": dict.fromkeys(entries, 1)}, entries=entries, table_size={"min": 4, "max": 4}
    )
    (out,) = shown["rounds"][0]["byes"]
    assert column(shown["standings"], "byes") == {entry: int(entry == out) for entry in entries}
    assert set(points_of(shown["standings"]).values()) == {"2.5"}


def test_a_bye_pays_a_number_where_the_scheme_says_so():
    shown = tournament(
        {"tables": [{"seats": ["ada", "bob"], "places": {"ada": 1, "bob": 2}}], "byes": [{"entry": "cy"}]},
        entries=["ada", "bob", "cy"],
        points={"bye": "2.5"},
    )
    assert points_of(shown["standings"]) == {"cy": "2.5", "ada": 2, "bob": 1}
    assert shown["rounds"][0]["byes"] == ["cy"]


@pytest.mark.parametrize(
    ("points", "bye"),
    [
        ({}, 2),
        ({"by_place": [5, 3, 1]}, 3),
        ({"by_place": [5, 3, 1], "per_size": {"3": [7, 4, 1]}}, 4),
        ({"by_place": [5, 3, 1], "bye": "win"}, 5),
        ({"win": 3, "draw": 1, "loss": 0, "bye": "mean"}, 1),
    ],
)
def test_a_bye_before_any_round_is_the_mean_of_a_table_as_they_are_given(points, bye):
    """Three at most: (3 + 2 + 1) / 3, (5 + 3 + 1) / 3, (7 + 4 + 1) / 3, and (3 + 0 + 0) / 3."""
    sizes = ["ada bob cy", "eva fay gus", "hal ida"]
    tables = [{"seats": (seats := told.split()), "places": dict.fromkeys(seats, 1)} for told in sizes]
    shown = tournament({"tables": tables, "byes": ["dan"]}, entries=["dan", *" ".join(sizes).split()], points=points)
    assert points_of(shown["standings"])["dan"] == bye


def test_where_two_sit_at_each_table_the_mean_is_that_of_a_win_and_a_loss():
    first = {"tables": [{"seats": ["ada", "bob"], "result": "1-0"}], "byes": ["cy"]}
    shown = tournament(first, entries=["ada", "bob", "cy"], points={"win": 1, "draw": "1/2", "loss": 0, "bye": "mean"})
    assert points_of(shown["standings"]) == {"ada": 1, "cy": "0.5", "bob": 0}


def test_tie_breaks_may_have_options():
    """A first place that two share counts for nobody, and an opponent with 1.5 a round for the floor of 2."""
    first = {"tables": [{"seats": ["ada", "bob"], "places": {"ada": 1, "bob": 1}}]}
    chain = [{"name": "wins", "shared": "none"}, {"name": "opponents", "floor": 2}, "game_points"]
    rows = tournament(first, tie_breaks=chain)["standings"]
    assert rows[0]["tie_breaks"] == {"wins": 0, "opponents": 2, "game_points": 0}


def test_given_tables_have_any_size_and_any_format():
    entries = [f"p{number}" for number in range(14)]
    tables = [{"seats": seats, "scores": dict.fromkeys(seats, 0)} for seats in (entries[:2], entries[2:])]
    shown = tournament(
        {"tables": tables}, entries=entries, format={"type": "swiss"}, table_size={"min": 3, "max": 5, "prefer": 4}
    )
    assert [len(table["seats"]) for table in shown["rounds"][0]["tables"]] == [2, 12]


def test_a_penalty_moves_who_sits_where_in_the_next_round():
    """Four at tables of two: 2 points and 1. Ada has 2, less 1 and a half: after all others, so in area B."""
    first = {"tables": [
        {"seats": ["ada", "bob"], "places": {"ada": 1, "bob": 2}},
        {"seats": ["cy", "dan"], "places": {"cy": 1, "dan": 2}},
    ]}  # fmt: skip
    second = {"seat": True, "scores": {"ada": 1, "bob": 2, "cy": 3, "dan": 4}}
    entries, sizes = ["ada", "bob", "cy", "dan"], {"min": 2, "max": 2, "prefer": 2}

    def area_of_ada(penalties: list[dict[str, Any]]) -> str:
        shown = tournament(first, second, entries=entries, table_size=sizes, penalties=penalties)
        (area,) = [table["area"] for table in shown["rounds"][1]["tables"] if "ada" in table["seats"]]
        return str(area)

    assert area_of_ada([]) == "A"
    assert area_of_ada([{"entry": "ada", "points": "1.5", "after_round": 1}]) == "B"
    assert area_of_ada([{"entry": "ada", "points": "1.5", "after_round": 2}]) == "A"


def test_a_team_has_its_name_and_each_member_its_place_in_the_season():
    teams = [{"id": "x", "team": "The X", "members": ["ada", "bob"]}, "cy"]
    file = file_of(
        night(teams, [{"tables": [{"seats": ["cy", "x"], "places": {"x": 1, "cy": 2}}]}]),
        seasons=[
            {"id": "s", "events": [{"tournament": "t", "multiplier": 2}], "scheme": {"points": {"by_place": [3, 1]}}}
        ],
    )
    shown = played(file)
    assert column(shown["tournaments"]["t"]["standings"], "name") == {"x": "The X", "cy": "cy"}
    rows = shown["seasons"]["s"]["standings"]
    assert [(row["place"], row["person"], row["points"]) for row in rows] == [
        (1, "ada", 6),
        (1, "bob", 6),
        (3, "cy", 2),
    ]
    assert rows[0]["counted"] == [{"event": "t", "place": 1, "points": 6}]


def test_an_open_tournament_keeps_its_secret():
    rounds = [{"tables": [{"seats": ["ada", "bob"], "places": {"ada": 1, "bob": 2}}]}]
    open_one, closed = tournament(*rounds, close=False), tournament(*rounds, seed="")
    assert open_one["seed"] is None
    assert closed["seed"] == "e3b0c44298fc1c149afbf4c8996fb924"  # SHA-256 of nothing
    assert column(open_one["standings"], "points") == column(closed["standings"], "points")


def test_a_game_option_is_not_taken_for_a_player():
    """Entries whose ids are words of the commands."""
    sheets = [
        {"type": "record_round", "orders": {"type": [k, 2 * k, 3 * k], "tricks": [k, 2 * k, 3 * k]},
         "tricks": ["type", "tricks", "type", "tricks", "type", "tricks"]}
        for k in (1, 2, 3)
    ]  # fmt: skip
    table = {"seats": ["type", "tricks"], "commands": sheets}
    shown = tournament({"tables": [table]}, entries=["type", "tricks"], game="monster-trick")
    assert points_of(shown["standings"]) == {"type": "1.5", "tricks": "1.5"}


def test_the_problem_of_one_round_is_not_anothers():
    rounds = [{"tables": [{"seats": ["ada", "bob"], "places": {"ada": 1, "bob": place}}]} for place in (2, 3)]
    assert refusal(file_of(night(["ada", "bob"], rounds)))["pointer"] == "/tournaments/0/rounds/1/tables/0/places"


def test_a_prescribed_plan_names_the_files_own_entries_and_places():
    plan = [
        {"tables": [["cy", "ada"]], "byes": [{"entry": "bob", "points": 1}]},
        {"tables": [[3, 1]], "byes": [2]},
    ]
    told = tournament(
        {"seat": True, "scores": {"ada": 1, "cy": 5}},
        {"seat": True, "places": {"ada": 1, "bob": 1, "cy": 2}},
        entries=["ada", "bob", "cy"],
        format={"type": "prescribed", "plan": plan},
        points={"by_place": [3, 2]},
        tie_breaks=["lot"],
    )
    first, second = told["rounds"]
    assert (first["tables"][0]["seats"], first["byes"]) == (["cy", "ada"], ["bob"])
    assert (second["tables"][0]["seats"], second["byes"]) == (["bob", "cy"], ["ada"])
    assert points_of(told["standings"]) == {"bob": 4, "cy": 5, "ada": 4}
