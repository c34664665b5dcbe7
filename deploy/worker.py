"""How a worker waits for Redis, quietly and not for longer than it is away, and drops a message that can't be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import structlog
from celery.worker.consumer import Consumer as CelerysConsumer
from celery.worker.state import maybe_shutdown
from kombu.transport import redis
from redis.exceptions import DataError

RETRY_SECONDS = 1.0
UNREADABLE = (AttributeError, IndexError, KeyError, TypeError, ValueError, DataError)
"""What a malformed message leads to. In Celery's own code, each of these ends the worker."""
log = structlog.get_logger(__name__)


class Consumer(CelerysConsumer):
    """Tries to connect each second, for ever. Celery's own waits up to 30 s between two attempts, with a line each."""

    def ensure_connected(self, conn: Any) -> Any:
        """Return the connection when it is there; a stop of the worker ends the wait."""
        failures: list[Exception] = []

        def failed(error: Exception, _interval: float) -> None:
            if not failures:
                log.warning("worker waits for Redis", error=str(error))
            failures.append(error)

        conn.ensure_connection(
            failed, interval_start=RETRY_SECONDS, interval_step=0, interval_max=RETRY_SECONDS, callback=maybe_shutdown
        )
        self.first_connection_attempt = False
        return conn

    def create_task_handler(self, *arguments: Any, **options: Any) -> Callable[[Any], None]:
        """Return what takes a message. One that can't be read is rejected, so that it does not come back."""
        take = super().create_task_handler(*arguments, **options)

        def take_or_reject(message: Any) -> None:
            try:
                take(message)
            except UNREADABLE as error:
                log.warning("a message to the workers can't be read and is dropped", error=repr(error))
                if not message.acknowledged:
                    message.reject()

        return take_or_reject


class Channel(redis.Channel):
    """Drops what lies in a queue and is no message at all."""

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)
        except UNREADABLE as error:
            log.warning("a message to the workers can't be read and is dropped", error=repr(error))
            return True


def drop_what_is_no_message() -> None:
    """Let this worker's connections to Redis use Channel."""
    redis.Transport.Channel = Channel
