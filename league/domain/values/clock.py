"""A round's clock: remaining = base + extensions - elapsed, one subtraction. Pure arithmetic, no wall clock.

Elapsed time is exact to the microsecond and goes on after the deadline, until the round closes, so an
extension in overtime gives what is left of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that was started. seconds: base and extensions together.

    elapsed: up to `running_since`, or in all while that is None (paused or stopped).
    """

    base_seconds: int
    running_since: datetime | None
    extended_seconds: int = 0
    elapsed: timedelta = timedelta()
    expired: bool = False

    @property
    def total(self) -> timedelta:
        """What it was given, base and extensions."""
        return timedelta(seconds=self.base_seconds + self.extended_seconds)

    @property
    def deadline(self) -> datetime | None:
        """When it runs out, if nothing stops it; None while it stands."""
        return None if self.running_since is None else self.running_since + self.total - self.elapsed

    def elapsed_at(self, at: datetime) -> timedelta:
        """How long it had run by `at`; a time before it was last started counts as that start."""
        if self.running_since is None:
            return self.elapsed
        return self.elapsed + max(at - self.running_since, timedelta())

    def remaining_at(self, at: datetime) -> timedelta:
        """What is left at `at`; negative in overtime."""
        return self.total - self.elapsed_at(at)

    def is_due(self, at: datetime) -> bool:
        """Whether it has run out by `at` and nobody has noted it yet."""
        return self.running_since is not None and not self.expired and self.remaining_at(at) <= timedelta()


def started(base_seconds: int, at: datetime) -> Clock:
    """A clock that runs since `at`."""
    return Clock(base_seconds, at)


def stopped(clock: Clock, at: datetime) -> Clock:
    """The clock standing still since `at`; the rest is kept exactly."""
    return Clock(clock.base_seconds, None, clock.extended_seconds, clock.elapsed_at(at), clock.expired)


def resumed(clock: Clock, at: datetime) -> Clock:
    """A standing clock that runs again since `at`."""
    return Clock(clock.base_seconds, at, clock.extended_seconds, clock.elapsed, clock.expired)


def extended(clock: Clock, seconds: int, at: datetime) -> Clock:
    """The clock with more time; it has not expired any more if time is left at `at`."""
    total = clock.extended_seconds + seconds
    more = Clock(clock.base_seconds, clock.running_since, total, clock.elapsed, clock.expired)
    expired = clock.expired and more.remaining_at(at) <= timedelta()
    return Clock(more.base_seconds, more.running_since, total, more.elapsed, expired)


def ran_out(clock: Clock) -> Clock:
    """The clock with its expiry noted."""
    return Clock(clock.base_seconds, clock.running_since, clock.extended_seconds, clock.elapsed, True)
