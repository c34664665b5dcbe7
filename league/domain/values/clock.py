"""A round's clock: remaining = base + extensions - elapsed. Pure arithmetic; the time is always an argument.

Elapsed time is exact to the microsecond and keeps running after the deadline until the round closes, so an extension in
overtime leaves only what remains of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that has been started. running_since: None while it is paused or stopped.

    elapsed: the time run before `running_since`, or in total while that is None.
    """

    base_seconds: int
    running_since: datetime | None
    extended_seconds: int = 0
    elapsed: timedelta = timedelta()
    expired: bool = False

    @property
    def total(self) -> timedelta:
        return timedelta(seconds=self.base_seconds + self.extended_seconds)

    @property
    def deadline(self) -> datetime | None:
        """When the time runs out if nothing pauses the clock; None while it is paused."""
        return None if self.running_since is None else self.running_since + self.total - self.elapsed

    def elapsed_at(self, at: datetime) -> timedelta:
        """The time run by `at`; a time before the last start counts as that start."""
        if self.running_since is None:
            return self.elapsed
        return self.elapsed + max(at - self.running_since, timedelta())

    def remaining_at(self, at: datetime) -> timedelta:
        """The time left at `at`; negative in overtime."""
        return self.total - self.elapsed_at(at)

    def is_due(self, at: datetime) -> bool:
        """Whether the time has run out by `at` and the expiry is not noted yet."""
        return self.running_since is not None and not self.expired and self.remaining_at(at) <= timedelta()


def started(base_seconds: int, at: datetime) -> Clock:
    return Clock(base_seconds, at)


def stopped(clock: Clock, at: datetime) -> Clock:
    return replace(clock, running_since=None, elapsed=clock.elapsed_at(at))


def resumed(clock: Clock, at: datetime) -> Clock:
    return replace(clock, running_since=at)


def extended(clock: Clock, seconds: int, at: datetime) -> Clock:
    """The clock with more time; an expiry is undone if time is left at `at`."""
    more = replace(clock, extended_seconds=clock.extended_seconds + seconds)
    return replace(more, expired=clock.expired and more.remaining_at(at) <= timedelta())


def ran_out(clock: Clock) -> Clock:
    return replace(clock, expired=True)
