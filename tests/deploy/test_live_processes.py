"""Live streams of several processes, joined by Redis; what an open stream costs; and how servers stop with them."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from deploy.data_folder import DATABASE
from league.models import Event, Tournament
from tests.deploy import served
from tests.deploy.clocks import EXPIRED, start_clock
from tests.deploy.test_live import report
from tests.deploy.test_serve import first_answer, free_port, serving
from tests.deploy.test_workers import celery, until, waiting_workers
from tests.deploy.web import address_of, server, servers
from tests.league.live.listening import Listener, listening
from tests.league.nights import Night, new_club, new_people

OPEN, STOP_SECONDS = 60, 15
CELERY = (
    ("worker", "--pool=threads", "--concurrency=2", "--hostname=live@test", "--loglevel=WARNING"),
    ("beat", "--loglevel=WARNING"),
)
SEATS = {"min": 3, "max": 3, "prefer": 3}


@pytest.fixture
def night(transactional_db: None) -> Night:
    """A night of two tables at its first round."""
    night = Night.open(new_club(), table_size=SEATS)
    night.enter(new_people(night.club, 6))
    night.start_round()
    return night


@contextmanager
def many(address: str, path: str, count: int = OPEN) -> Iterator[list[Listener]]:
    """So many open streams."""
    with ExitStack() as stack:
        yield [stack.enter_context(listening(address, path)) for _ in range(count)]


@pytest.mark.backend("postgres")
def test_what_one_process_commits_the_streams_of_another_tell(night: Night) -> None:
    path = f"tournaments/{night.id}/live"
    with servers(2) as (one, other), listening(one, path) as there, listening(other, path) as here:
        begun = time.monotonic()
        report(one, night)
        there.until_told("result_recorded")
        here.until_told("result_recorded")
        assert here.at[-1] - begun < 3
        break_all_followers()
        report(one, night, 1)
        for listener in (there, here):
            listener.until(lambda now: len(now.messages) >= 3, 5)


def break_all_followers() -> None:
    """Redis ends the connections of its subscribers."""
    redis.Redis.from_url(settings.REDIS_URL).client_kill_filter(_type="pubsub")


@pytest.mark.backend("postgres")
def test_a_clock_that_a_worker_finds_expired_is_told_within_two_seconds(transactional_db: None) -> None:
    new_club()
    with ExitStack() as stack:
        (address,) = stack.enter_context(servers(1))
        running = [stack.enter_context(celery(*arguments)) for arguments in CELERY]
        until(lambda: waiting_workers() == 1, *running)
        start_clock(seconds_left=4)
        hall = stack.enter_context(listening(address, f"tournaments/{Tournament.objects.get().pk}/live"))
        hall.until_told("clock_expired")
        late = timezone.now() - Event.objects.get(type=EXPIRED).recorded_at
        assert late < timedelta(seconds=2)


@pytest.mark.backend("postgres")
def test_an_open_stream_holds_no_connection_and_no_thread(night: Night) -> None:
    path = f"tournaments/{night.id}/live"
    with server() as process:
        address = address_of(process)
        httpx.get(f"{address}api/v1/{path.removesuffix('/live')}", trust_env=False, timeout=60)
        with many(address, path, 4):
            few = threads(process)
            with many(address, path):
                assert threads(process) <= few + 4
                assert busy_connections() == 0
                report(address, night)


def threads(process: subprocess.Popen[str]) -> int:
    """How many threads a process has."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("Threads:")).split()[1])


def busy_connections() -> int:
    """How many connections of others are in a transaction or run a query."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND state <> 'idle' AND pid <> pg_backend_pid()"
        )
        return int(cursor.fetchone()[0])


@pytest.mark.backend("sqlite")
def test_a_client_that_has_gone_is_dropped_by_the_next_heartbeat(night: Night) -> None:
    path = f"tournaments/{night.id}/live"
    with server(heartbeat=0.5) as process, listening(address_of(process), path) as stays:
        before = open_sockets(process)
        with many(str(stays.response.url).partition("api/")[0], path, 20):
            assert open_sockets(process) >= before + 20
        beats = stays.heartbeats
        stays.until(lambda now: now.heartbeats > beats + 1)
        assert open_sockets(process) <= before


def open_sockets(process: subprocess.Popen[str]) -> int:
    """How many sockets a server has open."""
    return sum(map(is_socket, Path(f"/proc/{process.pid}/fd").iterdir()))


def is_socket(file: Path) -> bool:
    """Whether it is a socket; not if it has been closed meanwhile."""
    try:
        return str(file.readlink()).startswith("socket:")
    except FileNotFoundError:
        return False


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_club_stops_with_streams_open(tmp_path: Path, number: signal.Signals) -> None:
    with served.club(tmp_path, TABLEKEEPER_PASSWORD=served.PASSWORD) as club:
        tournament = opened(club.address)
        with many(club.address, f"tournaments/{tournament}/live", 20) as open:
            begun = time.monotonic()
            assert club.end(number) == 0
            assert time.monotonic() - begun < STOP_SECONDS
            for listener in open:
                listener.until(lambda now: now.is_over)
                assert "ended" not in listener.names


@pytest.mark.backend("sqlite")
def test_several_processes_stop_with_streams_open(tmp_path: Path) -> None:
    with served.club(tmp_path, TABLEKEEPER_PASSWORD=served.PASSWORD) as club:
        tournament = opened(club.address)
        assert club.end(signal.SIGTERM) == 0
    port = free_port()
    with (
        serving(port, f"sqlite:///{tmp_path / DATABASE}") as process,
        httpx.Client(trust_env=False, timeout=60) as http,
    ):
        first_answer(http, port, process)
        with many(f"http://127.0.0.1:{port}/", f"tournaments/{tournament}/live", 20) as open:
            process.send_signal(signal.SIGTERM)
            assert process.wait(STOP_SECONDS) == 0
            for listener in open:
                listener.until(lambda now: now.is_over)
                assert "ended" not in listener.names


def opened(address: str) -> str:
    """The id of a tournament that the director of a new club opens."""
    with httpx.Client(base_url=f"{address}api/v1/", trust_env=False, timeout=30) as http:
        body = {"username": "director", "password": served.PASSWORD}
        http.headers["Authorization"] = f"Token {http.post('tokens', json=body).json()['token']}"
        club = http.get("clubs").json()["results"][0]["id"]
        made: dict[str, Any] = http.post("tournaments", json={"club": club, "name": "Tue", "game": "scoresheet"}).json()
    return str(made["id"])
