"""What an append on SQLite has to pay for, part by part: how much of bare sqlite3's speed each leaves.

| part | why it is there |
| --- | --- |
| guard and head | the guard refuses to replace an event, the head shows a cut tail: SQL alone, by bare sqlite3 |
| and Django's transaction | rows of other tables are written in it, and calls wait for its commit: otherwise empty |
| and dump, hash and result | the events as JSON, their chain, and what was stored: the product without its queues |
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from uuid import uuid4

from django.db import connection, transaction

from bench.log.events import ACTOR, KIND, NOW, RULES, SCHEMA, CardPlayed, Writer, events
from bench.log.rivals import HASH
from games.codec import canonical
from league.log import sqlite


class LogRows:
    """Writes rows that were made before into the log's own tables, and moves the head of their stream."""

    def __init__(self, size: int) -> None:
        self.ids = uuid4().hex, uuid4().hex, uuid4().hex
        self.data = [canonical(event).decode() for event in events(size)]
        self.version = 0

    def write(self, raw: sqlite3.Connection) -> None:
        """One append, in the caller's transaction."""
        club, stream, correlation = self.ids
        before, self.version = self.version, self.version + len(self.data)
        at = str(NOW.replace(tzinfo=None))
        rows = [
            (club, stream, KIND, version, CardPlayed.type, SCHEMA, data, None, ACTOR, correlation, RULES, at, HASH)
            for version, data in enumerate(self.data, before + 1)
        ]
        if before:
            raw.execute(sqlite.MOVE_HEAD, (self.version, HASH, club, stream, before, HASH))
        else:
            raw.execute(sqlite.BEGIN_HEAD, (club, stream, KIND, self.version, HASH))
        raw.executemany(sqlite.INSERT, rows)


def cases(bare: sqlite3.Connection, size: int) -> Mapping[str, Callable[[], None]]:
    """A commit of each part and those before it, by name."""
    rows, in_django, product = LogRows(size), LogRows(size), Writer(uuid4(), size)

    def guard_and_head() -> None:
        bare.execute("BEGIN IMMEDIATE")
        rows.write(bare)
        bare.execute("COMMIT")

    def transaction_too() -> None:
        with transaction.atomic():
            in_django.write(connection.connection)

    def hash_too() -> None:
        with transaction.atomic():
            product.append()

    return {
        "guard and head": guard_and_head,
        "and Django's transaction": transaction_too,
        "and dump, hash and result": hash_too,
    }
