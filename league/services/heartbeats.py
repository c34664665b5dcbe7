"""When a worker and beat last did something: noted by them, in the cache that all processes share."""

from __future__ import annotations

from time import monotonic

from django.core.cache import cache
from django.utils import timezone

from league.live.pause import pause

WORKER, BEAT = "worker", "beat"
LATE_SECONDS = 60.0
KEPT_SECONDS = 7 * 24 * 3600
BEGAN = monotonic()


def note(name: str) -> None:
    """Note that `name` works now, unless Redis has just failed."""
    if not pause.is_on():
        with pause.trying():
            cache.set(_key(name), timezone.now().timestamp(), KEPT_SECONDS)


def age(name: str) -> float | None:
    """Return the seconds since `name` last did something; None if that is not known."""
    noted = cache.get(_key(name))
    return None if noted is None else max(timezone.now().timestamp() - noted, 0.0)


def is_late(seconds: float | None) -> bool:
    """Return whether that is too long ago. What was never seen has until a minute after this process began."""
    return (monotonic() - BEGAN if seconds is None else seconds) > LATE_SECONDS


def _key(name: str) -> str:
    return f"last-work-of-{name}"
