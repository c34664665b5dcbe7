"""Production's way: workers and a beat on a real Redis. A worker that is killed takes no clock with it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
import redis
from django.conf import settings

from tests import processes
from tests.deploy.clocks import expiries, start_clock
from tests.league.nights import new_club

pytestmark = [pytest.mark.backend("postgres"), pytest.mark.django_db(transaction=True)]
PATIENCE_SECONDS = 60


def until(is_so: Callable[[], bool], *running: subprocess.Popen[str]) -> None:
    """Waits; fails when it takes too long, or when one of the running processes ends."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert [process.poll() for process in running] == [None] * len(running)
        assert time.monotonic() < end
        time.sleep(0.05)


@contextmanager
def celery(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process of Celery's, killed at the end."""
    process = processes.program([sys.executable, "-m", "celery", "-A", "deploy", *arguments])
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def worker(name: str) -> AbstractContextManager[subprocess.Popen[str]]:
    """A worker that takes tasks side by side with others."""
    options = ("--pool=threads", "--concurrency=2", f"--hostname={name}@test", "--loglevel=WARNING")
    return celery("worker", *options)


def waiting_workers() -> int:
    """How many workers wait for a task at the broker."""
    clients = redis.Redis.from_url(settings.REDIS_URL).client_list()
    database = settings.REDIS_URL.rpartition("/")[2]
    return sum(client["cmd"] == "brpop" and client["db"] == database for client in clients)


def test_two_workers_one_killed_and_the_clock_runs_out_once():
    new_club()
    with worker("one") as killed, worker("other"):
        until(lambda: waiting_workers() == 2)
        start_clock(2)
        with celery("beat", "--loglevel=WARNING"):
            time.sleep(1)
            killed.send_signal(signal.SIGKILL)
            until(lambda: expiries() > 0)
            time.sleep(2)
    assert expiries() == 1
