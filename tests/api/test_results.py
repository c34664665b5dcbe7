"""`tables/{id}/result`, `confirm`, `dispute`, `rule`, `correct`; what was known when."""

from __future__ import annotations

import json
from typing import Any

import pytest

from league.models import Event
from tests.api.conftest import Site, Visitor


class Room:
    """A running round of score sheets with one table of three."""

    def __init__(self, site: Site, game: str = "scoresheet") -> None:
        self.site = site
        made = site.tournament(game=game, points={"by_place": [4, 2, 1]})
        self.tournament = made["id"]
        site.entries(self.tournament, "A", "B", "C")
        self.round = site.round(self.tournament)
        self.table = self.round["tables"][0]["id"]
        self.seats = [seat["entry"] for seat in self.round["tables"][0]["seats"]]

    def by(self, kind: str, *numbers: Any) -> dict[str, Any]:
        return {kind: dict(zip(self.seats, numbers, strict=True))}

    def send(self, who: Visitor, what: str, body: Any, **headers: str) -> Any:
        return who.send("PUT" if what == "result" else "POST", f"tables/{self.table}/{what}", body, **headers)

    def points(self, query: str = "") -> list[Any]:
        rows = self.site.anonymous.send("GET", f"tournaments/{self.tournament}/standings{query}").json()["rows"]
        by_entry = {row["entry"]: row["points"] for row in rows}
        return [by_entry[entry] for entry in self.seats]


@pytest.fixture
def room(site: Site) -> Room:
    return Room(site)


def test_a_result_is_reported_confirmed_and_seen_without_who_said_it(room: Room) -> None:
    site = room.site
    answer = room.send(site.referee, "result", room.by("scores", 7, 9, 9))
    told = answer.json()
    assert answer.status_code == 200, told
    assert (told["state"], told["result"]["source"], told["result"]["by"]) == (
        "reported",
        "game",
        f"user:{site.referee.user.pk}",
    )
    assert list(told["result"]["places"].values()) == [3, 1, 1]
    assert list(told["result"]["points"].values()) == [1, 3, 3]
    assert room.send(site.referee, "result", room.by("scores", 7, 9, 9)).json()["state"] == "reported"
    assert room.send(site.director, "confirm", {}).json()["state"] == "confirmed"
    public = site.anonymous.send("GET", f"tables/{room.table}").json()
    assert (public["state"], public["result"]["by"], public["result"]["confirmed_by"]) == ("confirmed", None, None)
    assert str(site.director.user.pk) not in json.dumps(public)


def test_a_dispute_is_open_until_it_is_ruled_on(room: Room) -> None:
    site = room.site
    assert room.send(site.referee, "confirm", {}).json()["code"] == "no_result"
    room.send(site.referee, "result", room.by("scores", 7, 9, 5))
    assert room.send(site.director, "result", room.by("scores", 9, 7, 5)).json()["state"] == "disputed"
    close = f"rounds/{room.round['id']}/close"
    assert site.director.send("POST", close, {}).json()["code"] == "dispute_open"
    note = {**room.by("scores", 5, 7, 9), "note": "I counted"}
    shown = room.send(site.director, "dispute", note).json()["result"]["disputes"]
    assert [(said["note"], list(said["scores"].values())) for said in shown] == [("I counted", [5, 7, 9])]
    public = site.anonymous.send("GET", f"rounds/{room.round['id']}").json()["tables"][0]["result"]
    assert [(said["note"], said["by"]) for said in public["disputes"]] == [(None, None)]
    ruled = room.send(site.referee, "rule", {**room.by("scores", 5, 7, 9), "reason": "the sheet"}).json()
    assert (ruled["state"], ruled["result"]["disputes"]) == ("ruled", [])
    assert room.points() == [1, 2, 4]
    assert room.send(site.director, "rule", {"uphold": True, "reason": "x"}).json()["code"] == "no_dispute"
    assert site.director.send("POST", close, {}).status_code == 200


def test_a_correction_after_the_close_and_what_the_wall_showed_before(room: Room) -> None:
    site = room.site
    room.send(site.referee, "result", room.by("scores", 9, 7, 5))
    site.director.send("POST", f"rounds/{room.round['id']}/close", {})
    standings = f"tournaments/{room.tournament}/standings"
    position = site.anonymous.send("GET", standings).json()["as_of_position"]
    site.director.send("POST", f"tournaments/{room.tournament}/close", {})
    told = room.send(site.referee, "correct", {**room.by("scores", 5, 7, 9), "reason": "upside down"})
    assert told.status_code == 200, told.json()
    assert room.points() == room.points("?after_round=1") == [1, 2, 4]
    assert room.points("?as_of=round:1") == room.points(f"?as_of={position}") == [4, 2, 1]
    shown = site.referee.send("GET", standings).json()["changed_after_close"]
    assert (shown["edition"], shown["reason"]) == (2, "upside down")
    assert site.anonymous.send("GET", standings).json()["changed_after_close"]["reason"] is None
    assert site.anonymous.send("GET", f"{standings}?as_of=round:1").json()["changed_after_close"] is None
    at = shown["at"].replace("+", "%2B")
    assert room.points(f"?as_of={at}") == [1, 2, 4]


def test_round_1_corrected_in_round_3(room: Room) -> None:
    """What the wall showed after round 1 stays to be seen; what is known of it today has the correction."""
    site = room.site
    room.send(site.referee, "result", room.by("places", 1, 2, 3))
    site.director.send("POST", f"rounds/{room.round['id']}/close")
    second = site.round(room.tournament)
    site.referee.send("PUT", f"tables/{second['tables'][0]['id']}/result", room.by("places", 1, 2, 3))
    assert site.director.send("POST", f"rounds/{second['id']}/close").status_code == 200
    assert site.round(room.tournament)["number"] == 3
    told = room.send(site.referee, "correct", {**room.by("places", 3, 2, 1), "reason": "upside down"})
    assert told.status_code == 200, told.json()
    assert room.points("?after_round=1") == [1, 2, 4]
    assert room.points("?as_of=round:1") == [4, 2, 1]
    assert room.points() == [5, 4, 5]


def test_a_correction_by_an_amend_and_back_to_the_game(site: Site) -> None:
    room = Room(site)
    room.send(site.referee, "result", room.by("scores", 9, 7, 5))
    command = {"type": "record_round", **room.by("scores", 1, 2, 3)}
    told = room.send(site.referee, "correct", {"at": 2, "command": command, "reason": "misread"}).json()
    assert list(told["result"]["scores"].values()) == [1, 2, 3]
    told = room.send(site.referee, "correct", {**room.by("awards", "1/3", 2, -1), "reason": "by decision"}).json()
    assert (told["result"]["source"], list(told["result"]["points"].values())) == ("table", ["1/3", 2, -1])
    refused = site.referee.send("POST", f"tables/{room.table}/commands", {"type": "rewind", "to": 1, "reason": "x"})
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_phase")
    told = room.send(site.referee, "correct", {"withdraw": True, "reason": "no"}).json()
    assert (told["result"]["source"], list(told["result"]["scores"].values())) == ("game", [1, 2, 3])


def test_another_game_is_told_by_its_places(site: Site) -> None:
    room = Room(site, "monster-trick")
    told = room.send(site.referee, "result", room.by("places", 2, 1, 3)).json()
    assert (told["result"]["source"], told["game_version"]) == ("table", 1)
    told = room.send(site.referee, "correct", {"withdraw": True, "reason": "still playing"}).json()
    assert (told["state"], told["result"]) == ("playing", None)


def test_a_stand_in_is_somebody_the_club_knows(room: Room) -> None:
    (eve,) = room.site.people("Eve")
    first = room.seats[0]
    told = room.send(room.site.referee, "result", {**room.by("scores", 9, 7, 5), "stand_in": {first: eve}}).json()
    assert told["result"]["stand_in"] == {first: eve}
    for person, code in ((room.seats[1], "unknown_person"), ("Eve", "bad_id")):
        body = {**room.by("scores", 9, 7, 5), "stand_in": {first: person}}
        answer = room.send(room.site.referee, "result", body)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code)


def test_the_close_gives_the_missing_tables_a_result(room: Room) -> None:
    close, director = f"rounds/{room.round['id']}/close", room.site.director
    first, *others = room.seats
    assert director.send("POST", close, {}).json()["code"] == "results_missing"
    missing = {"missing": {room.table: {"places": dict(zip(others, (1, 2), strict=True)), "absent": [first]}}}
    told = director.send("POST", close, missing).json()
    assert (told["state"], told["tables"][0]["result"]["absent"]) == ("closed", [first])
    assert room.points() == [1, 4, 2]
    assert director.send("POST", close, missing).status_code == 200
    unknown = {"missing": {room.round["id"]: room.by("places", 1, 2, 3)}}
    assert director.send("POST", close, unknown).json()["code"] == "unknown_table"
    bad: list[Any] = [{"x": {}}, [], {room.table: {"places": {first: 0}}}]
    for junk in bad:
        assert director.send("POST", close, {"missing": junk}).status_code == 400


def test_a_report_sent_again_with_its_key_has_one_effect(room: Room) -> None:
    body = room.by("scores", 9, 7, 5)
    first = room.send(room.site.director, "result", body, **{"Idempotency-Key": "slip 1"})
    count = Event.objects.count()
    again = room.send(room.site.director, "result", body, **{"Idempotency-Key": "slip 1"})
    assert (again.content, again["Idempotency-Replayed"]) == (first.content, "true")
    assert Event.objects.count() == count


@pytest.mark.parametrize(
    ("what", "extra", "numbers", "status", "code"),
    [
        ("result", {}, ("x", 1, 2), 400, "bad_fields"),
        ("result", {}, (10**17, 1, 2), 400, "bad_fields"),
        ("result", {"absent": "A"}, (1, 2, 3), 400, "bad_fields"),
        ("result", {"absent": ["nobody"]}, (1, 2, 3), 422, "wrong_players"),
        ("result", {"scores": {}}, (), 422, "wrong_players"),
        ("result", {"awards": {"a": "1/0"}}, (), 400, "bad_fields"),
        ("result", {"places": {"a": 13}}, (), 400, "bad_fields"),
        ("result", {"result": "1-0"}, (), 422, "not_two"),
        ("result", {"result": "2-0"}, (), 400, "bad_fields"),
        ("result", {"result": "1-0"}, (1, 2, 3), 400, "bad_fields"),
        ("rule", {"reason": "x"}, (), 400, "bad_fields"),
        ("rule", {"reason": "x", "uphold": True}, (1, 2, 3), 400, "bad_fields"),
        ("correct", {"reason": "x"}, (), 400, "bad_fields"),
        ("correct", {"reason": ""}, (1, 2, 3), 400, "bad_fields"),
        ("correct", {}, (1, 2, 3), 400, "bad_fields"),
        ("correct", {"reason": "x", "withdraw": True}, (1, 2, 3), 400, "bad_fields"),
        ("correct", {"reason": "x", "at": 9, "command": {}}, (), 422, "bad_command"),
        ("correct", {"reason": "x", "at": 10**17}, (), 400, "bad_fields"),
        ("correct", {"reason": "x"}, (1, 2, 3), 422, "no_result"),
        ("dispute", {}, (1, 2, 3), 422, "no_result"),
    ],
)
def test_what_is_no_result_is_refused_and_changes_nothing(
    room: Room, what: str, extra: dict[str, Any], numbers: tuple[Any, ...], status: int, code: str
) -> None:
    before = Event.objects.count()
    body = {**(room.by("scores", *numbers) if numbers else {}), **extra}
    answer = room.send(room.site.referee, what, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.json()
    assert Event.objects.count() == before


@pytest.mark.parametrize("as_of", ["round:0", "round:2", "round:1", "0", "yesterday", "2026-12-01T19:00:00", "9" * 40])
def test_a_moment_of_which_nothing_is_known_is_a_bad_request(room: Room, as_of: str) -> None:
    answer = room.site.anonymous.send("GET", f"tournaments/{room.tournament}/standings?as_of={as_of}")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "as_of")


def test_a_friendly_table_has_no_result_but_its_game(site: Site) -> None:
    table = site.friendly(site.member, site.other)["id"]
    answer = site.referee.send("PUT", f"tables/{table}/result", {"places": {"a": 1}})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_tournament")


def test_a_table_that_waits_takes_no_result(site: Site) -> None:
    tournament = site.tournament(game="scoresheet")
    entries = site.entries(tournament["id"], "A", "B", "C")
    table = site.round(tournament["id"], start=False)["tables"][0]["id"]
    answer = site.referee.send("PUT", f"tables/{table}/result", {"places": dict(zip(entries, (1, 2, 3), strict=True))})
    assert (answer.status_code, answer.json()["code"]) == (422, "round_not_running")
