"""Rounds that are published and taken back: drawn again, deleted, called off; seats emptied; the close that drops."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from league.log.verify import Tally, verify
from league.models import Round, Table
from league.projections.rebuild import rebuild
from league.repository import streams
from league.services import clocks
from tests.api.conftest import Site, sheet
from tests.api.test_repair import ids, seated, seats


def send(site: Site, path: str, body: Any = None) -> Any:
    return site.director.send("POST", path, body)


def require_consistent() -> None:
    """The log is whole, and the rows are those that follow from it."""
    assert list(verify(streams.codec().decode, Tally())) == []
    assert rebuild() == []


def test_a_published_round_is_drawn_again_and_its_slips_are_gone(site: Site) -> None:
    round = seated(site, start=False)
    slip = site.table_link(ids(round)[0])
    answer = send(site, f"rounds/{round['id']}/redo", {})
    assert answer.status_code == 200, answer.content
    again = answer.json()
    assert (again["id"], again["state"], again["attempt"]) == (round["id"], "draft", 2)
    assert not set(ids(again)) & set(ids(round))
    assert site.anonymous.send("GET", f"rounds/{round['id']}").status_code == 404
    assert slip.send("GET", f"tables/{ids(round)[0]}").json()["code"] == "table_gone"
    types = [event["type"] for event in site.anonymous.send("GET", feed(round)).json()["results"]]
    assert types[-1] == "tournament.round_discarded"
    started = send(site, f"rounds/{round['id']}/start").json()
    assert (started["attempt"], started["state"]) == (2, "running")
    require_consistent()


def feed(round: dict[str, Any]) -> str:
    return f"tournaments/{round['tournament']}/events?limit=200"


def test_a_published_round_is_deleted_and_seated_again(site: Site) -> None:
    round = seated(site, start=False)
    assert site.referee.send("DELETE", f"rounds/{round['id']}").status_code == 403
    assert site.director.send("DELETE", f"rounds/{round['id']}").status_code == 204
    assert site.director.send("GET", f"rounds/{round['id']}").status_code == 404
    assert not Table.objects.filter(round__tournament=round["tournament"]).exists()
    made = site.round(round["tournament"], start=False)
    assert (made["number"], made["attempt"]) == (1, 2)


def test_a_seat_of_a_published_round_is_emptied(site: Site) -> None:
    round = seated(site, start=False)
    gone = seats(round)[0][1]
    assert site.director.send("POST", f"entries/{gone}/drop").status_code == 200
    shown = site.anonymous.send("GET", f"rounds/{round['id']}").json()
    assert [seat["entry"] for table in shown["tables"] for seat in table["seats"] if seat.get("dropped")] == [gone]
    table = site.anonymous.send("GET", f"tables/{ids(round)[0]}").json()
    assert [seat["seat"] for seat in table["seats"] if "dropped" in seat] == [2]
    answer = send(site, f"rounds/{round['id']}/repair", {"empty": gone, "reason": "has gone home"})
    assert answer.status_code == 200, answer.content
    assert ids(answer.json()) == ids(round)
    assert gone not in [entry for table in seats(answer.json()) for entry in table]
    for wrong in ({"empty": gone, "table": ids(round)[0]}, {"empty": 7}, {"empty": None}):
        assert send(site, f"rounds/{round['id']}/repair", wrong).status_code == 400
    send(site, f"rounds/{round['id']}/start")
    late = send(site, f"rounds/{round['id']}/repair", {"empty": seats(round)[0][0]})
    assert (late.status_code, late.json()["code"]) == (422, "round_begun")


def called_off(site: Site, **fields: Any) -> dict[str, Any]:
    """Round 1 running with a result at its first table, and called off."""
    round = seated(site, start=True, **fields)
    table, names = ids(round)[0], seats(round)[0]
    body = {"places": {entry: place for place, entry in enumerate(names, 1)}}
    assert site.referee.send("PUT", f"tables/{table}/result", body).status_code == 200
    assert site.referee.send("POST", f"rounds/{round['id']}/cancel", {"reason": "fire"}).status_code == 403
    for wrong in (
        {},
        {"reason": ""},
        {"reason": None},
        {"reason": "x" * 501},
        {"reason": "fire", "round": round["id"]},
    ):
        assert send(site, f"rounds/{round['id']}/cancel", wrong).status_code == 400, wrong
    answer = send(site, f"rounds/{round['id']}/cancel", {"reason": "a fire alarm"})
    assert answer.status_code == 200, answer.content
    assert answer.json()["state"] == "cancelled"
    return {**answer.json(), "tournament": round["tournament"]}


def test_a_round_is_called_off_and_its_number_seated_again(site: Site) -> None:
    round = called_off(site, clock_seconds=600)
    path = f"tournaments/{round['tournament']}"
    assert round["clock"]["state"] == "off"
    standings = site.anonymous.send("GET", f"{path}/standings").json()
    assert (standings["after_round"], {row["played"] for row in standings["rows"]}) == (0, {0})
    again = send(site, f"rounds/{round['id']}/cancel", {"reason": "twice"})
    assert (again.status_code, again.json()["version"]) == (200, round["version"])
    made = site.round(round["tournament"])
    assert (made["number"], made["attempt"], made["state"]) == (1, 2, "running")
    listed = site.anonymous.send("GET", f"{path}/rounds").json()["results"]
    assert sorted((known["number"], known["state"]) for known in listed) == [(1, "cancelled"), (1, "running")]
    public = site.anonymous.send("GET", feed(round)).json()["results"]
    (event,) = [event for event in public if event["type"] == "tournament.round_cancelled"]
    assert event["data"] == {"round": round["id"], "number": 1, "joined": []}
    assert Round.objects.get(pk=round["id"]).due_at is None
    assert clocks.sweep(timezone.now()) == 0
    require_consistent()


def test_the_tables_of_a_round_that_was_called_off_take_nothing(site: Site) -> None:
    round = called_off(site)
    (first, second), slip = ids(round), site.table_link(ids(round)[1])
    entry = site.entry_link(seats(round)[1][0])
    body = {"places": {name: place for place, name in enumerate(seats(round)[1], 1)}}
    assert slip.send("PUT", f"tables/{second}/result", body).json()["code"] == "round_over"
    commands = sheet(seats(round)[1], 1)
    for who, path, sent in (
        (site.referee, f"tables/{second}/result", body),
        (site.referee, f"tables/{second}/commands", commands),
        (entry, f"tables/{second}/result", body),
        (site.referee, f"tables/{first}/confirm", {}),
        (site.referee, f"tables/{first}/correct", {**body, "reason": "wrong"}),
    ):
        method = "PUT" if path.endswith("result") else "POST"
        answer = who.send(method, path, sent)
        assert answer.status_code == 422, (path, answer.content)
    for step in ("publish", "start", "pause", "resume", "redo", "close"):
        answer = send(site, f"rounds/{round['id']}/{step}", {})
        assert (answer.status_code, answer.json()["code"]) == (422, "round_cancelled"), step
    assert site.director.send("DELETE", f"rounds/{round['id']}").json()["code"] == "round_cancelled"
    shown = site.anonymous.send("GET", f"tables/{first}")
    assert shown.status_code == 200


def test_calling_off_is_tried_first(site: Site) -> None:
    round = seated(site, start=True)
    answer = send(site, f"rounds/{round['id']}/cancel?dry_run=true", {"reason": "fire"})
    assert answer.status_code == 200, answer.content
    assert [event["type"] for event in answer.json()["events"]] == ["tournament.round_cancelled"]
    assert site.anonymous.send("GET", f"rounds/{round['id']}").json()["state"] == "running"
    other = seated(site, start=False)
    for path, method in ((f"rounds/{other['id']}", "DELETE"), (f"rounds/{other['id']}/cancel", "POST")):
        answer = site.director.send(method, f"{path}?dry_run=true", None if method == "DELETE" else {"reason": "no"})
        assert answer.status_code == 200, answer.content


@pytest.mark.parametrize("drop", [[0], [0, 1]])
def test_the_close_drops_whom_the_director_names(site: Site, drop: list[int]) -> None:
    round = seated(site, start=True)
    missing = {}
    for table in round["tables"]:
        names = [seat["entry"] for seat in table["seats"]]
        missing[table["id"]] = {
            "places": {name: place for place, name in enumerate(names[:-1], 1)},
            "absent": names[-1:],
        }
    away = [table["seats"][-1]["entry"] for table in round["tables"]]
    body = {"missing": missing, "drop": [away[at] for at in drop]}
    wrong = send(site, f"rounds/{round['id']}/close", {**body, "drop": [round["id"]]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown_entry")
    answer = send(site, f"rounds/{round['id']}/close", body)
    assert answer.status_code == 200, answer.content
    states = [site.anonymous.send("GET", f"entries/{entry}").json()["state"] for entry in away]
    assert states == ["dropped" if at in drop else "checked_in" for at in (0, 1)]


def test_what_is_asked_about_a_round_is_answered_after_each_of_these_steps(site: Site) -> None:
    round = seated(site, start=False, rounds=3)
    path, entry = f"tournaments/{round['tournament']}", seats(round)[0][0]

    def asked() -> list[int]:
        queries = [f"explain?entry={entry}&round=1", f"explain?entry={entry}", f"needs?entry={entry}&goal=top:3"]
        return [site.director.send("GET", f"{path}/{query}").status_code for query in queries]

    assert asked()[0] == 200
    assert send(site, f"rounds/{round['id']}/repair", {"empty": entry}).status_code == 200
    assert 500 not in asked()
    assert asked()[0] == 200
    assert send(site, f"rounds/{round['id']}/redo", {}).status_code == 200
    assert 500 not in asked()
    assert send(site, f"rounds/{round['id']}/start").status_code == 200
    assert send(site, f"rounds/{round['id']}/cancel", {"reason": "fire"}).status_code == 200
    assert 500 not in asked()
    assert site.director.send("GET", f"{path}/explain?entry={entry}&round=1").status_code == 404
    site.round(round["tournament"])
    assert asked()[:2] == [200, 200]
