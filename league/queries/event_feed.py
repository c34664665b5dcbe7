"""Events of the log as a caller may see them: each goes through its own `show`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

import msgspec
from django.db.models import QuerySet

from games.kernel import Json, Viewer
from league.access import visibility
from league.access.roles import Caller
from league.domain.season.events import TournamentAdded, TournamentRecounted
from league.domain.tournament.shown import Hidden, hidden_from
from league.log import store
from league.log.envelope import Stored
from league.models import Event, StreamHead, Table, TableGame, Tournament
from league.projections.standings import CLOSED, LIVE
from league.repository import streams
from league.repository.identities import text_here
from league.repository.streams import FIRST, GAME, SEASON, TOURNAMENT, codec, decode, stream_of
from league.services.clocks import CLOCK


@dataclass(frozen=True)
class Feed:
    """A part of a club's log.

    next_after: the position to go on from, even if all its events are hidden. has_more: whether there are more events
    up to the position that was the newest before the part was read.
    """

    events: list[Json]
    next_after: int
    has_more: bool


def feed(
    who: Caller,
    after: int,
    limit: int,
    *,
    head: int,
    stream: UUID | None = None,
    types: Collection[str] | None = None,
) -> Feed:
    """The events that `who` may see among the next `limit` above position `after`.

    head: the position of the club's newest event, read before. stream, types: only events of that stream, of these
    types.
    """
    rows = store.feed(who.club, after, limit + 1, stream=stream, types=types)
    part = rows[:limit]
    events = shown(part, who, is_list=stream is None)
    if len(rows) > limit:
        return Feed(events, part[-1].position, has_more=True)
    return Feed(events, max(after, head, *(row.position for row in part[-1:])), has_more=False)


def shown(rows: Sequence[Stored], who: Caller, *, is_list: bool = False) -> list[Json]:
    """The events of one club that `who` may see, in the form of feeds, with the data that they may see.

    Staff see the actor of each; others only of their own events and of the clock's. A friendly game is shown to callers
    with a role in its club; its players see it as players. is_list: without tournaments that lists don't show.
    """
    games = {row.stream for row in rows if row.kind == GAME}
    hidden = friendly(games) if who.role is None else set()
    secrets = secrets_for(who, games, is_list=is_list)
    viewers = viewers_at(who, games)
    events = (
        _visible(row, who.reader if row.kind == TOURNAMENT else viewers.get(row.stream, who.viewer), secrets)
        for row in rows
        if row.stream not in hidden
    )
    return [event if _may_know_the_actor(who, event) else {**event, "actor": None} for event in events if event]


@dataclass(frozen=True)
class Secrets:
    """What a caller may not see of a club's log.

    unlisted: tournaments of which there is nothing. games: streams of which there is nothing. results: of tournaments
    that hide some results, what they hide.
    """

    unlisted: Collection[UUID] = ()
    games: Collection[UUID] = ()
    results: Mapping[UUID, Hidden] = field(default_factory=dict)

    def hide(self, row: Stored) -> bool:
        """Whether there is nothing to see of an event.

        How a tournament counts was corrected: which one, the event does not say, so it may be one of the unlisted.
        """
        if row.kind == SEASON and self.unlisted:
            event = decode(row)
            of_unlisted = isinstance(event, TournamentAdded) and UUID(event.tournament) in self.unlisted
            return of_unlisted or isinstance(event, TournamentRecounted)
        return row.stream in self.unlisted or row.stream in self.games


def secrets_for(who: Caller, games: Collection[UUID], *, is_list: bool) -> Secrets:
    """What `who` may not see of these games of the club, and of its tournaments and seasons.

    is_list: also the tournaments that lists don't show; the caller may open any other whose events are read.
    """
    if who.is_staff:
        return Secrets()
    unlisted = visibility.unlisted(who) | removed(who) if is_list else frozenset()
    hiding = Tournament.objects.filter(club=who.club).exclude(standings_shown=LIVE).exclude(state=CLOSED)
    results = {}
    for id in hiding.values_list("pk", flat=True):
        with streams.reading(who.club, TOURNAMENT, id) as stream:
            results[id] = hidden_from(stream.aggregate.state, who.reader)
    tables = ((table, most) for found in results.values() for table, most in found.tables.items())
    of_hidden = {stream_of(table, game) for table, most in tables for game in range(FIRST, most + 1)}
    return Secrets(unlisted, of_hidden | _games_of(unlisted, games), results)


def removed(who: Caller) -> frozenset[UUID]:
    """The tournaments that were removed: nobody knows by now to whom they were shown. None for the club's members."""
    if who.role is not None:
        return frozenset()
    heads = StreamHead.objects.filter(club=who.club, kind=TOURNAMENT)
    known = Tournament.objects.filter(club=who.club).values("pk")
    return frozenset(heads.exclude(stream__in=known).values_list("stream", flat=True))


def _games_of(tournaments: Collection[UUID], games: Collection[UUID]) -> set[UUID]:
    """The games of these tournaments, and those of which nobody knows by now where they belonged."""
    if not tournaments or not games:
        return set()
    others = Table.objects.filter(pk__in=games).exclude(round__tournament__in=tournaments)
    more = TableGame.objects.filter(pk__in=games).exclude(table__round__tournament__in=tournaments)
    return {*games} - {*others.values_list("pk", flat=True)} - {*more.values_list("pk", flat=True)}


def _visible(row: Stored, viewer: Viewer, secrets: Secrets) -> Json | None:
    """An event in the form of feeds as `viewer` may see it."""
    if secrets.hide(row):
        return None
    hidden = secrets.results.get(row.stream)
    if hidden is None or not hidden.rounds:
        return visible_event(row, viewer)
    return visible_event(row, viewer, hidden)


def _may_know_the_actor(who: Caller, event: Json) -> bool:
    return who.is_staff or event["actor"] in (who.actor, CLOCK)


def visible_event(row: Stored, viewer: Viewer, hidden: Hidden | None = None) -> Json | None:
    """An event in the form of feeds, in the current schema, as `viewer` may see it; None if it is hidden from them.

    None also for an event of a game that is not installed: what of it is hidden is unknown. hidden: what its tournament
    hides. It has no hashes then, since somebody could try which of the few results that there can be has one.
    """
    if not codec().knows(row.type):
        return None
    event = decode(row)
    data = event.show(viewer) if hidden is None else hidden.show(event, viewer)
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
        "hash": row.hash if hidden is None else None,
    }


def friendly(tables: Collection[UUID]) -> set[UUID]:
    """The tables among these that are of friendly games."""
    return set(Table.objects.filter(id__in=tables, round=None).values_list("id", flat=True)) if tables else set()


def viewers_at(who: Caller, games: Collection[UUID]) -> dict[UUID, Viewer]:
    """The viewer that `who` is of each game. A game's first event names its players."""
    if not games or who.player is None:
        return {}
    found = first_events(who.club, games)
    texts = {stream: text_here(text, who.club, GAME, origin, people) for stream, text, origin, people in found}
    return {stream: who.viewer_at(msgspec.json.decode(text)["players"]) for stream, text in texts.items()}


def first_events(club: UUID, streams: Collection[UUID]) -> QuerySet[Event, tuple[UUID, str, UUID | None, int]]:
    """The first event of each stream: its data as stored, its origin and the newest identity of the club.

    In no order: sorted by position, the whole log would be read.
    """
    rows = Event.objects.filter(club=club, stream__in=streams, version=1)
    columns = (store.READ_AS[name] for name in ("data", "origin", "people"))
    return rows.order_by().values_list("stream", *columns)
