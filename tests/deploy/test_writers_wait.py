"""The writers of one tournament wait without a connection, and another club is answered meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.db import connection, transaction

from bench.web.crowd import Answer, Request, at_once, in_sequence
from league.access import links
from league.log import store
from league.models import LinkKind
from tests.deploy.web import servers
from tests.league.nights import Night, new_club, new_people

pytestmark = [pytest.mark.backend("postgres"), pytest.mark.django_db(transaction=True)]
WRITERS, POOL, SEATS = 16, 4, 3
PATIENCE_SECONDS = 60
HELD = """
SELECT count(*), count(*) FILTER (WHERE wait_event = 'advisory') FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
"""


def night_of(people: int, name: str) -> Night:
    night = Night.open(new_club(name), table_size={"min": SEATS, "max": SEATS, "prefer": SEATS})
    night.enter(new_people(night.club, people))
    return night


def reports(night: Night) -> list[Request]:
    """The report of each table of a round that has just been started, by its link."""
    tables = night.start_round().tables
    made = links.made(night.club.pk, LinkKind.TABLE, [UUID(table.id) for table in tables])
    return [
        Request(
            "PUT",
            f"tables/{table.id}/result",
            {"scores": {entry: seat for seat, entry in enumerate(table.seats)}},
            made[UUID(table.id)],
        )
        for table in tables
    ]


def held() -> tuple[int, int]:
    """How many other connections are in a transaction; how many of them wait for a stream's lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(HELD)
        in_transaction, waiting = cursor.fetchone()
    return in_transaction, waiting


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def statuses(answers: list[Answer]) -> set[int]:
    return {answer.status for answer in answers}


def test_sixteen_writers_on_a_pool_of_four_leave_the_other_club_its_reads_and_writes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_POOL_SIZE", str(POOL))
    busy, other = night_of(WRITERS * SEATS, "Busy"), night_of(2 * SEATS, "Other")
    theirs, writes = reports(busy), reports(other)
    reads = [Request("GET", f"tournaments/{other.id}/standings"), Request("GET", f"tournaments/{other.id}/rounds")]
    with servers(1) as addresses, ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            store.lock(busy.id)
            sent = pool.submit(lambda: asyncio.run(at_once(theirs, addresses)))
            until(lambda: held() == (1, 1))
            assert statuses(asyncio.run(in_sequence([*reads * 5, *writes], addresses))) == {200}
            assert held() == (1, 1)
            assert not sent.done()
        assert statuses(sent.result(PATIENCE_SECONDS)) == {200}
    assert all(table.result for table in busy.state().tables.values())
