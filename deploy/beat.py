"""Beat for production: several may run, and only the one that holds a lease in Redis sends tasks."""

from __future__ import annotations

import os
import socket
from typing import Any
from uuid import uuid4

import structlog
from celery.beat import ScheduleEntry, Scheduler, SchedulingError
from redis.exceptions import LockError, RedisError

from league.services import heartbeats

LEASE_SECONDS = 5.0
"""So long after the leader has gone another beat takes over."""
STANDBY_SECONDS = 0.5
log = structlog.get_logger(__name__)


class Lease:
    """A lock that its holder renews; without that it ends after LEASE_SECONDS."""

    def __init__(self) -> None:
        self.lock = heartbeats.client().lock(
            heartbeats.LEASE, timeout=LEASE_SECONDS, blocking=False, thread_local=False
        )

    def is_held(self) -> bool:
        """Renew the lease, or take it if it is free; return whether this process has it. Raises RedisError."""
        try:
            return bool(self.lock.reacquire())
        except LockError:  # it was never ours, or is no longer
            return bool(self.lock.acquire(token=f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex}"))

    def give_up(self) -> None:
        """Let another beat lead at once."""
        try:
            self.lock.release()
        except RedisError:
            log.info("the lease of beat ends by itself")


class LeadingScheduler(Scheduler):
    """Sends what is due while this process holds the lease. Without Redis it waits, with a line when that begins."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lease = Lease()
        self.state = ""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Return the seconds until the next tick."""
        try:
            leads = self.lease.is_held()
        except RedisError as error:
            self.note("Redis can't be reached", error=str(error))
            return STANDBY_SECONDS
        self.note("beat leads" if leads else "another beat leads")
        return float(super().tick(*args, **kwargs)) if leads else STANDBY_SECONDS

    def note(self, state: str, **facts: str) -> None:
        """Log a state once, when it begins."""
        if state != self.state:
            self.state = state
            log.info(state, **facts)

    def apply_entry(self, entry: ScheduleEntry, producer: Any = None) -> None:
        """Send a task. One that can't be sent is sent in its next period."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            log.warning("task not sent", task=entry.task, error=str(error))

    def close(self) -> None:
        """End, and let another beat lead."""
        self.lease.give_up()
        super().close()
