"""The log's tables for reading. Their SQL is in the migration `0002_log`; nothing is written through these."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler


class JsonText(models.JSONField):
    """JSON kept as the very text that was stored; read as its value."""

    def select_format(self, compiler: SQLCompiler, sql: str, params: Any) -> tuple[str, Any]:
        """Asks PostgreSQL for the text, as every other database gives it."""
        return (f"({sql})::text" if compiler.connection.vendor == "postgresql" else sql), params

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        """`json` keeps the bytes, `jsonb` does not."""
        return "json" if connection.vendor == "postgresql" else "text"


class Event(models.Model):
    """An event of the log, `league.log.store.Stored`.

    origin_club, origin_actor: of an imported event, the club and the actor that were hashed.
    """

    position = models.BigIntegerField(primary_key=True)
    club = models.UUIDField()
    stream = models.UUIDField()
    kind = models.TextField()
    version = models.IntegerField()
    type = models.TextField()
    schema = models.SmallIntegerField()
    data = JsonText()
    command = JsonText(null=True)
    actor = models.TextField()
    correlation = models.UUIDField()
    rules = models.TextField()
    recorded_at = models.DateTimeField()
    hash = models.TextField()
    origin_club = models.UUIDField(null=True)
    origin_actor = models.TextField(null=True)  # noqa: DJ001 - null for what was recorded here

    class Meta:
        app_label = "league"
        db_table = "league_event"
        managed = False
        ordering = ("position",)

    def __str__(self) -> str:
        return f"{self.position} {self.type}"


class StreamHead(models.Model):
    """Where a stream ends, kept apart from its events."""

    stream = models.UUIDField(primary_key=True)
    club = models.UUIDField()
    kind = models.TextField()
    version = models.IntegerField()
    hash = models.TextField()

    class Meta:
        app_label = "league"
        db_table = "league_streamhead"
        managed = False

    def __str__(self) -> str:
        return f"{self.kind} {self.stream} at {self.version}"
