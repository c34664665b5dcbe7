"""A club's server: one process per data folder, an address, a first director."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO, NamedTuple

import uvicorn
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.urls import reverse

from deploy import connections
from deploy.connections import Limits
from deploy.data_folder import LOCK
from league.live.hub import hub
from league.log import file_lock
from league.models import Club, Membership, Role, Tournament

try:
    import resource
except ImportError:  # Windows, whose sockets are no files
    HAS_LIMITS = False
else:
    HAS_LIMITS = True

DIRECTOR = "director"
PASSWORD_BYTES = 12
GRACE_SECONDS = 3
UNACKNOWLEDGED_MS = 15_000
MOST_FILES, FILES_ON_MACOS = 65_536, 10_240
BACKLOG, ACCEPTED_AT_ONCE = 2048, 16


class AlreadyRunning(Exception):
    """Another process serves this data folder. address: "" while it is starting."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


def hold(folder: Path) -> IO[str]:
    """Return the data folder's lock, held until this process ends. Raises AlreadyRunning."""
    file = (folder / LOCK).open("a+", encoding="utf-8")
    try:
        file_lock.try_lock(file.fileno())
    except BlockingIOError:
        file.seek(0)
        with file:
            raise AlreadyRunning(file.read().strip()) from None
    write_address(file, "")
    return file


def write_address(lock: IO[str], address: str) -> None:
    """Write the address into the lock, for a second start."""
    lock.truncate(0)
    lock.write(address)
    lock.flush()


def raise_open_files() -> int:
    """Let this process and those it starts open as many files as the system allows; return how many."""
    if not HAS_LIMITS:
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    for most in (MOST_FILES, FILES_ON_MACOS):  # macOS names no limit, and allows only so many
        wanted = most if hard == unlimited else min(hard, most)
        if soft == unlimited or soft >= wanted:
            break
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return MOST_FILES if soft == unlimited else soft


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on the port, or on a free one for port 0. Raises OSError if the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    # The connections inherit this. Without it, each response but the first of a connection waits some 40 ms.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A phone that is out of reach acknowledges nothing: its stream ends, with the next heartbeat at the latest.
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; other systems have longer limits of their own
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
    return listening


def url(host: str, port: int) -> str:
    """Return the address to type into a browser."""
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


class NightPage(NamedTuple):
    """The page of a tournament, or the start page of the hall. tournament: its name, "" for the start page."""

    tournament: str
    path: str


RECENT = timedelta(hours=12)
"""A tournament that was to begin longer ago, and has not, is not the next one."""


def night_page(at: datetime) -> NightPage:
    """Return the page of the tournament that is running, of several the one opened last; else of the next one."""
    rows = Tournament.objects.filter(state__in=("running", "open")).select_related("public_code").order_by("-id")
    found = min(rows, key=lambda row: _when(row, at), default=None)
    if found is None or _when(found, at)[0] == PAST:
        return NightPage("", reverse("web:enter"))
    return NightPage(found.name, reverse("web:public", args=[found.public_code.code]))


RUNNING, DATED, UNDATED, PAST = range(4)


def _when(row: Tournament, at: datetime) -> tuple[int, datetime]:
    """The sort key by which the first tournament is the one of tonight; of equal ones the newest is first."""
    if row.state == "running":
        return RUNNING, at
    if row.starts_at is None:
        return UNDATED, at
    return (DATED, row.starts_at) if row.starts_at > at - RECENT else (PAST, at)


@transaction.atomic
def first_director() -> str | None:
    """Create the director and the first club, unless there are users. Return the password, or None."""
    users = get_user_model()
    if users.objects.exists():
        return None
    password = os.environ.get("TABLEKEEPER_PASSWORD") or secrets.token_urlsafe(PASSWORD_BYTES)
    director = users.objects.create_superuser(DIRECTOR, password=password)
    club = Club.objects.create(name="Club")
    Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    return password


def empty_the_wal() -> None:
    """Move what SQLite's write-ahead log holds into the database file, so that a copy of that file alone is whole."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class Server(uvicorn.Server):
    """Uvicorn without signal handlers: the command has its own, which also work before the server runs."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Let connections wait in the system: asyncio would accept as many at once, before any can be refused."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams, which would go on for ever, and then as Uvicorn does."""
        hub.close()
        await super().shutdown(sockets)


def usual_limits() -> Limits:
    """Return the limits of connections for a club, after the most files have been allowed."""
    most = connections.most_connections(raise_open_files())
    return Limits(most=most, most_of_an_address=connections.MOST_OF_AN_ADDRESS)


def server(limits: Limits | None = None) -> Server:
    """Return the web server of the application, not yet running. limits: other than usual ones."""
    from deploy.asgi import application

    return Server(
        connections.Config(
            application, limits=limits or usual_limits(), loop="asyncio", ws="none", lifespan="off", log_config=None,
            access_log=False, proxy_headers=False, server_header=False, timeout_graceful_shutdown=GRACE_SECONDS,
            backlog=ACCEPTED_AT_ONCE,
        )
    )  # fmt: skip
