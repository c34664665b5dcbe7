"""The log's SQL on PostgreSQL: binary parameters and results on Django's own connection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec
import psycopg

from league.log import amcheck
from league.log.conflict import Conflict
from league.log.envelope import Chained, Envelope, Head, Imported, Row, Stored, identity
from league.log.raw import driver

APPEND = "SELECT league_append(%b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b, %b)"
TAKE_IN = """
INSERT INTO league_event (
    club, stream, kind, version, type, schema, data, command, actor, correlation, rules, recorded_at, hash, origin_club,
    origin_actor
) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
PUT_HEAD = """
INSERT INTO league_streamhead (club, stream, kind, version, hash) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (club, stream) DO UPDATE SET version = excluded.version, hash = excluded.hash
"""
LOCK_ORDER = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))"
LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtextextended(stream, 1)) FROM unnest(%s::text[]) AS stream"
LOCK_FREE = """
SELECT stream FROM unnest(%s::text[], %s::text[]) AS wanted (club, stream)
WHERE CASE
    WHEN pg_try_advisory_lock(hashtextextended(club, 0)) THEN
        pg_advisory_unlock(hashtextextended(club, 0)) AND pg_try_advisory_xact_lock(hashtextextended(stream, 1))
    ELSE false
END
"""
"""The order lock is given back: the last in a transaction to be taken, it is taken again by the append."""
COLUMNS = (
    "correlation::text, recorded_at, position, kind, version, type, schema, data::text, command::text, actor, rules,"
    " hash, origin_club, (SELECT coalesce(max(number), 0) FROM league_identity WHERE club_id = league_event.club)"
)
BEGIN_READING = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
SCAN = """
SELECT event.club::text, coalesce(event.origin_actor, event.actor),
    coalesce(event.origin_club, event.club)::text, event.command::text, event.correlation::text, event.data::text,
    event.kind,
    coalesce(to_char(event.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), event.recorded_at::text),
    event.rules, event.schema, event.stream::text, event.type, event.version, event.position, event.hash,
    head.kind, head.version, head.hash
FROM league_event AS event LEFT JOIN league_streamhead AS head USING (club, stream){}
ORDER BY event.club, event.stream, event.version
"""
SIZES = """
SELECT club, stream, version FROM league_streamhead{0}
UNION ALL (SELECT DISTINCT club, '00000000-0000-0000-0000-000000000000'::uuid, 0 FROM league_event{0})
ORDER BY club, stream
"""
VANISHED = """
SELECT head.club::text, head.stream::text, head.version FROM league_streamhead AS head
WHERE NOT EXISTS (SELECT FROM league_event AS event WHERE event.club = head.club AND event.stream = head.stream)
"""


def insert(parts: Sequence[Chained]) -> list[int]:
    """Appends under the order lock of each club; the positions, in order. Raises Conflict."""
    rows = [_parameters(part) for part in parts]
    with driver() as raw, psycopg.Cursor(raw) as cursor:
        try:
            if len(rows) == 1:
                [(positions,)] = cursor.execute(APPEND, rows[0], binary=True).fetchall()
                return list(positions)
            cursor.executemany(APPEND, rows, returning=True)
            return [position for result in cursor.results() for (positions,) in result for position in positions]
        except psycopg.errors.UniqueViolation as error:
            raise Conflict from error


def take_in(club: UUID, rows: Sequence[Imported], heads: Mapping[UUID, Head]) -> None:
    """Writes events that were recorded elsewhere, in their order, and moves the heads of their streams."""
    with driver() as raw, psycopg.Cursor(raw) as cursor:
        try:
            cursor.execute(LOCK_ORDER, (str(club),))
            cursor.executemany(PUT_HEAD, [(club, stream, *head) for stream, head in heads.items()])
            cursor.executemany(TAKE_IN, [_imported(club, row) for row in rows])
        except psycopg.errors.UniqueViolation as error:
            raise Conflict from error


def _imported(club: UUID, row: Imported) -> Sequence[Any]:
    envelope = row.envelope
    return (
        club,
        envelope.stream,
        envelope.kind,
        envelope.version,
        envelope.type,
        envelope.schema,
        bytes(envelope.data).decode(),
        None if envelope.command is None else bytes(envelope.command).decode(),
        row.actor,
        envelope.correlation,
        envelope.rules,
        envelope.recorded_at,
        row.hash,
        envelope.club,
        envelope.actor,
    )


def _parameters(part: Chained) -> Sequence[Any]:
    """The arguments of league_append.

    What differs by event goes as one text, a line an event: canonical JSON has no line feed, and a text is
    dumped and split far faster than an array of JSON.
    """
    batch = part.batch
    facts = batch.facts
    return (
        part.club,
        part.actor,
        part.correlation,
        batch.stream,
        batch.kind,
        batch.rules,
        batch.after,
        batch.previous_hash,
        part.recorded_at,
        "\n".join([fact.type for fact in facts]),
        "\n".join([str(fact.schema) for fact in facts]),
        b"\n".join([fact.data for fact in facts]).decode(),
        b"\n".join([fact.command or b"" for fact in facts]).decode(),
        "\n".join(part.hashes),
    )


LOAD = f"SELECT {COLUMNS} FROM league_event WHERE club = %b AND stream = %b AND version > %b ORDER BY version"


def load(club: UUID, stream: UUID, after: int) -> list[Stored]:
    """The events of a stream above version `after`."""
    return _stored(club, stream, _rows(LOAD, (club, stream, after)))


LOAD_ALL = f"""
SELECT {COLUMNS}, club::text, stream::text
FROM unnest(%b::uuid[], %b::uuid[], %b::bigint[]) AS wanted (of_club, of_stream, known), LATERAL (
    SELECT * FROM league_event WHERE club = of_club AND stream = of_stream AND version > known OFFSET 0
) AS league_event
ORDER BY stream, version
"""
"""OFFSET keeps each stream's search apart, in the index of its club's partition."""


def load_all(after: Mapping[tuple[UUID, UUID], int]) -> list[Stored]:
    """The events of many streams above a version of each, by stream, in order."""
    clubs, streams = zip(*after, strict=True) if after else ((), ())
    rows = _rows(LOAD_ALL, (list(clubs), list(streams), list(after.values())))
    return [Stored(identity(row[-2]), identity(row[-1]), identity(row[0]), *row[1:-2]) for row in rows]


def lock_and_load(club: UUID, after: Mapping[UUID, int]) -> dict[UUID, list[Stored]]:
    """Locks streams in their order, then reads the events of each above a version; all in one round trip.

    Each statement sees what was committed before it began: what is read, after the locks were taken.
    """
    with driver() as raw, raw.pipeline():
        psycopg.Cursor(raw).execute(LOCK_ALL, (list(map(str, after)),), binary=True)
        read = {
            stream: psycopg.Cursor(raw).execute(LOAD, (club, stream, after[stream]), binary=True) for stream in after
        }
        return {stream: _stored(club, stream, cursor.fetchall()) for stream, cursor in read.items()}


def _stored(club: UUID, stream: UUID, rows: Sequence[tuple[Any, ...]]) -> list[Stored]:
    return [Stored(club, stream, identity(row[0]), *row[1:]) for row in rows]


def feed(
    club: UUID, after: int, limit: int, stream: UUID | None, kind: str | None, types: Sequence[str] | None
) -> list[Stored]:
    """At most `limit` events of a club above position `after`, in order of position."""
    where = "club = %b AND position > %b"
    values: list[Any] = [club, after]
    for column, value in (("stream", stream), ("kind", kind)):
        if value is not None:
            where += f" AND {column} = %b"
            values.append(value)
    if types is not None:
        where += " AND type = ANY(%b)"
        values.append(list(types))
    query = f"SELECT {COLUMNS}, stream::text FROM league_event WHERE {where} ORDER BY position LIMIT %b"
    rows = _rows(query, (*values, limit))
    return [Stored(club, identity(row[-1]), identity(row[0]), *row[1:-1]) for row in rows]


def newest(club: UUID) -> int:
    """The position of a club's newest event; 0 without one."""
    query = "SELECT position FROM league_event WHERE club = %b ORDER BY position DESC LIMIT 1"
    rows = _rows(query, (club,))
    return int(rows[0][0]) if rows else 0


def newest_hash(club: UUID) -> str:
    """The hash of a club's newest event."""
    rows = _rows("SELECT hash FROM league_event WHERE club = %b ORDER BY position DESC LIMIT 1", (club,))
    return str(rows[0][0]) if rows else ""


def hashes(club: UUID, stream: UUID, other: UUID) -> tuple[str, ...]:
    """The hashes of the newest events of two streams."""
    query = "SELECT hash FROM league_streamhead WHERE club = %b AND stream IN (%b, %b) ORDER BY stream"
    return tuple(hash for (hash,) in _rows(query, (club, stream, other)))


def head(club: UUID, stream: UUID) -> Head | None:
    """Where a stream ends."""
    rows = _rows("SELECT kind, version, hash FROM league_streamhead WHERE club = %b AND stream = %b", (club, stream))
    return Head(*rows[0]) if rows else None


def lock(stream: UUID) -> None:
    """The stream's advisory lock, until the transaction ends."""
    _rows(LOCK, (str(stream),))


def wait_at_most(seconds: float) -> None:
    """To wait longer for a lock that others have is an error from now on, in this transaction."""
    _rows("SELECT set_config('lock_timeout', %s, true)", (str(round(seconds * 1000)),))


def lock_all(streams: Sequence[UUID]) -> None:
    """The advisory locks of streams, one after the other, until the transaction ends."""
    _rows(LOCK_ALL, (list(map(str, streams)),))


def lock_free(keys: Sequence[tuple[UUID, UUID]]) -> set[UUID]:
    """The advisory locks of streams that nobody has, of clubs whose order lock nobody has."""
    clubs, streams = ([str(id) for id in ids] for ids in zip(*keys, strict=True))
    return {UUID(stream) for (stream,) in _rows(LOCK_FREE, (clubs, streams))}


def scan(
    club: UUID | None, streams: Sequence[UUID] | None = None, between: tuple[UUID, UUID] | None = None
) -> Iterator[Row]:
    """All events, or one club's, stream by stream in order of version, read as they are needed.

    streams: only of these. between: only of streams from one id to the other, for one club.
    """
    where = "" if club is None else " WHERE event.club = %s"
    values: list[Any] = [] if club is None else [club]
    if streams is not None:
        where += " AND event.stream = ANY(%s)"
        values.append(list(streams))
    if between is not None:
        where += " AND event.stream BETWEEN %s AND %s"
        values += between
    with driver() as raw, psycopg.ServerCursor(raw, "league_scan") as cursor:
        cursor.itersize = 2000
        cursor.execute(SCAN.format(where), values)
        yield from map(_row, cursor)


def sizes(club: UUID | None) -> Iterator[tuple[UUID, UUID, int]]:
    """Club, id and version of each stream by its head, in order; with a stream of no event for each club in the log."""
    where, values = ("", ()) if club is None else (" WHERE club = %s", (club, club))
    with driver() as raw, psycopg.ServerCursor(raw, "league_sizes") as cursor:
        cursor.itersize = 2000
        cursor.execute(SIZES.format(where), values)
        yield from cursor


def _row(values: tuple[Any, ...]) -> Row:
    of_club, actor, club, command, correlation, data, *others = values[:13]
    raw = None if command is None else msgspec.Raw(command)
    envelope = Envelope(actor, club, raw, correlation, msgspec.Raw(data), *others)
    return Row(of_club, values[13], envelope, values[14], None if values[16] is None else Head(*values[15:18]))


def vanished(club: UUID | None) -> list[tuple[str, str, int]]:
    """Club, stream and version of the heads whose stream has no event at all."""
    where = "" if club is None else " AND head.club = %b"
    return _rows(VANISHED + where, () if club is None else (club,))


def damage() -> list[str]:
    """What PostgreSQL's own check, pg_amcheck, says is broken in the log's tables and their indexes."""
    return amcheck.damage()


def not_checked() -> str | None:
    """Why `damage` can't check anything, if that is so."""
    return amcheck.reason()


def _rows(query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with driver() as raw, psycopg.Cursor(raw) as cursor:
        return cursor.execute(query, values, binary=True).fetchall()
