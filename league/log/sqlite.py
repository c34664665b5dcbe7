"""The log's SQL on SQLite: one writer at a time, so order needs no lock.

SQLite's own busy handler lets some writers wait very long; a lock file serves them in turn.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec

from league.log.conflict import Conflict
from league.log.envelope import Chained, Envelope, Head, Row, Stored, identity, time_text
from league.log.raw import driver

TAKEN = {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_TRIGGER"}
INSERT = (
    "INSERT INTO league_event (club, stream, kind, version, type, schema, data, command, actor, correlation, rules,"
    " recorded_at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
BEGIN_HEAD = "INSERT INTO league_streamhead (club, stream, kind, version, hash) VALUES (?, ?, ?, ?, ?)"
MOVE_HEAD = (
    "UPDATE league_streamhead SET version = ?, hash = ? WHERE club = ? AND stream = ? AND version = ? AND hash = ?"
)
COLUMNS = "correlation, recorded_at, position, kind, version, type, schema, data, command, actor, rules, hash"
BEGIN_READING = "BEGIN DEFERRED"
SCAN = """
SELECT event.actor, event.club, event.command, event.correlation, event.data, event.kind, event.recorded_at,
    event.rules, event.schema, event.stream, event.type, event.version, event.position, event.hash,
    head.kind, head.version, head.hash
FROM league_event AS event LEFT JOIN league_streamhead AS head USING (club, stream){}
ORDER BY event.club, event.stream, event.version
"""
VANISHED = """
SELECT head.club, head.stream, head.version FROM league_streamhead AS head
WHERE NOT EXISTS (SELECT 1 FROM league_event AS event WHERE event.club = head.club AND event.stream = head.stream)
"""
_held = threading.local()


@contextmanager
def queued(database: str) -> Iterator[None]:
    """Waits for the turn to write to the database file, across threads and processes; once per thread.

    A killed process gives its turn back. A database in memory has no file and no queue.
    """
    if ":memory:" in database or "mode=memory" in database or getattr(_held, "database", None) == database:
        yield
        return
    file = os.open(f"{database}.queue", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        _held.database = database
        yield
    finally:
        _held.database = None
        fcntl.flock(file, fcntl.LOCK_UN)  # a process forked meanwhile holds the file open as well
        os.close(file)


def insert(club: UUID, actor: str, correlation: UUID, parts: Sequence[Chained]) -> list[int]:
    """Appends; the positions, in order. Raises Conflict."""
    rows = [row for part in parts for row in _parameters(club, actor, correlation, part)]
    with driver() as raw:
        try:
            for part in parts:
                _move_head(raw, club.hex, part)
            raw.executemany(INSERT, rows)
            last = raw.execute("SELECT last_insert_rowid()").fetchone()[0]
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorname in TAKEN:
                raise Conflict from error
            raise
    return list(range(last - len(rows) + 1, last + 1))


def _move_head(raw: sqlite3.Connection, club: str, part: Chained) -> None:
    batch, stream = part.batch, part.batch.stream.hex
    version, digest = batch.after + len(batch.facts), part.hashes[-1]
    if batch.after == 0:
        raw.execute(BEGIN_HEAD, (club, stream, batch.kind, version, digest))
    elif not raw.execute(MOVE_HEAD, (version, digest, club, stream, batch.after, batch.previous_hash)).rowcount:
        raise Conflict


def _parameters(club: UUID, actor: str, correlation: UUID, part: Chained) -> Iterator[Sequence[Any]]:
    batch = part.batch
    ids = club.hex, batch.stream.hex, correlation.hex
    recorded_at = str(part.recorded_at.replace(tzinfo=None))
    for version, (fact, digest) in enumerate(zip(batch.facts, part.hashes, strict=True), batch.after + 1):
        yield (
            ids[0],
            ids[1],
            batch.kind,
            version,
            fact.type,
            fact.schema,
            fact.data.decode(),
            None if fact.command is None else fact.command.decode(),
            actor,
            ids[2],
            batch.rules,
            recorded_at,
            digest,
        )


def load(club: UUID, stream: UUID, after: int) -> list[Stored]:
    """The events of a stream above version `after`."""
    query = f"SELECT {COLUMNS} FROM league_event WHERE club = ? AND stream = ? AND version > ? ORDER BY version"
    rows = _rows(query, (club.hex, stream.hex, after))
    return [Stored(club, stream, identity(row[0]), _read_time(row[1]), *row[2:]) for row in rows]


def feed(
    club: UUID, after: int, limit: int, stream: UUID | None, kind: str | None, types: Sequence[str] | None
) -> list[Stored]:
    """At most `limit` events of a club above position `after`, in order of position."""
    where = "club = ? AND position > ?"
    values: list[Any] = [club.hex, after]
    for column, value in (("stream", stream and stream.hex), ("kind", kind)):
        if value is not None:
            where += f" AND {column} = ?"
            values.append(value)
    if types is not None:
        where += f" AND type IN ({', '.join('?' * len(types))})"
        values.extend(types)
    query = f"SELECT {COLUMNS}, stream FROM league_event WHERE {where} ORDER BY position LIMIT ?"
    rows = _rows(query, (*values, limit))
    return [Stored(club, identity(row[-1]), identity(row[0]), _read_time(row[1]), *row[2:-1]) for row in rows]


def newest(club: UUID) -> int:
    """The position of a club's newest event; 0 without one."""
    query = "SELECT position FROM league_event WHERE club = ? ORDER BY position DESC LIMIT 1"
    rows = _rows(query, (club.hex,))
    return int(rows[0][0]) if rows else 0


def head(club: UUID, stream: UUID) -> Head | None:
    """Where a stream ends."""
    query = "SELECT kind, version, hash FROM league_streamhead WHERE club = ? AND stream = ?"
    rows = _rows(query, (club.hex, stream.hex))
    return Head(*rows[0]) if rows else None


def lock(stream: UUID) -> None:
    """Nothing: a transaction that writes is alone (IMMEDIATE)."""


def lock_all(streams: Sequence[UUID]) -> None:
    """Nothing, as `lock`."""


def scan(club: UUID | None) -> Iterator[Row]:
    """All events, or one club's, stream by stream in order of version, read as they are needed."""
    where = "" if club is None else " WHERE event.club = ?"
    with driver() as raw:
        usual, raw.text_factory = raw.text_factory, _any_text
        try:
            for values in raw.execute(SCAN.format(where), () if club is None else (club.hex,)):
                yield _row(values)
        finally:
            raw.text_factory = usual


def _row(values: tuple[Any, ...]) -> Row:
    actor, club, command, correlation, data, kind, time, rules, schema, stream, type, version = values[:12]
    envelope = Envelope(
        actor=actor,
        club=_hyphened(club),
        command=None if command is None else msgspec.Raw(command),
        correlation=_hyphened(correlation),
        data=msgspec.Raw(data),
        kind=kind,
        recorded_at=_hashed_time(time),
        rules=rules,
        schema=schema,
        stream=_hyphened(stream),
        type=type,
        version=version,
    )
    return Row(values[12], envelope, values[13], None if values[15] is None else Head(*values[14:17]))


def _any_text(stored: bytes) -> str:
    """Text, whatever bytes were put there."""
    return stored.decode(errors="backslashreplace")


def _hyphened(key: str) -> str:
    return f"{key[:8]}-{key[8:12]}-{key[12:16]}-{key[16:20]}-{key[20:]}"


def _hashed_time(stored: str) -> str:
    """The time as it is hashed; as it stands, if that is not how this module writes a time."""
    try:
        at = datetime.fromisoformat(stored)
    except ValueError:
        return stored
    return time_text(at.replace(tzinfo=UTC)) if str(at) == stored else stored


def vanished(club: UUID | None) -> list[tuple[str, str, int]]:
    """Club, stream and version of the heads whose stream has no event at all."""
    where = "" if club is None else " AND head.club = ?"
    rows = _rows(VANISHED + where, () if club is None else (club.hex,))
    return [(_hyphened(of_club), _hyphened(stream), version) for of_club, stream, version in rows]


def damage() -> list[str]:
    """What SQLite itself says is broken in the log's tables and their indexes."""
    tables = ("league_event", "league_streamhead")
    said = [row[0] for table in tables for row in _rows(f"PRAGMA integrity_check({table})", ())]
    return [line for line in said if line != "ok"]


@lru_cache(256)
def _read_time(stored: str) -> datetime:
    return datetime.fromisoformat(stored).replace(tzinfo=UTC)


def _rows(query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with driver() as raw:
        return list(raw.execute(query, values))
