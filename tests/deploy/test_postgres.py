"""What docs/postgresql.md says of versions and connections."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from time import sleep

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection

from league.projections.rebuild import rebuild
from tests import oldest_postgres, processes
from tests.deploy.backups.scene import a_club, findings, using

pytestmark = pytest.mark.backend("postgres")
POOL_SIZE = 3


@pytest.mark.usefixtures("db")
def test_the_oldest_version_plays_a_night() -> None:
    server = oldest_postgres.start()
    try:
        with using(server.url):
            call_command("migrate", verbosity=0)
            with connection.cursor() as cursor:
                cursor.execute("SHOW server_version_num")
                assert int(cursor.fetchone()[0]) // 10_000 == oldest_postgres.VERSION
            a_club()
            assert rebuild() == []
            assert findings() == []
            with connection.cursor() as cursor:
                cursor.execute("CREATE EXTENSION amcheck")
            call_command("verify")
    finally:
        server.stop()


def crowd() -> None:
    """Four times as many threads as the pool has connections, which all ask at once."""
    with ThreadPoolExecutor(4 * POOL_SIZE) as threads:
        list(threads.map(ask, range(8 * POOL_SIZE)))


def ask(_: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.2)")
    connection.close()


def test_a_process_has_as_many_connections_as_its_pool_at_most(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"crowd {os.getpid()}"
    monkeypatch.setenv("PGAPPNAME", name)
    monkeypatch.setenv("DATABASE_POOL_SIZE", str(POOL_SIZE))
    asked, most = processes.start("tests.deploy.test_postgres:crowd"), 0
    with closing(psycopg.connect(os.environ["DATABASE_URL"], autocommit=True, application_name="watcher")) as raw:
        while asked.poll() is None:
            row = raw.execute("SELECT count(*) FROM pg_stat_activity WHERE application_name = %s", [name]).fetchone()
            most = max(most, row[0] if row else 0)
            sleep(0.05)
    assert processes.result(asked) is None
    assert most == POOL_SIZE
