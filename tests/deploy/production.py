"""Production, started by the lines of docs/operators.md with the programs of an environment from a lock file."""

from __future__ import annotations

import os
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO

import psycopg

from deploy import bootstrap
from league.log.file_lock import locked
from tests import servers
from tests.deploy import guides
from tests.deploy.served import variables
from tests.processes import ROOT

PATIENCE_SECONDS = 90
PASSWORD = "seven green combs"


def environment_of(name: str, source: Path = ROOT) -> Path:
    """An environment that holds a lock file alone, made once for each content of it as manage.py does."""
    lock = source / "deploy" / name
    root = servers.PARENT.with_name(f"{servers.PARENT.name}-{sha256(lock.read_bytes()).hexdigest()[:16]}")
    root.mkdir(exist_ok=True)
    environment = root / ".venv"
    with locked(root / bootstrap.LOCK):
        if not bootstrap.is_marked(environment, lock):
            bootstrap.build(environment, lock)
    return environment


def lines_of_the_guide() -> list[str]:
    """The commands by which production is set up and started, in their order."""
    return guides.block("docs/operators.md", "", "python3 manage.py migrate\n").splitlines()


@contextmanager
def empty_database(name: str) -> Iterator[str]:
    """The address of a database of its own on the PostgreSQL of the tests."""
    given = os.environ["DATABASE_URL"]
    with closing(psycopg.connect(given, autocommit=True)) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield f"{given.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@dataclass
class Production:
    """The processes of production on a database and a broker. folder: with their output, by name."""

    environment: Path
    folder: Path
    told: dict[str, str]
    port: int = field(default_factory=servers.free_port)
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def command(self, line: str) -> list[str]:
        """A line of the guide with this environment's programs, and the port and options of a test."""
        own = line.replace("--port 8000", f"--port {self.port}").replace("--workers 4", "--workers 2")
        program, *options = shlex.split(own)
        programs = {"python3": self.environment / "bin/python", ".venv/bin/celery": self.environment / "bin/celery"}
        return [str(programs[program]), *options]

    def run(self, line: str, *more: str) -> str:
        """Runs a command to its end; what it said."""
        done = subprocess.run(
            [*self.command(line), *more], cwd=ROOT, env=self.told, stdin=subprocess.DEVNULL, capture_output=True,
            text=True, check=False, timeout=PATIENCE_SECONDS,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def start(self, name: str, line: str, output: IO[bytes]) -> None:
        self.running[name] = subprocess.Popen(
            self.command(line), cwd=ROOT, env=self.told, stdin=subprocess.DEVNULL, stdout=output, stderr=output
        )

    def said(self, name: str) -> str:
        return (self.folder / name).read_text("utf-8")

    def until(self, is_so: Callable[[], bool]) -> None:
        """Waits; fails when it takes too long, or when a process ends."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not is_so():
            ended = {
                name: self.said(name)[-2000:] for name, process in self.running.items() if process.poll() is not None
            }
            assert ended == {}
            assert time.monotonic() < end, {name: self.said(name)[-2000:] for name in self.running}
            time.sleep(0.2)


@contextmanager
def production(environment: Path, folder: Path, database: str, broker: str) -> Iterator[Production]:
    """Production as it is set up and started by the guide for operators; its processes are ended with the block."""
    told = variables(
        SECRET_KEY="x" * 60, DATABASE_URL=database, REDIS_URL=broker, ALLOWED_HOSTS="127.0.0.1",
        DJANGO_SUPERUSER_PASSWORD=PASSWORD, PYTHONDONTWRITEBYTECODE="1",
    )  # fmt: skip
    made = Production(environment, folder, told)
    migrate, superuser, *processes = lines_of_the_guide()
    made.run(migrate)
    made.run(superuser, "--noinput", "--username", "ada", "--email", "ada@club.example")
    with ExitStack() as stack:
        for line in processes:
            name = next(word for word in ("serve", "clocks", "worker", "beat") if word in line)
            made.start(name, line, stack.enter_context((folder / name).open("wb")))
        try:
            yield made
        finally:
            for process in made.running.values():
                process.terminate()
            for process in made.running.values():
                process.wait(PATIENCE_SECONDS)
