"""Temporary copies of derived tables, which hide the live ones from this connection, and the swap of their rows.

Both databases look for a table among the connection's temporary ones first. So while the copies have the names of the
live tables, whatever this connection reads and writes through models is theirs; nobody else sees them, and they are
gone with the connection, however it ends. Copies have no foreign keys, and count ids of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import AutoField, Field, Model

BUILT = "built_"
"""Put before the name of a copy that hides its table no longer."""
DIFFERING = "differing_"
"""Put before the name of a table with the keys of the rows that differ."""
HEADS = "heads_before"
HEADS_NOW = "SELECT stream, hash FROM league_streamhead WHERE club = %s"
REFERENCES = re.compile(r' REFERENCES "\w+" \("\w+"\)(?: ON DELETE \w+)?(?: DEFERRABLE INITIALLY DEFERRED)?')
AT_ONCE = 500
Rows = Sequence[tuple[Any, ...]]


def make(models: Sequence[type[Model]]) -> None:
    """Hides the models' tables behind empty copies."""
    for model in models:
        for statement in _statements(model._meta.db_table):
            _run(statement)
    _forget_plans()


def fill(model: type[Model], club: UUID) -> None:
    """Fills a copy with the live rows of a club."""
    _run(
        f"INSERT INTO {_temporary(model._meta.db_table)} SELECT * FROM {live(model)} WHERE {_of_club(model)}", _id(club)
    )


def note_heads(club: UUID) -> None:
    """Notes where the streams of a club end now."""
    _run(f"CREATE TEMPORARY TABLE {HEADS} AS {HEADS_NOW}", _id(club))


def grown(club: UUID) -> Iterator[UUID]:
    """The streams that have grown since their heads were noted."""
    newer = f"SELECT stream FROM ({HEADS_NOW} EXCEPT SELECT stream, hash FROM {HEADS}) AS newer"
    for (stream,) in _rows(newer, _id(club)):
        yield stream if isinstance(stream, UUID) else UUID(stream)


def unhide(models: Sequence[type[Model]]) -> None:
    """Gives the models their live tables back; the copies are kept under names of their own."""
    for model in models:
        _run(f"ALTER TABLE {_temporary(model._meta.db_table)} RENAME TO {_built(model)}")
    _forget_plans()


def drop(models: Sequence[type[Model]]) -> None:
    """Drops the copies, whichever name they have."""
    for model in models:
        table = model._meta.db_table
        for name in (table, BUILT + table, DIFFERING + table):
            _run(f"DROP TABLE IF EXISTS {_temporary(name)}")
    _run(f"DROP TABLE IF EXISTS {_temporary(HEADS)}")
    _forget_plans()


def differing(model: type[Model], club: UUID, key: Sequence[str], but: Sequence[str] = ()) -> Rows:
    """Notes the keys of a club's rows that only the live table or only the copy has as they are, and returns them.

    key: columns. but: columns that may differ, apart from an automatic id.
    """
    columns, keys = _list(name for name in columns_of(model) if name not in but), _list(key)
    now = f"SELECT {columns} FROM {live(model)} WHERE {_of_club(model)}"
    built = f"SELECT {columns} FROM {_built(model)}"
    different = f"SELECT {keys} FROM ({built} EXCEPT {now}) AS a UNION SELECT {keys} FROM ({now} EXCEPT {built}) AS b"
    _run(f"CREATE TEMPORARY TABLE {_note(model)} AS {different}", _id(club), _id(club))
    return _rows(f"SELECT {keys} FROM {_note(model)} ORDER BY {keys}")


def update(model: type[Model], but: Sequence[str] = ()) -> None:
    """Writes the rows that differ to the live table: new ones, and others in their place. but: columns left alone."""
    pk = str(model._meta.pk.column)
    columns = columns_of(model)
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in columns if name != pk and name not in but)
    _run(
        f"INSERT INTO {live(model)} ({_list(columns)}) SELECT {_list(columns)} FROM {_built(model)}"
        f" WHERE {pk} IN (SELECT {pk} FROM {_note(model)}) ON CONFLICT ({pk}) DO UPDATE SET {changed}"
    )


def gone(model: type[Model]) -> Iterator[list[Any]]:
    """The primary keys of live rows that the copy has not, some at a time."""
    pk = str(model._meta.pk.column)
    rows = _rows(f"SELECT {pk} FROM {_note(model)} WHERE {pk} NOT IN (SELECT {pk} FROM {_built(model)})")
    for at in range(0, len(rows), AT_ONCE):
        yield [model._meta.pk.to_python(key) for (key,) in rows[at : at + AT_ONCE]]


def replace(model: type[Model], club: UUID, key: Sequence[str]) -> None:
    """Deletes the live rows that differ and inserts those of the copy, under new ids."""
    keys, columns = _list(key), _list(columns_of(model))
    which = f"({keys}) IN (SELECT {keys} FROM {_note(model)})"
    _run(f"DELETE FROM {live(model)} WHERE {_of_club(model)} AND {which}", _id(club))
    _run(f"INSERT INTO {live(model)} ({columns}) SELECT {columns} FROM {_built(model)} WHERE {which}")


def columns_of(model: type[Model]) -> list[str]:
    """The columns of a model but an automatic id."""
    return [str(field.column) for field in model._meta.concrete_fields if not isinstance(field, AutoField)]


def _list(columns: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def _of_club(model: type[Model]) -> str:
    """The condition for a club's rows. A table between two models has none of its own, but its first model has."""
    if not model._meta.auto_created:
        return "club_id = %s"
    first: Field[Any, Any] = next(field for field in model._meta.concrete_fields if field.is_relation)
    return f"{first.column} IN (SELECT id FROM {live(first.related_model)} WHERE club_id = %s)"


def _statements(table: str) -> Iterator[str]:
    if connection.vendor == "postgresql":
        yield f"CREATE TEMPORARY TABLE {table} (LIKE {_schema()}.{table} INCLUDING ALL)"
        return
    found = _rows("SELECT type, name, sql FROM main.sqlite_master WHERE tbl_name = %s AND sql IS NOT NULL", table)
    for kind, name, sql in sorted(found, key=lambda row: row[0] != "table"):
        if kind == "table":
            yield REFERENCES.sub("", sql).replace("CREATE TABLE", "CREATE TEMPORARY TABLE", 1)
        elif kind == "index":
            yield sql.replace(f'INDEX "{name}"', f'INDEX temp."{name}"', 1)


def _forget_plans() -> None:
    """PostgreSQL would go on with prepared statements for the tables that had the names before."""
    if connection.vendor == "postgresql":
        _run("DISCARD PLANS")


def _schema() -> str:
    """The schema of the live tables."""
    return "main" if connection.vendor == "sqlite" else str(_rows("SELECT current_schema()")[0][0])


def _temporary(table: str) -> str:
    return f"{'temp' if connection.vendor == 'sqlite' else 'pg_temp'}.{table}"


def live(model: type[Model]) -> str:
    """The name of a model's live table, also while that is hidden."""
    return f"{_schema()}.{model._meta.db_table}"


def _built(model: type[Model]) -> str:
    return f"{BUILT}{model._meta.db_table}"


def _note(model: type[Model]) -> str:
    return f"{DIFFERING}{model._meta.db_table}"


def _id(club: UUID) -> object:
    return club if connection.vendor == "postgresql" else club.hex


def _run(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values or None)  # type: ignore[arg-type]


def _rows(query: str, *values: object) -> Rows:
    with connection.cursor() as cursor:
        cursor.execute(query, values or None)  # type: ignore[arg-type]
        return list(cursor.fetchall())
