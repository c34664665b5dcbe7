"""Wakes those who go on with what a command has stored: the followers, and who sends letters."""

from __future__ import annotations

from time import monotonic
from uuid import UUID

from celery import current_app

from league.log import store

WAKE_EXPIRES_SECONDS = 60
REST_SECONDS = 10.0


class Waking:
    """Sends tasks to the broker; after a failure it pauses for a while."""

    rests_until = 0.0

    def send(self, task: str, *args: str) -> None:
        """Sends a task, unless the broker has just failed, so that not every command waits for it."""
        if monotonic() < self.rests_until:
            return
        try:
            current_app.send_task(f"league.tasks.{task}", args=list(args), expires=WAKE_EXPIRES_SECONDS, retry=False)
        except Exception:
            self.rests_until = monotonic() + REST_SECONDS
            raise


waking = Waking()


def wake(club: UUID) -> None:
    """Wakes the club's followers after the commit.

    An unreachable broker fails no command: followers also run by themselves every second.
    """
    store.after_turn(lambda: waking.send("follow", str(club)))


def wake_letters() -> None:
    """Lets letters be sent after the commit. Without a broker they are sent within a minute."""
    store.after_turn(lambda: waking.send("send_letters"))
