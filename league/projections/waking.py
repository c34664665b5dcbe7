"""What is shown, derived from the log: `now` in the command's own transaction, `later` by followers."""

from __future__ import annotations

from time import monotonic
from uuid import UUID

from celery import current_app
from django.db import transaction

WAKE_EXPIRES_SECONDS = 60
REST_SECONDS = 10.0


class Waking:
    """Wakes the followers by the broker, which is left alone for a while after it has failed."""

    rests_until = 0.0

    def send(self, club: UUID) -> None:
        """Sends the task, unless the broker has failed a moment ago: not every command is to wait for it."""
        if monotonic() < self.rests_until:
            return
        try:
            current_app.send_task("league.tasks.follow", args=[str(club)], expires=WAKE_EXPIRES_SECONDS, retry=False)
        except Exception:
            self.rests_until = monotonic() + REST_SECONDS
            raise


waking = Waking()


def wake(club: UUID) -> None:
    """Tells the followers, after the commit, that the club's log has grown.

    A broker out of reach fails no command: followers also look by themselves, every second.
    """
    transaction.on_commit(lambda: waking.send(club), robust=True)
