"""`seasons/{id}/head-to-head` and `people/{id}/record`: counted by hand."""

from __future__ import annotations

import csv
import io
from typing import Any
from uuid import UUID

from league.models import Entry
from tests.api.conftest import Site
from tests.api.test_season_events import PAY, table
from tests.api.test_seasons import opened


def played(site: Site, seasons: list[str], people: list[str], *orders: list[int]) -> str:
    """A closed tournament of these people at one table; each round their places, in the order of the people."""
    made = site.tournament(game="scoresheet", seasons=seasons, table_size={"min": 2, "max": 5, "prefer": 4})
    answer = site.director.send("POST", f"tournaments/{made['id']}/entries", [{"person": one} for one in people])
    entries = [entry["id"] for entry in answer.json()["results"]]
    for entry in entries:
        site.director.send("POST", f"entries/{entry}/check-in")
    for order in orders:
        round = site.round(made["id"])
        body = {"places": dict(zip(entries, order, strict=True))}
        answer = site.referee.send("PUT", f"tables/{round['tables'][0]['id']}/result", body)
        assert answer.status_code == 200, answer.content
        site.director.send("POST", f"rounds/{round['id']}/close", {})
    assert site.director.send("POST", f"tournaments/{made['id']}/close", {}).status_code == 200
    id: str = made["id"]
    return id


def against(rows: list[dict[str, Any]]) -> dict[str, tuple[int, ...]]:
    return {row["name"]: (row["tables"], row["better"], row["worse"], row["level"]) for row in rows}


def test_who_met_whom_in_a_season_and_who_was_better(site: Site) -> None:
    """Two nights of two rounds; one that is not over, and one outside of the season, count nothing."""
    season, other = opened(site, scheme=PAY), opened(site, scheme=PAY)
    ann, bob, cy, dan = site.people("Ann", "Bob", "Cy", "Dan")
    played(site, [season["id"]], [ann, bob, cy], [1, 2, 3], [1, 1, 3])
    played(site, [season["id"]], [ann, bob, dan], [3, 2, 1])
    played(site, [other["id"]], [ann, bob, cy], [1, 2, 3])
    site.season_event(season["id"], {"places": {ann: 1, bob: 2}})
    path = f"seasons/{season['id']}/head-to-head"
    shown = site.anonymous.send("GET", path).json()
    assert shown["season"] == season["id"]
    rows = {row["name"]: against(row["against"]) for row in shown["rows"]}
    assert rows == {
        "Ann": {"Bob": (3, 1, 1, 1), "Cy": (2, 2, 0, 0), "Dan": (1, 0, 1, 0)},
        "Bob": {"Ann": (3, 1, 1, 1), "Cy": (2, 2, 0, 0), "Dan": (1, 0, 1, 0)},
        "Cy": {"Ann": (2, 0, 2, 0), "Bob": (2, 0, 2, 0)},
        "Dan": {"Ann": (1, 1, 0, 0), "Bob": (1, 1, 0, 0)},
    }
    assert list(rows) == ["Ann", "Bob", "Cy", "Dan"]
    heads, *lines = csv.reader(io.StringIO(site.anonymous.send("GET", f"{path}?as=csv").content.decode(), newline=""))
    assert heads == ["name", "opponent", "tables", "better", "worse", "level"]
    assert lines[0] == ["Ann", "Bob", "3", "1", "1", "1"]
    assert len(lines) == 10


def test_a_persons_record_by_season_and_of_all_time(site: Site) -> None:
    """A tournament that counts in two seasons is one event of all time; a result from elsewhere is one too."""
    winter, spring = opened(site, scheme=PAY), opened(site, scheme=PAY, name="Spring")
    ann, bob, cy = site.people("Ann", "Bob", "Cy")
    played(site, [winter["id"], spring["id"]], [ann, bob, cy], [1, 2, 3], [1, 2, 3])
    played(site, [winter["id"]], [ann, bob, cy], [2, 1, 3])
    played(site, [], [ann, bob], [2, 1])
    site.season_event(winter["id"], {"places": {ann: 4}})
    site.season_event(winter["id"], {"status": {ann: "DNF", bob: "DNC"}})
    table(site, winter["id"])
    shown = site.anonymous.send("GET", f"people/{ann}/record").json()
    assert (shown["person"], shown["name"]) == (ann, "Ann")
    all_time = shown["all_time"]
    assert (all_time["events"], all_time["wins"], all_time["places"]) == (5, 1, {"1": 1, "2": 2, "4": 1})
    assert (all_time["tables"], all_time["table_wins"]) == (4, 2)
    assert against(all_time["opponents"]) == {"Bob": (4, 2, 2, 0), "Cy": (3, 3, 0, 0)}
    by_season = [(one["name"], one["place"], one["events"], one["wins"], one["tables"]) for one in shown["seasons"]]
    assert by_season == [("Spring", 1, 1, 1, 2), ("Winter", 1, 4, 1, 3)]
    attended = [(one["name"], one["place"], one["of"], one["tables"], one["table_wins"]) for one in shown["attended"]]
    assert attended == [
        ("Tuesday", 2, 2, 1, 0), ("Tuesday", 2, 3, 1, 0), ("Tuesday", 1, 3, 2, 2), ("Winter", 4, 1, 0, 0),
        ("Winter", None, 0, 0, 0),
    ]  # fmt: skip
    bobs = site.anonymous.send("GET", f"people/{bob}/record").json()["all_time"]
    assert (bobs["events"], bobs["places"]) == (3, {"1": 2, "2": 1})


def test_an_abandoned_event_counts_in_no_record_of_its_season(site: Site) -> None:
    season = opened(site, scheme=PAY)
    ann, bob = site.people("Ann", "Bob")
    played(site, [season["id"]], [ann, bob], [1, 2])
    played(site, [season["id"]], [ann, bob], [2, 1])
    path = f"seasons/{season['id']}"
    _first, second = site.anonymous.send("GET", path).json()["events"]
    assert site.director.send("PATCH", f"{path}/events/{second['id']}", {"abandoned": True}).status_code == 200
    rows = site.anonymous.send("GET", f"{path}/head-to-head").json()["rows"]
    assert against(rows[0]["against"]) == {"Bob": (1, 1, 0, 0)}
    shown = site.anonymous.send("GET", f"people/{ann}/record").json()
    assert [(one["events"], one["wins"], one["tables"]) for one in shown["seasons"]] == [(1, 1, 1)]
    assert (shown["all_time"]["events"], shown["all_time"]["tables"]) == (2, 2)


def test_a_member_of_a_team_has_what_the_team_has(site: Site) -> None:
    """Two teams of two, first and second; partners have not met."""
    ann, bob, cy, dan = site.people("Ann", "Bob", "Cy", "Dan")
    made = site.tournament(game="scoresheet", table_size={"min": 2, "max": 2, "prefer": 2})
    teams = [{"team": "Owls", "members": [ann, bob]}, {"team": "Bats", "members": [cy, dan]}]
    answer = site.director.send("POST", f"tournaments/{made['id']}/entries", teams)
    owls, bats = [entry["id"] for entry in answer.json()["results"]]
    for entry in (owls, bats):
        site.director.send("POST", f"entries/{entry}/check-in")
    round = site.round(made["id"])
    site.referee.send("PUT", f"tables/{round['tables'][0]['id']}/result", {"places": {owls: 1, bats: 2}})
    site.director.send("POST", f"rounds/{round['id']}/close", {})
    site.director.send("POST", f"tournaments/{made['id']}/close", {})
    assert Entry.objects.filter(person=UUID(bob)).count() == 0
    found = site.anonymous.send("GET", f"people/{bob}/record").json()["all_time"]
    assert (found["events"], found["wins"], found["tables"]) == (1, 1, 1)
    assert against(found["opponents"]) == {"Cy": (1, 1, 0, 0), "Dan": (1, 1, 0, 0)}


def test_who_has_taken_part_in_nothing_is_seen_by_the_club_alone(site: Site) -> None:
    (ann,) = site.people("Ann")
    path = f"people/{ann}/record"
    assert [site.anonymous.send("GET", path).status_code, site.stranger.send("GET", path).status_code] == [404, 404]
    empty = {"events": 0, "wins": 0, "places": {}, "tables": 0, "table_wins": 0, "opponents": []}
    nothing = {"all_time": empty, "seasons": [], "attended": []}
    assert site.member.send("GET", path).json() == {"person": ann, "name": "Ann", **nothing}
