"""`tournaments/{id}/needs`: which places are needed, told to whom, and what can't be asked."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.domain.forecast import context_of
from league.domain.forecast import needs as answered
from league.queries import forecast
from tests.api.conftest import Site, Visitor

FOURS = {"min": 4, "max": 4, "prefer": 4}
THREES = {"min": 3, "max": 3, "prefer": 3}
NAMES = [f"P{number}" for number in range(1, 7)]


def asked(who: Visitor, tournament: str, **query: Any) -> Any:
    return who.send("GET", f"tournaments/{tournament}/needs?" + "&".join(f"{k}={v}" for k, v in query.items()))


def evening(site: Site, **fields: Any) -> tuple[str, list[str]]:
    """Six at two tables of three, 4-2-1; round 1: P1 P2 P3, and P4 P5 P6, in these orders. Round 2 is not seated."""
    made = site.tournament(
        **{"table_size": THREES, "format": {"type": "areas"}, "points": {"by_place": [4, 2, 1]}, **fields}
    )
    entries = site.entries(made["id"], *NAMES)
    found = seat(site, made["id"], entries[:3], entries[3:])
    for table in found["tables"]:
        places = {seat["entry"]: seat["seat"] for seat in table["seats"]}
        assert site.director.send("PUT", f"tables/{table['id']}/result", {"places": places}).status_code == 200
    assert site.director.send("POST", f"rounds/{found['id']}/close", {}).status_code == 200
    return made["id"], entries


def seat(site: Site, tournament: str, *tables: list[str], start: bool = True) -> dict[str, Any]:
    """The next round, at these tables."""
    return site.round(tournament, {"plan": {"tables": list(tables)}}, start=start)


def test_the_places_that_are_needed_are_told_to_everybody(site: Site) -> None:
    tournament, entries = evening(site)
    p1, p2, p3, p4, p5, p6 = entries
    seat(site, tournament, [p1, p4, p2], [p3, p5, p6])
    body = asked(site.anonymous, tournament, entry=p1, goal="win").json()
    assert body == asked(site.director, tournament, entry=p1, goal="win").json()
    assert body["subject"] == {"entry": p1, "goal": "win", "round": 2}
    assert (body["table"], body["reported"], body["method"], body["undecided_by"]) == (1, False, "exact", None)
    # P1 has 4: first makes 8, which nobody reaches. Second makes 6: P4 at first has 8, P2 6 and shares the place.
    # Third makes 5: whoever is first has 8 or 6.
    told = {place["place"]: place["verdict"] for place in body["places"]}
    assert told == {1: "sure", 2: "possible", 3: "impossible"}
    second = body["places"][1]
    assert (second["outcomes"], second["reached"], second["undecided"]) == (12, 6, 0)
    assert body["because"] == [
        "Place 1 at the table makes it sure.",
        "Place 2 at the table may do: that is up to the other tables.",
        "Place 3 at the table will not do.",
    ]
    assert body["goal"] == "to be in the first place after round 2"
    assert [note["code"] for note in body["notes"]] == ["strict_places"]


def test_a_lot_that_would_decide_is_told_as_possible(site: Site) -> None:
    tournament, (p1, p2, p3, p4, p5, p6) = evening(site, tie_breaks=["lot"])
    seat(site, tournament, [p1, p2, p3], [p4, p5, p6])
    body = asked(site.anonymous, tournament, entry=p1, goal="win").json()
    first = body["places"][0]
    # Both winners of round 1 have 8 where they win again: of the six orders of the other table P4 wins two.
    assert (first["verdict"], first["outcomes"], first["reached"], first["undecided"]) == ("possible", 12, 8, 4)
    assert body["undecided_by"] == "lot"
    assert "lot" in [note["code"] for note in body["notes"]]


def test_areas_finals_and_a_table_that_has_reported(site: Site) -> None:
    tournament, (p1, p2, p3, p4, p5, p6) = evening(site)
    found = seat(site, tournament, [p1, p4, p2], [p3, p5, p6])
    area = asked(site.anonymous, tournament, entry=p4, goal="area:A").json()
    assert [place["verdict"] for place in area["places"]] == ["sure", "sure", "possible"]
    assert {"as_entered", "apart"} <= {note["code"] for note in area["notes"]}
    places = {p1: 1, p4: 2, p2: 3}
    answer = site.director.send("PUT", f"tables/{found['tables'][0]['id']}/result", {"places": places})
    assert answer.status_code == 200
    final = asked(site.anonymous, tournament, entry=p4, goal="final:2").json()
    assert final["reported"] is True
    assert [(place["place"], place["verdict"]) for place in final["places"]] == [(2, "possible")]


def test_a_draft_is_the_staffs_and_no_round_is_said_so(site: Site) -> None:
    tournament, entries = evening(site)
    answer = asked(site.director, tournament, entry=entries[0], goal="win")
    assert (answer.status_code, answer.json()["code"]) == (422, "no_round")
    seat(site, tournament, entries[:3], entries[3:], start=False)
    assert asked(site.referee, tournament, entry=entries[0], goal="win").status_code == 200
    for who in (site.anonymous, site.member, site.stranger):
        answer = asked(who, tournament, entry=entries[0], goal="win")
        assert (answer.status_code, answer.json()["code"]) == (422, "no_round")


def test_what_can_not_be_asked(site: Site) -> None:
    tournament, entries = evening(site, rounds=2)
    (late,) = site.entries(tournament, "Late")
    seat(site, tournament, entries[:3], entries[3:])
    first = entries[0]
    wrong: list[tuple[dict[str, Any], int, str]] = [
        ({}, 400, "required"),
        ({"entry": first}, 400, "required"),
        ({"entry": "x", "goal": "win"}, 400, "bad_id"),
        *(
            ({"entry": first, "goal": goal}, 400, "unknown_goal")
            for goal in (
                "",
                "best",
                "top",
                "top:0",
                "top:-1",
                "top:2001",
                "top:%C2%B2",
                "final:1",
                "area:",
                "area:a",
                "win:2",
            )
        ),
        ({"entry": first, "goal": "area:A%00"}, 400, "bad_text"),
        ({"entry": uuid4(), "goal": "win"}, 404, "unknown_entry"),
        ({"entry": late, "goal": "win"}, 422, "not_in_round"),
        ({"entry": first, "goal": "final:9"}, 422, "bad_top"),
        ({"entry": first, "goal": "area:A"}, 422, "last_round"),
    ]
    for query, status, code in wrong:
        answer = asked(site.director, tournament, **query)
        problem = answer.json()
        assert answer.status_code == status, (query, problem)
        assert code in (problem["code"], *(error["code"] for error in problem["errors"])), query
        assert "{" not in problem["detail"]
    assert asked(site.director, str(uuid4()), entry=first, goal="win").status_code == 404


def test_areas_that_are_not_there(site: Site) -> None:
    tournament, entries = evening(site)
    seat(site, tournament, entries[:3], entries[3:])
    answer = asked(site.anonymous, tournament, entry=entries[0], goal="area:C").json()
    assert (answer["code"], answer["facts"]) == ("no_such_area", {"area": "C", "last": "B"})
    assert site.director.send("POST", f"entries/{entries[0]}/drop", {"after_round": 2}).status_code == 200
    answer = asked(site.anonymous, tournament, entry=entries[0], goal="area:A").json()
    assert answer["code"] == "leaves"
    other, entries = evening(site, format={"type": "swiss"})
    seat(site, other, entries[:3], entries[3:])
    assert asked(site.director, other, entry=entries[0], goal="area:A").json()["code"] == "no_areas"


def test_numbers_that_no_client_reads_exactly_are_left_out(site: Site) -> None:
    made = site.tournament(table_size={"min": 4, "max": 4, "prefer": 4}, points={"by_place": [4, 2, 1, 0]})
    entries = site.entries(made["id"], *(f"P{number}" for number in range(1, 49)))
    site.round(made["id"])
    body = asked(site.anonymous, made["id"], entry=entries[0], goal="top:12").json()
    assert [place["verdict"] for place in body["places"]] == ["sure", "impossible", "impossible", "impossible"]
    assert [place["outcomes"] for place in body["places"]] == [None] * 4, "6 times 24 to the eleventh"
    assert body["method"] == "exact"


def test_an_answer_is_worked_out_once_for_each_state_of_the_log(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    tournament, (p1, p2, p3, p4, p5, p6) = evening(site)
    found = seat(site, tournament, [p1, p4, p2], [p3, p5, p6])
    worked_out: list[str] = []

    def noted(work: Any, what: str) -> Any:
        def noting(*of: Any) -> Any:
            worked_out.append(what)
            return work(*of)

        return noting

    monkeypatch.setattr(forecast, "context_of", noted(context_of, "context"))
    monkeypatch.setattr(forecast, "needs", noted(answered, "answer"))

    def verdicts(goal: str) -> list[str]:
        body = asked(site.anonymous, tournament, entry=p1, goal=goal).json()
        return [place["verdict"] for place in body["places"]]

    before = {goal: verdicts(goal) for goal in ("top:2", "final:2", "win")}
    assert {goal: verdicts(goal) for goal in before} == before
    assert before["top:2"] != before["final:2"]
    assert worked_out == ["context", "answer", "answer", "answer"]
    places = {p3: 1, p5: 2, p6: 3}
    answer = site.director.send("PUT", f"tables/{found['tables'][1]['id']}/result", {"places": places})
    assert answer.status_code == 200
    assert verdicts("win") == ["sure", "possible", "impossible"]
    assert worked_out == ["context", "answer", "answer", "answer", "context", "answer"]
    assert len(forecast._cache) <= forecast.CACHED_TOURNAMENTS
