"""Who is answered next: a web process answers a limited number of requests at once, and fewer of each club.

A club has lanes for what is written, for what is read by who has logged in, and for what the public reads. The lane
with the fewest places is next. So a busy club uses what is free, but another club's request comes first. Requests wait
here without a database connection, of which there are enough for those that are answered.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager

Lane = Hashable


class Lanes:
    """The lanes of one event loop. places: how many requests are answered at once; most_of: of a lane."""

    def __init__(self, places: int, most_of: Callable[[Lane], int]) -> None:
        self._free, self._most_of = places, most_of
        self._taken: Counter[Lane] = Counter()
        self._waiting: OrderedDict[Lane, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def place(self, lane: Lane, most_seconds: float) -> AsyncIterator[None]:
        """A place of a lane, for which a request waits so long. Raises TimeoutError."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(lane, deque()).append(called)
        self._call()
        try:
            async with asyncio.timeout(most_seconds):
                await called
            yield
        finally:
            self._leave(lane, called)

    def _leave(self, lane: Lane, called: asyncio.Future[None]) -> None:
        """Give a place back, or stop waiting for it."""
        if called.done() and not called.cancelled():
            self._free += 1
            self._taken[lane] -= 1
            if not self._taken[lane]:
                del self._taken[lane]
            self._call()
        elif lane in self._waiting and called in self._waiting[lane]:
            self._remove(lane, called)

    def _call(self) -> None:
        """Let in those whose turn it is."""
        while self._free and (lane := self._next()) is not None:
            called = self._waiting[lane][0]
            self._remove(lane, called)
            if lane in self._waiting:
                self._waiting.move_to_end(lane)
            if not called.done():
                self._free -= 1
                self._taken[lane] += 1
                called.set_result(None)

    def _next(self) -> Lane | None:
        """Return the lane with the fewest places, of several the one that was called the longest ago."""
        open_ones = (lane for lane in self._waiting if self._taken[lane] < self._most_of(lane))
        return min(open_ones, key=self._taken.__getitem__, default=None)

    def _remove(self, lane: Lane, called: asyncio.Future[None]) -> None:
        self._waiting[lane].remove(called)
        if not self._waiting[lane]:
            del self._waiting[lane]
