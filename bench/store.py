"""`bench store`: the event store against raw SQL, bare sqlite3 and bulk_create, and what its order costs.

Every ratio is the median of interleaved slices, and more is better. "The product" is the whole path of a command's
events: transaction, canonical dump, hash chain, heads, guards and order lock. PostgreSQL commits durably
(synchronous_commit on) unless a line says otherwise; its server is started for the measurement. Where a commit
waits for a slow disk, all that wait alike, and a ratio goes towards 1.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from statistics import median
from uuid import uuid4

import psycopg
from django.db import connection

from bench.log import bounds, order
from bench.log.databases import release, use
from bench.log.events import CODEC, EVOLVE, Tricks, Writer
from bench.log.rivals import BareInsert, BulkCreate, RawInsert
from bench.log.slices import Figure, interleaved, ratio
from games.kernel import Event
from league.log import store
from league.log.store import Stored
from tests import servers

SIZES = (1, 10, 100)
RAW_LEVELS = {1: 0.40, 10: 0.45, 100: 1.0}
BULK_LEVELS = {10: 2.0, 100: 3.5}
SQLITE_LEVELS = {"FULL": 0.9, "NORMAL": 0.5}
STREAM_EVENTS = 1000


def main() -> None:
    """Prints the table; each line as soon as it is measured."""
    for figure in figures():
        print(figure.line(), flush=True)


def figures() -> Iterator[Figure]:
    """All measurements, SQLite first."""
    file = servers.new_folder() / "bench.sqlite3"
    use(f"sqlite:///{file}")
    yield from sqlite_appends(str(file))
    yield from reads("SQLite")
    yield from folding()
    server = servers.postgres(settings=())
    use(server.url)
    yield from postgres_appends(server.url)
    yield from reads("PostgreSQL")
    yield from order_lock()
    release()
    server.stop()


def sqlite_appends(file: str) -> Iterator[Figure]:
    """The product against bare sqlite3, and what its parts leave of that: no level above one of these can be reached.

    FULL depends on how long the disk takes for a commit, so that is printed too.
    """
    for synchronous, level in SQLITE_LEVELS.items():
        bare = sqlite3.connect(file, isolation_level=None)
        bare.execute(f"PRAGMA synchronous = {synchronous}")
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA synchronous = {synchronous}")
        for size in SIZES:
            parts = bounds.cases(bare, size)
            rates = interleaved({"product": Writer(uuid4(), size), "bare": BareInsert(bare, size), **parts})
            for part in parts:
                what = f"SQLite {synchronous}, append of {size}, bound: {part}"
                yield Figure(what, ratio(rates, part, "bare"))
            what = f"SQLite {synchronous}, append of {size}: product / bare sqlite3"
            yield Figure(what, ratio(rates, "product", "bare"), level)
            yield Figure(f"{what}: the product", median(rates["product"]) * size, unit="events/s")
            yield Figure(f"{what}: a bare commit takes", 1e6 / median(rates["bare"]), unit="us")
        bare.close()


def postgres_appends(url: str) -> Iterator[Figure]:
    """The product against a raw INSERT of many rows; and against bulk_create, without the disk's wait in both."""
    with psycopg.connect(url, autocommit=True) as raw:
        for size in SIZES:
            rates = interleaved({"product": Writer(uuid4(), size), "raw": RawInsert(raw, size)})
            what = f"PostgreSQL, append of {size}: product"
            yield Figure(f"{what} / raw INSERT", ratio(rates, "product", "raw"), RAW_LEVELS[size])
            yield Figure(what, median(rates["product"]) * size, unit="events/s")
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
    for size, level in BULK_LEVELS.items():
        rates = interleaved({"product": Writer(uuid4(), size), "bulk": BulkCreate(size)})
        what = f"PostgreSQL, synchronous_commit off, append of {size}: product / bulk_create"
        yield Figure(what, ratio(rates, "product", "bulk"), level)
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")


def reads(database: str) -> Iterator[Figure]:
    """Loading a long stream, decoded."""
    club = uuid4()
    writer = Writer(club, STREAM_EVENTS)
    writer()
    query = "SELECT * FROM league_event WHERE club = %s AND stream = %s ORDER BY version"
    ids = [key if connection.vendor == "postgresql" else key.hex for key in (club, writer.stream)]

    def select() -> None:
        with connection.cursor() as cursor:
            cursor.execute(query, ids)
            cursor.fetchall()

    def load() -> list[Stored]:
        return store.load(club, writer.stream)

    rates = interleaved({"load": lambda: decoded(load()), "select": select})
    what = f"{database}, load of {STREAM_EVENTS} events, decoded"
    yield Figure(f"{what} / Django's cursor, not decoded", ratio(rates, "load", "select"))
    yield Figure(what, median(rates["load"]) * STREAM_EVENTS, unit="events/s")


def decoded(rows: list[Stored]) -> list[Event]:
    """The events of rows."""
    return [CODEC.decode(row.type, row.schema, row.data) for row in rows]


def folding() -> Iterator[Figure]:
    """Decoding and folding alone, in the time of the CPU."""
    writer = Writer(uuid4(), STREAM_EVENTS)
    writer()
    rows = store.load(writer.club, writer.stream)
    rates = interleaved({"fold": lambda: fold(rows)}, time.process_time)["fold"]
    yield Figure("decode + fold, of CPU", median(rates) * STREAM_EVENTS, 1_000_000, unit="events/s")


def fold(rows: list[Stored]) -> Tricks:
    """A state from its events."""
    state = Tricks()
    for event in decoded(rows):
        EVOLVE[type(event)](state, event)  # type: ignore[arg-type]
    return state


def order_lock() -> Iterator[Figure]:
    """Four writing processes with the order lock and without it, and the reader that follows them."""
    order.make_unordered_append()
    rates = order.rates()
    for clubs, level in (("one club", 0.35), ("four clubs", 0.8)):
        what = f"PostgreSQL, four writers in {clubs}: order lock / none"
        yield Figure(what, ratio(rates, clubs, f"{clubs}, no lock"), level)
        yield Figure(f"{what}: with the lock", median(rates[clubs]), unit="commits/s")
    missed, written = order.missed(ordered=True)
    yield Figure(f"events missed by a follower of {written:,} of four writers", missed, 0, most=True, unit="events")
    missed, written = order.missed(ordered=False)
    yield Figure(f"the same of {written:,} without the lock", missed, unit="events")
