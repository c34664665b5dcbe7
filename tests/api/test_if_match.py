"""Writes about a table with `If-Match`: done only while the table is in the version that the sender saw."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event, KeptAnswer
from tests.api.conftest import Site, Visitor, version_in
from tests.api.test_idempotency import clone, together
from tests.api.test_links import KEY
from tests.api.test_reports_by_link import Room


@pytest.fixture
def room(site: Site) -> Room:
    return Room(site)


def tag(room: Room, who: Visitor, query: str = "") -> str:
    """The ETag of the table."""
    return f'"{version_in(who.send("GET", f"tables/{room.table}{query}"))}"'


def writes(room: Room) -> list[tuple[Visitor, str, dict[str, Any]]]:
    """Every write about a table, each of which would be done now."""
    reason = {"reason": "the sheet"}
    start = {"type": "record_round", "scores": dict(zip(room.seats, (9, 7, 5), strict=True))}
    return [
        (room.slip, "commands", start),
        (room.slip, "result", room.scores(9, 7, 6)),
        (room.guests[0], "confirm", {}),
        (room.guests[1], "dispute", {"note": "no"}),
        (room.site.referee, "rule", {"uphold": True, **reason}),
        (room.site.referee, "correct", {**room.scores(1, 2, 3), **reason}),
    ]


def test_what_somebody_has_not_seen_is_not_written_over(room: Room) -> None:
    for who, what, body in writes(room):
        seen, before = tag(room, who), Event.objects.count()
        older = f'"{int(seen.strip(chr(34))) - 1}"'
        refused = room.send(who, what, body, **{"If-Match": older})
        assert (refused.status_code, refused.json()["code"]) == (412, "stale"), what
        assert refused.json()["facts"] == {"version": int(seen.strip('"'))}
        assert refused["Content-Type"] == "application/problem+json"
        assert Event.objects.count() == before
        assert room.send(who, what, body, **{"If-Match": seen}).status_code == 200, what
        assert tag(room, who) != seen


@pytest.mark.parametrize("form", ["*", "{}.5f3a9c", 'W/"{}"', '"1", "{}"', '"{}.a b"'])
def test_the_version_alone_counts(room: Room, form: str) -> None:
    seen = tag(room, room.slip).strip('"')
    text = form.format(seen) if '"' in form or form == "*" else f'"{form.format(seen)}"'
    assert room.send(room.slip, "result", room.scores(9, 7, 5), **{"If-Match": text}).status_code == 200


@pytest.mark.parametrize("text", ["", "7", '"x"', '"7" "8"', '"7",', '"-1"', '"1', "**", '"' + "9" * 30 + '"'])
def test_what_is_no_tag_is_refused(room: Room, text: str) -> None:
    refused = room.send(room.slip, "result", room.scores(9, 7, 5), **{"If-Match": text})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (400, "If-Match")


def test_a_repeat_of_what_was_done_is_not_stale(room: Room) -> None:
    headers = {**KEY, "If-Match": tag(room, room.slip)}
    first, again = (room.send(room.slip, "result", room.scores(9, 7, 5), **headers) for _ in range(2))
    assert (first.status_code, again.status_code, again["Idempotency-Replayed"]) == (200, 200, "true")


def test_a_stale_write_is_not_kept(room: Room) -> None:
    seen, body = tag(room, room.slip), room.scores(9, 7, 5)
    room.send(room.guests[0], "result", body)
    stale = room.send(room.slip, "result", body, **KEY, **{"If-Match": seen})
    assert (stale.status_code, KeptAnswer.objects.count()) == (412, 0)
    newest = f'"{stale.json()["facts"]["version"]}"'
    assert room.send(room.slip, "result", body, **KEY, **{"If-Match": newest}).status_code == 200


def test_a_stranger_learns_no_version(room: Room) -> None:
    for who in (room.other_slip, room.stranger, room.site.member, room.site.stranger):
        refused = room.send(who, "result", room.scores(9, 7, 5), **{"If-Match": '"1"'})
        assert (refused.status_code, refused.json()["facts"]) == (403, {})


def test_the_version_of_one_of_several_games(site: Site) -> None:
    room = Room(site, games_per_round=2)
    path, body = f"tables/{room.table}/result?game=2", room.scores(9, 7, 5)
    seen = tag(room, room.slip, "?game=2")
    assert room.slip.send("PUT", path, body, **{"If-Match": seen}).status_code == 200
    assert room.slip.send("PUT", path, body, **{"If-Match": seen}).status_code == 412
    both = {"games": [body, body]}
    whole = tag(room, room.slip)
    assert room.state(room.slip, "result", both) == "reported"
    assert room.send(room.slip, "result", both, **{"If-Match": whole}).status_code == 412


def test_a_friendly_game_has_a_version_too(site: Site) -> None:
    made = site.friendly(site.member, site.other, play="dealt")
    path, body = f"tables/{made['id']}/commands", {"type": "start_round"}
    stale = site.member.send("POST", path, body, **{"If-Match": '"99"'})
    assert (stale.status_code, stale.json()["facts"]) == (412, {"version": made["version"]})
    assert site.member.send("POST", path, body, **{"If-Match": f'"{made["version"]}"'}).status_code == 200


def test_a_dry_run_looks_at_it_too(room: Room) -> None:
    for match, status in (('"0"', 412), (tag(room, room.site.referee), 200)):
        answer = room.site.referee.send(
            "PUT", f"tables/{room.table}/result?dry_run=true", room.scores(9, 7, 5), **{"If-Match": match}
        )
        assert answer.status_code == status


def test_of_many_who_saw_the_same_one_is_first(live_site: Site) -> None:
    room = Room(live_site)
    seen = tag(room, room.slip)
    callers = [*room.guests, room.slip, clone(live_site.referee), clone(live_site.director)]

    def report(who: Visitor, number: int) -> Any:
        return room.send(who, "result", room.scores(number, 7, 5), **{"If-Match": seen})

    answers = together(*(lambda who=who, at=at: report(who, at) for at, who in enumerate(callers, 10)))
    assert sorted(answer.status_code for answer in answers) == [200, *[412] * (len(callers) - 1)]
    assert Event.objects.filter(type="tournament.result_recorded").count() == 1
    assert not Event.objects.filter(type="tournament.result_disputed").exists()
