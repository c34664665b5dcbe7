"""The tables of a database, by its own migrations and not by today's models; their rows as JSON values and back."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from itertools import islice
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import AutoField, Field, JSONField, Model, TextField
from django.db.models.functions import Cast

from league.log.models import Event

LEFT_OUT = ("sessions.session", "axes.accessattempt", "axes.accessfailurelog", "axes.accesslog")
"""Log-ins end with a restore, and so do the counts of wrong passwords: nobody needs a copy of either."""
NUMBERED = {Event._meta.db_table: "position"}
"""Columns that the database numbers although Django does not know it."""
ROWS_AT_ONCE = 1_000

Node = tuple[str, str]
"""A migration: its app and its name."""


def newest_migrations(connection: BaseDatabaseWrapper) -> list[Node]:
    """The newest migration of each app that the database has, in the order of the apps."""
    loader = MigrationLoader(connection)
    has = {node for node in loader.applied_migrations if node[0] in loader.migrated_apps}
    older = {
        (parent.key[0], parent.key[1]) for node in has & set(loader.graph.nodes) for parent in _parents(loader, node)
    }
    return sorted(has - older)


def _parents(loader: MigrationLoader, node: Node) -> list[Any]:
    """The migrations of the same app on which this one is built."""
    return [parent for parent in loader.graph.node_map[node].parents if parent.key[0] == node[0]]


def unknown(connection: BaseDatabaseWrapper, nodes: Iterable[Node]) -> list[Node]:
    """Those of the migrations that this version of the product does not have."""
    known = MigrationLoader(connection).graph.nodes
    return [node for node in nodes if node not in known]


def models_at(connection: BaseDatabaseWrapper, nodes: Iterable[Node]) -> list[type[Model]]:
    """The models as these migrations leave them, without those that no backup holds; by the names of their tables."""
    found = MigrationLoader(connection).project_state(list(nodes)).apps.get_models(include_auto_created=True)
    kept = [model for model in found if model._meta.label_lower not in LEFT_OUT]
    return sorted(kept, key=lambda model: model._meta.db_table)


def fields_of(model: type[Model]) -> list[Field[Any, Any]]:
    """The fields with a column of their own."""
    return list(model._meta.concrete_fields)


def rows_of(model: type[Model]) -> Generator[Sequence[Any]]:
    """All rows, in the order of their keys, read as they are needed. JSON comes as the text that is stored."""
    columns = [Cast(field.attname, TextField()) if _is_json(field) else field.attname for field in fields_of(model)]
    key = NUMBERED.get(model._meta.db_table, "pk")
    yield from model._base_manager.order_by(key).values_list(*columns).iterator(chunk_size=ROWS_AT_ONCE)


def insert(connection: BaseDatabaseWrapper, model: type[Model], columns: Sequence[str], rows: Iterable[Any]) -> None:
    """Writes rows with the values that `rows_of` gave, turned to JSON and back."""
    by_column = {field.column: field for field in fields_of(model)}
    fields = [by_column[column] for column in columns]
    values = ([_prepared(connection, *pair) for pair in zip(fields, row, strict=True)] for row in rows)
    quote = connection.ops.quote_name
    into = f"{quote(model._meta.db_table)} ({', '.join(map(quote, columns))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in values:
                    copy.write_row(row)
        else:
            statement = f"INSERT INTO {into} VALUES ({', '.join(['%s'] * len(columns))})"  # noqa: S608
            while some := list(islice(values, ROWS_AT_ONCE)):
                cursor.executemany(statement, some)


def _prepared(connection: BaseDatabaseWrapper, field: Field[Any, Any], value: Any) -> Any:
    return value if _is_json(field) else field.get_db_prep_save(field.to_python(value), connection)


def _is_json(field: Field[Any, Any]) -> bool:
    return isinstance(field, JSONField)


def numbered_column(model: type[Model]) -> str | None:
    """The column that the database numbers, if there is one."""
    key = model._meta.pk
    return key.column if isinstance(key, AutoField) else NUMBERED.get(model._meta.db_table)


def last_number(connection: BaseDatabaseWrapper, table: str, column: str) -> int:
    """The last number that the database has given, also to a row that is gone; 0 for none."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_sequence_last_value(pg_get_serial_sequence(%s, %s)::regclass)", [table, column])
        else:
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    return int(row[0] or 0) if row else 0


def go_on_after(connection: BaseDatabaseWrapper, table: str, column: str, number: int) -> None:
    """The next row gets a number above `number`."""
    if number == 0:
        return
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT setval(pg_get_serial_sequence(%s, %s), %s)", [table, column, number])
        else:
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])


def count(model: type[Model]) -> int:
    """The number of rows."""
    return int(model._base_manager.count())
