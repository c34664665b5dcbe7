"""The log's SQL on SQLite: one writer at a time, so order needs no lock.

SQLite's own busy handler lets some writers wait very long; a lock file serves them in turn.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import msgspec
from django.db import DatabaseError, OperationalError

from league.log import file_lock
from league.log.conflict import Conflict
from league.log.envelope import Chained, Envelope, Head, Imported, Row, Stored, identity, time_text
from league.log.raw import driver

TAKEN = {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_TRIGGER"}
INSERT = (
    "INSERT INTO league_event (club, stream, kind, version, type, schema, data, command, actor, correlation, rules,"
    " recorded_at, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
TAKE_IN = (
    "INSERT INTO league_event (club, stream, kind, version, type, schema, data, command, actor, correlation, rules,"
    " recorded_at, hash, origin_club, origin_actor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
RAISE_HEAD = "UPDATE league_streamhead SET version = ?, hash = ? WHERE club = ? AND stream = ? AND kind = ?"
BEGIN_HEAD = "INSERT INTO league_streamhead (club, stream, kind, version, hash) VALUES (?, ?, ?, ?, ?)"
MOVE_HEAD = (
    "UPDATE league_streamhead SET version = ?, hash = ? WHERE club = ? AND stream = ? AND version = ? AND hash = ?"
)
COLUMNS = (
    "correlation, recorded_at, position, kind, version, type, schema, data, command, actor, rules, hash, origin_club,"
    " (SELECT coalesce(max(number), 0) FROM league_identity WHERE club_id = league_event.club)"
)
LOAD_ALL = f"""
SELECT {COLUMNS}, club, stream
FROM (
    SELECT json_extract(value, '$[0]') AS of_club, json_extract(value, '$[1]') AS of_stream,
        json_extract(value, '$[2]') AS known
    FROM json_each(?)
) CROSS JOIN league_event
WHERE club = of_club AND stream = of_stream AND version > known
ORDER BY stream, version
"""
"""CROSS JOIN looks each stream up in the index, instead of the log's events in the list."""
BEGIN_READING = "BEGIN DEFERRED"
SCAN = """
SELECT event.club, coalesce(event.origin_actor, event.actor), coalesce(event.origin_club, event.club), event.command,
    event.correlation, event.data, event.kind, event.recorded_at, event.rules, event.schema, event.stream, event.type,
    event.version, event.position, event.hash,
    head.kind, head.version, head.hash
FROM league_event AS event LEFT JOIN league_streamhead AS head USING (club, stream){}
ORDER BY event.club, event.stream, event.version
"""
SIZES = """
SELECT club, stream, version FROM league_streamhead{0}
UNION ALL SELECT DISTINCT club, '00000000000000000000000000000000', 0 FROM league_event{0}
ORDER BY 1, 2
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
    file = os.open(f"{database}.queue", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        file_lock.lock(file)
        _held.database = database
        yield
    finally:
        _held.database = None
        file_lock.unlock(file)
        os.close(file)


def insert(parts: Sequence[Chained]) -> list[int]:
    """Appends; the positions, in order. Raises Conflict."""
    rows = [row for part in parts for row in _parameters(part)]
    with driver() as raw:
        try:
            for part in parts:
                _move_head(raw, part)
            raw.executemany(INSERT, rows[:-1])
            last = raw.execute(INSERT, rows[-1]).lastrowid
        except sqlite3.IntegrityError as error:
            if error.sqlite_errorname in TAKEN:
                raise Conflict from error
            raise
    return list(range(last - len(rows) + 1, last + 1))


def take_in(club: UUID, rows: Sequence[Imported], heads: Mapping[UUID, Head]) -> None:
    """Writes events that were recorded elsewhere, in their order, and moves the heads of their streams."""
    with driver() as raw:
        for stream, head in heads.items():
            values = (club.hex, stream.hex, *head)
            moved = raw.execute(RAISE_HEAD, (head.version, head.hash, club.hex, stream.hex, head.kind))
            if not moved.rowcount:
                raw.execute(BEGIN_HEAD, values)
        raw.executemany(TAKE_IN, (_imported(club, row) for row in rows))


def _imported(club: UUID, row: Imported) -> Sequence[Any]:
    envelope = row.envelope
    return (
        club.hex,
        UUID(envelope.stream).hex,
        envelope.kind,
        envelope.version,
        envelope.type,
        envelope.schema,
        bytes(envelope.data).decode(),
        None if envelope.command is None else bytes(envelope.command).decode(),
        row.actor,
        UUID(envelope.correlation).hex,
        envelope.rules,
        str(datetime.fromisoformat(envelope.recorded_at).replace(tzinfo=None)),
        row.hash,
        UUID(envelope.club).hex,
        envelope.actor,
    )


def _move_head(raw: sqlite3.Connection, part: Chained) -> None:
    batch, club, stream = part.batch, part.club.hex, part.batch.stream.hex
    version, digest = batch.after + len(batch.facts), part.hashes[-1]
    if batch.after == 0:
        raw.execute(BEGIN_HEAD, (club, stream, batch.kind, version, digest))
    elif not raw.execute(MOVE_HEAD, (version, digest, club, stream, batch.after, batch.previous_hash)).rowcount:
        raise Conflict


def _parameters(part: Chained) -> Iterator[Sequence[Any]]:
    batch, actor = part.batch, part.actor
    ids = part.club.hex, batch.stream.hex, part.correlation.hex
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
    return [_stored(club, stream, row) for row in rows]


def load_all(after: Mapping[tuple[UUID, UUID], int]) -> list[Stored]:
    """The events of many streams above a version of each, by stream, in order."""
    wanted = [(club.hex, stream.hex, version) for (club, stream), version in after.items()]
    rows = _rows(LOAD_ALL, (msgspec.json.encode(wanted).decode(),))
    return [_stored(identity(row[-2]), identity(row[-1]), row[:-2]) for row in rows]


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
    return [_stored(club, identity(row[-1]), row[:-1]) for row in rows]


def _stored(club: UUID, stream: UUID, row: Sequence[Any]) -> Stored:
    origin, people = row[-2:]
    columns = (*row[2:-2], None if origin is None else identity(origin), people)
    return Stored(club, stream, identity(row[0]), _read_time(row[1]), *columns)


def newest(club: UUID) -> int:
    """The position of a club's newest event; 0 without one."""
    query = "SELECT position FROM league_event WHERE club = ? ORDER BY position DESC LIMIT 1"
    rows = _rows(query, (club.hex,))
    return int(rows[0][0]) if rows else 0


def newest_hash(club: UUID) -> str:
    """The hash of a club's newest event."""
    rows = _rows("SELECT hash FROM league_event WHERE club = ? ORDER BY position DESC LIMIT 1", (club.hex,))
    return str(rows[0][0]) if rows else ""


def hashes(club: UUID, stream: UUID, other: UUID) -> tuple[str, ...]:
    """The hashes of the newest events of two streams."""
    query = "SELECT hash FROM league_streamhead WHERE club = ? AND stream IN (?, ?) ORDER BY stream"
    return tuple(hash for (hash,) in _rows(query, (club.hex, stream.hex, other.hex)))


def head(club: UUID, stream: UUID) -> Head | None:
    """Where a stream ends."""
    query = "SELECT kind, version, hash FROM league_streamhead WHERE club = ? AND stream = ?"
    rows = _rows(query, (club.hex, stream.hex))
    return Head(*rows[0]) if rows else None


def lock(stream: UUID) -> None:
    """Nothing: a transaction that writes is alone (IMMEDIATE)."""


def lock_all(streams: Sequence[UUID]) -> None:
    """Nothing, as `lock`."""


def lock_free(keys: Sequence[tuple[UUID, UUID]]) -> set[UUID]:
    """All of them, as `lock`."""
    return {stream for _, stream in keys}


def lock_and_load(club: UUID, after: Mapping[UUID, int]) -> dict[UUID, list[Stored]]:
    """The events of streams above a version of each."""
    return {stream: load(club, stream, version) for stream, version in after.items()}


def scan(
    club: UUID | None, streams: Sequence[UUID] | None = None, between: tuple[UUID, UUID] | None = None
) -> Iterator[Row]:
    """All events, or one club's, stream by stream in order of version, read as they are needed.

    streams: only of these. between: only of streams from one id to the other, for one club.
    """
    where = "" if club is None else " WHERE event.club = ?"
    values = [] if club is None else [club.hex]
    if streams is not None:
        where += f" AND event.stream IN ({', '.join('?' * len(streams))})"
        values += [stream.hex for stream in streams]
    if between is not None:
        where += " AND event.stream BETWEEN ? AND ?"
        values += [stream.hex for stream in between]
    with driver() as raw:
        usual, raw.text_factory = raw.text_factory, _any_text
        try:
            for row in raw.execute(SCAN.format(where), values):
                yield _row(row)
        finally:
            raw.text_factory = usual


def sizes(club: UUID | None) -> Iterator[tuple[UUID, UUID, int]]:
    """Club, id and version of each stream by its head, in order; with a stream of no event for each club in the log."""
    where, values = ("", ()) if club is None else (" WHERE club = ?", (club.hex, club.hex))
    with driver() as raw:
        for of_club, stream, version in raw.execute(SIZES.format(where), values):
            yield identity(of_club), UUID(stream), version


def _row(values: tuple[Any, ...]) -> Row:
    of_club, actor, club, command, correlation, data, kind, time, rules, schema, stream, type, version = values[:13]
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
    head = None if values[16] is None else Head(*values[15:18])
    return Row(_hyphened(of_club), values[13], envelope, values[14], head)


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
    """What SQLite itself says is broken in the file; of one that is so damaged that it can't be checked, its error."""
    try:
        return [line for (line,) in _rows("PRAGMA integrity_check", ()) if line != "ok"]
    except DatabaseError as error:
        if isinstance(error, OperationalError):
            raise
        return [str(error)]


def not_checked() -> str | None:
    """Nothing: SQLite always has its check."""
    return None


@lru_cache(256)
def _read_time(stored: str) -> datetime:
    return datetime.fromisoformat(stored).replace(tzinfo=UTC)


def _rows(query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with driver() as raw:
        return list(raw.execute(query, values))
