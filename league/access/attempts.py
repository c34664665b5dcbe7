"""Attempts by address: how many of a kind an address has made in the current minute, counted in the cache."""

from __future__ import annotations

from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network
from time import time

import structlog
from django.core.cache import cache
from redis.exceptions import RedisError

MINUTE = 60
UNKNOWN = "unknown"
SHARED_PREFIX = 64
"""The part of an IPv6 address that a household or a club shares."""

log = structlog.get_logger(__name__)
address: ContextVar[str | None] = ContextVar("address", default=None)
"""The address of the current request, UNKNOWN where it is none; None outside of a request."""


def in_this_minute(kind: str) -> int:
    """Count an attempt of the request's address; how many it has made in this minute. Outside of a request: 0."""
    if (known := address.get()) is None:
        return 0
    return _counted(f"{kind}:{_shared(known)}:{int(time()) // MINUTE}")


def network() -> str:
    """The part of the request's address by which it is counted."""
    return _shared(address.get() or UNKNOWN)


def seconds_left() -> int:
    """The seconds until the next minute, in which counting begins again."""
    return MINUTE - int(time()) % MINUTE


def _counted(key: str) -> int:
    """The number of attempts so far, with this one. A cache that can't be reached stops nobody."""
    try:
        cache.add(key, 0, 2 * MINUTE)
        return int(cache.incr(key))
    except (OSError, RedisError, ValueError) as error:  # ValueError: the count has just expired
        log.warning("attempts_not_counted", error=str(error))
        return 0


def _shared(known: str) -> str:
    """The part of an address that counts."""
    found = None if known == UNKNOWN else ip_address(known)
    if not isinstance(found, IPv6Address):
        return known
    return str(found.ipv4_mapped or ip_network((found, SHARED_PREFIX), strict=False))
