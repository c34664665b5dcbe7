"""How often somebody has done something in the current minute, counted in the cache that all processes share.

Attempts at secrets and requests of strangers are counted by address, other requests by their token, link or account.
"""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic, time
from typing import Any, NamedTuple
from zlib import crc32

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

MINUTE = 60
UNKNOWN = "unknown"
SHARED_PREFIX = 64
"""The part of an IPv6 address that a household or a club shares."""
REST_SECONDS = 10.0
"""So long a cache that could not be reached is not asked again: nobody waits for it, and nothing is counted."""

log = structlog.get_logger(__name__)
address: ContextVar[str | None] = ContextVar("address", default=None)
"""The address of the current request, UNKNOWN where it is none; None outside of a request."""


class Counted(NamedTuple):
    """A count in a time. number: with the present one; 0 where it is not known. seconds_left: of that time."""

    number: int
    seconds_left: int


def in_this_minute(kind: str) -> int:
    """Count an attempt of the request's address; how many it has made in this minute. Outside of a request: 0."""
    if (known := address.get()) is None:
        return 0
    return counter.count(f"{kind}:{network_of(known)}:{int(time()) // MINUTE}")


def count(who: str, seconds: int = MINUTE) -> Counted:
    """Count something that `who` does. Each has minutes of their own, so that not everybody begins again at once.

    seconds: of the time in which it is counted, where that is not a minute.
    """
    period, passed = divmod(int(time()) + crc32(who.encode()) % seconds, seconds)
    return Counted(counter.count(f"{who}:{period}", seconds), seconds - passed)


def network() -> str:
    """The part of the request's address by which it is counted."""
    return network_of(address.get() or UNKNOWN)


def seconds_left() -> int:
    """The seconds until the next minute, in which counting attempts begins again."""
    return MINUTE - int(time()) % MINUTE


class Counter:
    """Counts in the cache. One that can't be reached stops nobody, and delays few."""

    def __init__(self) -> None:
        self.rests_until = 0.0

    def count(self, key: str, seconds: int = MINUTE) -> int:
        """The number for a key so far, with this one; 0 where it is not known. seconds: so long it is counted."""
        if monotonic() < self.rests_until:
            return 0
        counting: Any = cache
        try:
            return int(counting.count(key, 2 * seconds))
        except (OSError, RedisError, ValueError) as error:  # ValueError: the number has just expired
            if not isinstance(error, ValueError):
                self.rests_until = monotonic() + REST_SECONDS
            log.warning("attempts_not_counted", error=str(error))
            return 0


counter = Counter()


def network_of(known: str) -> str:
    """The part of an address that counts."""
    found = None if known == UNKNOWN else ip_address(known)
    if not isinstance(found, IPv6Address):
        return known
    return str(found.ipv4_mapped or ip_network((found, SHARED_PREFIX), strict=False))
