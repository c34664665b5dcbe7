"""The time by which things are decided and recorded: the wall clock's, put right where that clock was set back.

A process sees that by the machine's monotonic clock, which nobody can set. A step forward is followed, since a machine
may have slept. So is a step back of more than a day: the time before it was wrong.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import monotonic

from django.utils import timezone

NOTICED, MOST = timedelta(seconds=1), timedelta(days=1)


class SteadyClock:
    """Knows by how much the wall clock was set back since the process began."""

    def __init__(self) -> None:
        self.zero = datetime.min.replace(tzinfo=UTC)
        """The time at which the monotonic clock showed 0."""

    def set_back(self) -> timedelta:
        """Return how far the wall clock lies behind; nothing usually."""
        wall, running = timezone.now(), timedelta(seconds=monotonic())
        behind = self.zero + running - wall
        if NOTICED < behind <= MOST:
            return behind
        self.zero = wall - running
        return timedelta()

    def begin(self, newest: datetime | None) -> None:
        """Begin at the time of the log's newest event, where the wall clock was set back before the process began."""
        if newest is not None:
            self.zero = newest - timedelta(seconds=monotonic())


clock = SteadyClock()


def steady(wall: datetime) -> datetime:
    """Return the wall clock's time, put right."""
    return wall + clock.set_back()
