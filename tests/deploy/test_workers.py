"""Production's way: workers and a beat on a real Redis. A worker that is killed takes no clock with it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.db import connection

from tests import processes
from tests.deploy.clocks import expiries, start_clock
from tests.league.nights import new_club

pytestmark = [pytest.mark.backend("postgres"), pytest.mark.django_db(transaction=True)]
PATIENCE_SECONDS = 120


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


WORKERS_CONNECTIONS = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
READS_OF_CLUBS = "SELECT sum(seq_scan + idx_scan) FROM pg_stat_user_tables WHERE relname = 'league_club'"


def asked(query: str) -> set[int]:
    """The first column of the rows."""
    with connection.cursor() as cursor:
        cursor.execute(query)
        return {int(row[0]) for row in cursor.fetchall()}


@pytest.mark.parametrize("kind", ["prefork", "threads"])
def test_a_worker_opens_no_connection_for_each_task(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it and its processes have done is in the metrics, also when they have ended."""
    new_club()
    monkeypatch.setenv("METRICS_DIR", str(tmp_path))
    own, connections = asked(WORKERS_CONNECTIONS), set[int]()

    def tasks() -> int:
        """How often a task has read the clubs, as each of the followers' does. Notes the connections that there are."""
        connections.update(asked(WORKERS_CONNECTIONS))
        return max(asked(READS_OF_CLUBS))

    options = (f"--pool={kind}", "--concurrency=1", "--loglevel=WARNING")
    with celery("worker", *options) as works:
        before = tasks()
        with celery("beat", "--loglevel=WARNING") as beats:
            until(lambda: tasks() >= before + 12, works, beats)
    assert len(connections - own) <= 2
    counted = processes.result(processes.start("tests.deploy.counting:read"))
    done = "state=SUCCESS task=league.tasks."
    assert counted[f"tablekeeper_tasks_total {done}follow"] >= 3
    assert counted[f"tablekeeper_tasks_total {done}sweep_clocks"] >= 1
    assert counted["tablekeeper_task_seconds_count task=league.tasks.follow"] >= 3
