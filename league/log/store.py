"""The event store: the only code that writes events.

`append` takes all events of a command, of one stream or several, last in the command's transaction; `load`
reads a stream, `feed` follows a club. Within a club, commit order is position order: who follows a feed by
position misses nothing, though numbers may have holes. The SQL is each database's own: `postgres`, `sqlite`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import F, TextField
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast

from league import metrics
from league.log import postgres, sqlite
from league.log.conflict import Busy, Conflict
from league.log.envelope import Batch, Chained, Fact, Head, Imported, Row, Stored, chain
from league.log.raw import database, read_from_primary, snapshot
from league.log.sqlite import queued
from league.log.turns import Key, turn

__all__ = [
    "Batch",
    "Busy",
    "Chained",
    "Conflict",
    "Fact",
    "Head",
    "Key",
    "Stored",
    "Vendor",
    "after_turn",
    "append",
    "append_all",
    "chain",
    "feed",
    "hashes",
    "head",
    "load",
    "load_all",
    "lock",
    "lock_all",
    "lock_and_load",
    "lock_free",
    "newest",
    "newest_hash",
    "vendor",
    "waiting_until",
    "writing",
]

LEAST_WAIT_SECONDS = 0.02
_end: ContextVar[float | None] = ContextVar("end", default=None)
log = structlog.get_logger(__name__)
READ_AS: Mapping[str, Any] = {
    "data": Cast("data", TextField()),
    "command": Cast("command", TextField()),
    "origin": F("origin_club"),
    "people": RawSQL("SELECT coalesce(max(number), 0) FROM league_identity WHERE club_id = league_event.club", ()),
}
"""How Django's queries get the fields of a stored event that are not columns of the same name."""


def append(club: UUID, batches: Sequence[Batch], *, actor: str, correlation: UUID, at: datetime) -> list[Stored]:
    """Writes the events of all `batches`, in their order, and moves the heads of their streams.

    recorded_at is `at`, or the stream's last time where that is later. Otherwise as `append_all`.
    """
    return append_all([chain(club, batch, actor, correlation, at) for batch in batches if batch.facts])


def append_all(parts: Sequence[Chained]) -> list[Stored]:
    """Writes the events of chained batches, in their order, and moves the heads of their streams.

    To be called inside a transaction, once, as the last thing in it: it takes the order lock of each club, which is
    held over the commit. Those of several clubs are taken in the order of `parts`, which is that of the clubs' ids, so
    that two appends never wait for each other. Raises Conflict where a stream does not end at its batch's version and
    hash; the transaction is then to be rolled back.
    """
    if not parts:
        return []
    with metrics.APPENDS.time():
        positions = iter(vendor().insert(parts))
    for part in parts:
        metrics.EVENTS.labels(part.batch.kind).inc(len(part.batch.facts))
    return [row for part in parts for row in _stored(part, positions)]


def take_in(club: UUID, rows: Sequence[Imported], heads: Mapping[UUID, Head]) -> None:
    """Writes events that were recorded elsewhere, with their hashes, in their order; positions are new.

    heads: where their streams end then. To be called inside a transaction, under the streams' locks. Whether the hashes
    hold, the caller has checked. Raises Conflict for a version that a stream has already.
    """
    if rows:
        vendor().take_in(club, rows, heads)


def load(club: UUID, stream: UUID, after: int = 0) -> list[Stored]:
    """The events of a stream above version `after`, in order of version."""
    return vendor().load(club, stream, after)


def load_all(after: Mapping[tuple[UUID, UUID], int]) -> dict[UUID, list[Stored]]:
    """The events of many streams above a version of each, by club and stream, in one query; by stream, in order."""
    found: dict[UUID, list[Stored]] = {}
    for row in vendor().load_all(after):
        found.setdefault(row.stream, []).append(row)
    return found


def feed(
    club: UUID,
    after: int = 0,
    limit: int = 100,
    *,
    stream: UUID | None = None,
    kind: str | None = None,
    types: Collection[str] | None = None,
) -> list[Stored]:
    """At most `limit` events of a club above position `after`, by position.

    stream, kind, types: only of that stream, that kind or these types, where given.
    """
    return vendor().feed(club, after, limit, stream, kind, None if types is None else sorted(types))


def newest(club: UUID) -> int:
    """The position of a club's newest event; 0 without one. No later event gets a lower position."""
    return vendor().newest(club)


def newest_hash(club: UUID) -> str:
    """The hash of a club's newest event; "" without one. No two logs that there ever were have the same."""
    return vendor().newest_hash(club)


def hashes(club: UUID, stream: UUID, other: UUID) -> tuple[str, ...]:
    """The hashes of the newest events of two streams of a club, in one query; of those that were begun."""
    return vendor().hashes(club, stream, other)


def head(club: UUID, stream: UUID) -> Head | None:
    """Where a stream ends; None for a stream that was never begun."""
    return vendor().head(club, stream)


def lock(stream: UUID) -> None:
    """Takes a stream's lock until the end of the transaction. On SQLite the transaction holds it already."""
    vendor().lock(stream)


def lock_all(streams: Sequence[UUID]) -> None:
    """Takes the locks of streams, in their order, in one query."""
    vendor().lock_all(streams)


def lock_free(keys: Sequence[tuple[UUID, UUID]]) -> set[UUID]:
    """Takes the locks of streams, by club and id, without waiting for any, and returns those streams.

    Left out are streams that somebody writes to, and clubs in which somebody is about to commit.
    """
    return vendor().lock_free(keys)


def lock_and_load(club: UUID, after: Mapping[UUID, int]) -> dict[UUID, list[Stored]]:
    """Takes the locks of streams, in their order; then their events above a version of each, in order of version."""
    return vendor().lock_and_load(club, after)


@contextmanager
def reading_as_of_now() -> Iterator[None]:
    """What is read inside is all as of one moment."""
    with snapshot(vendor().BEGIN_READING):
        yield


@contextmanager
def writing(key: Key | None = None) -> Iterator[None]:
    """A transaction that writes; nested in another it is a savepoint. Every write to a stream begins with one.

    key: the stream, or whatever else, that most of its writers wait for: they take their turns before the transaction
    (`league.log.turns`). On SQLite writers of all threads and processes then wait in a fair queue as well. The queues
    go on when the transaction has ended and its on_commit calls are done, but those of `after_turn`. Raises Busy.
    """
    read_from_primary()
    wrapper = database()
    if wrapper.in_atomic_block:
        with transaction.atomic():
            yield
        return
    is_sqlite = wrapper.vendor == "sqlite"
    with (
        _afterwards(),
        turn(key),
        queued(str(wrapper.settings_dict["NAME"])) if is_sqlite else nullcontext(),
        transaction.atomic(),
    ):
        end = _end.get()
        if end is not None and not is_sqlite:
            postgres.wait_at_most(max(end - time.monotonic(), LEAST_WAIT_SECONDS))
        yield


@contextmanager
def waiting_until(end: float) -> Iterator[None]:
    """Transactions that are begun inside don't wait for a lock of PostgreSQL beyond `end`, as of `time.monotonic`."""
    token = _end.set(end)
    try:
        yield
    finally:
        _end.reset(token)


_own = threading.local()


@contextmanager
def _afterwards() -> Iterator[None]:
    """Makes the calls of `after_turn` that were due inside, once the next writers have gone on."""
    calls: list[Callable[[], object]] = []
    _own.calls = calls
    try:
        yield
    finally:
        _own.calls = None
        for call in calls:
            try:
                call()
            except Exception:
                log.exception("call_after_commit_failed")


def after_turn(call: Callable[[], object]) -> None:
    """Makes a call after the commit, for which no other writer has to wait. Its failure is only logged."""

    def due() -> None:
        calls: list[Callable[[], object]] | None = getattr(_own, "calls", None)
        if calls is None:
            call()
        else:
            calls.append(call)

    transaction.on_commit(due, robust=True)


def _stored(part: Chained, positions: Iterator[int]) -> Iterator[Stored]:
    batch = part.batch
    for version, (fact, digest) in enumerate(zip(batch.facts, part.hashes, strict=True), batch.after + 1):
        yield Stored(
            club=part.club,
            position=next(positions),
            stream=batch.stream,
            kind=batch.kind,
            version=version,
            type=fact.type,
            schema=fact.schema,
            data=fact.data.decode(),
            command=None if fact.command is None else fact.command.decode(),
            actor=part.actor,
            correlation=part.correlation,
            rules=batch.rules,
            recorded_at=part.recorded_at,
            hash=digest,
        )


class Vendor(Protocol):
    """The log's SQL of one database; `league.log.store` and `league.log.verify` say what each of these does."""

    BEGIN_READING: str

    def insert(self, parts: Sequence[Chained]) -> list[int]: ...

    def take_in(self, club: UUID, rows: Sequence[Imported], heads: Mapping[UUID, Head]) -> None: ...

    def load(self, club: UUID, stream: UUID, after: int) -> list[Stored]: ...

    def load_all(self, after: Mapping[tuple[UUID, UUID], int]) -> list[Stored]: ...

    def feed(
        self,
        club: UUID,
        after: int,
        limit: int,
        stream: UUID | None,
        kind: str | None,
        types: Sequence[str] | None,
    ) -> list[Stored]: ...

    def newest(self, club: UUID) -> int: ...

    def newest_hash(self, club: UUID) -> str: ...

    def hashes(self, club: UUID, stream: UUID, other: UUID) -> tuple[str, ...]: ...

    def head(self, club: UUID, stream: UUID) -> Head | None: ...

    def lock(self, stream: UUID) -> None: ...

    def lock_all(self, streams: Sequence[UUID]) -> None: ...

    def lock_free(self, keys: Sequence[tuple[UUID, UUID]]) -> set[UUID]: ...

    def lock_and_load(self, club: UUID, after: Mapping[UUID, int]) -> dict[UUID, list[Stored]]: ...

    def scan(
        self, club: UUID | None, streams: Sequence[UUID] | None = None, between: tuple[UUID, UUID] | None = None
    ) -> Iterator[Row]: ...

    def sizes(self, club: UUID | None) -> Iterator[tuple[UUID, UUID, int]]: ...

    def vanished(self, club: UUID | None) -> list[tuple[str, str, int]]: ...

    def damage(self) -> list[str]: ...

    def not_checked(self) -> str | None: ...


def vendor() -> Vendor:
    """The module with the log's SQL for this database."""
    return postgres if database().vendor == "postgresql" else sqlite
