"""`seasons/{id}/ledger`: counted by hand; and a tournament that is balanced over its season."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tests.api.conftest import Site
from tests.api.test_season_events import PAY
from tests.api.test_seasons import opened


def evening(site: Site, season: str, people: list[str], *rounds: list[list[int]], **settings: Any) -> str:
    """A tournament of these people; each round its tables, by numbers of the people; who is at none sits out."""
    made = site.tournament(
        game="scoresheet", seasons=[season], table_size={"min": 2, "max": 3, "prefer": 3}, **settings
    )
    answer = site.director.send("POST", f"tournaments/{made['id']}/entries", [{"person": one} for one in people])
    entries = [entry["id"] for entry in answer.json()["results"]]
    for entry in entries:
        site.director.send("POST", f"entries/{entry}/check-in")
    for tables in rounds:
        named = [[entries[number] for number in table] for table in tables]
        out = [entry for number, entry in enumerate(entries) if not any(number in table for table in tables)]
        plan = {"tables": named, "byes": out}
        answer = site.director.send("POST", f"tournaments/{made['id']}/rounds", {"plan": plan})
        assert answer.status_code == 201, answer.content
        id = answer.json()["id"]
        found = site.director.send("POST", f"rounds/{id}/start", {}).json()
        for table in found["tables"]:
            places = {seat["entry"]: seat["seat"] for seat in table["seats"]}
            answer = site.referee.send("PUT", f"tables/{table['id']}/result", {"places": places})
            assert answer.status_code == 200, answer.content
        assert site.director.send("POST", f"rounds/{id}/close", {}).status_code == 200
    id_: str = made["id"]
    return id_


def winter(site: Site) -> tuple[str, list[str]]:
    """Two evenings of Ann, Bob, Cy, Dan, Eve and Fay; the second is still going on."""
    season: str = opened(site, scheme=PAY)["id"]
    people = site.people("Ann", "Bob", "Cy", "Dan", "Eve", "Fay")
    evening(site, season, people, [[0, 1, 2], [3, 4]], starts_at="2026-12-01T19:00:00+01:00")
    evening(site, season, people, [[2, 0], [5, 3, 1]], starts_at="2027-01-05T19:00:00+01:00")
    return season, people


def test_the_ledger_of_a_season(site: Site) -> None:
    season, people = winter(site)
    answer = site.anonymous.send("GET", f"seasons/{season}/ledger")
    shown = answer.json()
    assert (shown["season"], shown["tournaments"]) == (season, 2)
    rows = {row["name"]: row for row in shown["rows"]}
    assert list(rows) == ["Ann", "Bob", "Cy", "Dan", "Eve", "Fay"]
    assert rows["Ann"] == {
        "person": people[0], "name": "Ann", "rounds": 2, "played": 2, "missed": 0, "byes": 0, "requested_byes": 0,
        "short_tables": 1, "last_seats": 1, "seats": {"1": 1, "2": 1}, "by_size": {"2": {"2": 1}, "3": {"1": 1}},
        "areas": {}, "met": 2, "meetings": 3, "most": ["short_tables", "last_seat"], "opponents": None,
    }  # fmt: skip
    most = {name: row["most"] for name, row in rows.items()}
    assert most == {
        "Ann": ["short_tables", "last_seat"], "Bob": ["last_seat"], "Cy": ["short_tables", "last_seat"],
        "Dan": ["short_tables"], "Eve": ["byes", "short_tables", "last_seat"], "Fay": ["byes"],
    }  # fmt: skip


def test_of_one_person_whom_they_have_met(site: Site) -> None:
    season, people = winter(site)
    (row,) = site.anonymous.send("GET", f"seasons/{season}/ledger?person={people[0]}").json()["rows"]
    assert [(other["name"], other["tables"]) for other in row["opponents"]] == [("Cy", 2), ("Bob", 1)]
    unknown = site.people("Zoe")[0]
    assert site.anonymous.send("GET", f"seasons/{season}/ledger?person={unknown}").status_code == 404
    answer = site.anonymous.send("GET", f"seasons/{season}/ledger?person=x")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, "bad_id")


def test_of_a_month_alone(site: Site) -> None:
    season, _ = winter(site)
    shown = site.anonymous.send("GET", f"seasons/{season}/ledger?month=2027-01").json()
    byes = {row["name"]: row["byes"] for row in shown["rows"]}
    assert (shown["tournaments"], byes["Eve"], byes["Fay"]) == (1, 1, 0)
    assert site.anonymous.send("GET", f"seasons/{season}/ledger?month=2027-02").json()["rows"] == []
    assert site.anonymous.send("GET", f"seasons/{season}/ledger?month=x").status_code == 400


def test_as_a_file(site: Site) -> None:
    season, people = winter(site)
    answer = site.anonymous.send("GET", f"seasons/{season}/ledger?as=csv")
    heads, *lines = csv.reader(io.StringIO(answer.content.decode(), newline=""))
    assert heads == [
        "name", "rounds", "played", "missed", "byes", "requested byes", "short tables", "last seats", "met",
        "meetings", "seat 1", "seat 2", "seat 3",
    ]  # fmt: skip
    assert lines[0] == ["Ann", "2", "2", "0", "0", "0", "1", "1", "2", "3", "1", "1", "0"]
    assert len(lines) == 6
    one = site.anonymous.send("GET", f"seasons/{season}/ledger?as=csv&person={people[0]}").content.decode()
    assert len(one.splitlines()) == 2
    assert site.anonymous.send("GET", f"seasons/{season}/ledger?as=xlsx").content.startswith(b"PK")
    assert site.anonymous.send("GET", f"seasons/{season}/ledger?as=pdf").status_code == 400


def test_a_season_without_a_round_has_an_empty_ledger(site: Site) -> None:
    season = opened(site, scheme=PAY)["id"]
    shown = site.anonymous.send("GET", f"seasons/{season}/ledger").json()
    assert shown == {"season": season, "tournaments": 0, "rows": []}


def test_the_next_evening_is_seated_by_it_where_that_is_asked_for(site: Site) -> None:
    """Ann and Bob, Cy and Dan have met; four at two tables of two."""
    season = opened(site, scheme=PAY)["id"]
    people = site.people("Ann", "Bob", "Cy", "Dan")
    evening(site, season, people, [[0, 1], [2, 3]])
    next_one = evening(site, season, people, format={"type": "swiss"}, balance="season")
    told = site.anonymous.send("GET", f"tournaments/{next_one}").json()
    assert told["balance"] == "season"
    settings = {"table_size": {"min": 2, "max": 2, "prefer": 2}}
    assert site.director.send("PATCH", f"tournaments/{next_one}", settings).json()["balance"] == "season"
    for _ in range(3):
        answer = site.director.send("POST", f"tournaments/{next_one}/rounds", {})
        assert answer.status_code == 201, answer.content
        draft = answer.json()
        assert draft["cost"]["season_repeats"] == 0
        assert site.director.send("DELETE", f"rounds/{draft['id']}").status_code in (200, 204)


@pytest.mark.parametrize("balance", ["league", None, True])
def test_a_balance_that_is_none_is_refused(site: Site, balance: Any) -> None:
    made = site.tournament()
    assert made["balance"] == "tournament"
    answer = site.director.send("PATCH", f"tournaments/{made['id']}", {"balance": balance})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "balance")
