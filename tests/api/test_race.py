"""`seasons/{id}/race`: what the leader needs, as each reader may know it."""

from __future__ import annotations

from league.services import clubs
from tests.api.conftest import Site
from tests.league.nights import ACTOR, EVENING, new_people, open_season
from tests.web.club import night_on, played


def test_the_race_names_who_can_pass_on_the_next_night(site: Site) -> None:
    club = site.club
    people, season = new_people(club, 4), open_season(club)
    path = f"seasons/{season}/race"
    assert site.anonymous.send("GET", path).json() == {
        "season": str(season), "leaders": [], "planned": [], "holds_with": None, "chasers": [], "reaching": 0,
    }  # fmt: skip
    played(club, people, season, "First")
    coming = night_on(club, 3, "Next", seasons=[str(season)])
    clubs.change(people[1], {"public": False}, actor=ACTOR, at=EVENING)
    race = site.anonymous.send("GET", path).json()
    assert [leader["name"] for leader in race["leaders"]] == ["P1"]
    assert [(event["tournament"], event["name"]) for event in race["planned"]] == [(str(coming.id), "Next")]
    assert (race["holds_with"], race["reaching"]) == (1, 3)
    assert [(one["name"], one["behind"], one["place"], one["is_level"]) for one in race["chasers"]] == [
        ("Player", 3, 2, True), ("P3", 5, 3, True), ("P4", 7, 4, True),
    ]  # fmt: skip
    assert site.member.send("GET", path).json()["chasers"][0]["name"] == "P2"


def test_a_night_that_is_not_listed_plans_nothing_for_strangers(site: Site) -> None:
    season = open_season(site.club)
    played(site.club, new_people(site.club, 4), season, "First")
    night_on(site.club, 3, "Secret", seasons=[str(season)], visibility="members")
    path = f"seasons/{season}/race"
    assert site.anonymous.send("GET", path).json()["planned"] == []
    assert len(site.member.send("GET", path).json()["planned"]) == 1
