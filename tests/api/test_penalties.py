"""`penalties`: points off, seen by all, for reasons that staff see; lifted again, they have never been."""

from __future__ import annotations

from fractions import Fraction
from typing import Any
from uuid import uuid4

import pytest

from league.models import Event, Penalty
from league.projections.rebuild import rebuild
from tests.api.conftest import Site, version_in
from tests.api.test_night import play_round


def points_of(site: Site, tournament: str, query: str = "") -> dict[str, Fraction]:
    rows = site.anonymous.send("GET", f"tournaments/{tournament}/standings{query}").json()["rows"]
    return {row["name"]: Fraction(row["points"]) for row in rows}


def test_reasons_are_the_staffs(site: Site) -> None:
    tournament = site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    path = f"tournaments/{tournament['id']}/penalties"
    answer = site.referee.send("POST", path, {"entry": entries[0], "points": "5/2", "reason": "spilled tea"})
    made = answer.json()
    assert (answer.status_code, answer["Location"]) == (201, f"/api/v1/penalties/{made['id']}")
    assert version_in(answer) == made["version"]
    home = {"tournament": tournament["id"], "club": str(site.club.pk)}
    shown = home | {"entry": entries[0], "points": "2.5", "after_round": 0, "lifted": False}
    assert made == {"id": made["id"], "version": made["version"], "reason": "spilled tea", **shown}
    assert site.director.send("GET", path).json()["results"] == [made]
    for caller in (site.anonymous, site.member, site.stranger):
        assert caller.send("GET", path).json()["results"] == [{"id": made["id"], "version": made["version"], **shown}]
        assert "spilled" not in caller.send("GET", f"tournaments/{tournament['id']}/events").content.decode()
    lifted = site.referee.send("POST", f"penalties/{made['id']}/lift").json()
    assert (lifted["lifted"], lifted["version"] > made["version"]) == (True, True)
    assert site.anonymous.send("GET", path).json()["results"] == []
    assert site.referee.send("GET", path).json()["results"] == [lifted]
    assert site.referee.send("POST", f"penalties/{made['id']}/lift", {}).json() == lifted
    assert Event.objects.filter(type="tournament.penalty_lifted").count() == 1


def test_penalty_and_areas(site: Site) -> None:
    """The case of that name: A 30, B 29, C 28, D 27, E 26; A gets -5, so that A is out and has the bye."""
    tournament = site.tournament(
        table_size={"min": 4, "max": 4, "prefer": 4}, points={"by_place": [0, 0, 0, 0], "bye": 0}
    )
    a, b, c, d, e = site.entries(tournament["id"], *"ABCDE")
    plan = {"tables": [[a, b, c, d]], "byes": [e]}
    play_round(site, tournament["id"], {"plan": plan})
    for entry, points in ((a, -30), (b, -29), (c, -28), (d, -27), (e, -26), (a, 5)):
        site.penalty(tournament["id"], entry, points)
    assert points_of(site, tournament["id"]) == {"A": 25, "B": 29, "C": 28, "D": 27, "E": 26}
    second = site.round(tournament["id"])
    (table,) = second["tables"]
    assert {seat["name"] for seat in table["seats"]} == set("BCDE")
    assert second["byes"] == [a]


def rows(site: Site, tournament: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.anonymous.send("GET", f"tournaments/{tournament}/standings").json()["rows"]
    return found


def test_corrected_twice(site: Site) -> None:
    """The case of that name: a penalty by mistake, lifted, and more rounds; the standings say nothing of it."""
    tournament = site.tournament(points={"by_place": [3, 2, 1]}, tie_breaks=["lot"])
    entries = site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    before = rows(site, tournament["id"])
    penalty = site.penalty(tournament["id"], entries[0], 1000)
    assert rows(site, tournament["id"])[-1]["penalties"] == 1000
    site.director.send("POST", f"penalties/{penalty}/lift")
    assert rows(site, tournament["id"]) == before
    play_round(site, tournament["id"])
    assert sum(points_of(site, tournament["id"]).values()) == 12
    assert {row["penalties"] for row in rows(site, tournament["id"])} == {0}


def test_a_penalty_counts_from_its_round_on(site: Site) -> None:
    tournament = site.tournament(points={"by_place": [3, 2, 1]})
    entries = site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    play_round(site, tournament["id"])
    stood = [points_of(site, tournament["id"], f"?after_round={number}")["A"] for number in (1, 2)]
    site.penalty(tournament["id"], entries[0], 1, after_round=2)
    assert [points_of(site, tournament["id"], f"?after_round={number}")["A"] for number in (1, 2)] == [
        stood[0],
        stood[1] - 1,
    ]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"entry": str(uuid4())}, 422, "unknown_entry"),
        ({"points": 0}, 422, "bad_points"),
        ({"points": "1/0"}, 400, "bad_fields"),
        ({"reason": ""}, 400, "bad_fields"),
        ({"reason": " "}, 400, "bad_fields"),
        ({"after_round": -1}, 400, "bad_fields"),
        ({"colour": "red"}, 400, "bad_fields"),
    ],
)
def test_a_penalty_that_can_not_be(site: Site, change: dict[str, Any], status: int, code: str) -> None:
    tournament = site.tournament()
    (entry,) = site.entries(tournament["id"], "A")
    body = {"entry": entry, "points": 1, "reason": "late", **change}
    answer = site.referee.send("POST", f"tournaments/{tournament['id']}/penalties", body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Penalty.objects.count() == 0


def test_a_rebuild_gives_the_same_rows(site: Site) -> None:
    tournament = site.tournament()
    (entry,) = site.entries(tournament["id"], "A")
    lifted = site.penalty(tournament["id"], entry)
    site.penalty(tournament["id"], entry)
    site.referee.send("POST", f"penalties/{lifted}/lift")
    stood = list(Penalty.objects.values())
    Penalty.objects.all().delete()
    assert rebuild() == [f"penalty {row['id']}" for row in stood]
    assert list(Penalty.objects.values()) == stood
    assert site.referee.send("POST", f"penalties/{uuid4()}/lift").status_code == 404


def test_where_the_lowest_total_wins_points_are_added(site: Site) -> None:
    """The last of three with 9 is not helped by 8 points; the first with 1 has 9, as the last has."""
    tournament = site.tournament(points={"raw": {}, "low_wins": True})
    entries = site.entries(tournament["id"], "A", "B", "C")
    play_round(site, tournament["id"])
    before = points_of(site, tournament["id"])
    path = f"tournaments/{tournament['id']}/penalties"
    made = site.referee.send("POST", path, {"entry": entries[0], "points": 8, "reason": "lost ball"}).json()
    assert made["points"] == 8
    assert points_of(site, tournament["id"]) == before | {"A": before["A"] + 8}
    rows = site.anonymous.send("GET", f"tournaments/{tournament['id']}/standings").json()["rows"]
    assert [(row["penalties"], row.get("penalties_are_added")) for row in rows if row["name"] == "A"] == [(8, True)]
    sheet = site.anonymous.send("GET", f"tournaments/{tournament['id']}/standings?as=csv").content.decode()
    assert "penalties added" in sheet.splitlines()[0]
    site.referee.send("POST", f"penalties/{made['id']}/lift", {})
    assert points_of(site, tournament["id"]) == before
