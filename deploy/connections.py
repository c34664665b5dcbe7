"""Limits of a server's connections: so long one may be silent, and so many may be open.

Without them a connection that sends nothing, half a head or half a body stays open for ever, and a thousand of them
leave a process no open files for its database. Answers have no limit here: a live stream may last all evening, and a
reader may be slow.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from dataclasses import dataclass
from enum import Enum, auto
from ipaddress import ip_address
from typing import Any

import h11
import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS, BODY_SECONDS = 15.0, 60.0
SLOWEST_BODY = 500
MOST_OF_AN_ADDRESS = 200
FILES_FOR_OTHERS = 512
"""Files that connections leave to the database, the log and whatever is being accepted or refused."""
LOG_SECONDS = 60.0
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 20\r\n"
    b"Retry-After: 15\r\nConnection: close\r\n\r\nToo many connections"
)
log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What a process allows its clients.

    most: connections of all clients. most_of_an_address: of one, where this machine's own count only if
    `counts_this_machine`. 0 is no limit.

    head_seconds: from the accept, or from the first byte of a later request, to the end of the request's head.
    body_seconds: what a body may fall behind an even flow of `slowest_body` bytes a second.
    """

    most: int = 0
    most_of_an_address: int = 0
    counts_this_machine: bool = False
    head_seconds: float = HEAD_SECONDS
    body_seconds: float = BODY_SECONDS
    slowest_body: int = SLOWEST_BODY


def most_connections(files: int) -> int:
    """Return how many connections a process may have that may open so many files."""
    return max(files // 2, files - FILES_FOR_OTHERS)


class Config(uvicorn.Config):
    """Uvicorn's settings, with limits for connections."""

    def __init__(self, application: Any, *, limits: Limits, **options: Any) -> None:
        super().__init__(application, http=Protocol, **options)
        self.limits = limits
        self.open_by_address = Counter[str]()
        self.logged_at = -math.inf


class Awaited(Enum):
    """What a client has to send now."""

    NOTHING = auto()
    HEAD = auto()
    BODY = auto()


class Protocol(H11Protocol):
    """A connection that is closed when its client keeps it waiting, or has too many."""

    config: Config

    def __init__(self, config: Config, *args: Any, **options: Any) -> None:
        super().__init__(config, *args, **options)
        self._limits = config.limits
        self._awaited = Awaited.NOTHING
        self._latest = math.inf
        self._timer: asyncio.TimerHandle | None = None
        self._counted_address = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request, or refuse the connection."""
        super().connection_made(transport)
        self._counted_address = self._address_to_count()
        self.config.open_by_address[self._counted_address] += 1
        if self._is_one_too_many():
            self._refuse()
        else:
            self._await_next(0)

    def data_received(self, data: bytes) -> None:
        """Handle what has come, and wait for what is missing."""
        super().data_received(data)
        self._await_next(len(data))

    def on_response_complete(self) -> None:
        """Go on with the next request, of which a part may have come already."""
        super().on_response_complete()
        self._await_next(0)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        self._set_awaited(Awaited.NOTHING, math.inf)
        counts = self.config.open_by_address
        counts[self._counted_address] -= 1
        if not counts[self._counted_address]:
            del counts[self._counted_address]
        super().connection_lost(exc)

    def _address_to_count(self) -> str:
        """Return the client's address, "" where it has no limit."""
        if not self._limits.most_of_an_address or not self.client:
            return ""
        address = ip_address(self.client[0].partition("%")[0])
        return "" if address.is_loopback and not self._limits.counts_this_machine else str(address)

    def _is_one_too_many(self) -> bool:
        if 0 < self._limits.most < len(self.connections):
            return True
        of_address = self.config.open_by_address[self._counted_address]
        return bool(self._counted_address) and of_address > self._limits.most_of_an_address

    def _refuse(self) -> None:
        """Say that there are too many, and close. A flood writes one line a minute into the log."""
        if self.loop.time() > self.config.logged_at + LOG_SECONDS:
            self.config.logged_at = self.loop.time()
            log.warning("connections_refused", open=len(self.connections), address=self._counted_address)
        self.transport.write(REFUSAL)
        self.transport.close()

    def _await_next(self, received: int) -> None:
        """Set how long the client may take for what it has to send now. received: the bytes that have just come."""
        now = self.loop.time()
        match self.conn.their_state:
            case h11.IDLE if self.timeout_keep_alive_task is not None:  # which Uvicorn closes
                self._set_awaited(Awaited.NOTHING, math.inf)
            case h11.IDLE:
                if self._awaited is not Awaited.HEAD:
                    self._set_awaited(Awaited.HEAD, now + self._limits.head_seconds)
            case h11.SEND_BODY:
                full = now + self._limits.body_seconds
                if self._awaited is Awaited.BODY:
                    self._latest = min(full, self._latest + received / self._limits.slowest_body)
                else:
                    self._set_awaited(Awaited.BODY, full)
            case _:
                self._set_awaited(Awaited.NOTHING, math.inf)

    def _set_awaited(self, awaited: Awaited, latest: float) -> None:
        self._awaited, self._latest = awaited, latest
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if awaited is Awaited.NOTHING else self.loop.call_at(latest, self._check)

    def _check(self) -> None:
        """Close the connection if its time is over, which may have been extended since the timer was set."""
        if self._awaited is Awaited.BODY and (self.flow.read_paused or self.cycle.waiting_for_100_continue):
            self._latest = self.loop.time() + self._limits.body_seconds  # it is we who let the client wait
        if self.loop.time() < self._latest:
            self._timer = self.loop.call_at(self._latest, self._check)
        else:
            self._timer = None
            self.transport.close()
