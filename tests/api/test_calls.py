"""Calls for the director: who calls, who sees it, who answers; check-ins taken back; what staff have noticed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api.conftest import Site, Visitor
from tests.api.test_idempotency import together
from tests.api.test_links import KEY
from tests.api.test_reports_by_link import Room


@pytest.fixture
def room(site: Site) -> Room:
    return Room(site)


def seen(room: Room, who: Visitor, path: str = "") -> Any:
    """The call in what somebody reads of the table, or of another thing."""
    return who.send("GET", path or f"tables/{room.table}").json().get("call", "hidden")


def test_a_table_calls_and_staff_answer(room: Room) -> None:
    assert seen(room, room.slip) is None
    body = {"note": "the rules?", "as": room.seats[1]}
    called = room.send(room.slip, "call", body)
    assert (called.status_code, called.json()["state"], called.json()["note"]) == (200, "open", "the rules?")
    assert {"by", "as_entry"}.isdisjoint(called.json())
    again = room.send(room.guests[0], "call", {})
    assert again.json() == called.json()
    listed = room.site.referee.send("GET", f"tournaments/{room.tournament}/calls").json()["results"]
    assert [(call["id"], call["as_entry"], call["by"]) for call in listed] == [
        (called.json()["id"], room.seats[1], f"table:{room.table}")
    ]
    answered = room.site.referee.send("POST", f"calls/{called.json()['id']}/answer")
    assert (answered.status_code, answered.json()["state"]) == (200, "answered")
    for who in (room.slip, *room.guests, room.site.director):
        assert seen(room, who)["state"] == "answered"
    for who in (room.other_slip, room.stranger, room.site.anonymous, room.site.member):
        assert seen(room, who) == "hidden"
    assert room.send(room.slip, "call", {}).json()["id"] != called.json()["id"]


def test_an_entry_calls(room: Room) -> None:
    path = f"entries/{room.seats[0]}"
    called = room.guests[0].send("POST", f"{path}/call", {"note": "I feel ill"})
    assert (called.status_code, called.json()["entry"], called.json()["table"]) == (200, room.seats[0], None)
    assert seen(room, room.guests[0], path)["note"] == "I feel ill"
    for who in (room.guests[1], room.slip, room.site.anonymous, room.site.member):
        assert seen(room, who, path) == "hidden"
    for who in (room.guests[1], room.slip, room.site.member):
        assert who.send("POST", f"{path}/call", {}).status_code == 403
    assert room.site.anonymous.send("POST", f"{path}/call", {}).status_code == 401


def test_strangers_read_nothing_of_calls(room: Room) -> None:
    call = room.send(room.slip, "call", {"note": "SECRET"}).json()["id"]
    room.site.referee.send("POST", f"calls/{call}/answer")
    for who in (room.site.anonymous, room.site.member, room.stranger, room.site.stranger):
        for path in ("tournaments/{}", "tournaments/{}/events", "tournaments/{}/rounds"):
            text = who.send("GET", path.format(room.tournament)).content.decode()
            assert "SECRET" not in text
            assert call not in text
        assert who.send("GET", f"tournaments/{room.tournament}/calls").status_code in (401, 403)
        assert who.send("POST", f"calls/{call}/answer").status_code in (401, 403)
    own = [event["type"] for event in feed(room, room.slip)]
    assert own[-2:] == ["tournament.director_called", "tournament.call_answered"]
    assert "tournament.director_called" not in [event["type"] for event in feed(room, room.other_slip)]


def feed(room: Room, who: Visitor) -> list[dict[str, Any]]:
    answer = who.send("GET", f"tournaments/{room.tournament}/events?limit=200").json()
    found: list[dict[str, Any]] = answer["results"] if "results" in answer else answer["events"]
    return found


def test_a_call_that_can_not_be(room: Room) -> None:
    for body, status in (({"note": "x" * 501}, 400), ({"who": 1}, 400), ({"as": "x"}, 400), ([], 400)):
        assert room.send(room.slip, "call", body).status_code == status
    assert room.send(room.slip, "call", {"as": str(uuid4())}).json()["code"] == "not_at_table"
    assert room.send(room.guests[0], "call", {"as": room.seats[0]}).json()["code"] == "no_table_link"
    friendly = room.site.friendly(room.site.member, room.site.other)["id"]
    refused = room.site.director.send("POST", f"tables/{friendly}/call", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "no_tournament")
    assert room.site.referee.send("POST", f"calls/{uuid4()}/answer").status_code == 404


def test_a_call_needs_no_running_round(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    entries = site.entries(tournament, "A", "B", "C")
    guest = site.entry_link(entries[0])
    assert guest.send("POST", f"entries/{entries[0]}/call", {}).status_code == 200
    draft = site.round(tournament, start=False)
    table = draft["tables"][0]["id"]
    site.director.send("POST", f"rounds/{draft['id']}/publish")
    assert site.table_link(table).send("POST", f"tables/{table}/call", {}).status_code == 200
    site.director.send("POST", f"tournaments/{tournament}/cancel")
    refused = guest.send("POST", f"entries/{entries[0]}/call", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "tournament_cancelled")


def test_of_many_at_once_there_is_one_call(live_site: Site) -> None:
    room = Room(live_site)
    answers = together(*(lambda who=who: room.send(who, "call", {}) for who in (room.slip, *room.guests)))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.json()["id"] for answer in answers}) == 1


def test_a_repeated_call_is_answered_again(room: Room) -> None:
    first, again = (room.send(room.slip, "call", {}, **KEY) for _ in range(2))
    assert (again.json(), again["Idempotency-Replayed"]) == (first.json(), "true")


def test_a_check_in_is_taken_back(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")["id"]
    first, *_ = entries = site.entries(tournament, "A", "B", "C", "D")
    guest, path = site.entry_link(first), f"entries/{first}/check-in"
    assert guest.send("DELETE", path).status_code == 204
    assert guest.send("DELETE", path).status_code == 204
    assert site.anonymous.send("GET", f"entries/{first}").json()["state"] == "registered"
    assert site.entry_link(entries[1]).send("DELETE", path).status_code == 403
    assert guest.send("POST", path).json()["state"] == "checked_in"
    site.round(tournament)
    refused = guest.send("DELETE", path)
    assert (refused.status_code, refused.json()["code"]) == (422, "entry_seated")
    assert "A" in refused.json()["detail"]


def test_comings_and_goings_by_an_entrys_own_link(site: Site) -> None:
    room = Room(site)
    me, path = room.guests[0], f"entries/{room.seats[0]}"
    assert me.send("POST", f"{path}/drop", {"after_round": 1}).json()["dropped_after"] == 1
    assert me.send("POST", f"{path}/return").json()["dropped_after"] is None
    assert me.send("POST", f"{path}/drop", {"after_round": 1}).status_code == 200
    for name in ("by", "at"):
        assert me.send("POST", f"{path}/drop", {name: "x"}).status_code == 400
    told = [event for event in feed(room, site.referee) if event["type"] == "tournament.entry_dropped"]
    assert [event["data"]["by"] for event in told] == [f"entry:{room.seats[0]}"] * 2
    assert all("by" not in event["data"] for event in feed(room, site.anonymous))
    missing = {
        table["id"]: {"places": {seat["entry"]: seat["seat"] for seat in table["seats"]}}
        for table in room.round["tables"]
    }
    assert site.director.send("POST", f"rounds/{room.round['id']}/close", {"missing": missing}).status_code == 200
    for step, body, code in (
        ("drop", {"after_round": 1}, "round_closed"),
        ("check-in", None, "entry_dropped"),
    ):
        refused = me.send("POST", f"{path}/{step}", body)
        assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert me.send("POST", f"{path}/return").json()["state"] == "checked_in"
    site.director.send("POST", f"tournaments/{room.tournament}/close")
    for step in ("check-in", "drop", "return", "call"):
        assert me.send("POST", f"{path}/{step}").json()["code"] == "tournament_closed"
    assert me.send("DELETE", f"{path}/check-in").json()["code"] == "tournament_closed"


def test_staff_notice_who_came_late(room: Room) -> None:
    (late,) = room.site.entries(room.tournament, "Late")
    before = len(feed(room, room.site.referee))
    for _ in range(2):
        assert room.site.referee.send("POST", f"entries/{late}/notice").status_code == 200
    assert len(feed(room, room.site.referee)) == before + 1
    assert room.site.entry_link(late).send("POST", f"entries/{late}/notice").status_code in (401, 403)
