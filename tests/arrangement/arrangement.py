"""The arrangement: every process of production on this machine, by the lines of docs/operators.md.

    with arranged() as running:
        with running.client() as client:
            client.log_in(DIRECTOR, PASSWORD)

Two web services of two processes each are behind a proxy with TLS, and public pages read a streaming replica. The wires
between the processes and the servers can be cut. Each service can be killed, paused and started again; `tend` starts
those again that have ended by themselves.
"""

from __future__ import annotations

import shlex
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import redis

from deploy import bootstrap
from tests import servers
from tests.arrangement.postgres import Postgres
from tests.arrangement.proxy import HOST, proxy
from tests.arrangement.service import Service
from tests.arrangement.site import PASSWORD, Site
from tests.arrangement.wire import Wires
from tests.deploy.production import environment_of, lines_of_the_guide
from tests.deploy.served import variables

DIRECTOR = "ada"
WEBS = WORKERS = 2
SURVIVES_A_KILL = ("fsync=off", "full_page_writes=off")
"""Settings of PostgreSQL that lose nothing when a process is killed, only when the machine loses power."""
KEPT_FOR_THE_REPLICA = "wal_keep_size=512MB"
PROGRAMS = {"python3": "python", ".venv/bin/celery": "celery"}
STORES = ("postgres", "redis")
WIRES = (
    *((side, store) for side in ("web", "worker") for store in STORES),
    ("web", "replica"),
    ("replica", "postgres"),
)
"""Which processes reach which servers by a wire of their own."""
IS_CURRENT = "SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn"


class Arrangement(Site):
    """The services of production, and the wires between them. ports: of the servers and the web services."""

    def __init__(self, folder: Path, wires: Wires, given: Mapping[str, str]) -> None:
        self.ports = {name: servers.free_port() for name in (*STORES, "replica", *_numbered("web", WEBS))}
        self.wires = {(side, store): wires.wire(self.ports[store]) for side, store in WIRES}
        self.given = given
        self.proxy = proxy(_own(folder, "proxy"), [self.ports[name] for name in _numbered("web", WEBS)])
        super().__init__(folder, environment_of(bootstrap.RUN), self.proxy.address, DIRECTOR, self.proxy.trust)
        self.services = {service.name: service for service in _services(self)}

    def database_url(self, port: int | None = None) -> str:
        """The database's address, past the wires unless the port of one is named."""
        return f"postgresql://tablekeeper@127.0.0.1:{port or self.ports['postgres']}/postgres"

    def redis_url(self, port: int | None = None) -> str:
        return f"redis://127.0.0.1:{port or self.ports['redis']}/0"

    def variables(self, side: str = "") -> dict[str, str]:
        """The environment of a process. side: web or worker, which have wires; commands go past them."""
        postgres, broker = (self.wires[side, store].port if side else None for store in STORES)
        replica = {"REPLICA_URL": self.database_url(self.wires["web", "replica"].port)} if side == "web" else {}
        return variables(
            **replica,
            SECRET_KEY="x" * 60,
            DATABASE_URL=self.database_url(postgres),
            REDIS_URL=self.redis_url(broker),
            ALLOWED_HOSTS=HOST,
            PUBLIC_ORIGIN=self.address.removesuffix("/"),
            DATABASE_POOL_SIZE="8",
            **self.given,
        )

    def connection(self, store: str = "postgres") -> closing[psycopg.Connection[Any]]:
        """A connection to the database or to its replica, past the wires."""
        return closing(psycopg.connect(self.database_url(self.ports[store]), autocommit=True, connect_timeout=5))

    def answers(self, store: str) -> bool:
        """Whether PostgreSQL, its replica or Redis answers."""
        try:
            if store != "redis":
                with self.connection(store):
                    return True
            with closing(redis.Redis.from_url(self.redis_url(), socket_timeout=5)) as connection:
                return bool(connection.ping())
        except (psycopg.Error, redis.exceptions.RedisError):
            return False

    def replica_is_current(self) -> bool:
        """Whether the replica has everything that the database has now."""
        try:
            with self.connection() as primary, self.connection("replica") as replica:
                end = primary.execute("SELECT pg_current_wal_flush_lsn()").fetchone()
                return bool(replica.execute(IS_CURRENT, end).fetchall()[0][0])
        except psycopg.Error:
            return False

    def until_ready(self) -> None:
        """Waits also until the replica has everything."""
        super().until_ready()
        self.until(self.replica_is_current, "the replica has everything")

    def start(self) -> None:
        """Starts everything, with an empty database and a superuser."""
        for store in (*STORES, "replica"):
            if store == "replica":
                self._copy()
            self.services[store].start()
            self.until(partial(self.answers, store), f"{store} answers")
        migrate, superuser, *_ = lines_of_the_guide()
        self.must(*shlex.split(migrate)[2:])
        options = ("--noinput", "--username", DIRECTOR, "--email", f"{DIRECTOR}@club.example")
        self.must(*shlex.split(superuser)[2:], *options, DJANGO_SUPERUSER_PASSWORD=PASSWORD)
        for service in self.services.values():
            if not service.is_running:
                service.start()
        self.until_ready()

    def _copy(self) -> None:
        """The replica's data; it follows by its wire."""
        primary, wire = self.services["postgres"].command, self.wires["replica", "postgres"]
        servers.copy_of_postgres(primary, self.folder / "replica", host="127.0.0.1", port=wire.port)


@contextmanager
def arranged(**given: str) -> Iterator[Arrangement]:
    """The arrangement, started; all of it is gone afterwards. given: more variables."""
    folder, wires = servers.new_folder(), Wires()
    made = Arrangement(folder, wires, given)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        wires.close()


def _services(made: Arrangement) -> Iterator[Service]:
    """The servers, then what the guide for operators starts, then the proxy."""
    folder, user, ports = made.folder, servers.user(), made.ports
    places = {name: _own(folder, name) for name in (*STORES, "replica")}
    own = ("listen_addresses=127.0.0.1", f"unix_socket_directories={places['postgres']}")
    options = [f"-c{setting}" for setting in (*own, *SURVIVES_A_KILL, KEPT_FOR_THE_REPLICA)]
    postgres = [*servers.postgres_program(places["postgres"], "--wal-segsize=1"), *options]
    replica = servers.replica_program(postgres, places["replica"])
    for name, command in (("postgres", postgres), ("replica", replica)):
        yield Postgres(name, [*command, f"-cport={ports[name]}"], folder, user=user, stops_by=signal.SIGQUIT)
    yield Service("redis", servers.redis_program(places["redis"], ports["redis"]), folder, user=user)
    yield from _of_the_guide(made)
    yield Service("proxy", made.proxy.command, folder, user=user, stops_by=signal.SIGQUIT)


def _own(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir(mode=0o755)
    return made


def _numbered(name: str, count: int) -> list[str]:
    return [f"{name}-{number}" for number in range(1, count + 1)]


def _of_the_guide(made: Arrangement) -> Iterator[Service]:
    """The services of the guide for operators: two for a line that starts web processes or a worker, else one."""
    _, _, *lines = lines_of_the_guide()
    for line in lines:
        kind = next(word for word in ("serve", "worker", "beat") if word in line)
        if kind == "serve":
            for name in _numbered("web", WEBS):
                yield _service(made, name, line, "web", port=made.ports[name])
        elif kind == "worker" and "clocks" in line:
            yield _service(made, "worker-clocks", line, "worker")
        elif kind == "worker":
            for name in _numbered("worker", WORKERS):
                yield _service(made, name, line, "worker")
        else:
            yield _service(made, kind, line, "worker")


def _service(made: Arrangement, name: str, line: str, side: str, port: int = 0) -> Service:
    """A line of the guide with this environment's programs, and the port and processes of a test."""
    own = line.replace("--port 8000", f"--port {port}").replace("--workers 4", "--workers 2")
    program, *options = shlex.split(own)
    if "worker" in options:
        options += ["--concurrency", "2", "--hostname", f"{name}@arrangement"]
    command: Sequence[str] = [str(made.environment / "bin" / PROGRAMS[program]), *options]
    return Service(name, command, made.folder, made.variables(side))
