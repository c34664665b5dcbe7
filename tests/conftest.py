"""What every test may use."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from uuid import uuid4

import hypothesis
import pytest
from django.contrib.staticfiles import handlers
from django.db import connection as default_connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations
from django.middleware import csrf

from deploy.management.commands.test import FRESH
from league.access import attempts
from league.log import time
from league.web import rounds
from league.web.rounds import ShownTable
from tests import standing

hypothesis.settings.register_profile("fixed", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile(FRESH, deadline=None, database=None)
hypothesis.settings.load_profile("fixed")
"""Always the same examples, but for `manage.py test --fresh-seeds`. None has a deadline: machines are noisy."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that commits finds nothing standing."""
    if {"transactional_db", "live_server"} & set(getattr(item, "fixturenames", ())):
        standing.end()


@pytest.fixture(autouse=True, scope="session")
def _static_files_as_served() -> Iterator[None]:
    """The live server leaves static files to the middleware, which knows their addresses with hashes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "StaticFilesHandler", lambda application: application)
        yield


@pytest.fixture(autouse=True, scope="session")
def _forms_without_names_and_numbers() -> Iterator[None]:
    """Random tokens in forms have no vowel and no digit: a test that finds no name and no number in a page is right."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csrf, "CSRF_ALLOWED_CHARS", "bcdfghjkmnpqrstvwxz")
        yield


@pytest.fixture(autouse=True, scope="session")
def _kept_tables_are_compared() -> Iterator[None]:
    """A table that a page has kept from an earlier version is the one that it would make now."""
    kept = rounds.KeptTables.get

    def compared(self: rounds.KeptTables, table: str, basis: Hashable, make: Callable[[], ShownTable]) -> ShownTable:
        shown = kept(self, table, basis, make)
        assert shown == make()
        return shown

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds.KeptTables, "get", compared)
        yield


@pytest.fixture(autouse=True)
def _steady_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that sets the clock leaves the others alone."""
    monkeypatch.setattr(time.clock, "zero", time.SteadyClock().zero)


@pytest.fixture(autouse=True)
def _minute_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Attempts are counted in a minute that does not end, and in which no other test has attempted anything."""
    moment = uuid4().int % 10**12
    monkeypatch.setattr(attempts, "counter", attempts.Counter())
    monkeypatch.setattr(attempts, "time", lambda: moment)


@contextmanager
def guard_off(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """The log's append-only triggers are off inside, for the flush between two tests; they are on again afterwards."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = replica")
            try:
                yield
            finally:
                cursor.execute("SET session_replication_role = origin")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        triggers = cursor.fetchall()
        for name, _ in triggers:
            cursor.execute(f'DROP TRIGGER "{name}"')
        try:
            yield
        finally:
            for _, sql in triggers:
                cursor.execute(sql)


def flush_past_the_guard(operations: type[BaseDatabaseOperations]) -> None:
    """Lets `TransactionTestCase`'s flush of this engine empty the log."""
    flush = operations.execute_sql_flush

    def execute_sql_flush(self: BaseDatabaseOperations, sql_list: Iterable[str]) -> None:
        with guard_off(self.connection):
            flush(self, [*sql_list, *log_flush(self.connection)])

    operations.execute_sql_flush = execute_sql_flush  # type: ignore[method-assign]


def log_flush(connection: BaseDatabaseWrapper) -> list[str]:
    """The log's tables are not managed by Django, so its flush leaves them out."""
    verb = "TRUNCATE" if connection.vendor == "postgresql" else "DELETE FROM"
    return [f"{verb} {table}" for table in ("league_event", "league_streamhead")]


flush_past_the_guard(type(default_connection.ops))
