"""The one way to write: `execute` decides a command on the newest state and appends its events, once.

One transaction holds the events of all streams, the rows written inline, and (if the caller wraps it in
`idempotency.run_once`) the response stored for a repeated request. If anything refuses, nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import OperationalError, transaction
from msgspec import UNSET, UnsetType
from uuid6 import uuid7

from games.kernel import N_, Aggregate, Command, Event, Json, Rejected
from league import metrics
from league.live import waking as live
from league.log import store
from league.log.store import writing
from league.log.time import clock
from league.models import Club
from league.projections import inline
from league.projections.waking import wake
from league.repository import streams
from league.repository.streams import Stream
from league.services import policies
from league.services.preconditions import raise_version

ATTEMPTS = 4
Busy = store.Busy
"""Other writers came first, at each attempt or for too long. The same request may be sent again in a moment."""


def moved_on() -> Rejected:
    """The refusal of a form that was made for an older state."""
    return Rejected("moved_on", N_("Someone else changed this first. Check it and try again."))


@dataclass
class Work:
    """The unit of work of one command: the streams of one club that it changes, until they are stored.

    actor: written into the log ("user:<id>", "clock"). at: the wall clock's time, as in a command's field `at`; both
    are put right where that clock was set back. kinds: of the commands that had events. as_entry: who uses the link of
    a table. Streams are locked game before tournament.
    """

    club: UUID
    actor: str
    at: datetime
    streams: dict[UUID, Stream] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    as_entry: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        self.set_back = clock.set_back()
        self.at += self.set_back

    def take(self, wanted: Mapping[UUID, str]) -> None:
        """Takes the first streams of the work, locked in this order, in one round trip. wanted: kinds by id.

        Raises NoSuchStream.
        """
        for stream in streams.take_together(self.club, wanted):
            self.streams[stream.id] = stream

    def stream(self, kind: str, id: UUID) -> Stream:
        """The stream at its newest version, locked until the commit."""
        if id not in self.streams:
            store.lock(id)
            self.streams[id] = streams.take(self.club, kind, id)
        return self.streams[id]

    def streams_of(self, kind: str, ids: Sequence[UUID]) -> list[Stream]:
        """Many streams of one kind, as `stream`, locked in the order of their ids; in a few queries."""
        wanted = sorted({id for id in ids if id not in self.streams})
        store.lock_all(wanted)
        self.streams |= {stream.id: stream for stream in streams.take_all(self.club, kind, wanted)}
        return [self.streams[id] for id in ids]

    def open(self, kind: str, id: UUID, aggregate: Aggregate[Any]) -> Stream:
        """A new stream of an aggregate that has its first events."""
        stream = Stream(self.club, kind, id, aggregate)
        self.streams[id] = stream
        transaction.on_commit(lambda: streams.keep(stream))
        return stream

    def send(
        self, stream: Stream, command: Command | Sequence[Json], decided: Iterable[Event] | None = None
    ) -> list[Event]:
        """Sends a command, or game commands as JSON (all or nothing), and lets the policies react.

        decided: the command's events, where they have been decided on this very state.
        """
        before = policies.status_of(stream)
        if decided is not None:
            events = stream.aggregate.begin(decided, msgspec.to_builtins(command))
        elif isinstance(command, Command):
            events = stream.aggregate.send(self.timely(command))
        else:
            policies.require_open(stream)
            events = stream.match.execute_all(command)
        if events:
            self.kinds.append(command.type_name() if isinstance(command, Command) else "game")
        policies.react(self, stream, events, before)
        return events

    def timely(self, command: Command) -> Command:
        """The command with its time, if it has one, put right."""
        at = getattr(command, "at", None)
        if not self.set_back or not isinstance(at, datetime):
            return command
        return msgspec.structs.replace(command, at=max(at, self.at))

    @contextmanager
    def given_back(self) -> Iterator[None]:
        """Caches the streams that a refusal has left as they were, so that the next writer need not fold them again."""
        try:
            yield
        except Rejected as refusal:
            metrics.REFUSALS.labels(refusal.code).inc()
            for stream in self.streams.values():
                streams.keep(stream)
            raise

    def unstored(self) -> list[Stream]:
        """The streams that have events which are not stored yet."""
        return [stream for stream in self.streams.values() if stream.aggregate.version > stream.stored]

    def store(self) -> list[store.Stored]:
        """Writes the inline rows, then appends all new events."""
        return store_all([self])


def store_all(works: Iterable[Work]) -> list[store.Stored]:
    """Writes the inline rows of works of several clubs, then appends all their new events."""
    works = sorted(works, key=lambda work: work.club)
    touched = {stream.id: stream for work in works for stream in work.unstored()}
    if not touched:
        return []
    inline.write_all([*touched.values()])
    parts: list[store.Chained] = []
    for work in works:
        correlation = uuid7()
        parts += [
            store.chain(work.club, stream.batch(), work.actor, correlation, work.at) for stream in work.unstored()
        ]
    rows = store.append_all(parts)
    for row in rows:
        touched[row.stream].take(row)
    for stream in touched.values():
        streams.hold(stream)
    for kind in (kind for work in works for kind in work.kinds):
        metrics.COMMANDS.labels(kind).inc()
    live.wake(rows)
    wake({stream.club for stream in touched.values()})
    return rows


working: ContextVar[type[Work]] = ContextVar("working", default=Work)
"""The class of the unit of work; a dry run sets its own."""


@dataclass(frozen=True)
class Done:
    """A command's effect. events: stored ones of all streams; none where the effect stood already.

    stream: the command's own, after the command. touched: all streams of the unit of work, by id.
    """

    events: list[store.Stored]
    stream: Stream
    touched: Mapping[UUID, Stream]


def execute(kind: str, id: UUID, command: Command | Sequence[Json], *, club: UUID, actor: str, at: datetime) -> Done:
    """Sends `command` to a stream. Raises Rejected, streams.NoSuchStream or Busy, and then nothing happened."""

    def run(work: Work) -> Stream:
        stream = work.stream(kind, id)
        work.send(stream, command)
        return stream

    return commit(run, waits_for=id, club=club, actor=actor, at=at)


def begin(kind: str, id: UUID, aggregate: Aggregate[Any], *, club: UUID, actor: str, at: datetime) -> Done:
    """Opens a stream with the events of `aggregate`. The club, which lists it, has another version then."""

    def run(work: Work) -> Stream:
        raise_version(Club, club)
        return work.open(kind, id, aggregate)

    return commit(run, club=club, actor=actor, at=at)


def commit(
    run: Callable[[Work], Stream],
    *,
    club: UUID,
    actor: str,
    at: datetime,
    waits_for: UUID | None = None,
) -> Done:
    """Runs a unit of work and stores it; runs it again where another writer came first. Raises Busy.

    waits_for: the stream that others write to as well, whose turn is awaited before a connection is taken.
    """
    for _ in range(ATTEMPTS):
        work = working.get()(club, actor, at)
        try:
            with writing(waits_for), work.given_back():
                stream = run(work)
                return Done(work.store(), stream, work.streams)
        except store.Conflict:
            continue
        except OperationalError as error:
            raise Busy from error
    raise Busy


def unchanged(kind: str, id: UUID, *, club: UUID, actor: str, at: datetime) -> Done:
    """Runs a command whose effect stands already: nothing is written, and a dry run gets its view."""
    return commit(lambda work: work.stream(kind, id), waits_for=id, club=club, actor=actor, at=at)
