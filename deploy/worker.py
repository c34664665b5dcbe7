"""How a worker lives without Redis, quietly and not for longer than it is away, and drops what it can't read."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import structlog
from celery.exceptions import CPendingDeprecationWarning
from celery.worker.consumer import Consumer as CelerysConsumer
from celery.worker.state import maybe_shutdown
from kombu.transport import redis
from redis.exceptions import DataError

RETRY_SECONDS = 1.0
UNREADABLE = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError, DataError)
"""What a malformed message leads to. In Celery's own code, each of these ends the worker."""
LOST = redis.Transport.connection_errors + redis.Transport.channel_errors
"""What a Redis leads to that can't be reached, or refuses a command because it is full or read-only."""
LONGEST_LIMIT_SECONDS = 10**9
log = structlog.get_logger(__name__)


class Consumer(CelerysConsumer):
    """Tries to connect each second, for ever. Celery's own waits up to 30 s between two attempts, with a line each.

    Workers do not look for each other: nothing here uses it, and after each loss of Redis it would take a second more.
    """

    def __init__(self, *arguments: Any, worker_options: dict[str, Any], **options: Any) -> None:
        # Celery says at each loss of Redis what a later version of it will do then.
        warnings.simplefilter("ignore", CPendingDeprecationWarning)
        alone = {"without_mingle": True, "without_gossip": True}
        super().__init__(*arguments, worker_options=worker_options | alone, **options)

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
                require_readable_headers(message.headers or {})
                take(message)
            except UNREADABLE as error:
                log.warning("a message to the workers can't be read and is dropped", error=repr(error))
                if not message.acknowledged:
                    message.reject()

        return take_or_reject


def require_readable_headers(headers: Mapping[str, Any]) -> None:
    """Raise ValueError where the worker's own loop could not use a header, which it does when a process is free.

    Limits of time, where there are some, are two numbers. No task here has stamps.
    """
    hard, soft = headers.get("timelimit") or (None, None)
    if not all(limit is None or 0 <= limit <= LONGEST_LIMIT_SECONDS for limit in (hard, soft)):
        raise ValueError("timelimit")
    if headers.get("stamped_headers"):
        raise ValueError("stamped_headers")


class QoS(redis.QoS):
    """Counts a message as done also where Redis could not be told. Otherwise the worker would wait for it for ever."""

    def ack(self, delivery_tag: str) -> None:
        try:
            super().ack(delivery_tag)
        except LOST as error:
            log.info("a task's end could not be noted in Redis", error=str(error))
            super(redis.QoS, self).ack(delivery_tag)


class Channel(redis.Channel):
    """Drops what lies in a queue and is no message at all, and outlives a connection that was lost."""

    QoS = QoS

    def _brpop_read(self, **options: Any) -> Any:
        try:
            return super()._brpop_read(**options)
        except UNREADABLE as error:
            log.warning("a message to the workers can't be read and is dropped", error=repr(error))
            return True

    def close(self) -> None:
        """Close it. Where its connection is closed already, no message can be given back: beat sends each again."""
        if getattr(self.connection, "client", None) is None:
            self.do_restore = False
        super().close()


def use_own_channels() -> None:
    """Let this worker's connections to Redis use Channel."""
    redis.Transport.Channel = Channel
