"""Events of the log as a caller may see them: each goes through its own `show`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from games.kernel import Json, Viewer
from league.access.roles import Caller
from league.log import store
from league.log.envelope import Stored
from league.models import Event, Table
from league.repository.streams import GAME, TOURNAMENT, codec, decode
from league.services.clocks import CLOCK


@dataclass(frozen=True)
class Feed:
    """A part of a club's log. next_after: the position to go on from, even if all its events are hidden."""

    events: list[Json]
    next_after: int
    is_full: bool


def feed(who: Caller, after: int, limit: int, stream: UUID | None = None) -> Feed:
    """The events that `who` may see among the next `limit` above position `after`. stream: only of that one."""
    rows = store.feed(who.club, after, limit, stream=stream)
    return Feed(shown(rows, who), rows[-1].position if rows else after, len(rows) == limit)


def shown(rows: Sequence[Stored], who: Caller) -> list[Json]:
    """The events of one club that `who` may see, in the form of feeds, with the data that they may see.

    Staff see the actor of each; others only of their own events and of the clock's. A friendly game is shown to callers
    with a role in its club; its players see it as players.
    """
    games = {row.stream for row in rows if row.kind == GAME}
    hidden = friendly(games) if who.role is None else set()
    viewers = viewers_at(who, games)
    visible = (
        visible_event(row, who.reader if row.kind == TOURNAMENT else viewers.get(row.stream, who.viewer))
        for row in rows
        if row.stream not in hidden
    )
    return [event if _may_know_the_actor(who, event) else {**event, "actor": None} for event in visible if event]


def _may_know_the_actor(who: Caller, event: Json) -> bool:
    return who.is_staff or event["actor"] in (who.actor, CLOCK)


def visible_event(row: Stored, viewer: Viewer) -> Json | None:
    """An event in the form of feeds, in the current schema, as `viewer` may see it; None if it is hidden from them.

    None also for an event of a game that is not installed: what of it is hidden is unknown.
    """
    if not codec().knows(row.type):
        return None
    event = decode(row)
    data = event.show(viewer)
    if data is None:
        return None
    return {
        "position": row.position,
        "stream": row.stream,
        "kind": row.kind,
        "version": row.version,
        "type": row.type,
        "schema": event.schema,
        "data": data,
        "actor": row.actor,
        "recorded_at": row.recorded_at,
        "hash": row.hash,
    }


def friendly(tables: Collection[UUID]) -> set[UUID]:
    """The tables among these that are of friendly games."""
    return set(Table.objects.filter(id__in=tables, round=None).values_list("id", flat=True)) if tables else set()


def viewers_at(who: Caller, games: Collection[UUID]) -> dict[UUID, Viewer]:
    """The viewer that `who` is of each game. A game's first event names its players."""
    if not games or who.player is None:
        return {}
    return {stream: who.viewer_at(data["players"]) for stream, data in first_events(who.club, games)}


def first_events(club: UUID, streams: Collection[UUID]) -> QuerySet[Event, tuple[UUID, Json]]:
    """The data of the first event of each stream. In no order: sorted by position, the whole log would be read."""
    rows = Event.objects.filter(club=club, stream__in=streams, version=1)
    return rows.order_by().values_list("stream", "data")
