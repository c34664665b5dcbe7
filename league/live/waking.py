"""Wakes the live streams after a commit: those of this process directly, those of the others through Redis.

A wake says which streams of the log have grown, and to which version. It is only a hint: a hub that misses one finds
the events at its next look at the log, so nothing here may fail a command or hold it up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from uuid import UUID

import msgspec
import redis
from django.conf import settings

from league.live.pause import Pause, pause
from league.log.envelope import Stored
from league.log.store import after_turn

CHANNEL = "tablekeeper.live"
TIMEOUT_SECONDS = 0.25
Wake = Mapping[UUID, int]
"""The new version of each stream that has grown; SIGN_UPS for a tournament whose sign-ups have changed."""
SIGN_UPS = 0
"""Sign-ups are rows: no stream has grown, so a wake that is lost is not made up for at the next look at the log."""
LOOK_AT_ALL: Wake = {}
"""The wake of a hub that may have missed others."""


class Waking:
    """The listeners of this process, and the way to those of others, which pauses after a failure."""

    def __init__(self, pause: Pause) -> None:
        self.listeners: list[Callable[[Wake], None]] = []
        self.pause = pause
        self.has_missed = False

    @cached_property
    def redis(self) -> redis.Redis:
        """The connections to Redis; a failed attempt is not repeated, so that it delays nobody for long."""
        return redis.Redis.from_url(
            settings.REDIS_URL, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, retry=None
        )

    def send(self, wake: Wake) -> None:
        """Wakes the listeners of this process, then those of the others."""
        for listener in self.listeners:
            listener(wake)
        if settings.REDIS_URL:
            self._publish(wake)

    def _publish(self, wake: Wake) -> None:
        """Publishes the wake, unless Redis has just failed; afterwards all are to look at the whole log."""
        told, self.has_missed = LOOK_AT_ALL if self.has_missed else wake, True
        if not self.pause.is_on():
            with self.pause.trying():
                self.redis.publish(CHANNEL, msgspec.json.encode(told))
                self.has_missed = False


waking = Waking(pause)


def wake_by_sign_ups(tournament: UUID) -> None:
    """Wakes those who look after a tournament's sign-ups, after the commit."""
    after_turn(lambda: waking.send({tournament: SIGN_UPS}))


def wake(rows: Sequence[Stored]) -> None:
    """Wakes the streams that follow these events, after the commit."""
    versions = {row.stream: row.version for row in rows}
    after_turn(lambda: waking.send(versions))
