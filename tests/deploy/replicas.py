"""A primary, its streaming replica, and a web server that has both."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
from django.core.management import call_command

from league.models import Role
from tests import servers
from tests.deploy.web import address_of
from tests.league.nights import Night, new_club, new_people, new_user
from tests.processes import ROOT
from tests.servers import Server

PATIENCE_SECONDS = 60
FAST = ("fsync=off", "full_page_writes=off")
"""Commits wait for the log of changes to be written, as in production, but not for the disk."""
READ_AT = """
SELECT coalesce(max(query_start), '-infinity') > %s FROM pg_stat_activity
WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND query LIKE '%%league_%%'
"""
SEATS = {"min": 3, "max": 3, "prefer": 3}


def answer() -> None:
    """In a process of its own: does what its input says, a line each, with Django set up once for all lines."""
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(TASKS[line.strip()]())}\n")
        sys.stdout.flush()


def make_night() -> dict[str, Any]:
    """A night of six with a director, at its first round, in a new database; its ids."""
    call_command("migrate", verbosity=0)
    night = Night.open(new_club(), table_size=SEATS)
    people = new_people(night.club, 6)
    night.enter(people)
    night.start_round()
    new_user("dora", night.club, Role.DIRECTOR)
    return {"tournament": str(night.id), "person": str(people[0].pk), "entry": night.entries[0]}


def write_and_read() -> list[str]:
    """Reads from the replica, writes, and reads: which database each query goes to; then what a write to it meets."""
    from django.db import connections

    from league.log.replica import REPLICA, replica
    from league.models import Club

    found = []
    while not replica.is_current():
        time.sleep(0.1)
    with replica.reading():
        found.append(Club.objects.all().db)
        club = Club.objects.get()
        club.save()
        found.append(str(club._state.db))
        found.append(Club.objects.all().db)
    with replica.reading(), connections[REPLICA].cursor() as cursor:
        try:
            cursor.execute("DELETE FROM django_session")
        except Exception as error:  # noqa: BLE001 - the test looks at it
            found.append(str(error).splitlines()[0])
    return found


def look() -> list[Any]:
    """How far the replica is behind."""
    from league.log.replica import replica

    lag = replica.lag()
    return [lag.trouble, lag.bytes, None if lag.age is None else lag.age.total_seconds()]


TASKS: dict[str, Callable[[], Any]] = {"make_night": make_night, "write_and_read": write_and_read, "look": look}


@dataclass
class Site:
    """The servers, and the address of the web server. own: a process that does what the test tells it to."""

    primary: Server
    replica: Server
    own: subprocess.Popen[str] = field(init=False)
    ids: dict[str, Any] = field(default_factory=dict)
    address: str = ""
    director: httpx.Client = field(default_factory=httpx.Client)

    @property
    def told(self) -> dict[str, str]:
        """The variables of its processes."""
        return {
            **os.environ, "DATABASE_URL": self.primary.url, "REPLICA_URL": self.replica.url, "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "deploy.settings", "PYTHONPATH": str(ROOT),
        }  # fmt: skip

    def start(self, target: str) -> subprocess.Popen[str]:
        """Calls `module:function` in a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "tests.processes", target], cwd=ROOT, env=self.told, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def call(self, task: str) -> Any:
        """What a task gives in the site's own process."""
        assert self.own.stdin is not None
        assert self.own.stdout is not None
        self.own.stdin.write(f"{task}\n")
        self.own.stdin.flush()
        return json.loads(self.own.stdout.readline())

    def get(self, path: str, **headers: str) -> httpx.Response:
        """What a visitor gets, on a connection of their own."""
        return httpx.get(f"{self.address}{path}", headers=headers, trust_env=False, timeout=PATIENCE_SECONDS)

    @property
    def tournament(self) -> str:
        return f"api/v1/tournaments/{self.ids['tournament']}"

    def rename(self, name: str) -> None:
        """The director writes something that every page of the night shows."""
        self.change(name=name)

    def change(self, **settings: Any) -> Any:
        """The director changes the tournament."""
        answer = self.director.patch(self.tournament, json=settings)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def shows(self, name: str) -> None:
        """Fails unless a visitor sees a name that has just been written, in the API and on the page."""
        assert self.get(self.tournament).json()["name"] == name
        assert name in self.get(f"t/{self.code}").text

    @property
    def code(self) -> str:
        return str(self.director.get(self.tournament).json()["code"])

    def is_read_by(self, read: Callable[[], object]) -> bool:
        """Whether the replica answers what `read` asks the site."""
        with closing(psycopg.connect(self.replica.url, autocommit=True)) as replica:
            (now,) = one(replica, "SELECT clock_timestamp()")
            read()
            return bool(one(replica, READ_AT, now)[0])

    def until_read(self, path: str) -> None:
        """Waits until the replica answers visitors."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not self.is_read_by(lambda: self.get(path)):
            assert time.monotonic() < end, f"the replica does not answer {path}"
            time.sleep(0.05)

    @contextmanager
    def behind(self) -> Iterator[None]:
        """The replica gets nothing new meanwhile."""
        with closing(psycopg.connect(self.replica.url, autocommit=True)) as replica:
            replica.execute("SELECT pg_wal_replay_pause()")
            while one(replica, "SELECT pg_get_wal_replay_pause_state()") != ("paused",):
                time.sleep(0.02)
            try:
                yield
            finally:
                with suppress(psycopg.OperationalError):
                    replica.execute("SELECT pg_wal_replay_resume()")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Every process of the replica is stopped meanwhile, as on a machine that hangs."""
        self._send(signal.SIGSTOP)
        try:
            yield
        finally:
            self._send(signal.SIGCONT)

    def kill_replica(self) -> None:
        self._send(signal.SIGKILL)
        self.replica.process.wait(PATIENCE_SECONDS)

    def _send(self, number: signal.Signals) -> None:
        """Signals the server and its children, each of which has a process group of its own."""
        server = self.replica.process.pid
        children = Path(f"/proc/{server}/task/{server}/children").read_text("ascii")
        for process in (server, *map(int, children.split())):
            with suppress(ProcessLookupError):
                os.kill(process, number)

    def restart_replica(self) -> None:
        self.replica = servers.started_again(self.replica.command)


def one(connection: psycopg.Connection[Any], query: str, *values: Any) -> tuple[Any, ...]:
    """The only row of a query."""
    found: list[tuple[Any, ...]] = connection.execute(query.encode(), values or None).fetchall()
    return found[0]


@contextmanager
def site() -> Iterator[Site]:
    """A site with a night; its processes end with the block."""
    primary = servers.postgres(FAST)
    made = Site(primary, servers.replica_of(primary))
    made.own = made.start("tests.deploy.replicas:answer")
    made.ids = made.call("make_night")
    web = made.start("tests.deploy.web:serve")
    try:
        made.address = address_of(web)
        made.director = httpx.Client(base_url=made.address, trust_env=False, timeout=PATIENCE_SECONDS)
        said = made.director.post("api/v1/tokens", json={"username": "dora", "password": "secret"})
        made.director.headers["Authorization"] = f"Token {said.json()['token']}"
        yield made
    finally:
        for process in (web, made.own):
            process.kill()
            process.communicate()
        made.director.close()
        made.replica.stop()
        made.primary.stop()
