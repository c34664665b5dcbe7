"""`rounds/{id}/extend` with a table: extra time for one table alone."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from league.models import Event
from league.projections.rebuild import rebuild
from tests.api.conftest import Site

NAMES = ("A", "B", "C", "D", "E", "F", "G")


def running(site: Site, **fields: Any) -> dict[str, Any]:
    tournament = site.tournament(**{"clock_seconds": 600, **fields})
    site.entries(tournament["id"], *NAMES)
    return site.round(tournament["id"])


def test_one_table_has_its_own_deadline(site: Site) -> None:
    round = running(site)
    first, second = (table["id"] for table in round["tables"])
    body = {"seconds": 300, "table": first, "reason": "a spilled drink"}
    key = {"Idempotency-Key": "double click"}
    answers = [site.referee.send("POST", f"rounds/{round['id']}/extend", body, **key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    shown = answers[0].json()
    assert [table["extra_seconds"] for table in shown["tables"]] == [300, 0]
    assert [table["label"] for table in shown["tables"]] == [None, None]
    assert shown["clock"]["deadline"] == round["clock"]["deadline"]
    clocks = [site.anonymous.send("GET", f"tables/{table}").json()["clock"] for table in (first, second)]
    assert clocks[1]["deadline"] == round["clock"]["deadline"] != clocks[0]["deadline"]
    assert [clock["extended_seconds"] for clock in clocks] == [300, 0]
    assert 299 < clocks[0]["remaining_seconds"] - clocks[1]["remaining_seconds"] < 301
    assert Event.objects.filter(type="tournament.clock_extended").count() == 1
    assert "a spilled drink" not in site.anonymous.send("GET", f"clubs/{site.club.id}/events").content.decode()
    site.referee.send("POST", f"rounds/{round['id']}/pause")
    assert site.anonymous.send("GET", f"tables/{first}").json()["clock"]["state"] == "paused"
    site.referee.send("POST", f"rounds/{round['id']}/resume")
    assert rebuild() == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"seconds": 60, "table": str(uuid4())}, 422, "unknown_table"),
        ({"seconds": 60, "table": "x"}, 400, "bad_fields"),
        ({"seconds": 60, "table": 1}, 400, "bad_fields"),
        ({"seconds": 0, "table": str(uuid4())}, 400, "bad_fields"),
        ({"seconds": -60}, 400, "bad_fields"),
        ({"seconds": 86_401}, 400, "bad_fields"),
        ({"table": str(uuid4())}, 400, "bad_fields"),
    ],
)
def test_what_is_no_extra_time(site: Site, body: dict[str, Any], status: int, code: str) -> None:
    round = running(site)
    stands = Event.objects.count()
    refused = site.referee.send("POST", f"rounds/{round['id']}/extend", body)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert Event.objects.count() == stands


def test_a_table_of_another_round_and_a_round_without_a_clock(site: Site) -> None:
    round, other = running(site), running(site, clock_seconds=None)
    table = other["tables"][0]["id"]
    refused = site.referee.send("POST", f"rounds/{round['id']}/extend", {"seconds": 60, "table": table})
    assert refused.json()["code"] == "unknown_table"
    refused = site.referee.send("POST", f"rounds/{other['id']}/extend", {"seconds": 60, "table": table})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_clock")
