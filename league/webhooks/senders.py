"""Threads that send to webhooks, in the process of a worker.

A receiver may be waited for 15 seconds. No task of Celery's does that, since the sweep of the clocks needs its worker:
a task starts a thread here, of which there are a few, and is done. What finds no free thread is sent by another worker,
or a second later.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any
from uuid import UUID

import structlog
from django.db import connections
from django.utils import timezone

from league.log.time import steady
from league.webhooks import delivering

MOST_AT_ONCE = 4
log = structlog.get_logger(__name__)
_places = threading.BoundedSemaphore(MOST_AT_ONCE)


def send_due(club: UUID | None = None) -> int:
    """Begins to send to the webhooks of a club, or of all clubs, that have something to send; returns their number.

    Safe to run at any time, in any number of processes.
    """
    started, about = 0, structlog.contextvars.get_contextvars()
    for webhook in delivering.due(steady(timezone.now()), club, most=MOST_AT_ONCE):
        if not _places.acquire(blocking=False):
            break
        threading.Thread(target=_send, args=(webhook, about), name="webhook", daemon=True).start()
        started += 1
    return started


def _send(webhook: UUID, about: Mapping[str, Any]) -> None:
    """Sends, with the lines of the log named as those of the task, and of the request that sent the task."""
    with structlog.contextvars.bound_contextvars(**about):
        try:
            delivering.deliver(webhook)
        except Exception:
            log.exception("webhook left to the next time", webhook=str(webhook))
        finally:
            connections.close_all()
            _places.release()
