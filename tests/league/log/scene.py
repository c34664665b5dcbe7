"""What the tests of the log write: one made-up event, in as many streams as a scene needs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from games.codec import Codec, canonical
from games.kernel import Event
from league.log import store
from league.log.store import Batch, Fact, Stored

NOON = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)


class Noted(Event, frozen=True):
    """A number was noted."""

    type = "probe.noted"
    n: int


decode = Codec([Noted]).decode


def notes(*numbers: int) -> list[Fact]:
    """A fact for each number; the first one carries the command."""
    facts = [Fact(Noted.type, Noted.schema, canonical(Noted(n=n))) for n in numbers]
    first = facts[0]
    return [Fact(first.type, first.schema, first.data, b'{"type":"note"}'), *facts[1:]]


def batch(stream: UUID, facts: Sequence[Fact], last: Stored | None = None, kind: str = "game") -> Batch:
    """`facts` behind the event `last` of the stream."""
    if last is None:
        return Batch(stream, kind, "probe/1", 0, "", None, facts)
    return Batch(stream, kind, "probe/1", last.version, last.hash, last.recorded_at, facts)


def write(club: UUID, *batches: Batch, at: datetime = NOON, actor: str = "clock") -> list[Stored]:
    """One committed append."""
    with store.writing():
        return store.append(club, batches, actor=actor, correlation=uuid4(), at=at)


def stream_of(club: UUID, events: int = 3) -> list[Stored]:
    """A new stream with as many events, noted 1, 2, 3, ... in one append."""
    return write(club, batch(uuid4(), notes(*range(1, events + 1))))


def sql(statement: str, *values: Any) -> int:
    """Runs a statement past the store; how many rows it touched."""
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return int(cursor.rowcount)


def id_value(key: UUID) -> Any:
    """An id as this database holds it."""
    return key if connection.vendor == "postgresql" else key.hex


def guards_off() -> None:
    """Takes the triggers away until the test's transaction is rolled back."""
    if connection.vendor == "postgresql":
        for table in ("league_event", "league_streamhead"):
            sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'league_%%'")
        names = [row[0] for row in cursor.fetchall()]
    assert names
    for name in names:
        sql(f"DROP TRIGGER {name}")
