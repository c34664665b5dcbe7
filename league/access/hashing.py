"""Password hashing within bounds: each hash takes 100 MB and much of a processor, and anybody may ask for one.

Every door hashes here: log-ins (also with a name that nobody has), new passwords, and the check of an old one. A
process computes a few hashes at once, the next wait a moment, all others are refused; and an address may cause so many
in a minute, enough for a club behind one address.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any, TypeVar

from django.contrib.auth import hashers

from league.access import attempts

AT_ONCE = 2
WAITING = 8
WAIT_SECONDS = 5.0
MOST_IN_A_MINUTE = 60
RETRY_SECONDS = 1
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
    if attempts.in_this_minute("hashes") > MOST_IN_A_MINUTE:
        raise TooManyAttempts(attempts.seconds_left())
