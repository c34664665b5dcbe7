"""A client of the hub: its queue of messages, and what is sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from random import random
from uuid import UUID

from league.live.following import Following
from league.live.messages import ENDED, HEARTBEAT, SIGN_UPS, LiveMessage, changed, merged

MOST_WAITING = 4
HEARTBEAT_SECONDS = 15.0


@dataclass(frozen=True)
class Access:
    """Whether a caller may still follow.

    key: callers with the same one get the same answer. by_login: whether the caller has said who they are. What a
    visitor may follow changes by events of the stream alone; a log-in may end at any time.
    """

    key: tuple[object, ...]
    still: Callable[[], bool]
    by_login: bool = True


class Client:
    """An open stream.

    seen: the version up to which it knows each followed stream. address: of the caller. check: called with the client
    at each heartbeat.
    """

    def __init__(self, following: Following, seen: dict[UUID, int], access: Access, address: str) -> None:
        self.following = following
        self.seen = seen
        self.access = access
        self.address = address
        self.check: Callable[[Client], None] = lambda _: None
        self._waiting: deque[LiveMessage] = deque()
        self._has_sign_ups = False
        self.is_over = False
        self._last_words = b""
        self._wakes = asyncio.Event()

    def offer(self, message: LiveMessage) -> None:
        """Queues a message; where the client is slow, the newest take up the older ones."""
        last = [self._waiting.pop()] if len(self._waiting) == MOST_WAITING else []
        self._waiting.append(merged([*last, message]))
        self._wakes.set()

    def tell_of_sign_ups(self) -> None:
        """Tells, once for several, that sign-ups have changed."""
        self._has_sign_ups = True
        self._wakes.set()

    def end(self, last_words: bytes = b"") -> None:
        """Ends the stream after the messages that wait."""
        self.is_over, self._last_words = True, last_words
        self._wakes.set()

    def end_for_good(self) -> None:
        """Ends the stream of a caller who may not follow any longer."""
        self.end(ENDED)

    async def chunks(self) -> AsyncIterator[bytes]:
        """What is to be sent, until the stream ends; a heartbeat in each period, the first one at any time of it."""
        clock = asyncio.get_running_loop().time
        beat = clock() + HEARTBEAT_SECONDS * (0.2 + 0.8 * random())  # noqa: S311
        while not self.is_over:
            try:
                async with asyncio.timeout_at(beat):
                    await self._wakes.wait()
            except TimeoutError:
                beat = clock() + HEARTBEAT_SECONDS
                self.check(self)
                yield HEARTBEAT
                continue
            self._wakes.clear()
            yield self._waiting_ones()
        yield self._waiting_ones() + self._last_words

    def _waiting_ones(self) -> bytes:
        found = b"".join(map(changed, self._waiting)) + (SIGN_UPS if self._has_sign_ups else b"")
        self._waiting.clear()
        self._has_sign_ups = False
        return found
