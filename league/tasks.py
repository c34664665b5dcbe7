"""What Celery runs. Each task takes ids, calls one service, and may run twice, late, or beside itself."""

from __future__ import annotations

from uuid import UUID

import structlog
from celery import shared_task
from django.utils import timezone

from league.projections import followers
from league.services import clocks, idempotency

log = structlog.get_logger(__name__)


@shared_task
def sweep_clocks() -> int:
    """Marks the round clocks that have run out; how many.

    Safe on any number of workers, whenever it runs: the tournament's own rule appends an expiry once.
    """
    return clocks.sweep(timezone.now())


@shared_task
def follow(club: str | None = None) -> int:
    """Brings the followers of one club, or of all, up to the newest event; how many events they read.

    Safe beside itself: a follower's position is locked while it is moved, with what it wrote.
    """
    return followers.follow(UUID(club) if club else None)


@shared_task
def forget_old_answers() -> int:
    """Drops kept answers older than 30 days; how many. Safe to run at any time."""
    return idempotency.delete_expired(timezone.now())
