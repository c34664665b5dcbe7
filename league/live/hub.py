"""The hub: one of a process, in its event loop. It wakes by a commit, reads once, and tells each open stream.

Reading and checking who may still follow are done in threads, which give their connections back after each time. An
open stream has neither a thread nor a connection.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from time import monotonic
from typing import TypeVar
from uuid import UUID

import structlog
from django.db import connections

from league.live import client as clients
from league.live import others, reading
from league.live.client import Client
from league.live.following import Followed
from league.live.reading import News, Reading, Wanted
from league.live.waking import LOOK_AT_ALL, SIGN_UPS, Wake, waking

MOST_STREAMS = 4000
MOST_OF_AN_ADDRESS = 1000
"""A whole club may be behind one address."""
PAUSE_SECONDS = 0.1
"""Between two looks at the log, so that many commits at once cost few of them."""
LOOK_SECONDS = 15.0
"""So often the hub looks at the log although nothing has woken it: a wake may be lost."""
RETRY_SECONDS = 1.0
ALMOST = 0.9
log = structlog.get_logger(__name__)
T = TypeVar("T")


class Channel:
    """A followed stream of the log. version: up to which all of its clients know it.

    reading_for: the clients that there were when the log was last read. One that joins during a read may have begun
    before the events that are read, and its caller was not asked about: it takes part in the next read.
    """

    def __init__(self, followed: Followed) -> None:
        self.followed = followed
        self.version = 0
        self.clients: set[Client] = set()
        self.reading_for: frozenset[Client] = frozenset()

    def wanted(self) -> Wanted:
        """What is to be read."""
        self.reading_for = frozenset(self.clients)
        callers = frozenset(client.following.who for client in self.clients)
        tables = frozenset(str(client.following.table) for client in self.clients if client.following.table)
        return Wanted(self.followed, self.version, callers, tables)

    def take(self, news: News, tables: Mapping[str, reading.KnownTable]) -> None:
        """Tells each client that was read for what is new to it."""
        for client in filter(lambda client: not client.is_over, self.clients & self.reading_for):
            seen = client.seen[self.followed.id]
            changes = news.changes.get(client.following.who, ())
            newer = [change for change in changes if change.version > seen]
            client.seen[self.followed.id] = max(seen, news.version)
            if message := reading.message(client.following, newer, tables):
                client.offer(message)
        self.version = min((client.seen[self.followed.id] for client in self.clients), default=0)


class Hub:
    """The clients of this process. All methods but `wake_from_thread` are called in the event loop."""

    def __init__(self) -> None:
        self.clients: set[Client] = set()
        self.of_address: Counter[str] = Counter()
        self.of_access: dict[Hashable, set[Client]] = {}
        self.channels: dict[UUID, Channel] = {}
        self._dirty: set[UUID] = set()
        self._to_check: set[Client] = set()
        self._checked_at: dict[Hashable, float] = {}
        self._woken, self._checks = asyncio.Event(), asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def join(self, client: Client) -> None:
        """Takes a client in. Its next message has what was committed since its first one was read."""
        self._start()
        client.check = self.check
        self.clients.add(client)
        self.of_address[client.address] += 1
        self.of_access.setdefault(client.access.key, set()).add(client)
        for followed in client.following.streams:
            channel = self.channels.setdefault(followed.id, Channel(followed))
            seen = client.seen[followed.id]
            channel.version = min(channel.version, seen) if channel.clients else seen
            channel.clients.add(client)
            self._dirty.add(followed.id)
        self._woken.set()

    def leave(self, client: Client) -> None:
        """Forgets a client."""
        self.clients.discard(client)
        self._to_check.discard(client)
        self.of_address[client.address] -= 1
        if not self.of_address[client.address]:
            del self.of_address[client.address]
        self._leave_access(client)
        for followed in client.following.streams:
            channel = self.channels[followed.id]
            channel.clients.discard(client)
            if not channel.clients:
                del self.channels[followed.id]

    def _leave_access(self, client: Client) -> None:
        same = self.of_access[client.access.key]
        same.discard(client)
        if not same:
            del self.of_access[client.access.key]
            self._checked_at.pop(client.access.key, None)

    def is_full(self) -> bool:
        """Whether this process has as many streams as it takes."""
        return len(self.clients) >= MOST_STREAMS

    def has_enough_of(self, address: str) -> bool:
        """Whether an address has as many streams as one may have."""
        return self.of_address[address] >= MOST_OF_AN_ADDRESS

    def wake_from_thread(self, wake: Wake) -> None:
        """Wakes the hub from another thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, wake)

    def wake(self, wake: Wake) -> None:
        """Looks at the streams that have grown, if somebody follows them and their new events are not known yet."""
        grown = (id for id, version in wake.items() if (known := self.channels.get(id)) and known.version < version)
        self._dirty.update(self.channels if wake == LOOK_AT_ALL else grown)
        if self._dirty:
            self._woken.set()
        of_sign_ups = [id for id, version in wake.items() if version == SIGN_UPS]
        for id in self.channels if wake == LOOK_AT_ALL else of_sign_ups:
            self._tell_of_sign_ups(id)

    def _tell_of_sign_ups(self, tournament: UUID) -> None:
        for client in channel.clients if (channel := self.channels.get(tournament)) else ():
            if client.following.sees_sign_ups:
                client.tell_of_sign_ups()

    def check(self, client: Client) -> None:
        """Checks soon whether a client may still follow, with all of the same access; these once in a heartbeat."""
        key, now = client.access.key, monotonic()
        is_known = now - self._checked_at.get(key, -inf) < ALMOST * clients.HEARTBEAT_SECONDS
        if is_known or not client.access.by_login:
            return
        self._checked_at[key] = now
        self._to_check |= self.of_access.get(key, set())
        self._checks.set()

    def close(self) -> None:
        """Ends all streams."""
        for client in self.clients:
            client.end()
        self._stop()

    def _start(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop, self._woken, self._checks = loop, asyncio.Event(), asyncio.Event()
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="live")
        waking.listeners.append(self.wake_from_thread)
        running = (self._read_again_and_again(), self._check_again_and_again(), others.listen(self.wake))
        self._tasks = [loop.create_task(one) for one in running]

    def _stop(self) -> None:
        if self._loop is None:
            return
        self._loop = None
        waking.listeners.remove(self.wake_from_thread)
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _in_thread(self, run: Callable[[], T]) -> T:
        assert self._loop is not None
        return await self._loop.run_in_executor(self._threads, partial(_giving_back, run))

    async def _read_again_and_again(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._woken.wait()
            except TimeoutError:
                self._dirty.update(self.channels)
            self._woken.clear()
            await self._read()
            await asyncio.sleep(PAUSE_SECONDS)

    async def _read(self) -> None:
        """Reads all streams that have grown; those that could not be read are read a moment later."""
        dirty, self._dirty = self._dirty, set()
        wanted = [channel.wanted() for id in dirty if (channel := self.channels.get(id))]
        if not wanted:
            return
        try:
            await self._tell(await self._in_thread(partial(reading.read, wanted)))
        except Exception:
            log.exception("live streams could not be read")
            self._dirty |= dirty
            self._woken.set()
            await asyncio.sleep(RETRY_SECONDS)

    async def _tell(self, read: Reading) -> None:
        """Tells the clients, except those who have no access any longer because of what is new."""
        known = [(channel, news) for id, news in read.news.items() if (channel := self.channels.get(id))]
        await self._end_without_access(
            {client for channel, news in known if news.may_end for client in channel.clients}
        )
        for channel, news in known:
            channel.take(news, read.tables)

    async def _check_again_and_again(self) -> None:
        while True:
            await self._checks.wait()
            await asyncio.sleep(PAUSE_SECONDS)
            self._checks.clear()
            asked, self._to_check = self._to_check, set()
            await self._end_without_access(asked)

    async def _end_without_access(self, clients: set[Client]) -> None:
        """Ends the streams of those who may not follow any longer."""
        for client in await self._in_thread(partial(without_access, clients)) if clients else ():
            client.end_for_good()


def without_access(clients: Iterable[Client]) -> list[Client]:
    """The clients that may not follow any longer; those with the same access are checked once."""
    by_key: dict[Hashable, list[Client]] = defaultdict(list)
    for client in clients:
        by_key[client.access.key].append(client)
    return [client for same in by_key.values() if not _still(same[0]) for client in same]


def _still(client: Client) -> bool:
    """Whether a client may still follow; yes where that can't be found out now."""
    try:
        return client.access.still()
    except Exception:
        log.exception("a live stream could not be checked")
        return True


def _giving_back(run: Callable[[], T]) -> T:
    """Runs something, and gives the thread's connections back."""
    try:
        return run()
    finally:
        connections.close_all()


hub = Hub()
