"""Of several beats one sends; another takes over when it is killed."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
import redis

from deploy.celery import CLOCKS
from league.services import heartbeats
from tests import servers
from tests.deploy.test_workers import celery, until

pytestmark = [pytest.mark.backend("postgres"), pytest.mark.django_db(transaction=True)]


@contextmanager
def two_beats(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[redis.Redis, list[subprocess.Popen[str]]]]:
    """Two beats on a Redis of their own, from which no worker takes anything."""
    server = servers.redis_server()
    monkeypatch.setenv("REDIS_URL", server.url)
    monkeypatch.setattr("django.conf.settings.REDIS_URL", server.url)
    with ExitStack() as stack:
        stack.callback(server.stop)
        beats = [stack.enter_context(celery("beat", "--loglevel=WARNING")) for _ in range(2)]
        yield redis.Redis.from_url(server.url), beats


def senders(broker: redis.Redis) -> list[int]:
    """The processes that have sent the tasks that wait in the queue of the clocks, in the order of sending."""
    messages = [json.loads(message) for message in broker.lrange(CLOCKS, 0, -1)]
    return [int(message["headers"]["origin"].partition("@")[0].removeprefix("gen")) for message in reversed(messages)]


def test_one_of_two_beats_sends_and_the_other_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with two_beats(monkeypatch) as (broker, beats):
        until(lambda: len(senders(broker)) >= 4, *beats)
        first = int(heartbeats.leader().rpartition(":")[2])
        assert set(senders(broker)) == {first}
        leads, follows = sorted(beats, key=lambda process: process.pid != first)
        leads.kill()
        until(lambda: follows.pid in senders(broker), follows)
        sent = senders(broker)
    assert sent == sorted(sent, key=lambda sender: sender != first)
    assert set(sent) == {beats[0].pid, beats[1].pid}


def test_a_beat_that_was_stopped_for_long_sends_nothing_when_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with two_beats(monkeypatch) as (broker, beats):
        until(lambda: len(senders(broker)) >= 2, *beats)
        first = int(heartbeats.leader().rpartition(":")[2])
        slow, other = sorted(beats, key=lambda process: process.pid != first)
        slow.send_signal(signal.SIGSTOP)
        until(lambda: other.pid in senders(broker), *beats)
        before = len(senders(broker))
        slow.send_signal(signal.SIGCONT)
        until(lambda: len(senders(broker)) >= before + 4, *beats)
        later = senders(broker)[before + 1 :]
    assert set(later) == {other.pid}
