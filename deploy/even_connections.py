"""The web processes of `serve` accept connections from one socket, and each takes about as many as the others.

Without this, the process that wakes first accepts all that wait. Clients and proxies keep their connections, so it
would answer most requests while others are idle. Here a process accepts one connection at a time, and gives processes
with fewer connections a head start.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from socket import socket
from typing import Any

import structlog
import uvicorn

from deploy import connections
from deploy.connections import Limits

HEAD_START_SECONDS, MOST_HEAD_STARTS = 0.005, 20
"""For each connection that a process has more than another, as far as they count."""
REST_SECONDS = 1.0
"""The pause after an error, as when the process can open no more files."""
MOST_PROCESSES = 256
log = structlog.get_logger(__name__)


class Shares:
    """How many connections each process has open, in memory that they share. A slot belongs to one process."""

    def __init__(self) -> None:
        spawn = get_context("spawn")
        self._joining = spawn.Lock()
        self._pids = spawn.RawArray("q", MOST_PROCESSES)
        self._open = spawn.RawArray("q", MOST_PROCESSES)

    def join(self) -> int:
        """Return a slot for this process: a new one, or that of a process that has ended."""
        with self._joining:
            slot = next(slot for slot, pid in enumerate(self._pids) if not _is_running(pid))
            self._open[slot], self._pids[slot] = 0, os.getpid()
        return slot

    def add(self, slot: int, number: int) -> None:
        """Change the number of a process's open connections."""
        self._open[slot] += number

    def excess(self, slot: int) -> int:
        """Return how many connections a process has more than the running process with the fewest."""
        running = (other for other, pid in enumerate(self._pids) if _is_running(pid))
        return int(self._open[slot]) - min(int(self._open[other]) for other in running)


def _is_running(pid: int) -> bool:
    if not pid:
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class EvenLoop(asyncio.SelectorEventLoop):
    """An event loop whose servers leave a new connection to a process that has fewer."""

    def __init__(self, shares: Shares) -> None:
        super().__init__()
        self._shares, self._slot = shares, shares.join()
        self._accepting: set[asyncio.Task[None]] = set()

    async def create_server(self, protocol_factory: Any, *args: Any, **options: Any) -> asyncio.Server:
        """Return a server for a socket that listens already."""
        server = await super().create_server(protocol_factory, *args, **options, start_serving=False)
        self._accepting.add(self.create_task(self._accept(options["sock"], partial(self._counted, protocol_factory))))
        return server

    async def _accept(self, listening: socket, protocol_factory: Callable[[], asyncio.Protocol]) -> None:
        """Accept connections until the server closes its socket."""
        while listening.fileno() >= 0:
            await self._wait(listening)
            if excess := self._shares.excess(self._slot):
                await asyncio.sleep(HEAD_START_SECONDS * min(excess, MOST_HEAD_STARTS))
            try:
                connection, _ = listening.accept()
                connection.setblocking(False)
                await self.connect_accepted_socket(protocol_factory, connection)
            except (BlockingIOError, ConnectionError):
                continue
            except OSError:
                if listening.fileno() >= 0:
                    log.exception("connection_not_accepted")
                    await asyncio.sleep(REST_SECONDS)

    async def _wait(self, listening: socket) -> None:
        """Return when a connection waits."""
        arrived = asyncio.Event()
        self.add_reader(listening, arrived.set)
        await arrived.wait()
        self.remove_reader(listening)

    def _counted(self, protocol_factory: Callable[[], asyncio.Protocol]) -> asyncio.Protocol:
        """Return a protocol whose connection is counted while it is open."""
        protocol = protocol_factory()
        made, lost = protocol.connection_made, protocol.connection_lost

        def connection_made(transport: asyncio.BaseTransport) -> None:
            self._shares.add(self._slot, 1)
            made(transport)

        def connection_lost(error: Exception | None) -> None:
            self._shares.add(self._slot, -1)
            lost(error)

        vars(protocol).update(connection_made=connection_made, connection_lost=connection_lost)
        return protocol


class Config(connections.Config):
    """Uvicorn's settings for processes that share their connections evenly."""

    shares: Shares

    def get_loop_factory(self) -> Callable[[], asyncio.AbstractEventLoop]:
        return partial(EvenLoop, self.shares)


def config(application: str, *, processes: int, grace_seconds: int, limits: Limits | None = None) -> uvicorn.Config:
    """Return the settings of the web processes. Our own log has a line for each request, with its id.

    limits: other than the usual ones of a connection's time.
    """
    kind = connections.Config if os.name == "nt" else Config
    made = kind(
        application, limits=limits or Limits(), lifespan="off", ws="none", workers=processes,
        log_config=None, access_log=False, timeout_graceful_shutdown=grace_seconds,
    )  # fmt: skip
    if isinstance(made, Config):
        made.shares = Shares()
    return made
