"""What processes of their own do for the tests of webhooks."""

from __future__ import annotations

import time
from uuid import UUID

from django.db import connection
from django.utils import timezone

from league.models import Club, Webhook
from league.services import clubs, webhooks
from league.webhooks import delivering
from tests.league.nights import new_club

PATIENCE_SECONDS = 60


def send_up_to(webhook: str, position: int) -> int:
    """Sends to a webhook, one event at a time, until its receiver has a position; how often it did.

    It says when it begins, and does not wait after failures.
    """
    delivering.MOST_EVENTS = 1
    print("ready", flush=True)
    row = Webhook.objects.filter(pk=UUID(webhook))
    end, sent = time.monotonic() + PATIENCE_SECONDS, 0
    while row.values_list("position", flat=True).get() < position:
        assert time.monotonic() < end
        row.filter(next_at__gt=timezone.now()).update(next_at=timezone.now())
        now = delivering.deliver(UUID(webhook))
        sent += now
        if not now:
            time.sleep(0.05)
    return sent


def send(webhook: str) -> int:
    """Sends to a webhook what there is."""
    return delivering.deliver(UUID(webhook))


def made_with_events(url: str, count: int) -> str:
    """A webhook of a new club in which so much has happened since; its id."""
    club = new_club()
    webhook = webhooks.add(club, url, ["club.changed"], None, actor="user:1", at=timezone.now())
    happens(club, count)
    connection.close()
    return str(webhook.pk)


def happens(club: Club, count: int) -> None:
    """So many events of the club."""
    for number in range(count):
        club.refresh_from_db()
        name = f"Club {number}" if club.name != f"Club {number}" else "Club"
        clubs.change(club, {"name": name}, actor="user:1", at=timezone.now())
