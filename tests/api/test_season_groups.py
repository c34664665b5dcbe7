"""Divisions and categories of a season, and the season after it."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event, Person
from league.projections.rebuild import rebuild
from tests.api.conftest import Site
from tests.api.test_season_events import PAY, table
from tests.api.test_season_standings import last_position
from tests.api.test_seasons import opened

JUNIORS = {"type": "juniors", "name": "Juniors", "age": 18, "on": "2026-12-31"}


def moving(site: Site, season: str) -> list[tuple[str, str, str]]:
    rows = site.anonymous.send("GET", f"seasons/{season}/standings").json()["rows"]
    return [(row["name"], row["division"], row["moves"]) for row in rows]


def test_divisions_are_shown_and_the_season_after_has_who_went_up_and_down(site: Site) -> None:
    ann, bob, cy, dan = site.people("Ann", "Bob", "Cy", "Dan")
    divisions = [{"name": "First", "people": [ann.upper(), bob], "down": 1}, {"name": "Second", "up": 1}]
    season = opened(site, scheme=PAY, divisions=divisions, categories=[JUNIORS])
    assert season["divisions"][0]["people"] == [ann, bob]
    site.season_event(season["id"], {"places": {cy: 1, ann: 2, bob: 3, dan: 4}})
    assert table(site, season["id"], "?division=Second") == [(1, "Cy", 10), (2, "Dan", 3)]
    assert table(site, season["id"], "?division=First") == [(1, "Ann", 7), (2, "Bob", 5)]
    assert table(site, season["id"], "?division=%20SECOND%E2%80%8B") == [(1, "Cy", 10), (2, "Dan", 3)]
    assert moving(site, season["id"]) == [
        ("Cy", "Second", "up"), ("Ann", "First", "stays"), ("Bob", "First", "down"), ("Dan", "Second", "stays"),
    ]  # fmt: skip
    assert rebuild() == []
    body = {"club": str(site.club.id), "name": "Spring", "after": season["id"]}
    answer = site.director.send("POST", "seasons", body)
    assert answer.status_code == 201, answer.content
    after = answer.json()
    assert [(one["name"], one["people"]) for one in after["divisions"]] == [
        ("First", [cy, ann]),
        ("Second", [bob, dan]),
    ]
    assert (after["after"], after["time_zone"], after["events"]) == (season["id"], "Europe/Berlin", [])
    assert (after["scheme"], after["categories"]) == (season["scheme"], [JUNIORS])


def test_a_tie_across_the_line_is_settled_by_the_director(site: Site) -> None:
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    divisions = [{"name": "First", "people": [ann, bob], "down": 1}, {"name": "Second", "up": 1}]
    season = opened(site, scheme=PAY, divisions=divisions)
    site.season_event(season["id"], {"places": {cy: 1, ann: 2, bob: 2}})
    body: dict[str, Any] = {"club": str(site.club.id), "name": "Spring", "after": season["id"]}
    before = Event.objects.count()
    refused = site.director.send("POST", "seasons", body)
    assert (refused.status_code, refused.json()["code"]) == (422, "division_undecided")
    assert Event.objects.count() == before
    settled = [{"name": "First", "people": [cy, ann], "down": 1}, {"name": "Second", "people": [bob], "up": 1}]
    answer = site.director.send("POST", "seasons", {**body, "divisions": settled})
    assert (answer.status_code, answer.json()["divisions"][0]["people"]) == (201, [cy, ann])


def test_categories_have_places_of_their_own(site: Site) -> None:
    """Who turns 18 in 2026 is a junior of that year, on whatever day; of whom no year is known is none.

    Strangers read no name of Cy, who is a child.
    """
    season_before = opened(site, scheme=PAY, name="Before")
    ann, bob, cy, dan = site.people("Ann", "Bob", "Cy", "Dan")
    for person, born, club in (
        (ann, "2007-12-31", "North"),
        (bob, "2008-01-01", "north "),
        (cy, "2012", ""),
        (dan, "", ""),
    ):
        Person.objects.filter(id=person).update(born=born, home_club=club)
    categories = [JUNIORS, {"type": "newcomers", "name": "New"}, {"type": "club", "name": "North", "club": "NORTH"}]
    season = opened(site, scheme=PAY, categories=categories)
    site.season_event(season_before["id"], {"places": {ann: 1}})
    site.season_event(season["id"], {"places": {ann: 1, bob: 2, dan: 3, cy: 4}})
    assert table(site, season["id"], "?category=Juniors") == [(1, "Bob", 7), (2, "Player", 3)]
    assert table(site, season["id"], "?category=North") == [(1, "Ann", 10), (2, "Bob", 7)]
    assert table(site, season["id"], "?category=New") == [(1, "Bob", 7), (2, "Dan", 5), (3, "Player", 3)]
    rows = site.anonymous.send("GET", f"seasons/{season['id']}/standings?category=Juniors").json()["rows"]
    assert [row["overall_place"] for row in rows] == [2, 4]
    text = site.anonymous.send("GET", f"seasons/{season['id']}/standings?category=Juniors&as=csv").content.decode()
    assert len(text.splitlines()) == 3
    assert not any("2008-01-01" in str(event.data) for event in Event.objects.all())


def test_what_a_category_was_then_and_what_is_none(site: Site) -> None:
    season = opened(site, scheme=PAY)
    (ann,) = site.people("Ann")
    site.season_event(season["id"], {"places": {ann: 1}})
    then = last_position(site)
    changed = site.director.send(
        "PATCH",
        f"seasons/{season['id']}",
        {"categories": [{"type": "newcomers", "name": "New"}], "divisions": [{"name": "A"}]},
    )
    assert changed.status_code == 200, changed.content
    assert table(site, season["id"], "?category=New&division=A") == [(1, "Ann", 10)]
    for query, field in (
        ("?category=Old", "category"),
        ("?division=", "division"),
        (f"?category=New&as_of={then}", "category"),
    ):
        answer = site.anonymous.send("GET", f"seasons/{season['id']}/standings{query}")
        assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (400, [field])


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "scheme"),
        ({"after": "00000000-0000-0000-0000-000000000000"}, "after"),
        ({"after": "x"}, "after"),
        ({"scheme": {**PAY, "final": -1}}, "scheme.final"),
        ({"scheme": PAY, "divisions": [{"name": "A", "people": ["x"]}]}, "divisions.0.people.0"),
        ({"scheme": PAY, "divisions": [{"name": "A", "up": 1}]}, "divisions.0.up"),
        ({"scheme": PAY, "categories": [{"type": "seniors", "name": "S"}]}, "categories.0.type"),
        ({"scheme": PAY, "categories": [JUNIORS, JUNIORS]}, "categories.0.name"),
    ],
)
def test_seasons_that_can_not_be(site: Site, fields: dict[str, Any], field: str) -> None:
    answer = site.director.send("POST", "seasons", {"club": str(site.club.id), "name": "S", **fields})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)


def test_the_season_of_another_club_is_not_gone_on_from(site: Site) -> None:
    season = opened(site, scheme=PAY)
    body = {"club": str(site.elsewhere.id), "name": "Spring", "after": season["id"]}
    answer = site.stranger.send("POST", "seasons", body)
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "unknown_season")


def test_a_final_is_shown_as_one_and_weighs_more(site: Site) -> None:
    season = opened(site, scheme={**PAY, "final": 2})
    (ann,) = site.people("Ann")
    site.season_event(season["id"], {"places": {ann: 1}})
    made = site.director.send("POST", f"seasons/{season['id']}/events", {"places": {ann: 2}, "final": True}).json()
    assert made["final"] is True
    assert table(site, season["id"]) == [(1, "Ann", 24)]
