"""The options of each database engine. Each is needed for the log's guarantees or its speed."""

from __future__ import annotations

from typing import Any

SQLITE_PRAGMAS = (
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;"
)
SQLITE: dict[str, Any] = {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_PRAGMAS}
PREPARE_AFTER = 5


def with_options(database: dict[str, Any], *, pool_size: int) -> dict[str, Any]:
    """Return a database setting with its engine's options; options in the address itself take precedence.

    pool_size: the most connections that a process keeps to PostgreSQL.
    """
    is_sqlite = str(database["ENGINE"]).endswith("sqlite3")
    usual = SQLITE if is_sqlite else postgres_options(pool_size)
    return {
        **database,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": not is_sqlite,
        "OPTIONS": {**usual, **database.get("OPTIONS", {})},
    }


def as_replica(database: dict[str, Any], *, pool_size: int) -> dict[str, Any]:
    """Return the setting of a replica. Nothing waits long for it, and nothing can be written to it.

    An idle connection is not looked at before it is used: the first question to the replica finds out.
    """
    options = {
        **postgres_options(pool_size),
        "pool": {"min_size": 0, "max_size": pool_size, "timeout": 0.5, "reconnect_timeout": 5},
        "connect_timeout": 2,
        "tcp_user_timeout": 2000,
        "options": "-c default_transaction_read_only=on",
        **database.get("OPTIONS", {}),
    }
    return {**database, "CONN_MAX_AGE": 0, "OPTIONS": options, "TEST": {"MIRROR": "default"}}


def postgres_options(pool_size: int) -> dict[str, Any]:
    """Return a pool, as each ASGI request has its own thread, and prepared statements, which Django turns off."""
    return {"pool": {"min_size": 1, "max_size": pool_size, "timeout": 10}, "prepare_threshold": PREPARE_AFTER}
