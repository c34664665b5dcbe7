"""The driver's own connection under Django's, in its transaction: binary parameters, no wrapping per row."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

PROBE_SECONDS = 2
LEAST_ROOM_BYTES = 1024 * 1024


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


def probe() -> None:
    """Connect to PostgreSQL past the pool. Raises psycopg.OperationalError within some seconds."""
    wrapper = database()
    psycopg.connect(**{**wrapper.get_connection_params(), "connect_timeout": PROBE_SECONDS}).close()


def try_connection() -> None:
    """Use a connection, of the pool where there is one. Raises an error of the driver or of Django within seconds."""
    pool = getattr(database(), "pool", None)
    if pool is None:
        with driver() as raw:
            raw.execute("SELECT 1 FROM sqlite_master LIMIT 1")
        return
    pool.open()
    with pool.connection(timeout=PROBE_SECONDS) as raw:
        raw.execute("SELECT 1")


def has_room() -> bool:
    """Return whether SQLite's file can grow; of another database only its own errors say that."""
    wrapper = database()
    file = Path(str(wrapper.settings_dict["NAME"]))
    return wrapper.vendor != "sqlite" or not file.exists() or disk_usage(file.parent).free > LEAST_ROOM_BYTES
