"""What the desk shows, the API does too: what needs the director, the papers, the places over time."""

from __future__ import annotations

from typing import Any

from league.models import Scope
from tests.api.conftest import Site
from tests.api.test_navigation import night, report
from tests.api.test_scopes import with_scope


def test_what_needs_the_director(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C", personal_links=False)
    round = site.round(tournament)
    (table,) = round["tables"]
    path = f"tournaments/{tournament}/attention"
    assert site.referee.send("GET", path).json() == {"results": []}
    report(site, table)
    seats = [seat["entry"] for seat in table["seats"]]
    other = {"scores": dict(zip(seats, (1, 2, 3), strict=True)), "note": "read upside down"}
    site.entry_link(seats[1]).send("POST", f"tables/{table['id']}/dispute", other)
    call = site.table_link(table["id"]).send("POST", f"tables/{table['id']}/call", {"note": "a card is gone"}).json()
    (late,) = site.entries(tournament, "Late")
    site.entry_link(seats[2]).send("POST", f"entries/{seats[2]}/drop", {"after_round": 1})
    wants: list[dict[str, Any]] = site.referee.send("GET", path).json()["results"]
    assert [(want["kind"], want["entry"]) for want in wants] == [
        ("dispute", seats[1]),
        ("call", None),
        ("late", late),
        ("leave", seats[2]),
    ]
    assert [(want["table"], want["table_number"], want["game"]) for want in wants[:2]] == [
        (table["id"], 1, 1),
        (table["id"], 1, None),
    ]
    assert (wants[0]["note"], wants[1]["note"], wants[1]["call"]) == ("read upside down", "a card is gone", call["id"])
    assert (wants[2]["name"], wants[3]["after_round"]) == ("Late", 1)
    site.referee.send("POST", f"tables/{table['id']}/rule", {"uphold": True, "reason": "the sheet says so"})
    site.referee.send("POST", f"calls/{call['id']}/answer")
    for entry in (late, seats[2]):
        site.referee.send("POST", f"entries/{entry}/notice")
    assert site.referee.send("GET", path).json() == {"results": []}


def test_papers_are_pdf_for_those_who_may_make_their_links(site: Site) -> None:
    tournament, _ = night(site, "A", "B", "C")
    path = f"tournaments/{tournament}/paper"
    refused = site.referee.get(path, {"sheet": "slips"})
    assert refused.status_code == 422, refused.content
    site.round(tournament)
    for sheet in ("names", "seating", "cards"):
        answer = site.referee.get(path, {"sheet": sheet})
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), answer.content
        assert answer.content.startswith(b"%PDF")
        assert "no-store" in answer["Cache-Control"]
    assert site.referee.get(path, {"sheet": "personal"}).status_code == 403
    codes = {sheet: site.director.get(path, {"sheet": sheet}) for sheet in ("slips", "personal", "poster")}
    assert [answer.status_code for answer in codes.values()] == [200, 200, 200]
    assert with_scope(site.director, Scope.READ).get(path, {"sheet": "slips"}).json()["code"] == "insufficient_scope"
    wrong = [site.director.get(path, query).json()["errors"][0]["field"] for query in ({}, {"sheet": "x"})]
    assert wrong == ["sheet", "sheet"]
    answer = site.director.get(path, {"sheet": "slips", "tables": "7"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_table")


def test_places_over_the_rounds_of_a_tournament(site: Site) -> None:
    tournament, entries = night(site, "A", "B", "C", rounds=2, standings_shown="rounds")
    path = f"tournaments/{tournament}/places"
    assert [row["places"] for row in site.anonymous.send("GET", path).json()["rows"]] == [[], [], []]
    round = site.round(tournament)
    report(site, round["tables"][0])
    assert site.anonymous.send("GET", path).json()["rounds"] == []
    assert site.referee.send("GET", path).json()["rounds"] == [1]
    site.director.send("POST", f"rounds/{round['id']}/close", {})
    shown = site.anonymous.send("GET", path).json()
    order = [seat["entry"] for seat in round["tables"][0]["seats"]]
    assert (shown["rounds"], [row["entry"] for row in shown["rows"]]) == ([1], order)
    assert [row["places"] for row in shown["rows"]] == [[1], [2], [3]]
    assert {row["entry"] for row in shown["rows"]} == set(entries)


def test_places_over_the_events_of_a_season(site: Site) -> None:
    body = {"club": str(site.club.pk), "name": "W", "scheme": {"points": {"by_place": [3, 2]}}}
    season = site.director.send("POST", "seasons", body).json()["id"]
    ada, bea = site.people("Ada", "Bea")
    site.season_event(season, {"name": "One", "date": "2026-01-05", "places": {ada: 1, bea: 2}})
    site.season_event(season, {"name": "Two", "places": {bea: 1}})
    shown = site.anonymous.send("GET", f"seasons/{season}/places").json()
    assert [(event["name"], event["date"]) for event in shown["events"]] == [("One", "2026-01-05"), ("Two", None)]
    assert [(row["name"], row["places"]) for row in shown["rows"]] == [("Bea", [2, 1]), ("Ada", [1, 2])]
    assert site.anonymous.send("GET", f"seasons/{season}/places?division=x").json()["errors"][0]["field"] == "division"
