"""The log's append-only triggers: whether they are there, switched off for a repair, and put back where one is gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module

from league.log.raw import database, driver

TABLES = ("league_event", "league_streamhead")
TRIGGERS = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('league_event', 'league_streamhead')"
)
MADE_BY = "league.migrations.0002_log"
STATEMENTS = {"sqlite": r"CREATE TRIGGER (\w+) .*?END;", "postgresql": r"CREATE TRIGGER (\w+) .*?;"}
OWN = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = 'league_event'::regclass"
EXPECTED = """
SELECT relid::regclass::text, name, EXISTS (SELECT FROM pg_trigger WHERE tgrelid = relid AND tgname = name)
FROM (
    SELECT relid, level, unnest(ARRAY['league_event_keep', 'league_event_keep_all'])
    FROM pg_partition_tree('league_event')
    UNION ALL
    SELECT 'league_streamhead'::regclass, 0, unnest(ARRAY[
        'league_streamhead_keep', 'league_streamhead_keep_all', 'league_streamhead_rises'
    ])
) AS expected (relid, level, name)
WHERE NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = relid AND tgname = name AND tgenabled IN ('O', 'A'))
ORDER BY level, 1, 2
"""
Guard = tuple[str, str, bool]
"""A table, the name of its trigger, and whether the trigger is there and only switched off."""


def missing() -> list[Guard]:
    """The guards that are not there, or switched off; those of a partitioned table before those of its partitions."""
    with driver() as raw:
        if database().vendor == "postgresql":
            return list(raw.execute(EXPECTED).fetchall())
        there = {name for name, _ in raw.execute(TRIGGERS)}
    return [(_table_of(statement), name, False) for name, statement in _statements().items() if name not in there]


def may_be_switched() -> bool:
    """Whether this role may switch the guards off, and put them back: on PostgreSQL only the tables' owner."""
    with driver() as raw:
        return database().vendor != "postgresql" or bool(raw.execute(OWN).fetchone()[0])


def put_back() -> int:
    """Makes missing guards again and switches the others on; how many were missing. In a transaction."""
    assert database().in_atomic_block
    found = missing()
    for _ in found:
        if gone := missing():  # a guard of the whole table brings those of its partitions
            _put_back(*gone[0])
    return len(found)


def _put_back(table: str, name: str, is_there: bool) -> None:
    statement = _statements()[name].replace(f" ON {_table_of(_statements()[name])}", f" ON {table}", 1)
    with driver() as raw:
        raw.execute(f"ALTER TABLE {table} ENABLE TRIGGER {name}" if is_there else statement)


def _statements() -> dict[str, str]:
    """The statement that makes each guard, by its name."""
    vendor = database().vendor
    source = getattr(import_module(MADE_BY), "POSTGRES" if vendor == "postgresql" else "SQLITE")
    return {found[1]: found[0] for found in re.finditer(STATEMENTS[vendor], source, re.DOTALL)}


def _table_of(statement: str) -> str:
    return next(table for table in TABLES if f" ON {table}" in statement)


@contextmanager
def guards_off() -> Iterator[None]:
    """Lets events and heads be changed inside, in a transaction. On PostgreSQL only the tables' owner can do that."""
    assert database().in_atomic_block
    off, on = _switches()
    _run(off)
    yield
    _run(on)


def _switches() -> tuple[list[str], list[str]]:
    """The statements that switch the guards off, and those that switch them on."""
    if database().vendor == "postgresql":
        off, on = ([f"ALTER TABLE {table} {way} TRIGGER USER" for table in TABLES] for way in ("DISABLE", "ENABLE"))
        return off, on
    with driver() as raw:
        triggers = raw.execute(TRIGGERS).fetchall()
    return [f'DROP TRIGGER "{name}"' for name, _ in triggers], [sql for _, sql in triggers]


def _run(statements: Sequence[str]) -> None:
    with driver() as raw:
        for statement in statements:
            raw.execute(statement)
