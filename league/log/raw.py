"""The driver's own connection under Django's, in its transaction: binary parameters, no wrapping per row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper


def database() -> BaseDatabaseWrapper:
    """Django's connection of this thread itself: asking the usual proxy for it takes longer than a small append has."""
    return connections[DEFAULT_DB_ALIAS]


@contextmanager
def driver() -> Iterator[Any]:
    """The open connection of psycopg or sqlite3, checked as Django checks it; its errors come as Django's."""
    wrapper = database()
    wrapper.close_if_health_check_failed()
    wrapper.ensure_connection()
    wrapper.validate_no_broken_transaction()
    with wrapper.wrap_database_errors:
        yield wrapper.connection


@contextmanager
def snapshot(begin: str) -> Iterator[None]:
    """An unmoving picture of the database to read, opened by the statement `begin`; in a transaction, that one's."""
    if database().in_atomic_block:
        yield
        return
    with driver() as raw:
        raw.execute(begin)
        try:
            yield
        finally:
            raw.execute("ROLLBACK")
