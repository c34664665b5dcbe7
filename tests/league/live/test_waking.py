"""Wakes: a broken Redis fails no command and holds none up."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import closing
from uuid import UUID, uuid4

import pytest
from django.conf import settings

from games.kernel import Rejected
from league.domain.tournament.closing.commands import CloseRound
from league.live.pause import REST_SECONDS, Pause
from league.live.waking import LOOK_AT_ALL, Wake, Waking, waking
from tests.league.nights import Night, new_club, new_people


@pytest.fixture
def mute(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A Redis that takes connections and never answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        monkeypatch.setattr(settings, "REDIS_URL", f"redis://127.0.0.1:{listening.getsockname()[1]}/0")
        yield


@pytest.mark.django_db(transaction=True)
def test_a_commit_wakes_with_the_new_versions_and_a_refusal_does_not() -> None:
    heard: list[dict[UUID, int]] = []
    night = Night.open(new_club())
    waking.listeners.append(heard.append)  # type: ignore[arg-type]
    try:
        night.enter(new_people(night.club, 3))
        assert heard[-1] == {night.id: night.state().version}
        before = len(heard)
        with pytest.raises(Rejected):
            night.send(CloseRound(str(uuid4())))
        assert len(heard) == before
    finally:
        waking.listeners.remove(heard.append)  # type: ignore[arg-type]


def test_a_mute_redis_costs_one_short_wait_and_then_none(mute: None) -> None:
    own, heard = Waking(Pause()), list[Wake]()
    own.listeners.append(heard.append)
    begun = time.monotonic()
    own.send({uuid4(): 1})
    assert time.monotonic() - begun < 2
    begun = time.monotonic()
    for _ in range(100):
        own.send({uuid4(): 1})
    assert time.monotonic() - begun < 0.2
    assert len(heard) == 101


def test_after_a_pause_all_are_to_look_at_the_whole_log(mute: None, monkeypatch: pytest.MonkeyPatch) -> None:
    own, sent = Waking(Pause()), []
    own.send({uuid4(): 1})
    monkeypatch.setattr(own.redis, "publish", lambda _channel, wake: sent.append(wake))
    own.pause.until -= REST_SECONDS
    own.send({uuid4(): 1})
    own.send({(id := uuid4()): 2})
    assert sent == [b"{}", f'{{"{id}":2}}'.encode()]
    assert LOOK_AT_ALL == {}
