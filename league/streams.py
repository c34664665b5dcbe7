"""Streams with their folded state, kept in this process between requests.

A reader shares the kept stream under its lock; a writer takes it away and gives it back after the commit,
so what a rolled-back transaction folded is never seen by anybody.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction

from games import Match
from games.codec import Codec, canonical
from games.kernel import Aggregate, Event, Rules
from games.registry import all_games, find_game
from league.domain import season, tournament
from league.log import store
from league.log.models import StreamHead

GAME = "game"
TOURNAMENT = "tournament"
SEASON = "season"
RULES: dict[str, Rules[Any]] = {TOURNAMENT: tournament.RULES, SEASON: season.RULES}
KEPT_STREAMS = 512
T = TypeVar("T")


class NoSuchStream(LookupError):
    """There is no stream of that id in the club."""


@cache
def codec() -> Codec:
    """Decodes every event that this installation knows."""
    rules = [*RULES.values(), *(game.rules for game in all_games().values())]
    return Codec(event for known in rules for event in known.events)


@dataclass
class Stream:
    """An aggregate and where it stands in the log.

    stored: version in the log; hash and recorded_at: of that version's event.
    """

    club: UUID
    kind: str
    id: UUID
    aggregate: Aggregate[Any]
    stored: int = 0
    hash: str = ""
    recorded_at: datetime | None = None
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def match(self) -> Match:
        """The aggregate of a game's stream."""
        assert isinstance(self.aggregate, Match), f"{self.kind} is no game"
        return self.aggregate

    def batch(self) -> store.Batch:
        """What has been folded but is not stored yet."""
        events, commands = self.aggregate.events, self.aggregate.commands
        facts = [
            store.Fact(event.type, event.schema, canonical(event), canonical(commands[at]) if at in commands else None)
            for at, event in enumerate(events[self.stored :], self.stored)
        ]
        return store.Batch(
            self.id, self.kind, self.aggregate.rules.label, self.stored, self.hash, self.recorded_at, facts
        )

    def take(self, row: store.Stored) -> None:
        """Notes that `row` is the stream's last event in the log."""
        self.stored, self.hash, self.recorded_at = row.version, row.hash, row.recorded_at

    def fold_all(self, rows: Sequence[store.Stored]) -> None:
        """Folds what follows in the log."""
        if rows:
            self.aggregate.extend((decode(row), store.command_of(row)) for row in rows)
            self.take(rows[-1])


def decode(row: store.Stored) -> Event:
    """The event that a row of the log holds, in today's schema."""
    return codec().decode(row.type, row.schema, row.data)


def new_aggregate(kind: str, rules_label: str) -> Aggregate[Any]:
    """An aggregate before its first event. rules_label: as stored, `monster-trick/1`."""
    if kind == GAME:
        return Match(find_game(rules_label.partition("/")[0]))
    return Aggregate(RULES[kind])


_kept: OrderedDict[UUID, Stream] = OrderedDict()
_kept_lock = threading.Lock()


def rebuilt(club: UUID, kind: str, id: UUID) -> Stream:
    """The stream folded from its first event on. Raises NoSuchStream."""
    rows = store.load(club, id)
    if not rows or rows[0].kind != kind:
        raise NoSuchStream(kind, id)
    return _folded(club, kind, id, rows)


def _folded(club: UUID, kind: str, id: UUID, rows: Sequence[store.Stored]) -> Stream:
    """The stream of these events, from its first on."""
    stream = Stream(club, kind, id, new_aggregate(kind, rows[0].rules))
    stream.fold_all(rows)
    return stream


def _caught_up(stream: Stream) -> bool:
    """Folds what is newer in the log; False if the log does not go on from what was folded here."""
    rows = store.load(stream.club, stream.id, stream.stored - 1)
    if not rows or rows[0].hash != stream.hash:
        return False
    stream.fold_all(rows[1:])
    return True


def keep(stream: Stream) -> None:
    """Keeps a stream, as stored, for whoever needs it next."""
    with _kept_lock:
        _kept[stream.id] = stream
        _kept.move_to_end(stream.id)
        while len(_kept) > KEPT_STREAMS:
            _kept.popitem(last=False)


def take(club: UUID, kind: str, id: UUID) -> Stream:
    """The stream at its newest version, for a writer alone. Raises NoSuchStream.

    To be called under the stream's lock in a transaction; it is kept again when that commits.
    """
    with _kept_lock:
        stream = _kept.pop(id, None)
    if stream is not None:
        with stream.lock:  # a reader may still be at it
            if stream.club != club or stream.kind != kind or not _caught_up(stream):
                stream = None
    stream = stream or rebuilt(club, kind, id)
    transaction.on_commit(lambda: keep(stream))
    return stream


@contextmanager
def reading(club: UUID, kind: str, id: UUID) -> Iterator[Stream]:
    """The stream at its newest version; nobody folds it further meanwhile. Raises NoSuchStream."""
    with _kept_lock:
        stream = _kept.get(id)
    if stream is not None:
        with stream.lock:
            if _is_kept(stream) and stream.club == club and stream.kind == kind and _caught_up(stream):
                yield stream
                return
    stream = rebuilt(club, kind, id)
    with stream.lock:  # before it is kept: a writer waits for the lock of what it takes
        if not transaction.get_connection().in_atomic_block:
            keep(stream)
        yield stream


def read_each(club: UUID, kind: str, ids: Sequence[UUID], read: Callable[[Any], T]) -> dict[UUID, T]:
    """What `read` makes of the state of each of these streams, in two queries at most; unknown ones are left out.

    One stream is locked at a time, so that two who read many never wait for each other.
    """
    ends = dict(StreamHead.objects.filter(club=club, kind=kind, stream__in=ids).values_list("stream", "hash"))
    found: dict[UUID, T] = {}
    for id, end in ends.items():
        with _kept_lock:
            stream = _kept.get(id)
        if stream is not None:
            with stream.lock:
                if _is_kept(stream) and stream.club == club and stream.hash == end:
                    found[id] = read(stream.aggregate.state)
    rows = store.load_all(club, [id for id in ends if id not in found])
    for id, of_stream in groupby(rows, key=lambda row: row.stream):
        stream = _folded(club, kind, id, list(of_stream))
        found[id] = read(stream.aggregate.state)
        if not transaction.get_connection().in_atomic_block:
            keep(stream)
    return {id: found[id] for id in ids if id in found}


def _is_kept(stream: Stream) -> bool:
    """Whether no writer has taken the stream away while a reader waited for its lock."""
    with _kept_lock:
        return _kept.get(stream.id) is stream
