"""Live streams of real servers by caller: members who leave, sessions, hidden results, friendly games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from uuid import UUID

import httpx
import pytest
from django.conf import settings
from django.test import Client
from knox.models import AuthToken

from league.domain.tournament.closing.commands import CloseRound
from league.models import Membership, Role
from tests.deploy.test_live import link_of, post, report, token_of
from tests.deploy.web import servers
from tests.league.live.listening import Listener, listening
from tests.league.nights import Night, new_club, new_people, new_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def address(django_db_setup: None) -> Iterator[str]:
    """A server with quick heartbeats, for all tests of this file."""
    with servers(1, heartbeat=0.5) as (address,):
        yield address


def night_of(**settings: object) -> Night:
    """A night of two tables, before its first round."""
    night = Night.open(new_club(), table_size={"min": 3, "max": 3, "prefer": 3}, clock_seconds=3000, **settings)
    night.enter(new_people(night.club, 6))
    return night


def test_a_stream_ends_for_a_member_who_is_removed_from_the_club(address: str) -> None:
    night = night_of(visibility="members")
    path, headers = f"tournaments/{night.id}/live", {"Authorization": f"Token {token_of(night)}"}
    with listening(address, path, **headers) as removed:
        Membership.objects.all().delete()
        removed.until(lambda now: now.is_over)
        assert removed.names[-1] == "ended"
        night.start_round()
        assert removed.types == []
    assert httpx.get(f"{address}api/v1/{path}", headers=headers, trust_env=False, timeout=60).status_code == 404


def test_a_visitors_stream_ends_when_the_tournament_is_for_members(address: str) -> None:
    night = night_of()
    path = f"tournaments/{night.id}/live"
    with (
        listening(address, path) as visitor,
        listening(address, path, Authorization=f"Token {token_of(night)}") as staff,
    ):
        assert patch(address, night, {"visibility": "members"}).is_success
        visitor.until(lambda now: now.is_over)
        assert (visitor.names[-1], visitor.types) == ("ended", [])
        staff.until_told("changed")
        assert not staff.is_over


def test_a_stream_of_a_session_ends_with_it(address: str) -> None:
    night = night_of()
    user = new_user("dora", night.club, Role.DIRECTOR)
    desk = Client()
    desk.force_login(user, "django.contrib.auth.backends.ModelBackend")
    name = settings.SESSION_COOKIE_NAME
    cookie = f"{name}={desk.cookies[name].value}"
    path = f"tournaments/{night.id}/live"
    with listening(address, path, Cookie=cookie) as staff:
        post(address, night, f"tournaments/{night.id}/rounds", {})
        staff.until_told("round_seated")
        desk.logout()
        staff.until(lambda now: now.is_over)
        assert staff.names[-1] == "ended"
    with listening(address, path, Cookie=cookie) as visitor:
        assert visitor.messages[0]["types"] == []


def test_a_hidden_game_makes_events_for_its_table_alone(address: str) -> None:
    night = night_of(standings_shown="rounds")
    found = night.start_round()
    table, other = found.tables
    own, their = (f"Link {link_of(night, one.id)}" for one in (table, other))
    path = f"tables/{table.id}/live"
    with (
        listening(address, path, Authorization=own) as at_table,
        listening(address, path, Authorization=their) as neighbour,
        listening(address, path) as visitor,
    ):
        report(address, night)
        at_table.until_told("finished")
        post(address, night, f"rounds/{found.id}/pause", {"reason": "tea"})
        for listener in (neighbour, visitor):
            listener.until_told("clock_paused")
            assert listener.types == ["result_recorded", "clock_paused"]  # that a table has reported is no secret
        night.play(other.id, {"type": "record_round", "scores": dict.fromkeys(other.seats, 1)})
        night.send(CloseRound(found.id))
        visitor.until_told("round_closed")
        assert "finished" not in visitor.types


def test_each_of_several_games_is_told_at_its_table(address: str) -> None:
    night = night_of(games_per_round=2)
    found = night.start_round()
    table, other = found.tables
    link = {"Authorization": f"Link {link_of(night, table.id)}"}
    with listening(address, f"tables/{table.id}/live") as here, listening(address, f"tables/{other.id}/live") as there:
        for game in (2, 1):
            scores = {entry: seat for seat, entry in enumerate(table.seats)}
            where = f"{address}api/v1/tables/{table.id}/result?game={game}"
            before = len(here.messages)
            answer = httpx.put(where, json={"scores": scores}, headers=link, trust_env=False)
            assert answer.status_code == 200, answer.text
            here.until(partial(told_of_a_game_since, before))
        assert {"result_recorded", "finished"} <= set(here.types)
        assert there.types == []


def told_of_a_game_since(before: int, now: Listener) -> bool:
    """Whether the end of a game was told after so many messages."""
    return any("scoresheet.finished" in message["types"] for message in now.messages[before:])


def test_a_friendly_game_is_told_to_members(address: str) -> None:
    club = new_club()
    users = [new_user(name, club) for name in ("ada", "bea")]
    stranger = new_user("zoe")
    tokens = {user: f"Token {AuthToken.objects.create(user)[1]}" for user in (*users, stranger)}
    body = {"game": "fuzzy-tiger", "players": [str(user.pk) for user in users], "options": {"play": "dealt"}}
    headers = {"Authorization": tokens[users[0]]}
    made = httpx.post(
        f"{address}api/v1/clubs/{club.pk}/tables", json=body, headers=headers, trust_env=False, timeout=60
    )
    assert made.status_code == 201, made.text
    table = UUID(made.json()["id"])
    path = f"tables/{table}/live"
    for who, status in (({}, 401), ({"Authorization": tokens[stranger]}, 404)):
        assert httpx.get(f"{address}api/v1/{path}", headers=who, trust_env=False, timeout=60).status_code == status
    with listening(address, path, Authorization=tokens[users[1]]) as bea:
        choice = {"type": "choose", "card": 3}
        sent = httpx.post(
            f"{address}api/v1/tables/{table}/commands", json=choice, headers=headers, trust_env=False, timeout=60
        )
        assert sent.status_code == 200, sent.text
        bea.until_told("card_chosen")
        told = bea.messages[-1]
        assert (told["round"], told["table"]) == (None, str(table))
        assert "3" not in str(told["types"])
        Membership.objects.filter(user=users[1]).delete()
        bea.until(lambda now: now.is_over)
        assert bea.names[-1] == "ended"


def patch(address: str, night: Night, body: dict[str, str]) -> httpx.Response:
    """The director changes settings of the tournament."""
    headers = {"Authorization": f"Token {token_of(night)}"}
    where = f"{address}api/v1/tournaments/{night.id}"
    return httpx.patch(where, json=body, headers=headers, trust_env=False, timeout=30)
