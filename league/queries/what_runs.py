"""What runs and what lags: followers, queues, workers, beat, and the last runs of commands."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connections
from django.db.models import BigIntegerField, Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from league.live.pause import FAILURES
from league.log.replica import REPLICA, replica
from league.log.replica import Lag as ReplicaLag
from league.models import Club, Event, FollowerPosition, Webhook, WebhookState
from league.projections.followers import FOLLOWERS
from league.services import heartbeats

LATE_SECONDS = 60.0


class Lag(NamedTuple):
    """How far a follower is behind. clubs: with events that it has not read. seconds: the age of the oldest one."""

    follower: str
    clubs: int
    seconds: float

    @property
    def is_late(self) -> bool:
        return self.seconds > LATE_SECONDS


def lags(club: UUID | None = None) -> list[Lag]:
    """Each follower, also one that has read nothing of a club yet. Two queries, whatever the number of clubs."""
    return [_lag(name, timezone.now(), club) for name in FOLLOWERS]


def _lag(name: str, now: datetime, club: UUID | None) -> Lag:
    mark = FollowerPosition.objects.filter(club=OuterRef("pk"), name=name).values("position")
    unread = Event.objects.filter(club=OuterRef("pk"), position__gt=OuterRef("read")).order_by("position")
    clubs = Club.objects.all() if club is None else Club.objects.filter(pk=club)
    read = clubs.annotate(read=Coalesce(Subquery(mark, output_field=BigIntegerField()), Value(0)))
    oldest = read.annotate(oldest=Subquery(unread.values("recorded_at")[:1])).filter(oldest__isnull=False)
    behind = list(oldest.values_list("oldest", flat=True))
    return Lag(name, len(behind), max([0.0, *((now - recorded_at).total_seconds() for recorded_at in behind)]))


def replica_lag() -> ReplicaLag | None:
    """Return how far the replica is behind; None where there is none."""
    return replica.lag() if REPLICA in connections else None


class Webhooks(NamedTuple):
    """How many webhooks are on, how many were switched off because they failed, and how many fail now."""

    on: int
    off: int
    failing: int


def webhooks() -> Webhooks:
    """Count the webhooks of all clubs."""
    is_on = Q(state=WebhookState.ON)
    found = Webhook.objects.aggregate(
        on=Count("pk", filter=is_on),
        off=Count("pk", filter=~is_on),
        failing=Count("pk", filter=is_on & Q(failing_since__isnull=False)),
    )
    return Webhooks(**found)


def queue_lengths() -> dict[str, int] | None:
    """Return how many tasks wait in each queue; None where there is no Redis, or it does not answer."""
    if not settings.REDIS_URL:
        return None
    with suppress(*FAILURES), heartbeats.client() as client:
        counted: Any = {name: client.llen(name) for name in heartbeats.QUEUES}
        return dict(counted)
    return None


def ages() -> dict[str, float | None]:
    """Return how many seconds ago a worker, that of each queue, beat and the sweep last did something.

    None if that is not known.
    """
    names = [*heartbeats.NAMES, *map(heartbeats.of_queue, heartbeats.QUEUES)]
    found: dict[str, float | None] = dict.fromkeys(names)
    with suppress(*FAILURES):
        found = {name: heartbeats.age(name) for name in names}
    return found


def workers() -> Sequence[heartbeats.Worker]:
    """Return the workers that have been seen; none where Redis does not answer."""
    with suppress(*FAILURES):
        return heartbeats.workers()
    return []


def leading_beat() -> str:
    """Return the host and the process of the beat that leads; "" if that is not known."""
    with suppress(*FAILURES):
        return heartbeats.leader()
    return ""
