"""The arrangement: every process of production on this machine, by the lines of docs/operators.md.

    with arranged() as running:
        with running.client() as client:
            client.log_in(DIRECTOR, PASSWORD)

Two web services of two processes each are behind a proxy with TLS. The wires between the processes and the servers can
be cut. Each service can be killed, paused and started again; `tend` starts those again that have ended by themselves.
"""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psycopg
import redis

from deploy import bootstrap
from deploy.demo.client import Client
from tests import servers
from tests.arrangement import debian
from tests.arrangement.proxy import HOST, Proxy, proxy
from tests.arrangement.service import PATIENCE_SECONDS, Service, TooLate, until
from tests.arrangement.wire import Wire, Wires
from tests.deploy.production import environment_of, lines_of_the_guide
from tests.deploy.served import variables
from tests.processes import ROOT

DIRECTOR, PASSWORD = "ada", "seven green combs"
WEBS = WORKERS = 2
SURVIVES_A_KILL = ("fsync=off", "full_page_writes=off")
"""Settings of PostgreSQL that lose nothing when a process is killed, only when the machine loses power."""
PROGRAMS = {"python3": "python", ".venv/bin/celery": "celery"}
CLOCK = "clock"
SIDES, STORES = ("web", "worker"), ("postgres", "redis")


@dataclass
class Arrangement:
    """The running services by their names, in the order in which they are started."""

    folder: Path
    environment: Path
    ports: Mapping[str, int]
    wires: Mapping[tuple[str, str], Wire]
    given: Mapping[str, str]
    proxy: Proxy
    services: dict[str, Service]

    @property
    def address(self) -> str:
        return self.proxy.address

    def database_url(self, port: int | None = None) -> str:
        """The database's address, past the wires unless the port of one is named."""
        return f"postgresql://tablekeeper@127.0.0.1:{port or self.ports['postgres']}/postgres"

    def redis_url(self, port: int | None = None) -> str:
        return f"redis://127.0.0.1:{port or self.ports['redis']}/0"

    def variables(self, side: str = "") -> dict[str, str]:
        """The environment of a process. side: web or worker, which have wires; others go past them."""
        postgres, broker = (self.wires[side, store].port if side else None for store in STORES)
        return variables(
            SECRET_KEY="x" * 60,
            DATABASE_URL=self.database_url(postgres),
            REDIS_URL=self.redis_url(broker),
            ALLOWED_HOSTS=HOST,
            PUBLIC_ORIGIN=self.address.removesuffix("/"),
            DATABASE_POOL_SIZE="8",
            **self.given,
        )

    def client(self) -> Client:
        """A client of the API, through the proxy; it checks the proxy's certificate."""
        return Client(self.address, verify=self.proxy.trust)

    def http(self, **options: Any) -> httpx.Client:
        """A browser's way in. options: as of httpx.Client."""
        return httpx.Client(
            base_url=self.address, verify=self.proxy.trust, trust_env=False, timeout=PATIENCE_SECONDS, **options
        )

    def manage(self, *arguments: str, **more: str) -> str:
        """Runs a command of manage.py to its end, past the wires; what it printed. Fails if it does."""
        done = subprocess.run(
            [str(self.environment / "bin/python"), "manage.py", *arguments],
            cwd=ROOT, env={**self.variables(), **more}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False, timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def verify(self) -> Any:
        """What `verify` says, also when it complains."""
        done = subprocess.run(
            [str(self.environment / "bin/python"), "manage.py", "verify", "--json"],
            cwd=ROOT, env=self.variables(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        return json.loads(done.stdout)

    def rebuild(self) -> list[str]:
        """The rows that a rebuild changes."""
        different: list[str] = json.loads(self.manage("rebuild", "--json"))["different"]
        return different

    def connection(self) -> closing[psycopg.Connection[Any]]:
        """A connection to the database, past the wires."""
        return closing(psycopg.connect(self.database_url(), autocommit=True, connect_timeout=5))

    def named(self, beginning: str) -> list[Service]:
        """The services whose names begin so."""
        return [service for name, service in self.services.items() if name.startswith(beginning)]

    def set_clock(self, seconds: float) -> None:
        """Sets the clock of the last worker ahead, or back."""
        new = self.folder / f"{CLOCK}.new"
        new.write_text(f"{seconds:+.3f}s\n")
        new.rename(self.folder / CLOCK)

    def tend(self) -> None:
        """Starts again what has ended by itself."""
        for service in self.services.values():
            service.tend()

    def until(self, is_so: Callable[[], bool], what: str, seconds: float = PATIENCE_SECONDS) -> None:
        """Waits, and tends the services meanwhile. Raises TooLate with the last lines of their output."""

        def is_so_now() -> bool:
            self.tend()
            return is_so()

        try:
            until(is_so_now, what, seconds)
        except TooLate as late:
            said = {name: service.said()[-1500:] for name, service in self.services.items()}
            raise TooLate(f"{late}\n{json.dumps(said, indent=1)}") from None

    def until_ready(self) -> None:
        """Waits until a web process answers that all its parts work, and a worker and beat have worked lately."""
        began = time.monotonic()
        with self.http() as http:
            self.until(lambda: _is_ready(http, time.monotonic() - began), "everything works")

    def answers(self, store: str) -> bool:
        """Whether PostgreSQL or Redis answers."""
        try:
            if store == "postgres":
                with self.connection():
                    return True
            with closing(redis.Redis.from_url(self.redis_url(), socket_timeout=5)) as connection:
                return bool(connection.ping())
        except (psycopg.Error, redis.exceptions.RedisError):
            return False

    def start(self) -> None:
        """Starts everything, with an empty database and a superuser."""
        self.set_clock(0)
        for store in STORES:
            self.services[store].start()
            self.until(partial(self.answers, store), f"{store} answers")
        migrate, superuser, *_ = lines_of_the_guide()
        self.manage(*shlex.split(migrate)[2:])
        options = ("--noinput", "--username", DIRECTOR, "--email", f"{DIRECTOR}@club.example")
        self.manage(*shlex.split(superuser)[2:], *options, DJANGO_SUPERUSER_PASSWORD=PASSWORD)
        for name, service in self.services.items():
            if name not in STORES:
                service.start()
        self.until_ready()

    def stop(self) -> None:
        """Ends everything, the servers last."""
        for service in reversed(self.services.values()):
            with suppress(Exception):
                service.stop()


def _is_ready(http: httpx.Client, seconds: float) -> bool:
    """Whether all parts work; the worker and beat have done something since that many seconds."""
    try:
        answer = http.get("api/v1/health/ready")
    except httpx.TransportError:
        return False
    if answer.status_code != 200:
        return False
    ages = [answer.json()["parts"][name]["age_seconds"] for name in ("worker", "beat")]
    return all(age is not None and age <= seconds for age in ages)


@contextmanager
def arranged(**given: str) -> Iterator[Arrangement]:
    """The arrangement, started; all of it is gone afterwards. given: more variables."""
    folder, wires = servers.new_folder(), Wires()
    made = _arrangement(folder, wires, given)
    try:
        made.start()
        yield made
    finally:
        made.stop()
        wires.close()


def _arrangement(folder: Path, wires: Wires, given: Mapping[str, str]) -> Arrangement:
    ports = {name: servers.free_port() for name in (*STORES, *_numbered("web", WEBS))}
    made = Arrangement(
        folder,
        environment_of(bootstrap.RUN),
        ports,
        {(side, store): wires.wire(ports[store]) for side in SIDES for store in STORES},
        given,
        proxy(_own(folder, "proxy"), [ports[name] for name in _numbered("web", WEBS)]),
        {},
    )
    places = _own(folder, "postgres"), _own(folder, "redis")
    settings = (f"port={ports['postgres']}", "listen_addresses=127.0.0.1", f"unix_socket_directories={places[0]}")
    options = [f"-c{setting}" for setting in (*settings, *SURVIVES_A_KILL)]
    postgres = [*servers.postgres_program(places[0], "--wal-segsize=1"), *options]
    made.services = {
        "postgres": Service("postgres", postgres, folder, user=servers.user(), stops_by=signal.SIGQUIT),
        "redis": Service("redis", servers.redis_program(places[1], ports["redis"]), folder, user=servers.user()),
        **{service.name: service for service in _of_the_guide(made)},
        "proxy": Service("proxy", made.proxy.command, folder, user=servers.user(), stops_by=signal.SIGQUIT),
    }
    return made


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
    return Service(name, command, made.folder, {**made.variables(side), **_clock(made.folder, name)})


def _clock(folder: Path, name: str) -> dict[str, str]:
    """The last worker has a clock that can be set."""
    if name != _numbered("worker", WORKERS)[-1]:
        return {}
    return {
        "LD_PRELOAD": debian.path_of("libfaketime"),
        "FAKETIME_TIMESTAMP_FILE": str(folder / CLOCK),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        "DONT_FAKE_MONOTONIC": "1",
    }
