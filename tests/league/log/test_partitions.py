"""A plain log that has events is partitioned by club without loss, on the oldest PostgreSQL and on this one."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any
from uuid import UUID, uuid4

import dj_database_url
import psycopg
import pytest
from django.db import Error, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from league.log.store import append
from tests import oldest_postgres
from tests.league.log.scene import NOON, batch, notes, stream_of
from tests.processes import environment

pytestmark = pytest.mark.backend("postgres")
log, origins, partitions = (
    import_module(f"league.migrations.{name}") for name in ("0002_log", "0021_origins", "0030_partitions")
)
PLAIN = "plain"
CLUBS = [UUID(int=number) for number in range(1, 41)]
OF_HERE, OF_ELSEWHERE, SPOILED = uuid4(), uuid4(), uuid4()
APPEND = """
SELECT league_append(%s, 'clock', %s, %s, 'game', 'probe/1', 0, '', '2026-01-31 12:00+00',
    E'probe.noted\\nprobe.noted', E'1\\n1', E'{"n": 1}\\n{"text": "Grüße, 棋"}', E'{"type":"note"}\\n', E'one\\ntwo')
"""
IMPORT = """
INSERT INTO league_event (club, stream, kind, version, type, schema, data, actor, correlation, rules, recorded_at, hash,
    origin_club, origin_actor)
VALUES (%s, %s, 'game', 1, 'probe.noted', 1, '{}', 'clock', %s, 'probe/1', now(), 'three', %s, 'user:elsewhere')
"""
ROWS = "SELECT event::text FROM league_event AS event ORDER BY position"
COLUMNS = """
SELECT column_name, data_type, is_nullable, is_identity, identity_generation FROM information_schema.columns
WHERE table_name = 'league_event' ORDER BY ordinal_position
"""
KEYS = """
SELECT conname, contype, pg_get_constraintdef(oid) FROM pg_constraint
WHERE conrelid = 'league_event'::regclass AND contype <> 'n' ORDER BY conname
"""
RIGHTS = """
SELECT relacl::text, pg_get_userbyid(relowner),
    (SELECT array_agg(attacl::text) FROM pg_attribute WHERE attrelid = class.oid AND attacl IS NOT NULL)
FROM pg_class AS class WHERE relname IN ('league_event', 'league_event_position_seq')
ORDER BY relname
"""
KINDS = "SELECT relkind FROM pg_class WHERE relname LIKE 'league\\_event%' AND relkind IN ('r', 'p')"
CACHE = "SELECT seqcache FROM pg_sequence WHERE seqrelid = 'league_event_position_seq'::regclass"
GIVE_RIGHTS = """
CREATE ROLE plain_owner;
CREATE ROLE plain_reader;
ALTER TABLE league_event OWNER TO plain_owner;
GRANT SELECT, INSERT ON league_event TO plain_reader WITH GRANT OPTION;
GRANT SELECT ON league_event TO PUBLIC;
GRANT UPDATE (hash) ON league_event TO plain_reader;
GRANT USAGE ON league_event_position_seq TO plain_reader;
"""
Scene = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def oldest() -> Iterator[str]:
    server = oldest_postgres.start()
    yield server.url
    server.stop()


@pytest.fixture(params=["oldest", "current"])
def plain(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[BaseDatabaseWrapper]:
    """A database with the log as it was before: one plain table of many clubs' events, with rights of its own."""
    url = request.getfixturevalue("oldest") if request.param == "oldest" else environment()["DATABASE_URL"]
    server, _, _ = url.rpartition("/")
    name = f"plain_{uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as raw:
        raw.execute(f"CREATE DATABASE {name}")
    database = dict(dj_database_url.parse(f"{server}/{name}"))
    opened = connections[PLAIN] = ConnectionHandler({"default": database, PLAIN: database})[PLAIN]
    with django_db_blocker.unblock():
        for run in (log.create, origins.add_columns):
            migrate(opened, run)
        fill(opened)
        yield opened
    opened.close()
    del connections[PLAIN]
    with psycopg.connect(f"{server}/postgres", autocommit=True) as raw:
        raw.execute(f"DROP DATABASE {name}")
        raw.execute("DROP ROLE plain_owner; DROP ROLE plain_reader")


def fill(database: BaseDatabaseWrapper) -> None:
    """Events of 40 clubs, one of them imported; the last position given was taken back."""
    with database.cursor() as cursor:
        for club in CLUBS:
            cursor.execute(APPEND, [club, uuid4(), uuid4()])
        cursor.execute(IMPORT, [OF_HERE, uuid4(), uuid4(), OF_ELSEWHERE])
        with transaction.atomic(database.alias):
            cursor.execute(APPEND, [SPOILED, uuid4(), uuid4()])
            transaction.set_rollback(True, database.alias)
        cursor.execute(GIVE_RIGHTS)


def asked(database: BaseDatabaseWrapper, query: str, *values: Any) -> list[tuple[Any, ...]]:
    with database.cursor() as cursor:
        cursor.execute(query, values or None)
        return list(cursor.fetchall())


def scene(database: BaseDatabaseWrapper) -> Scene:
    """All that a new table has to keep."""
    queries = (ROWS, COLUMNS, KEYS, RIGHTS, CACHE)
    return {query: asked(database, query) for query in queries}


def migrate(database: BaseDatabaseWrapper, run: Any = partitions.partition) -> None:
    with database.schema_editor(atomic=True) as editor:
        run(None, editor)


def test_nothing_is_lost_and_everything_holds_as_before_there_and_back(plain: BaseDatabaseWrapper) -> None:
    before = scene(plain)
    assert len(before[ROWS]) == 2 * len(CLUBS) + 1
    migrate(plain)
    assert scene(plain) == before
    parts = asked(plain, "SELECT tableoid::regclass, count(DISTINCT club) FROM league_event GROUP BY 1")
    assert len(parts) > partitions.PARTITIONS // 2
    assert sum(clubs for _, clubs in parts) == len(CLUBS) + 1, "a club is in one partition"
    [(given,)] = asked(plain, APPEND, SPOILED, uuid4(), uuid4())
    last = 2 * len(CLUBS) + 3
    assert given == [last + 1, last + 2], "positions go on after the last that was given"
    assert_kept(plain)
    grown = scene(plain)
    migrate(plain, partitions.join)
    assert scene(plain) == grown
    assert asked(plain, KINDS) == [("r",)]
    assert_kept(plain)


def assert_kept(database: BaseDatabaseWrapper) -> None:
    """Each table of the log, whole and part, refuses to change, to lose or to repeat an event."""
    tables = ["league_event", *(name for (name,) in asked(database, PARTS))]
    [(club, stream, part)] = asked(database, "SELECT club, stream, tableoid::regclass::text FROM league_event LIMIT 1")
    for table in tables:
        refused(database, "append-only", f"TRUNCATE {table}")
    for table in {"league_event", part}:
        refused(database, "append-only", f"UPDATE {table} SET hash = 'other' WHERE stream = %s", stream)
        refused(database, "append-only", f"DELETE FROM {table} WHERE stream = %s", stream)
    refused(database, "league_streamhead_pkey", APPEND, club, uuid4(), stream)
    refused(database, "club_stream_version", IMPORT, club, stream, uuid4(), uuid4())
    refused(
        database,
        "pkey",
        "INSERT INTO league_event OVERRIDING SYSTEM VALUE SELECT club, position, stream, kind, 99, type, schema, data,"
        " command, actor, correlation, rules, recorded_at, hash FROM league_event WHERE stream = %s",
        stream,
    )


PARTS = """
SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'league_event'::regclass
"""


def refused(database: BaseDatabaseWrapper, why: str, statement: str, *values: Any) -> None:
    with pytest.raises(Error, match=why), transaction.atomic(database.alias):
        asked(database, statement, *values)


@pytest.mark.parametrize(
    "broken",
    [
        partitions.FILL.replace("league_event_before;\nALTER", "league_event_before WHERE hash <> 'three';\nALTER"),
        partitions.FILL.replace("ALTER", "UPDATE league_event SET hash = 'other' WHERE hash = 'three';\nALTER"),
    ],
)
def test_a_migration_that_would_lose_or_change_an_event_fails_and_leaves_the_plain_table(
    plain: BaseDatabaseWrapper, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = scene(plain)
    assert broken != partitions.FILL
    monkeypatch.setattr(partitions, "FILL", broken)
    with pytest.raises(Error, match="differ"):
        migrate(plain)
    assert scene(plain) == before
    assert asked(plain, PARTS) == []


@pytest.mark.django_db
def test_the_tests_own_log_is_partitioned_and_an_append_reaches_one_part() -> None:
    assert len(asked(connection, PARTS)) == partitions.PARTITIONS
    found = "SELECT count(DISTINCT tableoid), count(*) FROM league_event WHERE club = %s"
    club = stream_of(uuid4(), 3)[0].club
    append(club, [batch(uuid4(), notes(1, 2))], actor="clock", correlation=uuid4(), at=NOON)
    assert asked(connection, found, club) == [(1, 5)]
