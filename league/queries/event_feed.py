"""The log as it is told to somebody: every event that leaves goes through its own `show`, or stays here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.kernel import Json, Viewer
from league.access.roles import Caller
from league.log import store
from league.log.envelope import Stored
from league.models import Event, Table
from league.repository.streams import GAME, codec, decode
from league.services.clocks import CLOCK


@dataclass(frozen=True)
class Feed:
    """A stretch of a club's log. next_after: where to go on, also where everything in it was hidden."""

    events: list[Json]
    next_after: int
    is_full: bool


def feed(who: Caller, after: int, limit: int, stream: UUID | None = None) -> Feed:
    """What `who` may see of the next `limit` events above position `after`; of one stream alone if asked."""
    rows = store.feed(who.club, after, limit, stream=stream)
    return Feed(shown(rows, who), rows[-1].position if rows else after, len(rows) == limit)


def shown(rows: Sequence[Stored], who: Caller) -> list[Json]:
    """The events of one club that `who` may see, in the form of feeds, with what they may see of each.

    Who did it is told to staff; others are told what they did themselves, and what the clock did.
    A friendly game is shown to those who have a role in its club; its players see it as players.
    """
    games = {row.stream for row in rows if row.kind == GAME}
    hidden = friendly(games) if who.role is None else set()
    viewers = viewers_at(who, games)
    told = (visible_event(row, viewers.get(row.stream, who.viewer)) for row in rows if row.stream not in hidden)
    return [event if _may_know_the_actor(who, event) else {**event, "actor": None} for event in told if event]


def _may_know_the_actor(who: Caller, event: Json) -> bool:
    return who.is_staff or event["actor"] in (who.actor, CLOCK)


def visible_event(row: Stored, viewer: Viewer) -> Json | None:
    """An event in the form of feeds, in today's schema, as `viewer` may see it; None where they may see nothing.

    None too for an event of a game that is not installed any more: nobody knows what of it is hidden.
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
    """Those of the tables that stand outside of a tournament."""
    return set(Table.objects.filter(id__in=tables, round=None).values_list("id", flat=True)) if tables else set()


def viewers_at(who: Caller, games: Collection[UUID]) -> dict[UUID, Viewer]:
    """As whom `who` sees each of the games: the first event of a game names its players."""
    if not games or who.player is None:
        return {}
    first = Event.objects.filter(club=who.club, stream__in=games, version=1).values_list("stream", "data")
    return {stream: who.viewer_at(data["players"]) for stream, data in first}
