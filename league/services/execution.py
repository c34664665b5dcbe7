"""The one way in: `execute` decides a command on the newest state and appends what follows from it, once.

Its transaction holds everything: the events of all streams that are touched, the read models of now, and (when
the caller wraps it in `kept.once`) the answer kept for a repeated request. If anything refuses, nothing happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import OperationalError, transaction
from uuid6 import uuid7

from games.kernel import N_, Aggregate, Command, Event, Json, Rejected
from league.log import store
from league.log.store import writing
from league.projections import inline
from league.projections.waking import wake
from league.repository import streams
from league.repository.streams import Stream
from league.services import policies

ATTEMPTS = 4


class Busy(Exception):
    """Other writers came first each time; the same request may be sent again in a moment."""


def moved_on() -> Rejected:
    """The refusal of a form that was made for what has changed since."""
    return Rejected("moved_on", N_("Someone else changed this first. Check it and try again."))


@dataclass
class Work:
    """What one command does to the streams of one club, until it is stored.

    actor: who is said to have done it ("user:<id>", "clock"). at: when, aware. The locks of streams are
    taken game before tournament.
    """

    club: UUID
    actor: str
    at: datetime
    streams: dict[UUID, Stream] = field(default_factory=dict)

    def stream(self, kind: str, id: UUID) -> Stream:
        """The stream at its newest version, locked until the commit."""
        if id not in self.streams:
            store.lock(id)
            self.streams[id] = streams.take(self.club, kind, id)
        return self.streams[id]

    def open(self, kind: str, id: UUID, aggregate: Aggregate[Any]) -> Stream:
        """A new stream, of an aggregate that has been begun."""
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
            events = stream.aggregate.send(command)
        else:
            policies.require_open(stream)
            events = stream.match.execute_all(command)
        policies.react(self, stream, events, before)
        return events

    def store(self) -> list[store.Stored]:
        """Writes the read models of now and appends all new events, last."""
        touched = [stream for stream in self.streams.values() if stream.aggregate.version > stream.stored]
        if not touched:
            return []
        for stream in touched:
            inline.write(stream)
        batches = [stream.batch() for stream in touched]
        rows = store.append(self.club, batches, actor=self.actor, correlation=uuid7(), at=self.at)
        for row in rows:
            self.streams[row.stream].take(row)
        wake(self.club)
        return rows


working: ContextVar[type[Work]] = ContextVar("working", default=Work)
"""The kind of work that commands are; `trial` has another one."""


@dataclass(frozen=True)
class Done:
    """What a command came to: its events in all streams (none where its effect stood), and its stream as it is now."""

    events: list[store.Stored]
    stream: Stream


def execute(kind: str, id: UUID, command: Command | Sequence[Json], *, club: UUID, actor: str, at: datetime) -> Done:
    """Sends `command` to a stream. Raises Rejected, streams.NoSuchStream or Busy, and then nothing happened."""

    def run(work: Work) -> Stream:
        stream = work.stream(kind, id)
        work.send(stream, command)
        return stream

    return commit(run, club=club, actor=actor, at=at)


def begin(kind: str, id: UUID, aggregate: Aggregate[Any], *, club: UUID, actor: str, at: datetime) -> Done:
    """Opens a stream with the first events of `aggregate`."""
    return commit(lambda work: work.open(kind, id, aggregate), club=club, actor=actor, at=at)


def commit(run: Callable[[Work], Stream], *, club: UUID, actor: str, at: datetime) -> Done:
    """Runs work and stores it, again where another writer was faster."""
    for _ in range(ATTEMPTS):
        work = working.get()(club, actor, at)
        try:
            with writing():
                stream = run(work)
                return Done(work.store(), stream)
        except store.Conflict:
            continue
        except OperationalError as error:
            raise Busy from error
    raise Busy


def unchanged(kind: str, id: UUID, *, club: UUID, actor: str, at: datetime) -> Done:
    """Answers a command whose effect stands already: nothing is written. A dry run has its answer by this, too."""
    return commit(lambda work: work.stream(kind, id), club=club, actor=actor, at=at)
