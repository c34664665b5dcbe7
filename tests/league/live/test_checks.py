"""When the hub looks whether its clients may still follow: log-ins by themselves, once for all that have the same."""

from __future__ import annotations

import asyncio
from unittest.mock import patch
from uuid import uuid4

import pytest

from league.access.roles import Caller
from league.live import client as clients
from league.live import reading
from league.live.client import Access, Client
from league.live.following import Following
from league.live.hub import Hub
from league.live.reading import Reading

PATIENCE_SECONDS = 30
FOLLOWING = Following(Caller(uuid4(), None, None), uuid4())


def test_clients_with_the_same_login_are_checked_once_in_a_heartbeat_and_visitors_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clients, "HEARTBEAT_SECONDS", 0.5)
    asked: list[str] = []

    def access(key: str, *, by_login: bool = True, still: bool = True) -> Access:
        def ask() -> bool:
            asked.append(key)
            return still

        return Access((key,), ask, by_login)

    async def until_asked(count: int) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while len(asked) < count:  # noqa: ASYNC110  # threads ask
                await asyncio.sleep(0.02)

    async def run() -> list[bool]:
        hub, seen = Hub(), {FOLLOWING.streams[0].id: 0}
        kinds = [access("slip"), access("slip"), access("visitor", by_login=False), access("over", still=False)]
        joined = [Client(FOLLOWING, dict(seen), kind, "127.0.0.1") for kind in (*kinds, kinds[-1])]
        for client in joined:
            hub.join(client)
        for client in (*joined, *joined):
            hub.check(client)
        await until_asked(2)
        await asyncio.sleep(0.5)
        assert sorted(asked) == ["over", "slip"]
        hub.check(joined[1])
        await until_asked(3)
        ended = [client.is_over for client in joined]
        for client in joined:
            hub.leave(client)
        assert (hub.of_access, hub._checked_at, hub.of_address) == ({}, {}, {})
        hub.close()
        return ended

    with patch.object(reading, "read", return_value=Reading({}, {})):
        assert asyncio.run(run()) == [False, False, False, True, True]
    assert sorted(asked) == ["over", "slip", "slip"]
