"""Turns to write. Writers of one stream wait in a queue of this process, before they take a connection.

Without it, the writers of one busy tournament hold every connection of the process while they wait for its lock, and
nobody else is answered. Two queues, each in the order of arrival:

| queue | lets in at once | so that |
| --- | --- | --- |
| of a stream, or whatever else a writer names | 1 | of a process at most one connection waits for a stream's lock |
| of all writers | half of the connections of the pool | readers always have the other half |
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, nullcontext

from league.log.conflict import Busy
from league.log.raw import database

WAIT_SECONDS = 30.0
"""How long a writer waits for its turn before it is refused."""
POOL_SIZE = 4
"""The size of a pool of psycopg's that is given none."""
WITHOUT_POOL = 8
"""How many writers are let in at once where the process has no pool of connections."""
Key = Hashable


class Queue:
    """Lets `places` threads in at once, in the order in which they came."""

    def __init__(self, places: int) -> None:
        self._lock, self._free = threading.Lock(), places
        self._waiting: deque[threading.Event] = deque()

    def enter(self, end: float, before_waiting: Callable[[], None]) -> None:
        """Returns when the thread is let in. end: as of `time.monotonic`. Raises Busy after it."""
        with self._lock:
            if self._free:
                self._free -= 1
                return
            called = threading.Event()
            self._waiting.append(called)
        try:
            before_waiting()
            is_in = called.wait(end - time.monotonic())
        except BaseException:
            self._give_up(called)
            raise
        if not is_in:
            self._give_up(called)
            raise Busy

    def leave(self) -> None:
        """Lets the next thread in."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    def _give_up(self, called: threading.Event) -> None:
        """Leaves the queue; a turn that came at the last moment goes on to the next."""
        with self._lock:
            if called in self._waiting:
                self._waiting.remove(called)
                return
        self.leave()


class Turns:
    """The queues of a process, by what their writers wait for; a queue that nobody is in is forgotten."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queues: dict[Key, tuple[Queue, int]] = {}

    @contextmanager
    def take(self, key: Key, places: int, end: float, before_waiting: Callable[[], None]) -> Iterator[None]:
        """One of the places of a queue. Raises Busy."""
        queue = self._joined(key, places)
        try:
            queue.enter(end, before_waiting)
            try:
                yield
            finally:
                queue.leave()
        finally:
            self._left(key)

    def _joined(self, key: Key, places: int) -> Queue:
        with self._lock:
            queue, users = self._queues.get(key) or (Queue(places), 0)
            self._queues[key] = queue, users + 1
        return queue

    def _left(self, key: Key) -> None:
        with self._lock:
            queue, users = self._queues.pop(key)
            if users > 1:
                self._queues[key] = queue, users - 1


_turns = Turns()
_EVERYBODY = object()


@contextmanager
def turn(key: Key | None) -> Iterator[None]:
    """The turn to write to what `key` names; None: to nothing that others wait for long. Raises Busy.

    Whoever has to wait gives the thread's connection back first.
    """
    end = time.monotonic() + WAIT_SECONDS
    own = nullcontext() if key is None else _turns.take(key, 1, end, _give_back)
    with own, _turns.take(_EVERYBODY, share(), end, _give_back):
        yield


def share() -> int:
    """How many writers of this process may have a connection at once: half of its pool."""
    pool = database().settings_dict["OPTIONS"].get("pool")
    if not pool:
        return WITHOUT_POOL
    sizes: dict[str, int] = pool if isinstance(pool, dict) else {}
    return max((sizes.get("max_size") or sizes.get("min_size", POOL_SIZE)) // 2, 1)


def _give_back() -> None:
    """Returns the thread's connection to the pool; one without a pool is nobody else's."""
    if database().settings_dict["OPTIONS"].get("pool"):
        database().close()
