"""The flush between two tests gets past the log's guard, and leaves it on."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from tests.conftest import guard_off, log_flush

EVENTS = "SELECT count(*) FROM league_event"
pytestmark = pytest.mark.django_db(transaction=True)

ADD = """
INSERT INTO league_event (club, stream, kind, version, type, schema, data, actor, correlation, rules, recorded_at, hash)
VALUES (%s, %s, 'game', 1, 'scoresheet.started', 1, '{}', 'user:test', %s, '1', '2026-12-01 19:00:00', 'hash')
"""


def add_event() -> None:
    """One row, past the store."""
    with connection.cursor() as cursor:
        ids = [uuid4().hex] * 3
        cursor.execute(ADD, ids)


def count() -> int:
    """How many events there are."""
    with connection.cursor() as cursor:
        cursor.execute(EVENTS)
        return int(cursor.fetchone()[0])


@pytest.mark.parametrize("run", [1, 2])
def test_every_test_starts_with_an_empty_log(run):
    assert count() == 0
    add_event()
    assert count() == 1


@pytest.mark.parametrize("statement", ["DELETE FROM league_event", "UPDATE league_event SET hash = 'other'"])
def test_the_guard_is_on_after_a_flush(statement):
    for sql in log_flush(connection):
        with guard_off(connection), connection.cursor() as cursor:
            cursor.execute(sql)
    add_event()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert count() == 1
