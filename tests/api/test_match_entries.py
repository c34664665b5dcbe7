"""`entries/match`, `last-time` and entries that are checked in at once: what a program needs to enter a list."""

from __future__ import annotations

from typing import Any

from league.models import Event, Person
from tests.api.conftest import Site


def match(site: Site, tournament: str, *lines: str, **more: Any) -> Any:
    return site.director.send("POST", f"tournaments/{tournament}/entries/match", {"lines": lines, **more})


def test_a_list_is_matched_and_nothing_is_changed(site: Site) -> None:
    tournament = site.tournament()["id"]
    ada, ines, one, other = site.people("Ada", "Inès Keller", "Jon", "Jon")
    site.director.send("POST", f"tournaments/{tournament}/entries", {"person": ada})
    stands = Event.objects.count(), Person.objects.count()
    found = match(site, tournament, "1. ada", "Ines Keller", "Jon", "", "Owls: Ada + Zeno")
    assert found.status_code == 200, found.content
    told = found.json()
    assert (told["known"], told["new"], told["unclear"]) == (1, 1, 3)
    assert (Event.objects.count(), Person.objects.count()) == stands
    first, second, third, team = told["results"]
    assert (first["line"], first["entry"] is not None, first["team"]) == (1, True, None)
    assert first["people"] == [{"name": "ada", "match": "known", "person": ada, "candidates": []}]
    assert second["people"][0]["match"] == "unclear"
    assert second["people"][0]["candidates"] == [
        {"person": ines, "line": None, "name": "Inès Keller", "home_club": "", "born": "", "why": "spelling"}
    ]
    assert [one["person"] for one in third["people"][0]["candidates"]] == [one, other]
    assert (team["line"], team["team"], team["entry"]) == (5, "Owls", None)
    again, new = team["people"]
    assert [(one["person"], one["line"], one["why"]) for one in again["candidates"]] == [(ada, 1, "namesake")]
    assert (new["match"], new["person"]) == ("new", None)


def test_a_list_is_entered_as_it_was_matched(site: Site) -> None:
    """What a program does with the answer: known people by id, new ones with their names, teams of both."""
    tournament = site.tournament()["id"]
    ada, bea = site.people("Ada", "Bea")
    found = match(site, tournament, "Ada 1700", "Zeno", "Bea + Hypatia", rated=True).json()
    body = [
        {"rating": line["rating"], "checked_in": True}
        | ({"team": line["team"], "members": members} if line["team"] else members[0])
        for line in found["results"]
        for members in [[member(one, is_team=line["team"] is not None) for one in line["people"]]]
    ]
    answer = site.director.send("POST", f"tournaments/{tournament}/entries", body)
    assert answer.status_code == 201, answer.content
    made = answer.json()["results"]
    assert [(one["name"], one["state"], one["rating"]) for one in made] == [
        ("Ada", "checked_in", 1700),
        ("Zeno", "checked_in", None),
        ("Bea + Hypatia", "checked_in", None),
    ]
    assert (made[0]["person"], made[2]["members"][0]) == (ada, bea)
    again = match(site, tournament, "Ada", "Zeno", "Hypatia + Bea").json()
    assert [line["entry"] for line in again["results"]] == [one["id"] for one in made]
    assert again["new"] == 0


def member(one: dict[str, Any], *, is_team: bool) -> Any:
    new = {"new_person": {"name": one["name"]}}
    if one["match"] == "new":
        return new
    return one["person"] if is_team else {"person": one["person"]}


def test_a_list_with_heads_and_a_file_are_matched_too(site: Site) -> None:
    tournament = site.tournament()["id"]
    (ada,) = site.people("Ada Lee")
    for found in (
        match(site, tournament, "first name,last name,club", "Ada,Lee,London"),
        site.director.send("POST", f"tournaments/{tournament}/entries/match", b"Name;Club\nAda Lee;London\n"),
        site.director.send("POST", f"tournaments/{tournament}/entries/match", b"1. Ada Lee\n"),
    ):
        assert found.status_code == 200, found.content
        assert [one["person"] for line in found.json()["results"] for one in line["people"]] == [ada]


def test_wrong_lines_are_refused_with_their_paths(site: Site) -> None:
    tournament = site.tournament()["id"]
    answer = match(site, tournament, "Ada", "\u202e", "🎲")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["lines.1", "lines.2"]
    answer = match(site, tournament, "name,rating", "Ada,much")
    assert [error["field"] for error in answer.json()["errors"]] == ["lines.1.rating"]
    assert match(site, tournament).status_code == 400
    assert match(site, tournament, "a\nb").json()["results"][0]["people"][0]["name"] == "a b"


def test_those_of_last_time_are_those_who_came(site: Site) -> None:
    tournament = site.tournament(name="First", starts_at="2026-01-01T19:00:00Z")["id"]
    nobody = site.tournament(name="Nobody came", starts_at="2026-01-04T19:00:00Z")["id"]
    ada, bea, cleo, dan = site.people("Ada", "Bea", "Cleo", "Dan")
    body = [
        {"person": bea, "checked_in": True},
        {"team": "Owls", "members": [ada, cleo], "checked_in": True},
        {"person": dan},
    ]
    site.director.send("POST", f"tournaments/{tournament}/entries", body)
    site.director.send("POST", f"tournaments/{nobody}/entries", {"person": dan})
    next_week = site.tournament(name="Second", starts_at="2026-01-08T19:00:00Z")["id"]
    entry = site.director.send("POST", f"tournaments/{next_week}/entries", {"person": bea}).json()["id"]
    told = site.director.send("GET", f"tournaments/{next_week}/last-time").json()
    assert (told["tournament"], told["name"]) == (tournament, "First")
    assert told["results"] == [
        {"person": bea, "team": None, "members": [], "name": "Bea", "entry": entry},
        {"person": None, "team": "Owls", "members": [ada, cleo], "name": "Owls", "entry": None},
    ]
    told = site.director.send("GET", f"tournaments/{tournament}/last-time").json()
    assert told == {"tournament": None, "name": None, "results": []}
