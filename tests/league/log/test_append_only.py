"""The database refuses to change what was written, whoever asks."""

from __future__ import annotations

from importlib import import_module
from uuid import UUID, uuid4

import pytest
from django.db import Error, connection, transaction

from league.log import store
from league.log.store import Stored
from tests.league.log.scene import id_value, sql, stream_of

PARTITIONS: int = import_module("league.migrations.0030_partitions").PARTITIONS
COLUMNS = "club, stream, kind, version, type, schema, data, command, actor, correlation, rules, recorded_at, hash"
HEAD = "club, stream, kind, version, hash"


def refused(statement: str, *values: object) -> None:
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        sql(statement, *values)


@pytest.fixture
def written(db: None) -> list[Stored]:
    return stream_of(uuid4())


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE league_event SET actor = 'somebody' WHERE club = %s",
        "UPDATE league_event SET data = data WHERE club = %s",
        "DELETE FROM league_event WHERE club = %s",
        "DELETE FROM league_streamhead WHERE club = %s",
        "UPDATE league_streamhead SET version = version - 1 WHERE club = %s",
        "UPDATE league_streamhead SET hash = '' WHERE club = %s",
        "UPDATE league_streamhead SET version = version + 1, kind = 'season' WHERE club = %s",
    ],
)
def test_update_and_delete_are_refused(written: list[Stored], statement: str):
    club = written[0].club
    head = store.head(club, written[0].stream)
    refused(statement, id_value(club))
    assert store.feed(club) == written
    assert store.head(club, written[0].stream) == head


def test_emptying_a_table_is_refused(written: list[Stored]):
    empty = "TRUNCATE" if connection.vendor == "postgresql" else "DELETE FROM"
    refused(f"{empty} league_event")
    refused(f"{empty} league_streamhead")
    assert store.feed(written[0].club) == written


def copy(columns: str, table: str, verb: str, *, changed: str, club: UUID) -> None:
    """Writes the first row of the club's table once more, by `verb`, with one value changed."""
    values = ", ".join("'copied'" if column == changed else column for column in columns.split(", "))
    sql(f"{verb} INTO {table} ({columns}) SELECT {values} FROM {table} WHERE club = %s LIMIT 1", id_value(club))


VERBS = ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("columns", [COLUMNS, f"position, {COLUMNS}"])
def test_a_row_in_the_place_of_an_event_is_refused(written: list[Stored], verb: str, columns: str):
    club = written[0].club
    verb = verb if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(Error), transaction.atomic():
        copy(columns, "league_event", verb, changed="actor", club=club)
    assert store.feed(club) == written


@pytest.mark.parametrize("verb", VERBS)
def test_a_row_in_the_place_of_a_head_is_refused(written: list[Stored], verb: str):
    club = written[0].club
    head = store.head(club, written[0].stream)
    verb = verb if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(Error), transaction.atomic():
        copy(HEAD, "league_streamhead", verb, changed="hash", club=club)
    assert store.head(club, written[0].stream) == head


@pytest.mark.parametrize("verb", VERBS)
def test_an_event_with_a_position_that_is_taken_is_refused(written: list[Stored], verb: str):
    verb = verb if connection.vendor == "sqlite" else "INSERT"
    with pytest.raises(Error), transaction.atomic():
        insert_at(written[1].position, written, verb)
    assert store.feed(written[0].club) == written


@pytest.mark.backend("sqlite")
def test_a_hole_before_the_newest_position_is_not_filled(written: list[Stored]):
    """A follower may have passed it. PostgreSQL takes no position from outside at all."""
    insert_at(written[-1].position + 10, written, "INSERT")
    with pytest.raises(Error, match="append-only"), transaction.atomic():
        insert_at(written[-1].position + 5, written, "INSERT")


def insert_at(position: int, written: list[Stored], verb: str) -> None:
    """Writes the first event once more, as another version, at a position."""
    values = COLUMNS.replace("version", "version + %s")
    sql(
        f"{verb} INTO league_event (position, {COLUMNS}) SELECT %s, {values} FROM league_event"
        " WHERE club = %s AND version = 1",
        position,
        position + 100,
        id_value(written[0].club),
    )


@pytest.mark.parametrize("column", ["data", "command"])
def test_what_is_not_json_is_refused(written: list[Stored], column: str):
    values = COLUMNS.replace("version", "version + 100").replace(column, "'{not json'")
    with pytest.raises(Error), transaction.atomic():
        sql(
            f"INSERT INTO league_event ({COLUMNS}) SELECT {values} FROM league_event WHERE club = %s LIMIT 1",
            id_value(written[0].club),
        )


def test_the_guard_is_on_the_database_itself(written: list[Stored]):
    """As many triggers as the migrations promise; on PostgreSQL two on each part of the events, and on their whole."""
    catalogue = (
        "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O' AND tgname LIKE 'league\\_%%keep%%'"
        if connection.vendor == "postgresql"
        else "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'league_%%keep%%'"
    )
    with connection.cursor() as cursor:
        cursor.execute(catalogue, [])
        assert cursor.fetchone()[0] == (2 * (PARTITIONS + 1) + 2 if connection.vendor == "postgresql" else 5)
