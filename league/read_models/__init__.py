"""What is shown, derived from the log: `now` in the command's own transaction, `later` by followers."""

from __future__ import annotations

from uuid import UUID

from celery import current_app
from django.db import transaction

WAKE_EXPIRES_SECONDS = 60


def wake(club: UUID) -> None:
    """Tells the followers, after the commit, that the club's log has grown.

    A broker out of reach fails no command: followers also look by themselves, every second.
    """
    transaction.on_commit(
        lambda: current_app.send_task(
            "league.tasks.follow", args=[str(club)], expires=WAKE_EXPIRES_SECONDS, retry=False
        ),
        robust=True,
    )
