"""Live streams of real servers: what they tell, to whom, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import httpx
import pytest
from knox.models import AuthToken

from league.access import links
from league.models import LinkKind, Role, User
from tests.deploy.web import servers
from tests.league.live.listening import listening
from tests.league.nights import Night, new_club, new_people, new_user

pytestmark = pytest.mark.django_db(transaction=True)
SEATS = {"min": 3, "max": 3, "prefer": 3}
SOON_SECONDS = 10.0


@pytest.fixture
def night() -> Night:
    """A night of two tables."""
    night = Night.open(new_club(), table_size=SEATS, clock_seconds=3000)
    night.enter(new_people(night.club, 6))
    return night


@pytest.fixture(scope="module")
def address(django_db_setup: None) -> Iterator[str]:
    """A server with quick heartbeats, for all tests of this file."""
    with servers(1, heartbeat=0.5) as (address,):
        yield address


def link_of(night: Night, table: str) -> str:
    """The link of a table."""
    return links.made(night.club.pk, LinkKind.TABLE, [UUID(table)])[UUID(table)]


def report(address: str, night: Night, number: int = 0) -> str:
    """A table of the running round reports over HTTP; its id."""
    table = night.state().rounds[-1].tables[number]
    headers = {"Authorization": f"Link {link_of(night, table.id)}"}
    body = {"scores": {entry: seat for seat, entry in enumerate(table.seats)}}
    answer = httpx.put(f"{address}api/v1/tables/{table.id}/result", json=body, headers=headers, trust_env=False)
    assert answer.status_code == 200, answer.text
    return table.id


def token_of(night: Night) -> str:
    """The token of a director."""
    user = User.objects.filter(username="dora").first() or new_user("dora", night.club, Role.DIRECTOR)
    return str(AuthToken.objects.create(user)[1])


def post(address: str, night: Night, path: str, body: Any) -> httpx.Response:
    """The director sends something."""
    headers = {"Authorization": f"Token {token_of(night)}"}
    answer = httpx.post(f"{address}api/v1/{path}", json=body, headers=headers, trust_env=False, timeout=30)
    assert answer.is_success, answer.text
    return answer


def test_a_report_is_told_at_once(night: Night, address: str) -> None:
    found = night.start_round()
    with listening(address, f"tournaments/{night.id}/live") as hall:
        first = hall.messages[0]
        assert first == {
            "position": first["position"],
            "version": first["version"],
            "types": [],
            "round": None,
            "table": None,
        }
        table = report(address, night)
        hall.until_told("result_recorded")
        told = hall.messages[-1]
        assert (told["round"], told["table"]) == (found.id, table)
        assert told["position"] > first["position"]
        assert hall.ids == [str(message["position"]) for message in hall.messages]
        headers = hall.response.headers
        assert headers["content-type"] == "text/event-stream"
        assert headers["x-accel-buffering"] == "no"
        assert "no-store" in headers["cache-control"]
        assert headers["x-request-id"]
        assert "content-encoding" not in headers


def test_a_tables_stream_tells_of_that_table_and_its_round(night: Night, address: str) -> None:
    found = night.start_round()
    own, other = found.tables[0].id, found.tables[1].id
    with listening(address, f"tables/{own}/live") as at_own, listening(address, f"tables/{other}/live") as at_other:
        report(address, night, 1)
        at_other.until_told("result_recorded")
        shown = httpx.get(f"{address}api/v1/tables/{other}", trust_env=False, timeout=60).json()
        assert (at_other.messages[-1]["table"], at_other.messages[-1]["version"]) == (other, shown["version"])
        post(address, night, f"rounds/{found.id}/pause", {"reason": "tea"})
        at_own.until_told("clock_paused")
        assert at_own.types == ["clock_paused"]
        assert (at_own.messages[-1]["round"], at_own.messages[-1]["table"]) == (found.id, None)


def test_who_resumes_gets_what_was_missed_in_one_message(night: Night, address: str) -> None:
    night.start_round()
    with listening(address, f"tournaments/{night.id}/live") as before:
        position = before.messages[0]["position"]
    report(address, night, 0)
    report(address, night, 1)
    with listening(address, f"tournaments/{night.id}/live", Last_Event_ID=str(position)) as after:
        (missed,) = after.messages
        assert missed["types"] == ["tournament.result_recorded"]
        assert (missed["position"] > position, missed["table"]) == (True, None)
    for junk in (str(missed["position"]), "10" * 40, "-1", "x"):
        with listening(address, f"tournaments/{night.id}/live", Last_Event_ID=junk) as again:
            assert [message["types"] for message in again.messages] == [[]]


def test_a_draft_makes_an_event_for_the_staff_alone(night: Night, address: str) -> None:
    token = token_of(night)
    path = f"tournaments/{night.id}/live"
    with listening(address, path) as visitor, listening(address, path, Authorization=f"Token {token}") as staff:
        round = post(address, night, f"tournaments/{night.id}/rounds", {}).json()["id"]
        staff.until_told("round_seated")
        post(address, night, f"rounds/{round}/publish", {})
        visitor.until_told("round_published")
        assert visitor.types == ["round_published"]


def test_a_stream_ends_when_its_link_is_over(night: Night, address: str) -> None:
    found = night.start_round()
    table = found.tables[0].id
    headers = {"Authorization": f"Link {link_of(night, table)}"}
    with listening(address, f"tables/{table}/live", **headers) as slip:
        night.report(found, night.entries.index)
        post(address, night, f"rounds/{found.id}/close", {})
        slip.until(lambda now: now.is_over)
        assert slip.names[-1] == "ended"
        assert "round_closed" not in slip.types


def test_a_stream_ends_when_its_link_is_withdrawn_or_its_user_logs_out(night: Night, address: str) -> None:
    table, token = night.start_round().tables[0].id, token_of(night)
    link, user = {"Authorization": f"Link {link_of(night, table)}"}, {"Authorization": f"Token {token}"}
    path = f"tables/{table}/live"
    with (
        listening(address, path, **link) as slip,
        listening(address, path, **user) as staff,
        listening(address, path) as visitor,
    ):
        httpx.delete(f"{address}api/v1/tokens/current", headers=user, trust_env=False, timeout=60)
        links.revoke(night.club.pk, LinkKind.TABLE, [UUID(table)])
        slip.until(lambda now: now.is_over)
        staff.until(lambda now: now.is_over)
        assert (slip.names[-1], staff.names[-1]) == ("ended", "ended")
        visitor.until(lambda now: now.heartbeats > 1)
        assert not visitor.is_over


def test_who_may_not_see_a_table_can_not_follow_it(night: Night, address: str) -> None:
    token = token_of(night)
    draft = post(address, night, f"tournaments/{night.id}/rounds", {}).json()
    path = f"{address}api/v1/tables/{draft['tables'][0]['id']}/live"
    assert httpx.get(path, trust_env=False, timeout=60).status_code == 404
    assert httpx.get(path, headers={"Authorization": "Link junk"}, trust_env=False, timeout=60).status_code == 401
    assert httpx.get(path, headers={"Accept": "application/json"}, trust_env=False, timeout=60).status_code == 406
    with listening(address, f"tables/{draft['tables'][0]['id']}/live", Authorization=f"Token {token}") as staff:
        assert staff.messages[0]["types"] == []


def test_a_cookie_of_the_pages_opens_a_stream(night: Night, address: str) -> None:
    table = night.start_round().tables[0].id
    cookie = f"tk-t0a1b2c={link_of(night, table)}"
    with listening(address, f"tables/{table}/live", Cookie=cookie) as phone:
        links.revoke(night.club.pk, LinkKind.TABLE, [UUID(table)])
        assert not phone.is_over
    with listening(address, f"tables/{table}/live", Cookie="tk-t0a1b2c=junk") as visitor:
        assert visitor.messages


def test_a_sign_up_is_told_to_directors_alone_and_without_a_word_of_it(address: str) -> None:
    night = Night.open(new_club(), sign_up={"limit": 16})
    headers = {"Authorization": f"Token {token_of(night)}"}
    path = f"tournaments/{night.id}/"
    with listening(address, f"{path}live") as visitor, listening(address, f"{path}live", **headers) as director:
        post(address, night, f"{path}sign-ups", {"name": "Zoe", "consent": True})
        director.until(lambda now: now.of_sign_ups, SOON_SECONDS)
        made = httpx.get(f"{address}api/v1/{path}sign-ups", headers=headers, trust_env=False, timeout=60).json()[
            "results"
        ]
        sent = httpx.delete(f"{address}api/v1/sign-ups/{made[0]['id']}", headers=headers, trust_env=False, timeout=60)
        assert sent.status_code == 204
        director.until(lambda now: len(now.of_sign_ups) > 1, SOON_SECONDS)
        visitor.until(lambda now: now.heartbeats > 1)
        assert (visitor.of_sign_ups, set(director.of_sign_ups)) == ([], {"{}"})
