"""Password hashing within bounds: each hash takes 100 MB and much of a processor, and anybody may ask for one.

Every door hashes here: log-ins (also with a name that nobody has), new passwords, and the check of an old one. A
process computes a few hashes at once, the next wait a moment, all others are refused; and an address may cause so many
in a minute, enough for a club behind one address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address, ip_network
from threading import BoundedSemaphore
from time import time
from typing import Any, TypeVar

import structlog
from django.contrib.auth import hashers
from django.core.cache import cache
from redis.exceptions import RedisError

AT_ONCE = 2
WAITING = 8
WAIT_SECONDS = 5.0
MOST_IN_A_MINUTE = 60
MINUTE = 60
RETRY_SECONDS = 1
UNKNOWN = "unknown"
SHARED_PREFIX = 64
"""The part of an IPv6 address that a household or a club shares."""

log = structlog.get_logger(__name__)
address: ContextVar[str | None] = ContextVar("address", default=None)
"""The address of the current request, UNKNOWN where it is none; None outside of a request."""
T = TypeVar("T")
_computing = BoundedSemaphore(AT_ONCE)
_admitted = BoundedSemaphore(AT_ONCE + WAITING)


class TooManyAttempts(Exception):
    """A password can't be checked or set now. wait: seconds until it may be tried again."""

    def __init__(self, wait: int) -> None:
        self.wait = wait
        super().__init__(wait)


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Django's hasher of new passwords, within the bounds. Raises TooManyAttempts."""

    def encode(self, *args: Any, **kwargs: Any) -> str:
        return bounded(lambda: super(Argon2PasswordHasher, self).encode(*args, **kwargs))

    def verify(self, *args: Any, **kwargs: Any) -> bool:
        return bounded(lambda: super(Argon2PasswordHasher, self).verify(*args, **kwargs))


class PBKDF2PasswordHasher(hashers.PBKDF2PasswordHasher):
    """Django's hasher of older passwords, within the bounds; `verify` encodes. Raises TooManyAttempts."""

    def encode(self, *args: Any, **kwargs: Any) -> str:
        return bounded(lambda: super(PBKDF2PasswordHasher, self).encode(*args, **kwargs))


def bounded(compute: Callable[[], T]) -> T:
    """The value of `compute`, once there is room for it. Raises TooManyAttempts."""
    with _held(_admitted, wait=0), _held(_computing, wait=WAIT_SECONDS):
        _count()
        return compute()


@contextmanager
def _held(room: BoundedSemaphore, wait: float) -> Iterator[None]:
    if not room.acquire(timeout=wait):
        raise TooManyAttempts(RETRY_SECONDS)
    try:
        yield
    finally:
        room.release()


def _count() -> None:
    """Count a hash for the address of the request. Raises TooManyAttempts."""
    if (known := address.get()) is None:
        return
    now = int(time())
    if _hashes(f"hashes:{_shared(known)}:{now // MINUTE}") > MOST_IN_A_MINUTE:
        raise TooManyAttempts(MINUTE - now % MINUTE)


def _hashes(key: str) -> int:
    """The number of hashes so far, with this one. A cache that can't be reached stops no log-in."""
    try:
        cache.add(key, 0, 2 * MINUTE)
        return int(cache.incr(key))
    except (OSError, RedisError, ValueError) as error:  # ValueError: the count has just expired
        log.warning("hashes_not_counted", error=str(error))
        return 0


def _shared(known: str) -> str:
    """The part of an address that counts."""
    found = None if known == UNKNOWN else ip_address(known)
    if not isinstance(found, IPv6Address):
        return known
    return str(found.ipv4_mapped or ip_network((found, SHARED_PREFIX), strict=False))
