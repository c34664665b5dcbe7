"""Wakes those who go on with what a command has stored: the followers, and who sends letters."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from celery import current_app

from league.live.pause import pause
from league.log import store

WAKE_EXPIRES_SECONDS = 60


def send(task: str, *args: str) -> None:
    """Sends a task, unless Redis has just failed."""
    if not pause.is_on():
        with pause.trying():
            current_app.send_task(f"league.tasks.{task}", args=list(args), expires=WAKE_EXPIRES_SECONDS, retry=False)


def wake(clubs: Collection[UUID]) -> None:
    """Wakes the followers and the webhooks of these clubs after the commit.

    An unreachable broker fails no command: followers also run by themselves every second.
    """
    store.after_turn(lambda: send("follow", *map(str, clubs)))


def wake_letters() -> None:
    """Lets letters be sent after the commit. Without a broker they are sent within a minute."""
    store.after_turn(lambda: send("send_letters"))
