"""`PATCH tournaments/{id}`: other settings from now on, for all to see."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event, Tournament
from tests.api.conftest import Site, version_in
from tests.api.test_night import play_round


def changed(site: Site, tournament: str, **fields: Any) -> Any:
    return site.director.send("PATCH", f"tournaments/{tournament}", fields)


def test_what_is_named_is_other_and_null_takes_away(site: Site) -> None:
    made = site.tournament(clock_seconds=60, rounds=3, starts_at="2026-12-01T19:00:00+01:00")
    fields: dict[str, Any] = {"name": "Wednesday", "clock_seconds": None, "rounds": None, "tie_breaks": ["lot"]}
    answer = changed(site, made["id"], **fields, starts_at=None, game="scoresheet", game_options={})
    told = answer.json()
    assert answer.status_code == 200, told
    others = {"starts_at": None, "game": "scoresheet", "game_options": {}, "version": made["version"] + 1}
    assert told == {**made, **fields, **others}
    assert version_in(answer) == told["version"]
    row = Tournament.objects.get(id=made["id"])
    assert (row.name, row.game, row.starts_at) == ("Wednesday", "scoresheet", None)
    (event,) = site.anonymous.send("GET", f"tournaments/{made['id']}/events?after=1").json()["results"][-1:]
    assert (event["type"], event["data"]["settings"]["name"]) == ("tournament.changed", "Wednesday")
    assert changed(site, made["id"], name="Wednesday").json() == told
    assert Event.objects.filter(type="tournament.changed").count() == 1


def test_a_closed_round_keeps_its_points_and_the_next_pays_the_new_ones(site: Site) -> None:
    made = site.tournament(points={"by_place": [3, 2, 1]})
    site.entries(made["id"], "A", "B", "C")
    play_round(site, made["id"])
    path = f"tournaments/{made['id']}/standings"
    before = site.anonymous.send("GET", path).json()["rows"]
    assert changed(site, made["id"], points={"by_place": [30, 20, 10]}).status_code == 200
    assert site.anonymous.send("GET", path).json()["rows"] == before
    play_round(site, made["id"])
    lines = [row["rounds"] for row in site.anonymous.send("GET", path).json()["rows"]]
    sums = [sum(float(line[at]["points"]) for line in lines) for at in (0, 1)]
    assert sums == [6, 60]


@pytest.mark.parametrize(
    ("fields", "status", "code", "field"),
    [
        ({"game": "scoresheet", "game_options": {}}, 422, "round_seated", "game"),
        ({"format": {"type": "manual"}}, 422, "round_seated", "format"),
        ({"rounds": 1}, 422, "too_few_rounds", "rounds"),
        ({"table_size": {"min": 2, "max": 12}}, 400, "bad_fields", "table_size"),
        ({"tie_breaks": ["lot", "lot"]}, 400, "bad_fields", "tie_breaks"),
        ({"name": None}, 400, "bad_fields", "name"),
        ({"name": " "}, 400, "bad_fields", "name"),
        ({"seasons": []}, 400, "bad_fields", ""),
        ({"club": "x"}, 400, "bad_fields", ""),
    ],
)
def test_a_change_that_can_not_be(site: Site, fields: dict[str, Any], status: int, code: str, field: str) -> None:
    made = site.tournament()
    site.entries(made["id"], "A", "B", "C")
    play_round(site, made["id"])
    site.round(made["id"], start=False)
    stands = Event.objects.count()
    answer = changed(site, made["id"], **fields)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (status, code), told
    assert told["errors"][0]["field"].startswith(field)
    assert Event.objects.count() == stands


def test_other_points_make_a_draft_stale_and_another_name_does_not(site: Site) -> None:
    made = site.tournament()
    site.entries(made["id"], "A", "B", "C")
    draft = site.round(made["id"], start=False)
    for fields, is_stale in (({"name": "Other"}, False), ({"points": {"by_place": [9, 1, 0]}}, True)):
        assert changed(site, made["id"], **fields).status_code == 200
        assert site.referee.send("GET", f"rounds/{draft['id']}").json()["stale"] == is_stale


def test_a_closed_tournament_stays(site: Site) -> None:
    made = site.tournament()
    site.director.send("POST", f"tournaments/{made['id']}/cancel")
    assert changed(site, made["id"], name="Other").json()["code"] == "tournament_cancelled"
