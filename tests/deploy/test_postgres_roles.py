"""As the role of the product everything works, and the log can't be changed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.db.utils import DatabaseError
from pytest_django import DjangoDbBlocker

from league.models import Person
from league.projections.rebuild import rebuild
from league.services import people
from tests.deploy.backups.scene import a_club, findings, using
from tests.deploy.production import empty_database
from tests.league.nights import EVENING
from tests.processes import ROOT

pytestmark = pytest.mark.backend("postgres")
SCRIPT = ROOT / "deploy" / "postgres-roles.sql"
OWNER, APP = "tablekeeper_owner", "tablekeeper_app"
DENIED = "42501"


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A database that was migrated by the owner's role, between two runs of the script."""
    given = os.environ["DATABASE_URL"]
    try:
        with empty_database(f"roles_{os.getpid()}") as url:
            run_script(url)
            yield url
    finally:
        with closing(psycopg.connect(given, autocommit=True)) as raw:
            for role in (OWNER, APP):
                raw.execute(f"DROP ROLE IF EXISTS {role}")


def run_script(url: str) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as raw:
        raw.execute(SCRIPT.read_text("utf-8"))


def as_role(url: str, role: str) -> str:
    """The address with another user."""
    parts = urlsplit(url)
    return parts._replace(netloc=f"{role}@{parts.netloc.rpartition('@')[2]}").geturl()


@pytest.fixture(scope="module")
def migrated(database: str, django_db_blocker: DjangoDbBlocker) -> str:
    with django_db_blocker.unblock(), using(as_role(database, OWNER)):
        call_command("migrate", verbosity=0)
    run_script(database)
    return as_role(database, APP)


@pytest.fixture
def app(migrated: str, db: None) -> Iterator[None]:
    """Everything runs as the role of the product."""
    with using(migrated):
        yield


@pytest.mark.usefixtures("app")
def test_a_night_forgetting_a_rebuild_and_verify_work(tmp_path: Path) -> None:
    club = a_club()
    person = Person.objects.filter(club=club)[0]
    people.forget(person, actor="user:test", at=EVENING)
    assert Person.objects.get(pk=person.pk).name == "Forgotten person"
    assert rebuild() == []
    assert findings() == []
    call_command("verify")
    call_command("backup", str(tmp_path / "club.backup"))


REFUSED = [
    "UPDATE {log} SET actor = 'user:liar'",
    "DELETE FROM {log}",
    "TRUNCATE {log}",
    "ALTER TABLE {log} DISABLE TRIGGER ALL",
    "ALTER TABLE {log} OWNER TO CURRENT_USER",
    "DROP TRIGGER league_event_keep ON {log}",
    "DROP TABLE {log}",
    "UPDATE league_streamhead SET kind = 'season'",
    "DELETE FROM league_streamhead",
    "TRUNCATE league_streamhead",
    "DROP TRIGGER league_streamhead_keep ON league_streamhead",
    "ALTER TABLE league_streamhead DISABLE TRIGGER ALL",
    "CREATE OR REPLACE FUNCTION league_append_only() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
    "DROP FUNCTION league_append_only() CASCADE",
    "DROP FUNCTION league_append CASCADE",
    "SET session_replication_role = replica",
    "CREATE TABLE mine (id integer)",
    "DELETE FROM django_migrations",
    "SET ROLE tablekeeper_owner",
]


@pytest.mark.usefixtures("app")
@pytest.mark.parametrize("statement", REFUSED)
def test_what_would_change_the_log_is_denied(statement: str) -> None:
    for log in tables_of_the_log() if "{log}" in statement else [""]:
        with connection.cursor() as cursor, pytest.raises(DatabaseError) as denied:
            cursor.execute(statement.format(log=log))
        assert getattr(denied.value.__cause__, "sqlstate", "") == DENIED, str(denied.value)


def tables_of_the_log() -> list[str]:
    """The table of events, and its partitions."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relid::regclass::text FROM pg_partition_tree('league_event') ORDER BY 1")
        return sorted({"league_event", *(row[0] for row in cursor.fetchall())})
