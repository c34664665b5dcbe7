"""The log's append-only triggers, off for a repair: all in its transaction, so that nothing leaves them off."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from league.log.raw import database, driver

TABLES = ("league_event", "league_streamhead")
TRIGGERS = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('league_event', 'league_streamhead')"
)


@contextmanager
def guards_off() -> Iterator[None]:
    """Lets events and heads be changed inside, in a transaction. On PostgreSQL only the tables' owner can do that."""
    assert database().in_atomic_block
    with driver() as raw:
        if database().vendor == "postgresql":
            off = [f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in TABLES]
            on = [f"ALTER TABLE {table} ENABLE TRIGGER USER" for table in TABLES]
        else:
            triggers = raw.execute(TRIGGERS).fetchall()
            off = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
            on = [sql for _, sql in triggers]
        for statement in off:
            raw.execute(statement)
    yield
    with driver() as raw:
        for statement in on:
            raw.execute(statement)
