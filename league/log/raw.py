"""The driver's own connection under Django's, in its transaction: binary parameters, no wrapping per row."""

from __future__ import annotations

import selectors
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from shutil import disk_usage
from time import monotonic
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

PROBE_SECONDS = 2
LEAST_ROOM_BYTES = 1024 * 1024
_alias: ContextVar[str] = ContextVar("database", default=DEFAULT_DB_ALIAS)


def database() -> BaseDatabaseWrapper:
    """Django's connection of this thread itself: asking the usual proxy for it takes longer than a small append has."""
    return connections[_alias.get()]


def alias() -> str:
    """The name of the database that is read here: the primary, or inside of `reading_from` another one."""
    return _alias.get()


@contextmanager
def reading_from(other: str) -> Iterator[None]:
    """What is read inside is read from the database of that name, up to the first write."""
    token = _alias.set(other)
    try:
        yield
    finally:
        _alias.reset(token)


def read_from_primary() -> None:
    """The rest of the block is read from the primary."""
    if _alias.get() != DEFAULT_DB_ALIAS:
        _alias.set(DEFAULT_DB_ALIAS)


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
    if getattr(database(), "pool", None) is None:
        with driver() as raw:
            raw.execute("SELECT 1 FROM sqlite_master LIMIT 1")
        return
    with borrowed(PROBE_SECONDS) as raw:
        raw.execute("SELECT 1")


@contextmanager
def borrowed(seconds: float) -> Iterator[psycopg.Connection[Any]]:
    """A connection of the primary's pool for a moment, which the thread does not keep. seconds: to wait for one."""
    pool: Any = connections[DEFAULT_DB_ALIAS].pool  # type: ignore[attr-defined]
    pool.open()
    with pool.connection(timeout=seconds) as raw:
        yield raw


def answer(raw: psycopg.Connection[Any], query: bytes, seconds: float) -> str:
    """The first value of a query with one row, as text; "" for NULL.

    Raises psycopg.OperationalError after so many seconds, also where the server's process was stopped; the connection
    is closed then.
    """
    server, end = raw.pgconn, monotonic() + seconds
    results: list[Any] = []
    with selectors.DefaultSelector() as selector:
        selector.register(server.socket, selectors.EVENT_READ)
        server.send_query(query)
        while not results or results[-1] is not None:
            server.flush()
            while server.is_busy():
                if not selector.select(max(end - monotonic(), 0)):
                    raw.close()
                    raise psycopg.OperationalError("The server does not answer.")
                server.consume_input()
            results.append(server.get_result())
    if results[0].status != psycopg.pq.ExecStatus.TUPLES_OK:
        raise psycopg.errors.error_from_result(results[0])
    return (results[0].get_value(0, 0) or b"").decode()


def has_room() -> bool:
    """Return whether SQLite's file can grow; of another database only its own errors say that."""
    wrapper = database()
    file = Path(str(wrapper.settings_dict["NAME"]))
    return wrapper.vendor != "sqlite" or not file.exists() or disk_usage(file.parent).free > LEAST_ROOM_BYTES
