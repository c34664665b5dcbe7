"""A pause after Redis has failed: nothing is sent to it meanwhile, so that not every commit waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import structlog
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from league import metrics

REST_SECONDS = 10.0
FAILURES = (OSError, RedisError, OperationalError)
log = structlog.get_logger(__name__)


class Pause:
    """What a process knows of its Redis. The log has a line when it fails, and one when it answers again."""

    def __init__(self) -> None:
        self.until = 0.0
        self.has_failed = False

    def is_on(self) -> bool:
        """Return whether it has just failed."""
        return monotonic() < self.until

    @contextmanager
    def trying(self) -> Iterator[None]:
        """Sends something inside. A failure raises nothing: it begins the pause."""
        try:
            yield
        except FAILURES as error:
            self.until = monotonic() + REST_SECONDS
            metrics.REDIS_FAILURES.inc()
            if not self.has_failed:
                log.warning("Redis can't be reached: workers and other processes are not woken", error=str(error))
            self.has_failed = True
        else:
            if self.has_failed:
                log.info("Redis answers again")
            self.has_failed = False


pause = Pause()
"""That of this process. The wakes of live streams come first: they wait the shortest."""
