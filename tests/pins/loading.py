"""A database of an older version, brought into the one that the tests run on, whichever that is."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model
from django.db.utils import ConnectionHandler

OLD = "old"
NEXT_POSITION = "SELECT setval(pg_get_serial_sequence('league_event', 'position'), max(position)) FROM league_event"
SQLITE = "django.db.backends.sqlite3"


def load(dump: Path) -> None:
    """Restores a dump to a SQLite file, migrates that to the newest migration, and copies every row of ours."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "old.sqlite3"
        with closing(sqlite3.connect(file)) as restored:
            restored.executescript(gzip.decompress(dump.read_bytes()).decode())
        with opened(file) as old:
            executor = MigrationExecutor(old)
            executor.migrate(executor.loader.graph.leaf_nodes())
            copy(old)


@contextmanager
def opened(file: Path) -> Iterator[BaseDatabaseWrapper]:
    """A connection to the file, which models can use under the name OLD."""
    databases = {name: {"ENGINE": SQLITE, "NAME": str(file)} for name in ("default", OLD)}
    connections[OLD] = ConnectionHandler(databases)[OLD]
    try:
        yield connections[OLD]
    finally:
        connections[OLD].close()
        del connections[OLD]


def copy(old: BaseDatabaseWrapper) -> None:
    """Copies the rows: of tables that Django manages by their models, the log's as they are."""
    models = list(apps.get_app_config("league").get_models(include_auto_created=True))
    managed = [model for model in models if model._meta.managed]
    for model in managed:
        model._base_manager.bulk_create(list(model._base_manager.using(OLD).all()))
    for model in models:
        if model not in managed:
            copy_as_it_is(old, model)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), managed):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            cursor.execute(NEXT_POSITION)


def copy_as_it_is(old: BaseDatabaseWrapper, model: type[Model]) -> None:
    """Copies a table of the log; each event keeps its position."""
    table = model._meta.db_table
    keeping = "OVERRIDING SYSTEM VALUE" if connection.vendor == "postgresql" else ""
    with old.cursor() as there, connection.cursor() as here:
        there.execute(f"SELECT * FROM {table} ORDER BY {model._meta.pk.column}")
        names = [column[0] for column in there.description]
        values = ", ".join(["%s"] * len(names))
        here.executemany(f"INSERT INTO {table} ({', '.join(names)}) {keeping} VALUES ({values})", there.fetchall())
