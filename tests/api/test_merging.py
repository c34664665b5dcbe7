"""People who are the same person are merged, and separated again with everything as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from league.models import Entry, LeagueTableRow, Person, RatedRound, Rating
from league.projections import followers, rebuild
from tests.api.conftest import Site, build_site
from tests.api.test_night import play_round
from tests.standing import made_once

Json = dict[str, Any]


@pytest.fixture(scope="module")
def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[tuple[Site, Json]]:
    """The site and its season, made once."""

    def make() -> tuple[Site, Json]:
        site = build_site()
        return site, a_season(site)

    with made_once(django_db_blocker, make) as found:
        yield found


@pytest.fixture
def site(made: tuple[Site, Json], db: None) -> Site:
    """The site; what the test does to it is taken back."""
    return made[0]


@pytest.fixture
def season(made: tuple[Site, Json], site: Site) -> Json:
    """The season of the site. No test changes what this says."""
    return made[1]


def a_season(site: Site) -> Json:
    """Two closed tournaments of four; Ada plays the first, her other entry "Ada L." the second."""
    made = site.director.send(
        "POST",
        "seasons",
        {"club": str(site.club.id), "name": "Winter", "scheme": {"points": {"by_place": [10, 7, 5, 3]}}},
    ).json()
    names = ("Ada", "Ada L.", "Bea", "Cleo", "Dora")
    people = dict(zip(names, site.people(*names), strict=True))
    found: Json = {"id": made["id"], "people": people, "tournaments": []}
    for ada in ("Ada", "Ada L."):
        tournament = site.tournament(seasons=[made["id"]])["id"]
        bodies = [{"person": people[name]} for name in (ada, "Bea", "Cleo", "Dora")]
        for entry in site.director.send("POST", f"tournaments/{tournament}/entries", bodies).json()["results"]:
            site.director.send("POST", f"entries/{entry['id']}/check-in")
        play_round(site, tournament)
        site.director.send("POST", f"tournaments/{tournament}/close")
        found["tournaments"].append(tournament)
    followers.follow(site.club.pk)
    return found


def everything(site: Site, season: Json) -> Json:
    """All that shows who played: tables, standings, ratings, records, as answers and as rows."""
    followers.follow(site.club.pk)
    paths = [
        f"seasons/{season['id']}/standings",
        f"seasons/{season['id']}/head-to-head",
        f"seasons/{season['id']}/ledger",
        f"ratings?club={site.club.id}",
        *(f"tournaments/{id}/entries" for id in season["tournaments"]),
        *(f"tournaments/{id}/standings" for id in season["tournaments"]),
    ]
    answers = {path: site.director.send("GET", path).json() for path in paths}
    answers[paths[0]].pop("as_of_position")
    rows = {
        "entries": list(Entry.objects.order_by("pk").values_list("pk", "person", "version")),
        "ratings": sorted(Rating.objects.values_list("person", "game", "mu", "sigma", "games")),
        "rated": list(RatedRound.objects.order_by("position").values_list("position", "tables")),
        "lines": list(LeagueTableRow.objects.order_by("order").values_list("person", "place", "points")),
    }
    return answers | rows


def merge(site: Site, one: str, other: str) -> Any:
    return site.director.send("POST", f"people/{one}/merge", {"into": other})


def test_one_person_stands_for_both_everywhere(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    answer = merge(site, other, ada)
    assert (answer.status_code, answer.json()["id"], answer.json()["version"]) == (200, ada, 2), answer.content
    now = everything(site, season)
    (row,) = [row for row in now[f"seasons/{season['id']}/standings"]["rows"] if row["person"] == ada]
    assert row["played"] == 2
    assert other not in str(now)
    assert site.director.send("GET", f"people/{ada}/record").json()["all_time"]["events"] == 2
    assert not Rating.objects.filter(person=other).exists()
    assert rebuild.rebuild() == []
    call_command("verify")


def test_separated_again_everything_is_as_it_was(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    before = everything(site, season)
    merge(site, other, ada)
    answer = site.director.send("POST", f"people/{ada}/unmerge", {"person": other})
    assert (answer.status_code, answer.json()["name"]) == (200, "Ada L."), answer.content
    assert everything(site, season) == before
    assert rebuild.rebuild() == []
    again = site.director.send("POST", f"people/{ada}/unmerge", {"person": other})
    assert (again.status_code, again.json()["code"]) == (422, "not_merged")


def test_the_merged_id_leads_to_the_other_person(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    merge(site, other, ada)
    for path in ("", "/record", "/ratings?game=monster-trick"):
        answer = site.director.send("GET", f"people/{other}{path}")
        assert (answer.status_code, answer["Location"]) == (308, f"/api/v1/people/{ada}{path}")
    assert other not in str(site.director.send("GET", f"people?club={site.club.id}").json())
    tournament = site.tournament()["id"]
    entered = site.director.send("POST", f"tournaments/{tournament}/entries", {"person": other})
    assert (entered.status_code, entered.json()["errors"][0]["code"]) == (400, "merged")


def test_two_people_of_one_event_are_not_the_same(site: Site, season: Json) -> None:
    people = season["people"]
    answer = merge(site, people["Bea"], people["Ada"])
    assert (answer.status_code, answer.json()["code"]) == (422, "same_event")
    assert [event["tournament"] for event in answer.json()["facts"]["events"]] == [season["tournaments"][0]]
    site.season_event(season["id"], {"name": "Away", "places": {people["Ada"]: 1, people["Ada L."]: 2}})
    answer = merge(site, people["Ada L."], people["Ada"])
    (event,) = answer.json()["facts"]["events"]
    assert (answer.json()["code"], event["season"], event["name"]) == ("same_event", season["id"], "Away")


def test_refusals_of_a_merge(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    (stranger,) = [str(Person.objects.create(club=site.elsewhere, name="Zoe").pk)]
    assert merge(site, ada, ada).json()["code"] == "same_person"
    assert merge(site, ada, stranger).json()["code"] == "unknown_person"
    merge(site, other, ada)
    assert merge(site, other, ada).status_code == 308
    assert merge(site, season["people"]["Bea"], other).json()["code"] == "merged"
    assert [site.referee.send("POST", f"people/{ada}/merge", {"into": other}).status_code] == [403]
    assert site.stranger.send("POST", f"people/{ada}/merge", {"into": other}).status_code == 404


def test_a_chain_of_merges_comes_apart_link_by_link(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    (third,) = site.people("Ada from before")
    before = everything(site, season)
    merge(site, other, ada)
    merge(site, ada, third)
    assert site.director.send("GET", f"people/{other}")["Location"] == f"/api/v1/people/{third}"
    rows = everything(site, season)[f"seasons/{season['id']}/standings"]["rows"]
    assert [row["played"] for row in rows if row["person"] == third] == [2]
    site.director.send("POST", f"people/{third}/unmerge", {"person": ada})
    site.director.send("POST", f"people/{ada}/unmerge", {"person": other})
    assert everything(site, season) == before


def test_members_of_two_divisions_are_two_people_and_those_of_one_are_there_once(site: Site, season: Json) -> None:
    path = f"seasons/{season['id']}"
    ada, other, bea = (season["people"][name] for name in ("Ada", "Ada L.", "Bea"))
    apart = [{"name": "First", "people": [ada]}, {"name": "Second", "people": [other, bea]}]
    assert site.director.send("PATCH", path, {"divisions": apart}).status_code == 200
    answer = merge(site, other, ada)
    assert (answer.status_code, answer.json()["code"]) == (422, "same_event")
    assert answer.json()["facts"]["events"] == [{"season": season["id"], "name": "Winter"}]
    together = [{"name": "First", "people": [ada, other]}, {"name": "Second", "people": [bea]}]
    assert site.director.send("PATCH", path, {"divisions": together}).status_code == 200
    assert merge(site, other, ada).status_code == 200
    shown = site.director.send("GET", path).json()["divisions"]
    assert [division["people"] for division in shown] == [[ada], [bea]]
    assert site.director.send("PATCH", path, {"divisions": shown}).status_code == 200
    assert rebuild.rebuild() == []


def test_a_merge_and_an_unmerge_raise_the_versions_that_if_match_names(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    before = {id: site.director.send("GET", f"people/{id}")["ETag"] for id in (ada, other)}

    def change(id: str, tag: str) -> int:
        return int(site.director.send("PATCH", f"people/{id}", {"home_club": "X"}, **{"If-Match": tag}).status_code)

    merge(site, other, ada)
    assert (change(ada, before[ada]), change(other, before[other])) == (412, 308)
    merged = site.director.send("GET", f"people/{ada}")["ETag"]
    assert change(ada, merged) == 200
    assert site.director.send("POST", f"people/{ada}/unmerge", {"person": other}).status_code == 200
    assert (change(ada, merged), change(other, before[other])) == (412, 412)


def test_who_was_forgotten_after_a_merge_comes_apart_without_a_name(site: Site, season: Json) -> None:
    ada, other = season["people"]["Ada"], season["people"]["Ada L."]
    merge(site, other, ada)
    assert site.director.send("DELETE", f"people/{ada}").status_code == 204
    answer = site.director.send("POST", f"people/{ada}/unmerge", {"person": other})
    assert (answer.status_code, answer.json()["name"]) == (200, "Forgotten person"), answer.content
    assert "Ada" not in str(everything(site, season))
    assert rebuild.rebuild() == []
