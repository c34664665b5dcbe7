"""A client's queue: what a slow client gets, and the heartbeat."""

from __future__ import annotations

import asyncio
import json
from uuid import UUID, uuid4

import pytest

from league.access.roles import Caller
from league.live import client as clients
from league.live.client import MOST_WAITING, Access, Client
from league.live.following import Following
from league.live.hub import Hub
from league.live.messages import HEARTBEAT, LiveMessage, merged
from league.live.waking import LOOK_AT_ALL, SIGN_UPS, Wake
from league.models import Role

TOURNAMENT = uuid4()


def told(position: int, type: str = "tournament.result_recorded", table: str | None = "t1") -> LiveMessage:
    """A message."""
    return LiveMessage(position=position, version=position, types=(type,), round="r", table=table)


def new_client() -> Client:
    """A client that follows some tournament."""
    following = Following(Caller(uuid4(), None, None), uuid4())
    return Client(following, {}, Access(("",), lambda: True), "127.0.0.1")


async def all_of(client: Client) -> list[dict[str, object]]:
    """The data of all events up to the end."""
    text = b"".join([chunk async for chunk in client.chunks()]).decode()
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


def test_a_slow_client_gets_few_messages_and_all_that_they_say() -> None:
    async def slow() -> list[dict[str, object]]:
        client = new_client()
        for position in range(1, 21):
            client.offer(told(position, f"tournament.t{position}"))
        client.end()
        return await all_of(client)

    messages = asyncio.run(slow())
    assert len(messages) == MOST_WAITING
    assert [message["position"] for message in messages] == [1, 2, 3, 20]
    assert messages[-1]["types"] == [f"tournament.t{position}" for position in range(4, 21)]


@pytest.mark.parametrize(("other", "shared"), [("t1", "t1"), ("t2", None), (None, None)])
def test_a_merged_message_names_the_table_that_all_are_of(other: str | None, shared: str | None) -> None:
    message = merged([told(1), told(2), told(3, table=other)])
    assert (message.position, message.types, message.round) == (3, ("tournament.result_recorded",), "r")
    assert message.table == shared


def test_a_heartbeat_comes_in_each_period_however_much_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "HEARTBEAT_SECONDS", 0.1)

    async def busy() -> tuple[bytes, int]:
        client, checks = new_client(), list[Client]()
        client.check = checks.append
        loop = asyncio.get_running_loop()
        for number in range(50):
            loop.call_later(number / 100, client.offer, told(number + 1))
        loop.call_later(0.55, client.end)
        return b"".join([chunk async for chunk in client.chunks()]), len(checks)

    sent, checks = asyncio.run(busy())
    assert sent.count(HEARTBEAT) == checks
    assert 3 <= checks <= 6


@pytest.mark.parametrize("wake", [{TOURNAMENT: SIGN_UPS}, LOOK_AT_ALL])
def test_sign_ups_are_told_to_those_who_look_after_them(wake: Wake) -> None:
    def follower(role: Role | None, table: UUID | None = None) -> Client:
        following = Following(Caller(uuid4(), None, role), TOURNAMENT, table)
        return Client(following, {TOURNAMENT: 1}, Access((role,), lambda: True), "127.0.0.1")

    async def run() -> list[bytes]:
        hub = Hub()
        clients = [follower(Role.DIRECTOR), follower(Role.REFEREE), follower(None), follower(Role.DIRECTOR, uuid4())]
        for client in clients:
            hub.join(client)
        hub.wake(wake)
        hub.wake(wake)
        hub.close()
        return [b"".join([chunk async for chunk in client.chunks()]) for client in clients]

    assert asyncio.run(run()) == [b"event: sign_ups\ndata: {}\n\n", b"", b"", b""]
