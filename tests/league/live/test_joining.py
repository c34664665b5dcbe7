"""A client that joins the hub while it reads the log hears what was committed since its first message."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from unittest.mock import patch
from uuid import uuid4

from league.access.roles import Caller
from league.live import reading
from league.live.client import Access, Client
from league.live.following import Following
from league.live.hub import Hub
from league.live.messages import HEARTBEAT
from league.live.reading import Change, News, Reading, Wanted
from league.models import Role

PATIENCE_SECONDS = 30
CLUB, TOURNAMENT = uuid4(), uuid4()
BEFORE = 4
"""The version of the tournament before the commit; the one after it is read."""


def follower(role: Role | None) -> Client:
    """A client whose first message was read before the commit."""
    following = Following(Caller(CLUB, None, role), TOURNAMENT)
    return Client(following, {TOURNAMENT: BEFORE}, Access((role,), lambda: True), "127.0.0.1")


async def first_message(client: Client) -> bytes:
    """The first that is no heartbeat."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        return await anext(sent async for sent in client.chunks() if sent != HEARTBEAT)


def test_a_client_that_joins_during_a_read_misses_nothing() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def read(wanted: Sequence[Wanted]) -> Reading:
        """Each caller that is asked for sees the commit; the first read takes until a client has joined."""
        begun.set()
        assert may_end.wait(PATIENCE_SECONDS)
        (want,) = wanted
        change = Change(position=9, version=BEFORE + 1, type="tournament.round_started", round=None, table=None)
        news = {who: [change] if want.version == BEFORE else [] for who in want.callers}
        return Reading({TOURNAMENT: News(BEFORE + 1, news, may_end=False)}, {})

    async def run() -> list[bytes]:
        hub, early, late = Hub(), follower(Role.DIRECTOR), follower(None)
        hub.join(early)
        assert await asyncio.to_thread(begun.wait, PATIENCE_SECONDS)
        hub.join(late)
        may_end.set()
        told = [await first_message(client) for client in (early, late)]
        hub.close()
        return told

    with patch.object(reading, "read", read):
        told = asyncio.run(run())
    assert all(b"tournament.round_started" in message for message in told)
