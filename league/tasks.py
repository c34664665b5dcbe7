"""The tasks that Celery runs. Each calls one service, and may run twice, late, or at the same time as itself."""

from __future__ import annotations

from uuid import UUID

import structlog
from celery import shared_task
from django.utils import timezone

from league.projections import followers
from league.services import accounts, clocks, idempotency, letters, sign_ups, webhooks
from league.webhooks import senders

SWEEP_SECONDS = 1.0
"""Beat sends the next sweep after as long."""
log = structlog.get_logger(__name__)


@shared_task
def sweep_clocks() -> int:
    """Notes the clocks that have run out, and those that run out until the next sweep; returns their number.

    Safe on any number of workers at any time: the rules of a tournament append an expiry once.
    """
    return clocks.sweep_for(SWEEP_SECONDS)


@shared_task
def follow(*clubs: str) -> int:
    """Brings the followers of some clubs, or of all clubs, up to the newest event; returns the number of events read.

    Of clubs that are named, it also begins to send to their webhooks. Safe to run several times at once: a follower's
    position is locked while it moves, in the transaction of its rows.
    """
    if not clubs:
        return followers.follow()
    if len(clubs) == 1:
        senders.send_due(UUID(clubs[0]))
        return followers.follow(UUID(clubs[0]))
    read = 0
    for club in map(UUID, clubs):
        senders.send_due(club)
        read += followers.follow_or_log(club)
    return read


@shared_task
def send_webhooks() -> int:
    """Begins to send to the webhooks that have something to send; returns their number.

    Safe on any number of workers at any time: one sender at once claims a webhook.
    """
    return senders.send_due()


@shared_task
def forget_old_deliveries() -> int:
    """Deletes deliveries of webhooks that are old or too many; returns their number. Safe to run at any time."""
    return webhooks.delete_expired(timezone.now())


@shared_task
def forget_old_answers() -> int:
    """Deletes stored responses older than 30 days; returns their number. Safe to run at any time."""
    return idempotency.delete_expired(timezone.now())


@shared_task
def forget_old_log_ins() -> int:
    """Deletes tokens, sessions and counts of wrong log-ins that have expired; returns their number.

    Safe to run at any time.
    """
    return accounts.delete_expired(timezone.now())


@shared_task
def send_letters() -> int:
    """Sends the letters that are due; returns their number.

    Safe on any number of workers at any time: one sender at once claims a letter.
    """
    return letters.send_due(timezone.now())


@shared_task
def delete_old_sign_ups() -> int:
    """Deletes sign-ups after their night, and those that nobody has confirmed; returns their number.

    Safe to run at any time.
    """
    return sign_ups.delete_over(timezone.now())
