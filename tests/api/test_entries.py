"""`entries`: people and teams enter, check in, leave and come back."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Entry, Event, Person
from tests.api.conftest import Site, version_in


def enter(site: Site, tournament: str, body: Any) -> Any:
    return site.director.send("POST", f"tournaments/{tournament}/entries", body)


def test_a_person_enters_under_the_public_name(site: Site) -> None:
    tournament = site.tournament()["id"]
    person = Person.objects.create(club=site.club, name="Ada Lovelace", shown_as="Ada L.")
    answer = enter(site, tournament, {"person": str(person.id)})
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/entries/{made['id']}")
    assert made == {
        "id": made["id"],
        "version": made["version"],
        "tournament": tournament,
        "club": str(site.club.id),
        "person": str(person.id),
        "team": None,
        "members": [],
        "name": "Ada L.",
        "state": "registered",
        "from_round": 1,
        "dropped_after": None,
        "rating": None,
        "table": None,
        "call": None,
    }
    shown = site.director.send("GET", f"entries/{made['id']}")
    assert (shown.json(), version_in(shown)) == (made, made["version"])
    del made["call"]
    assert site.anonymous.send("GET", f"entries/{made['id']}").json() == made


def test_two_people_of_one_name_enter_one_event_and_stay_two(site: Site) -> None:
    tournament = site.tournament()["id"]
    one, other = site.people("Ada Lovelace", "Ada Lovelace")
    answer = enter(site, tournament, [{"person": one}, {"person": other}])
    assert answer.status_code == 201, answer.json()
    first, second = [made["id"] for made in answer.json()["results"]]

    def names() -> dict[str, str]:
        rows = site.anonymous.send("GET", f"tournaments/{tournament}/standings").json()["rows"]
        return {row["entry"]: row["name"] for row in rows}

    assert len({first, second}) == 2
    site.entries(tournament, "Bea", "Cleo")
    for entry in (first, second):
        site.referee.send("POST", f"entries/{entry}/check-in")
    seats = site.round(tournament)["tables"][0]["seats"]
    assert {seat["entry"]: seat["name"] for seat in seats} == names()
    assert (names()[first], names()[second]) == ("Ada Lovelace (1)", "Ada Lovelace (2)")
    for person, club in ((one, "London"), (other, "Paris")):
        site.director.send("PATCH", f"people/{person}", {"home_club": club})
    assert (names()[first], names()[second]) == ("Ada Lovelace (London)", "Ada Lovelace (Paris)")
    assert sorted(names().values())[2:] == ["Bea", "Cleo"]


def test_a_team_enters_with_its_members(site: Site) -> None:
    tournament = site.tournament()["id"]
    members = site.people("Ada", "Bea")
    made = enter(site, tournament, {"team": "The Bs", "members": members}).json()
    assert (made["name"], made["team"], made["members"], made["person"]) == ("The Bs", "The Bs", members, None)
    assert "The Bs" not in str(list(Event.objects.values_list("data", flat=True)))


def test_a_list_enters_whole_or_not_at_all(site: Site) -> None:
    tournament = site.tournament()["id"]
    ada, bea = site.people("Ada", "Bea")
    refused = enter(site, tournament, [{"person": ada}, {"person": bea}, {"person": ada}])
    assert (refused.status_code, refused.json()["code"]) == (409, "duplicate")
    assert Entry.objects.count() == 0
    taken = enter(site, tournament, [{"person": ada}, {"person": bea}])
    assert [entry["name"] for entry in taken.json()["results"]] == ["Ada", "Bea"]
    listed = site.anonymous.send("GET", f"tournaments/{tournament}/entries").json()["results"]
    assert listed == taken.json()["results"]


def test_nobody_is_in_a_tournament_twice(site: Site) -> None:
    tournament = site.tournament()["id"]
    ada, bea = site.people("Ada", "Bea")
    assert enter(site, tournament, {"person": ada}).status_code == 201
    for body in ({"person": ada}, {"team": "T", "members": [bea, ada]}):
        assert (enter(site, tournament, body).status_code, Entry.objects.count()) == (409, 1)


def test_another_clubs_person_can_not_enter(site: Site) -> None:
    tournament = site.tournament()["id"]
    theirs = Person.objects.create(club=site.elsewhere, name="Zoe")
    (ada,) = site.people("Ada")
    answer = enter(site, tournament, [{"person": ada}, {"person": str(theirs.id)}])
    assert answer.status_code == 400
    assert [(error["field"], error["code"]) for error in answer.json()["errors"]] == [("1.person", "unknown_person")]
    assert "Zoe" not in answer.content.decode()
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["person"]),
        ({"team": "T"}, ["members"]),
        ({"team": " ", "members": []}, ["team"]),
        ({"person": "x"}, ["person"]),
        ({"person": None}, ["person"]),
        ({"from_round": 0}, ["from_round"]),
        ([], [""]),
    ],
)
def test_entries_that_can_not_be(site: Site, body: Any, fields: list[str]) -> None:
    answer = enter(site, site.tournament()["id"], body)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == fields


def test_here_gone_and_back(site: Site) -> None:
    tournament = site.tournament()["id"]
    (ada,) = site.people("Ada")
    entry = enter(site, tournament, {"person": ada}).json()["id"]
    states = [
        site.director.send("POST", f"entries/{entry}/{step}").json()["state"]
        for step in ("check-in", "check-in", "drop", "return")
    ]
    assert states[:3] == ["checked_in", "checked_in", "dropped"]
    assert states[3] in ("checked_in", "registered")
    assert Event.objects.filter(type="tournament.entry_checked_in").count() == 1


def test_leaving_after_a_round_is_announced(site: Site) -> None:
    tournament = site.tournament()["id"]
    (ada,) = site.people("Ada")
    entry = enter(site, tournament, {"person": ada}).json()["id"]
    shown = site.director.send("POST", f"entries/{entry}/drop", {"after_round": 1}).json()
    assert (shown["dropped_after"], shown["state"]) == (1, "registered")
    assert site.director.send("POST", f"entries/{entry}/drop", {"after_round": 0}).status_code == 400


def test_entries_are_filtered_by_state(site: Site) -> None:
    tournament = site.tournament()["id"]
    here = site.entries(tournament, "A", "B")
    (late,) = site.people("Late")
    enter(site, tournament, {"person": late})
    rows = site.anonymous.send("GET", f"tournaments/{tournament}/entries?state=checked_in").json()["results"]
    assert [row["id"] for row in rows] == here
