"""Production's way: workers and a beat on a real Redis. A worker that is killed takes no clock with it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import Celery
from django.conf import settings
from django.core.cache import cache
from django.db import connection

from deploy.celery import app, configuration
from league.services import heartbeats
from tests import processes, servers
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


def malformed() -> list[bytes]:
    """Messages that only somebody can send who may write to Redis."""
    channel = redis.Redis.from_url(settings.REDIS_URL)
    with app.connection_for_write() as broker:
        app.send_task("league.tasks.follow", connection=broker, expires=600)
    sent = json.loads(channel.lpop("tablekeeper"))  # type: ignore[arg-type]
    changes: list[dict[str, object]] = [
        {"headers": {**sent["headers"], "timelimit": "x"}},
        {"headers": {**sent["headers"], "timelimit": ["x", "y"]}},
        {"headers": {**sent["headers"], "timelimit": [1, 2, 3]}},
        {"headers": {**sent["headers"], "timelimit": [10**400, None]}},
        {"headers": {**sent["headers"], "stamped_headers": 1}},
        {"headers": {**sent["headers"], "expires": []}},
        {"headers": None},
        {"headers": []},
        {"headers": {"task": {}}},
        {"body": None},
        {"body": "bnVsbA=="},
        {"body": "W10="},
        {"body": 7},
        {"properties": {}},
        {"properties": None},
        {"content-type": 3},
    ]
    whole = [json.dumps({**sent, "properties": tagged(sent, n), **change}).encode() for n, change in enumerate(changes)]
    return [*whole, b"", b"no JSON", b"null", b"[]", b"{}", b"7", b"\xff", b'{"a":' * 5000]


def tagged(sent: dict[str, Any], number: int) -> dict[str, Any]:
    """The properties of a message, with a tag of its own, by which it is acknowledged."""
    return {**sent["properties"], "delivery_tag": f"malformed-{number}"}


@pytest.mark.parametrize("kind", ["prefork", "threads"])
def test_a_malformed_message_ends_no_worker_and_does_not_come_back(kind: str, tmp_path: Path) -> None:
    new_club()
    broker = redis.Redis.from_url(settings.REDIS_URL)
    broker.delete("tablekeeper", "unacked", "unacked_index")
    broker.rpush("tablekeeper", *malformed())
    cache.delete("last-work-of-worker-tablekeeper")
    with celery("worker", f"--pool={kind}", "--concurrency=2", "--loglevel=CRITICAL") as works:
        until(lambda: broker.llen("tablekeeper") == 0, works)
        with app.connection_for_write() as connected:
            app.send_task("league.tasks.follow", connection=connected)
        until(lambda: heartbeats.age("worker-tablekeeper") is not None, works)
        until(lambda: broker.hlen("unacked") == 0, works)
        assert works.poll() is None


@pytest.mark.parametrize("kind", ["prefork", "threads"])
def test_a_worker_outlives_a_redis_that_is_full(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It can't note that it has a message, nor connect again; when there is room, it goes on with the rest."""
    new_club()
    server = servers.redis_server()
    monkeypatch.setenv("REDIS_URL", server.url)
    broker = redis.Redis.from_url(server.url)

    def waiting() -> int:
        return int(broker.llen("tablekeeper"))

    def refusals() -> int:
        return int(broker.info("errorstats").get("errorstat_OOM", {"count": 0})["count"])

    with Celery("sender", set_as_current=False) as sender:
        sender.conf.update(configuration(server.url))
        for _ in range(500):
            sender.send_task("league.tasks.send_letters", expires=600)
    with celery("worker", f"--pool={kind}", "--concurrency=1", "--loglevel=CRITICAL") as works:
        until(lambda: waiting() < 500, works)
        broker.config_set("maxmemory", 1)
        until(lambda: refusals() > 8, works)
        assert waiting() > 0
        broker.config_set("maxmemory", 0)
        until(lambda: waiting() == 0 and broker.hlen("unacked") == 0, works)
    server.stop()


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
