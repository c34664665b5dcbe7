"""Everything that is wrong in a body is named at once, by its path from the body's root, in plain words."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from tests.api.conftest import Site, Visitor

PAIRS = {"min": 2, "max": 2}


def errors(visitor: Visitor, method: str, path: str, body: Any, *, status: int = 400) -> dict[str, tuple[str, str]]:
    """The code and the sentence of each wrong field."""
    answer = visitor.send(method, path, body)
    assert answer.status_code == status, answer.content
    return {error["field"]: (error["code"], error["detail"]) for error in answer.json()["errors"]}


def codes(visitor: Visitor, method: str, path: str, body: Any, *, status: int = 400) -> dict[str, str]:
    return {field: code for field, (code, _) in errors(visitor, method, path, body, status=status).items()}


def test_five_wrong_fields_are_five_errors(site: Site) -> None:
    body = {
        "club": str(site.club.id), "name": 5, "game": "scoresheet", "rounds": 0, "table_size": {"min": 1, "best": 3},
        "points": {"by_place": [3, "x"]}, "colour": "red",
    }  # fmt: skip
    found = errors(site.director, "POST", "tournaments", body)
    assert {field: code for field, (code, _) in found.items()} == {
        "name": "wrong_type", "rounds": "too_small", "table_size.min": "too_small", "table_size.best": "unknown",
        "points.by_place.1": "bad_format", "colour": "unknown",
    }  # fmt: skip
    assert found["name"][1] == "This has to be a text."
    assert found["table_size.best"][1] == "There is no such field. Known fields: min, max, prefer."
    assert found["points.by_place.1"][1] == "A number is written 3, 2.5 or 7/3."


def test_many_faults_are_listed_up_to_fifty(site: Site) -> None:
    body = {"club": str(site.club.id), **{f"x{at}": 1 for at in range(80)}}
    problem = site.director.send("POST", "people", body).json()
    assert len(problem["errors"]) == 50
    assert problem["detail"] == "Many fields are wrong. These are the first of them."


def test_options_of_a_game_are_named_in_the_body(site: Site) -> None:
    options = {"play": "sung", "x": 1}
    body = {"club": str(site.club.id), "name": "T", "game": "monster-trick", "game_options": options}
    found = codes(site.director, "POST", "tournaments", body)
    assert found == {"game_options.play": "invalid", "game_options.x": "unknown"}
    path = f"clubs/{site.club.id}/tables"
    player = site.member.send("GET", "me").json()["id"]
    friendly = {"game": "monster-trick", "players": [player, player], "options": {}}
    assert codes(site.member, "POST", path, friendly, status=422) == {"players.1": "bad_players"}


def test_entries_of_a_list_are_named(site: Site) -> None:
    path = f"tournaments/{site.tournament()['id']}/entries"
    ada, bea = site.people("Ada", "Bea")
    assert site.director.send("POST", path, {"person": ada}).status_code == 201
    body = [{"person": bea}, {"person": "x"}, {"person": ada, "team": 5}, {"members": [ada, None]}]
    assert codes(site.director, "POST", path, body) == {
        "1.person": "invalid",
        "2.team": "wrong_type",
        "3.members.1": "wrong_type",
    }
    assert codes(site.director, "POST", path, [{"person": bea}, {"person": ada}], status=409) == {"1": "duplicate"}
    assert codes(site.director, "POST", path, {"person": ada}, status=409) == {}


def test_results_that_are_missing_are_named(site: Site) -> None:
    made = site.tournament(game="scoresheet", format={"type": "swiss"}, table_size=PAIRS)
    site.entries(made["id"], "Ada", "Bea", "Cleo", "Dan")
    round = site.round(made["id"])
    one, other = round["tables"]
    first, second = (seat["entry"] for seat in one["seats"])
    site.director.send("POST", f"rounds/{round['id']}/start", {})
    path = f"rounds/{round['id']}/close"
    body = {"missing": {one["id"]: {"scores": {first: None, second: 1}, "x": 1}, other["id"]: {"places": {first: 0}}}}
    assert codes(site.director, "POST", path, body) == {
        f"missing.{one['id']}.scores.{first}": "wrong_type",
        f"missing.{one['id']}.x": "unknown",
        f"missing.{other['id']}.places.{first}": "too_small",
    }
    strangers = {"missing": {one["id"]: {"scores": {first: 1, second: 2}}, other["id"]: {"scores": {first: 1}}}}
    (field,) = codes(site.director, "POST", path, strangers, status=422)
    assert field.startswith(f"missing.{other['id']}")
    unknown = str(uuid4())
    assert [*codes(site.director, "POST", path, {"missing": {unknown: {}}}, status=422)] == [f"missing.{unknown}"]


def test_commands_of_a_list_are_named(site: Site) -> None:
    made = site.tournament(game="scoresheet", format={"type": "swiss"}, table_size=PAIRS)
    site.entries(made["id"], "Ada", "Bea")
    round = site.round(made["id"])
    site.director.send("POST", f"rounds/{round['id']}/start", {})
    (table,) = round["tables"]
    scores = {seat["entry"]: 3 for seat in table["seats"]}
    good, bad = {"type": "record_round", "scores": scores}, {"type": "record_round", "scores": 5, "x": 1}
    path = f"tables/{table['id']}/commands"
    assert codes(site.director, "POST", path, bad, status=422) == {"scores": "wrong_type", "x": "unknown"}
    listed = codes(site.director, "POST", path, [good, bad], status=422)
    assert listed == {"1.scores": "wrong_type", "1.x": "unknown"}
    assert codes(site.director, "POST", path, [good, {"type": "sing"}], status=422) == {"1.type": "bad_command"}
    amend = {"type": "amend", "at": 2, "command": bad, "reason": "x"}
    assert site.director.send("POST", path, good).status_code == 200
    found = codes(site.director, "POST", path, amend, status=422)
    assert found == {"command.scores": "wrong_type", "command.x": "unknown"}
    correct = {"at": 2, "command": bad, "reason": "x"}
    assert codes(site.director, "POST", f"tables/{table['id']}/correct", correct, status=422) == found


def test_schemes_of_a_season_are_named(site: Site) -> None:
    scheme = {"points": {"by_place": [3, None]}, "best": 0, "ties": ["luck"], "places": "1"}
    body = {"club": str(site.club.id), "name": "S", "scheme": scheme, "divisions": [{"name": 1}]}
    found = codes(site.director, "POST", "seasons", body)
    assert set(found) >= {
        "scheme.points.by_place.1",
        "scheme.best",
        "scheme.ties.0",
        "scheme.places",
        "divisions.0.name",
    }


def test_plans_are_named(site: Site) -> None:
    path = f"tournaments/{site.tournament()['id']}/plan"
    body = {"plan": [{"tables": [[1, 2]]}, {"tables": [[1, True], "x"], "byes": [{"entry": 1, "points": "x"}]}]}
    assert set(codes(site.director, "POST", path, body)) == {
        "plan.1.tables.0.1",
        "plan.1.tables.1",
        "plan.1.byes.0.points",
    }
