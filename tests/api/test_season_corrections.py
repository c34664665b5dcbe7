"""`PATCH seasons/{id}/events/{event}`: an event is put right where it stands."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.db.models import QuerySet

from league.models import Event, Person
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_season_events import table
from tests.api.test_seasons import opened

RACING = {"points": {"low_point": {}}, "ties": ["best_last"]}


def corrections() -> QuerySet[Event]:
    """What the log has of them."""
    return Event.objects.filter(type="season.result_corrected")


@pytest.fixture
def race(site: Site) -> tuple[str, str, list[str]]:
    """The path of the first of two races, that of the season, and Ann, Bob and Cy: Bob won it, Ann the second."""
    season = f"seasons/{opened(site, scheme=RACING)['id']}"
    ann, bob, cy = people = site.people("Ann", "Bob", "Cy")
    first = site.season_event(season.rpartition("/")[2], {"name": "One", "places": {bob: 1, cy: 2, ann: 3}})
    site.season_event(season.rpartition("/")[2], {"name": "Two", "places": {ann: 1, bob: 2, cy: 3}})
    return f"{season}/events/{first}", season, people


def test_a_corrected_result_counts_where_it_stood(site: Site, race: tuple[str, str, list[str]]) -> None:
    """Ann was second of the first race, not third: both have 3 points, and the last race, still the second, decides."""
    path, season, (ann, bob, cy) = race
    names = [(1, "Bob", 3), (2, "Ann", 4), (3, "Cy", 5)]
    assert table(site, season.rpartition("/")[2]) == names
    before = site.anonymous.send("GET", path).json()
    answer = site.director.send("PATCH", path, {"places": {bob: 1, ann.upper(): 2, cy: 3}, "reason": "read wrongly"})
    now = {**before, "version": before["version"] + 2, "places": {bob: 1, ann: 2, cy: 3}}
    assert (answer.status_code, answer.json()) == (200, now)
    assert site.anonymous.send("GET", path).json() == answer.json()
    assert table(site, season.rpartition("/")[2]) == [(1, "Ann", 3), (2, "Bob", 3), (3, "Cy", 6)]
    assert [event["name"] for event in site.anonymous.send("GET", season).json()["events"]] == ["One", "Two"]
    assert rebuild() == []
    (stored,) = corrections()
    feed = site.anonymous.send("GET", f"clubs/{site.club.id}/events?limit=1000").json()["results"]
    (shown,) = (event["data"] for event in feed if event["type"] == stored.type)
    assert (shown["reason"], shown["name"], shown["places"][ann]) == ("read wrongly", "One", 2)


def test_what_is_given_is_replaced_and_all_else_stays(site: Site, race: tuple[str, str, list[str]]) -> None:
    path, _season, (ann, bob, cy) = race
    before = site.anonymous.send("GET", path).json()
    told: Any = {
        "name": None,
        "date": "2026-12-08",
        "places": {ann: 1},
        "status": {bob: "DNF"},
        "awards": {cy: "7/3"},
        "awards_only": True,
        "multiplier": "3/2",
        "extra": [{"person": cy, "points": -1, "for": "late"}],
        "shared": [],
        "final": True,
    }
    for name, value in told.items():
        answer = site.director.send("PATCH", path, {name: value, **({"status": {}} if name == "places" else {})})
        assert answer.status_code == 200, answer.content
        before |= {name: "1.5" if name == "multiplier" else value}
        assert answer.json()["version"] >= before["version"]
        assert {**answer.json(), "multiplier": before["multiplier"], "version": before["version"]} == before
    count = corrections().count()
    assert site.director.send("PATCH", path, told).status_code == 200
    assert corrections().count() == count


def test_a_tournament_counts_otherwise_where_it_stands(site: Site) -> None:
    season, tournament = opened(site), site.tournament(starts_at="2026-12-01T19:00:00Z")
    (ann,) = site.people("Ann")
    first = site.season_event(season["id"], {"tournament": tournament["id"], "date": "2026-11-30"})
    second = site.season_event(season["id"], {"places": {ann: 1}})
    path = f"seasons/{season['id']}/events/{first}"
    told = {"multiplier": 2, "date": None, "extra": [{"person": ann, "points": 1, "for": ""}], "final": True}
    answer = site.director.send("PATCH", path, told)
    assert answer.status_code == 200, answer.content
    assert answer.json() == {
        **told, "id": first, "version": 4, "tournament": tournament["id"], "date": "2026-12-01", "shared": [],
    }  # fmt: skip
    assert [event["id"] for event in site.anonymous.send("GET", f"seasons/{season['id']}").json()["events"]] == [
        first, second,
    ]  # fmt: skip
    assert site.anonymous.send("GET", f"tournaments/{tournament['id']}").json()["seasons"] == [season["id"]]
    refused = site.director.send("PATCH", path, {"places": {ann: 1}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "places")
    assert rebuild() == []


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"places": {}}, "places"),
        ({"places": {"nobody": 1}}, "places.nobody"),
        ({"places": {"PERSON": 0}}, "places.PERSON"),
        ({"places": None}, "places"),
        ({"status": {"PERSON": "DNF"}}, "status.PERSON"),
        ({"status": {"STRANGER": "DNF"}}, "status.STRANGER"),
        ({"extra": [{"person": "STRANGER", "points": 1}]}, "extra.0.person"),
        ({"shared": [["PERSON", "STRANGER"]]}, "shared.0.1"),
        ({"places": {"PERSON": 1, "SHOUTED": 2}}, "places"),
        ({"multiplier": "-1/2"}, "multiplier"),
        ({"multiplier": 0.5}, "multiplier"),
        ({"date": "2026-02-30"}, "date"),
        ({"tournament": "00000000-0000-0000-0000-000000000000"}, "tournament"),
        ({"reason": "x" * 501}, "reason"),
        ([], ""),
        ("t1", ""),
    ],
)
def test_corrections_that_can_not_be(site: Site, race: tuple[str, str, list[str]], body: Any, field: str) -> None:
    path, _season, (person, *_) = race
    stranger = str(Person.objects.create(club=site.elsewhere, name="Zoe").id)
    ids = {"PERSON": person, "SHOUTED": person.upper(), "STRANGER": stranger}

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {named(key): named(below) for key, below in value.items()}
        if isinstance(value, list):
            return [named(below) for below in value]
        return ids.get(value, value) if isinstance(value, str) else value

    answer = site.director.send("PATCH", path, named(body))
    errors = [error["field"] for error in answer.json()["errors"]]
    for word, id in ids.items():
        field = field.replace(word, id)
    assert (answer.status_code, errors, corrections().count()) == (400, [field], 0)


def test_an_event_that_is_not_there(site: Site, race: tuple[str, str, list[str]]) -> None:
    path, season, (ann, *_) = race
    elsewhere = f"seasons/{opened(site)['id']}/events/{path.rpartition('/')[2]}"
    for wrong in (f"{season}/events/{uuid4()}", elsewhere):
        assert site.director.send("PATCH", wrong, {"places": {ann: 1}}).status_code == 404
    assert site.director.send("DELETE", path).status_code == 204
    assert site.director.send("PATCH", path, {"places": {ann: 1}}).status_code == 404


def test_a_dry_run_tells_the_table_and_a_repeat_is_one(site: Site, race: tuple[str, str, list[str]]) -> None:
    path, _season, (ann, bob, cy) = race
    body = {"places": {bob: 1, ann: 2, cy: 3}}
    tried = site.director.send("PATCH", f"{path}?dry_run=true", body).json()
    assert [event["type"] for event in tried["events"]] == ["season.result_corrected"]
    assert [row["person"] for row in tried["standings_before"]] == [bob, ann, cy]
    assert [row["person"] for row in tried["standings_after"]] == [ann, bob, cy]
    assert corrections().count() == 0
    headers = {"Idempotency-Key": str(uuid4())}
    answers = [site.director.send("PATCH", path, body, **headers) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[1]["Idempotency-Replayed"] == "true"
    assert corrections().count() == 1
