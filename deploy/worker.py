"""How a worker waits for Redis: quietly, and not for longer than it is away."""

from __future__ import annotations

from typing import Any

import structlog
from celery.worker.consumer import Consumer as CelerysConsumer
from celery.worker.state import maybe_shutdown

RETRY_SECONDS = 1.0
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
