"""Streams: loaded, folded, locked, and cached in this process between requests.

Readers share the cached stream under its lock. A writer takes it out of the cache and puts it back after the commit,
so nobody sees what a rolled-back transaction folded. Until then the transaction itself has it, for what it reads and
writes next: a stream is folded once, however many commands a transaction sends.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import islice
from time import monotonic
from typing import Any
from uuid import UUID, uuid5

import msgspec
import structlog
from django.db import transaction

from games import Match
from games.codec import Codec, canonical
from games.kernel import Aggregate, Event, LaterRelease, Rules
from games.registry import all_games, find_game
from league.domain.club.events import EVENTS as CLUB_EVENTS
from league.domain.season import rules as season
from league.domain.tournament import rules as tournament
from league.log import store
from league.repository import identities
from league.repository.identities import here

GAME = "game"
TOURNAMENT = "tournament"
SEASON = "season"
CLUB = identities.CLUB
RULES: dict[str, Rules[Any]] = {TOURNAMENT: tournament.RULES, SEASON: season.RULES}
RULES_OF: dict[str, Callable[[int], Rules[Any]]] = {
    TOURNAMENT: cache(tournament.rules_of),
    SEASON: cache(season.rules_of),
}
FIRST = 1
"""The number of a table's first game, whose stream has the id of the table."""
CACHED_STREAMS = 512
MOST_HELD = 512
AT_ONCE = 200
MOST_READ_AHEAD = CACHED_STREAMS * 3 // 4
log = structlog.get_logger(__name__)
Load = Callable[[UUID, UUID, int], Sequence[store.Stored]]
"""The events of a club's stream above a version."""


class NoSuchStream(LookupError):
    """The club has no stream of that id and kind."""


@cache
def codec() -> Codec:
    """The decoder of all events that this installation knows."""
    rules = [*RULES.values(), *(game.rules for game in all_games().values())]
    return Codec([*CLUB_EVENTS, *(event for known in rules for event in known.events)])


@dataclass
class Stream:
    """An aggregate and its version in the log.

    stored: version in the log; hash, recorded_at: of that version's event. people: number of the club's newest identity
    when it was folded. derived: a value that was computed from it,
    with the hash that it had then; derived_for_readers: the same from what readers see of it.
    """

    club: UUID
    kind: str
    id: UUID
    aggregate: Aggregate[Any]
    stored: int = 0
    hash: str = ""
    recorded_at: datetime | None = None
    people: int = 0
    derived: tuple[str, Any] | None = field(default=None, repr=False)
    derived_for_readers: tuple[str, Any] | None = field(default=None, repr=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def match(self) -> Match:
        """The aggregate of a game's stream."""
        assert isinstance(self.aggregate, Match), f"{self.kind} is no game"
        return self.aggregate

    def batch(self) -> store.Batch:
        """The events that are folded but not stored yet."""
        events, commands = self.aggregate.events, self.aggregate.commands
        facts = [
            store.Fact(event.type, event.schema, canonical(event), canonical(commands[at]) if at in commands else None)
            for at, event in enumerate(events[self.stored :], self.stored)
        ]
        return store.Batch(
            self.id, self.kind, self.aggregate.rules.label, self.stored, self.hash, self.recorded_at, facts
        )

    def take(self, row: store.Stored) -> None:
        """Notes `row` as the stream's last event in the log."""
        self.stored, self.hash, self.recorded_at = row.version, row.hash, row.recorded_at

    def fold_all(self, rows: Sequence[store.Stored]) -> None:
        """Folds the next events of the log."""
        if rows:
            self.aggregate.extend((decode(row), command_of(row)) for row in rows)
            self.take(rows[-1])
            self.people = rows[-1].people


def stream_of(table: UUID | str, game: int = FIRST) -> UUID:
    """The stream of a game at a table; it follows from the table's id and the game's number."""
    id = table if isinstance(table, UUID) else UUID(table)
    return id if game == FIRST else uuid5(id, f"game {game}")


def decode(row: store.Stored) -> Event:
    """The event of a row of the log, in the current schema, with the people whom it means now. Raises LaterRelease."""
    if not codec().knows(row.type):
        raise LaterRelease(f"No event of type {row.type} is known here.")
    return codec().decode(row.type, row.schema, here(row, row.data))


def command_of(row: store.Stored) -> dict[str, Any] | None:
    """The command that an event is the first of, as accepted, with the people whom it means now."""
    return None if row.command is None else msgspec.json.decode(here(row, row.command))


def new_aggregate(kind: str, rules_label: str) -> Aggregate[Any]:
    """An aggregate before its first event. rules_label: as stored with that, `monster-trick/1`. Raises LaterRelease."""
    if kind == GAME:
        return Match(find_game(rules_label.partition("/")[0]), edition_of(rules_label))
    return Aggregate(RULES_OF[kind](edition_of(rules_label)))


def edition_of(rules_label: str) -> int:
    """The edition in a label as stored with events, `tournament/1`. A stream has that of its first event for good."""
    return int(rules_label.partition("/")[2])


_cache: OrderedDict[UUID, Stream] = OrderedDict()
_cache_lock = threading.Lock()
_own = threading.local()


def rebuilt(club: UUID, kind: str, id: UUID, load: Load = store.load) -> Stream:
    """The stream, folded from its first event. Raises NoSuchStream."""
    rows = load(club, id, 0)
    if not rows or rows[0].kind != kind:
        raise NoSuchStream(kind, id)
    stream = Stream(club, kind, id, new_aggregate(kind, rows[0].rules))
    stream.fold_all(rows)
    return stream


def _caught_up(stream: Stream, load: Load = store.load) -> bool:
    """Folds newer events of the log.

    False if the log does not continue from the version folded here, or people were merged meanwhile.
    """
    rows = load(stream.club, stream.id, stream.stored - 1)
    if not rows or rows[0].hash != stream.hash or rows[0].people != stream.people:
        return False
    stream.fold_all(rows[1:])
    return True


def keep(stream: Stream) -> None:
    """Puts a stored stream into the cache, unless a refused command has left it with events that the log lacks."""
    if stream.aggregate.version != stream.stored:
        return
    with _cache_lock:
        _cache[stream.id] = stream
        _cache.move_to_end(stream.id)
        while len(_cache) > CACHED_STREAMS:
            _cache.popitem(last=False)


def hold(stream: Stream) -> None:
    """Leaves a stream to the rest of the transaction in which it was stored."""
    own = _of_this_transaction()
    own[stream.id] = stream
    if len(own) > MOST_HELD:
        del own[next(iter(own))]
    transaction.on_commit(own.clear)


def _of_this_transaction() -> dict[UUID, Stream]:
    """The streams that this thread's open transaction has stored.

    What a transaction has left that was rolled back is not used: like the cache, it is compared with the log.
    """
    own: dict[UUID, Stream] = vars(_own).setdefault("streams", {})
    if not transaction.get_connection().in_atomic_block:
        own.clear()
    return own


def take(club: UUID, kind: str, id: UUID, load: Load = store.load) -> Stream:
    """The stream at its newest version, for one writer. Raises NoSuchStream, of a tournament that was removed too.

    To be called under the stream's lock in a transaction; the stream is cached again when that commits.
    """
    with _cache_lock:
        cached = _cache.pop(id, None)
    stream = _of_this_transaction().pop(id, cached)
    if stream is not None:
        with stream.lock:  # a reader may still use it
            if stream.club != club or stream.kind != kind or not _caught_up(stream, load):
                stream = None
    stream = stream or rebuilt(club, kind, id, load)
    if kind == TOURNAMENT and stream.aggregate.state.is_removed:
        raise NoSuchStream(kind, id)
    transaction.on_commit(lambda: keep(stream))
    return stream


@contextmanager
def reading(club: UUID, kind: str, id: UUID, load: Load = store.load) -> Iterator[Stream]:
    """The stream at its newest version; no other thread folds it meanwhile. Raises NoSuchStream."""
    own = _of_this_transaction().get(id)
    with _cache_lock:
        stream = own or _cache.get(id)
    if stream is not None:
        with stream.lock:
            if (own or _is_cached(stream)) and stream.club == club and stream.kind == kind and _caught_up(stream, load):
                yield stream
                return
    stream = rebuilt(club, kind, id, load)
    with stream.lock:  # before it is cached: a writer waits for the lock of a stream that it takes
        if not transaction.get_connection().in_atomic_block:
            keep(stream)
        yield stream


def each(kind: str, ids: Iterable[tuple[UUID, UUID]]) -> Iterator[Stream]:
    """Many streams by club and id, each as in `reading` until the next is taken. Raises NoSuchStream.

    Their events are loaded in batches of `AT_ONCE` streams.
    """
    for some in _batches(ids):
        load = _loaded(some)
        for club, id in some:
            with reading(club, kind, id, load) as stream:
                yield stream


def take_all(club: UUID, kind: str, ids: Iterable[UUID]) -> Iterator[Stream]:
    """Many streams for one writer, as `take`; their events are loaded as those of `each`. Raises NoSuchStream."""
    for some in _batches((club, id) for id in ids):
        load = _loaded(some)
        yield from (take(club, kind, id, load) for _, id in some)


def take_free(kind: str, clubs: Mapping[UUID, UUID]) -> dict[UUID, Stream]:
    """For one writer, those streams that nobody else writes to now and that can be read. clubs: by stream.

    Their locks are taken, as by `store.lock_free`; nothing is waited for.
    """
    locked = store.lock_free([(club, id) for id, club in clubs.items()])
    free = [(clubs[id], id) for id in clubs if id in locked]
    load, taken = _loaded(free), {}
    for club, id in free:
        try:
            taken[id] = take(club, kind, id, load)
        except Exception as error:  # noqa: BLE001  # who takes the stream by itself learns what is wrong with it
            log.info("stream left out", stream=str(id), reason=repr(error))
    return taken


def read_ahead(kind: str, ids: Iterable[tuple[UUID, UUID]], end: float) -> None:
    """Caches streams, so that a writer will have to load only what comes until then; one that can't be read is left.

    end: as of `time.monotonic`, after which no more are begun.
    """
    keys = list(ids)  # a query, perhaps: nobody waits for the database with the lock of the cache
    with _cache_lock:
        missing = [key for key in keys if key[1] not in _cache]
    for key in missing[:MOST_READ_AHEAD]:
        if monotonic() > end:
            return
        try:
            with reading(key[0], kind, key[1]):
                pass
        except Exception as error:  # noqa: BLE001  # its writer learns what is wrong with it
            log.info("stream not read ahead", stream=str(key[1]), reason=repr(error))


def _batches(ids: Iterable[tuple[UUID, UUID]]) -> Iterator[list[tuple[UUID, UUID]]]:
    left = iter(ids)
    while some := list(islice(left, AT_ONCE)):
        yield some


def _loaded(ids: Sequence[tuple[UUID, UUID]]) -> Load:
    """A `Load` from the events that these streams have now; it asks the log again where these don't suffice."""
    with _cache_lock:
        known = {(club, id): _known_version(id) for club, id in ids}
    return _from(store.load_all(known))


def take_together(club: UUID, wanted: Mapping[UUID, str]) -> Iterator[Stream]:
    """Streams of several kinds for one writer, as `take`, locked in their order. wanted: kinds by id."""
    with _cache_lock:
        known = {id: _known_version(id) for id in wanted}
    load = _from(store.lock_and_load(club, known))
    yield from (take(club, kind, id, load) for id, kind in wanted.items())


def _known_version(id: UUID) -> int:
    """The version above which a stream is to be loaded; the cache is locked."""
    return _cache[id].stored - 1 if id in _cache else 0


def _from(rows: dict[UUID, list[store.Stored]]) -> Load:
    """A `Load` from events that were read; it asks the log again where these don't suffice."""

    def load(club: UUID, stream: UUID, after: int) -> Sequence[store.Stored]:
        newer = [row for row in rows.pop(stream, ()) if row.version > after]
        return newer if newer and newer[0].version == after + 1 else store.load(club, stream, after)

    return load


def _is_cached(stream: Stream) -> bool:
    """Whether the stream is still cached: no writer took it while a reader waited for its lock."""
    with _cache_lock:
        return _cache.get(stream.id) is stream
