"""Streams with their folded state, kept in this process between requests.

A reader shares the kept stream under its lock; a writer takes it away and gives it back after the commit,
so what a rolled-back transaction folded is never seen by anybody.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from games import Match
from games.codec import Codec, canonical
from games.kernel import Aggregate, Event, Rules
from games.registry import all_games, find_game
from league.domain.season import rules as season
from league.domain.tournament import rules as tournament
from league.log import store

GAME = "game"
TOURNAMENT = "tournament"
SEASON = "season"
RULES: dict[str, Rules[Any]] = {TOURNAMENT: tournament.RULES, SEASON: season.RULES}
FIRST = 1
"""The number of a table's first game, whose stream has the id of the table."""
KEPT_STREAMS = 512
AT_ONCE = 200
Load = Callable[[UUID, UUID, int], Sequence[store.Stored]]
"""The events of a club's stream above a version."""


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

    stored: version in the log; hash and recorded_at: of that version's event. told: what readers have worked out of it
    last, and the hash that it had.
    """

    club: UUID
    kind: str
    id: UUID
    aggregate: Aggregate[Any]
    stored: int = 0
    hash: str = ""
    recorded_at: datetime | None = None
    told: tuple[str, Any] | None = field(default=None, repr=False)
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


def stream_of(table: UUID | str, game: int = FIRST) -> UUID:
    """The stream of a game at a table; who knows the table's id and the number knows it."""
    id = table if isinstance(table, UUID) else UUID(table)
    return id if game == FIRST else uuid5(id, f"game {game}")


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


def rebuilt(club: UUID, kind: str, id: UUID, load: Load = store.load) -> Stream:
    """The stream folded from its first event on. Raises NoSuchStream."""
    rows = load(club, id, 0)
    if not rows or rows[0].kind != kind:
        raise NoSuchStream(kind, id)
    stream = Stream(club, kind, id, new_aggregate(kind, rows[0].rules))
    stream.fold_all(rows)
    return stream


def _caught_up(stream: Stream, load: Load = store.load) -> bool:
    """Folds what is newer in the log; False if the log does not go on from what was folded here."""
    rows = load(stream.club, stream.id, stream.stored - 1)
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
def reading(club: UUID, kind: str, id: UUID, load: Load = store.load) -> Iterator[Stream]:
    """The stream at its newest version; nobody folds it further meanwhile. Raises NoSuchStream."""
    with _kept_lock:
        stream = _kept.get(id)
    if stream is not None:
        with stream.lock:
            if _is_kept(stream) and stream.club == club and stream.kind == kind and _caught_up(stream, load):
                yield stream
                return
    stream = rebuilt(club, kind, id, load)
    with stream.lock:  # before it is kept: a writer waits for the lock of what it takes
        if not transaction.get_connection().in_atomic_block:
            keep(stream)
        yield stream


def each(kind: str, ids: Iterable[tuple[UUID, UUID]]) -> Iterator[Stream]:
    """Many streams by club and id, at least as new as now, each as in `reading` until the next is taken.

    The log is asked for all of them at once. Raises NoSuchStream.
    """
    left = iter(ids)
    while some := list(islice(left, AT_ONCE)):
        load = _loaded(some)
        for club, id in some:
            with reading(club, kind, id, load) as stream:
                yield stream


def _loaded(ids: Sequence[tuple[UUID, UUID]]) -> Load:
    """What to load these streams by: what the log has had now, and where that does not do the log itself."""
    with _kept_lock:
        known = {(club, id): _kept[id].stored - 1 if id in _kept else 0 for club, id in ids}
    rows = store.load_all(known)

    def load(club: UUID, stream: UUID, after: int) -> Sequence[store.Stored]:
        newer = [row for row in rows.pop(stream, ()) if row.version > after]
        return newer if newer and newer[0].version == after + 1 else store.load(club, stream, after)

    return load


def _is_kept(stream: Stream) -> bool:
    """Whether no writer has taken the stream away while a reader waited for its lock."""
    with _kept_lock:
        return _kept.get(stream.id) is stream
