"""What the store is measured against: the same rows into the same columns, without hash, heads, order or guard."""

from __future__ import annotations

import sqlite3
from functools import cache
from itertools import count
from typing import Any
from uuid import UUID, uuid4

import msgspec
import psycopg
from django.apps.registry import Apps
from django.db import models, transaction

from bench.log.events import ACTOR, KIND, NOW, RULES, SCHEMA, CardPlayed, events
from games.codec import canonical
from league.log.models import JsonText

COLUMNS = "club, stream, kind, version, type, schema, data, actor, correlation, rules, recorded_at, hash"
HASH = "0" * 64


class RawInsert:
    """One INSERT of many rows by psycopg, in a commit of its own; the rows were made before."""

    def __init__(self, connection: psycopg.Connection[Any], size: int) -> None:
        places = ", ".join(["%s"] * len(COLUMNS.split(", ")))
        self.connection = connection
        self.query = f"INSERT INTO bench_event ({COLUMNS}) VALUES {', '.join([f'({places})'] * size)}"
        self.ids: tuple[UUID, UUID, UUID] = (uuid4(), uuid4(), uuid4())
        self.data = [canonical(event).decode() for event in events(size)]
        self.versions = count(1)

    def __call__(self) -> None:
        """One commit."""
        club, stream, correlation = self.ids
        values: list[object] = []
        for data in self.data:
            values += (club, stream, KIND, next(self.versions), CardPlayed.type, SCHEMA, data)
            values += (ACTOR, correlation, RULES, NOW, HASH)
        self.connection.execute(self.query, values)


class BareInsert:
    """The `executemany` of sqlite3 in a transaction; the rows were made before."""

    QUERY = f"INSERT INTO bench_event ({COLUMNS}) VALUES ({', '.join('?' * 12)})"

    def __init__(self, connection: sqlite3.Connection, size: int) -> None:
        self.connection = connection
        self.ids = uuid4().hex, uuid4().hex, uuid4().hex
        self.data = [canonical(event).decode() for event in events(size)]
        self.versions = count(1)

    def __call__(self) -> None:
        """One commit."""
        club, stream, correlation = self.ids
        at = str(NOW.replace(tzinfo=None))
        rows = [
            (club, stream, KIND, version, CardPlayed.type, SCHEMA, data, ACTOR, correlation, RULES, at, HASH)
            for version, data in zip(self.versions, self.data, strict=False)
        ]
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.executemany(self.QUERY, rows)
        self.connection.execute("COMMIT")


@cache
def row_model() -> type[models.Model]:
    """A Django model of the table, of no app."""

    class Row(models.Model):
        position = models.BigAutoField(primary_key=True)
        club = models.UUIDField()
        stream = models.UUIDField()
        kind = models.TextField()
        version = models.IntegerField()
        type = models.TextField()
        schema = models.SmallIntegerField()
        data = JsonText()
        actor = models.TextField()
        correlation = models.UUIDField()
        rules = models.TextField()
        recorded_at = models.DateTimeField()
        hash = models.TextField()

        class Meta:
            apps = Apps()
            app_label = "bench"
            db_table = "bench_event"

        def __str__(self) -> str:
            return str(self.position)

    return Row


class BulkCreate:
    """Django's bulk_create, in a transaction."""

    def __init__(self, size: int) -> None:
        self.ids = {"club": uuid4(), "stream": uuid4(), "correlation": uuid4()}
        self.same = {"kind": KIND, "type": CardPlayed.type, "schema": SCHEMA, "actor": ACTOR, "rules": RULES}
        self.data = [msgspec.to_builtins(event) for event in events(size)]
        self.versions = count(1)

    def __call__(self) -> None:
        """One commit."""
        model = row_model()
        with transaction.atomic():
            model._default_manager.bulk_create(
                model(**self.ids, **self.same, version=next(self.versions), data=data, recorded_at=NOW, hash=HASH)
                for data in self.data
            )
