"""The database is down, its disk is full, or all its connections are in use: each error names its true reason."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import Any

import httpx
import psycopg
import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection
from django.test import Client

from league.log import outages
from league.models import Role
from tests import servers
from tests.deploy.served import variables
from tests.league.nights import new_club, new_user
from tests.processes import ROOT

DOWN = {"sqlite": "sqlite:////no/such/folder/club.sqlite3", "postgres": "postgres://nobody@127.0.0.1:1/nothing"}
TIMEOUT_SECONDS = 60
COOKIE = "sessionid=" + "x" * 32
ROWS = "SELECT md5(number::text) || repeat('x', 200) AS text FROM generate_series(1, 200000) AS number"


@contextmanager
def server(database: str) -> Iterator[str]:
    """A web server on a database that is down; its address. Its log names the reason and has no traceback."""
    told = variables(
        TABLEKEEPER_MODE="club", DATABASE_URL=database, SECRET_KEY="x" * 60, DJANGO_SETTINGS_MODULE="deploy.settings"
    )
    command = [sys.executable, "-m", "tests.processes", "tests.deploy.web:serve"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=told, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        _, said = process.communicate()
    assert "Traceback" not in said
    assert "reason=no_database" in said


def get(address: str) -> httpx.Response:
    headers = {"Authorization": "Token abc"} if "clubs" in address else {"Cookie": COOKIE}
    return httpx.get(address, headers=headers, timeout=TIMEOUT_SECONDS)


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("database", DOWN.values(), ids=DOWN)
def test_a_database_that_is_down_is_a_503_everywhere_and_the_process_lives(database: str) -> None:
    paths = ("admin/", "api/v1/clubs", "api/v1/health/ready", "api/v1/health/live")
    with server(database) as address, ThreadPoolExecutor(len(paths)) as pool:
        page, listed, ready, live = pool.map(get, [f"{address}{path}" for path in paths])
    assert (page.status_code, page.headers["Content-Type"]) == (503, "text/html; charset=utf-8")
    assert "The database does not answer." in page.text
    assert page.headers["Retry-After"] == "5"
    assert page.headers["X-Request-ID"]
    assert (listed.status_code, listed.json()["code"], listed.headers["Retry-After"]) == (503, "no_database", "5")
    assert (ready.status_code, ready.json()["code"]) == (503, "no_database")
    assert ready.json()["facts"]["parts"]["migrations"]["state"] == "unknown"
    assert live.status_code == 200


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize("database", DOWN.values(), ids=DOWN)
def test_a_command_says_in_a_sentence_that_the_database_is_down(database: str) -> None:
    told = variables(
        SECRET_KEY="x" * 60, DATABASE_URL=database, REDIS_URL="redis://127.0.0.1:1/0", ALLOWED_HOSTS="127.0.0.1"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"], cwd=ROOT, env=told, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False, timeout=TIMEOUT_SECONDS,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.endswith("The database does not answer.\n")
    assert "Traceback" not in done.stderr


@pytest.fixture
def director(client: Client) -> Client:
    """A director's browser."""
    client.force_login(new_user("ada", new_club(), Role.DIRECTOR))
    return client


@pytest.fixture
def full_disk() -> Iterator[None]:
    """SQLite's file may not grow any more."""
    with connection.cursor() as cursor:
        (most,) = cursor.execute("PRAGMA max_page_count").fetchone()
        (pages,) = cursor.execute("PRAGMA page_count").fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
    yield
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA max_page_count = {most}")
    outages.disk_space.failed_at = float("-inf")


def until_refused(send: Callable[[int], Any]) -> Any:
    """The first answer that is no success; some room is always left in the last pages."""
    for number in range(2000):
        answer = send(number)
        if answer.status_code not in (201, 302):
            return answer
    raise AssertionError("it always succeeded")


@pytest.mark.backend("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_told_by_the_api_and_by_ready(director: Client, full_disk: None) -> None:
    (club,) = director.get("/api/v1/clubs").json()["results"]

    def add(number: int) -> Any:
        body = {"club": club["id"], "name": f"{'Ada' * 20} {number}"}
        return director.post("/api/v1/people", body, content_type="application/json")

    answer = until_refused(add)
    assert (answer.status_code, answer.json()["code"]) == (503, "disk_full")
    assert answer.json()["detail"].startswith("The disk of the database is full")
    assert answer["Retry-After"] == "5"
    ready = director.get("/api/v1/health/ready")
    assert (ready.status_code, ready.json()["code"]) == (503, "disk_full")
    assert director.get("/api/v1/clubs").status_code == 200


@pytest.mark.backend("sqlite")
@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_told_in_the_admin(director: Client, full_disk: None) -> None:
    (club,) = director.get("/api/v1/clubs").json()["results"]

    def add(number: int) -> Any:
        return director.post("/admin/league/person/add/", {"club": club["id"], "name": f"{'Ada' * 20} {number}"})

    answer = until_refused(add)
    assert answer.status_code == 503
    assert "The disk of the database is full" in answer.content.decode()
    assert "Nothing of what was sent has been stored." in answer.content.decode()


@pytest.mark.backend("sqlite")
@pytest.mark.django_db
def test_a_session_that_can_not_be_stored_is_told_as_an_outage(
    director: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def save(store: SessionStore, must_create: bool = False) -> None:
        full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorname = "SQLITE_FULL"
        try:
            raise OperationalError from full
        except OperationalError:
            raise UpdateError  # noqa: B904 - as Django does

    monkeypatch.setattr(SessionStore, "save", save)
    settings.SESSION_SAVE_EVERY_REQUEST = True
    answer = director.get("/admin/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "The disk of the database is full" in answer.content.decode()


@pytest.mark.backend("sqlite")
@pytest.mark.django_db
def test_ready_sees_a_disk_without_room_before_anything_fails(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.log.raw.LEAST_ROOM_BYTES", float("inf"))
    ready = client.get("/api/v1/health/ready")
    assert (ready.status_code, ready.json()["code"]) == (503, "disk_full")


@pytest.mark.backend("postgres")
@pytest.mark.django_db(transaction=True)
def test_a_pool_without_a_free_connection_is_told(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pool: Any = connection.pool  # type: ignore[attr-defined]
    monkeypatch.setattr(pool, "timeout", 1.0)
    connection.close()
    held = [pool.getconn() for _ in range(pool.max_size)]
    try:
        answer, ready, page = (director.get(path) for path in ("/api/v1/clubs", "/api/v1/health/ready", "/admin/"))
    finally:
        for taken in held:
            pool.putconn(taken)
    assert (answer.status_code, answer.json()["code"]) == (503, "pool_exhausted")
    assert (ready.status_code, ready.json()["code"]) == (503, "pool_exhausted")
    assert page.status_code == 503
    assert "All connections to the database are in use." in page.content.decode()
    assert director.get("/api/v1/clubs").status_code == 200


@pytest.mark.backend("postgres")
@pytest.mark.parametrize(
    "query", [ROWS, f"SELECT count(*) FROM ({ROWS} ORDER BY 1) AS sorted"], ids=["table", "sorting"]
)
def test_a_file_of_postgresql_that_may_not_grow_is_a_full_disk(query: str) -> None:
    server = servers.postgres()
    try:
        with closing(psycopg.connect(server.url, autocommit=True)) as own:
            (process,) = own.execute("SELECT pg_backend_pid()").fetchall()[0]
            servers.limit_files(process, str(2**20), servers.user())
            with pytest.raises(psycopg.Error) as found:
                own.execute(query if "sorted" in query else f"CREATE TABLE big AS {query}")
    finally:
        server.stop()
    assert outages.outage_of(found.value) is outages.DISK_FULL


@pytest.mark.backend("postgres")
def test_a_log_of_postgresql_that_may_not_grow_is_a_full_disk() -> None:
    server = servers.postgres()
    try:
        with closing(psycopg.connect(server.url, autocommit=True)) as own:
            own.execute(f"CREATE TABLE big AS {ROWS}")
            own.execute("CREATE SEQUENCE small")
            own.execute("SET synchronous_commit = on")
            (process,) = own.execute("SELECT pg_backend_pid()").fetchall()[0]
            servers.limit_files(process, str(2**16), servers.user())
            with pytest.raises(psycopg.Error) as found:
                own.execute("SELECT nextval('small')")
    finally:
        server.stop()
    assert found.value.diag.severity_nonlocalized == "PANIC", found.value
    assert outages.outage_of(found.value) is outages.DISK_FULL


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (psycopg.errors.DiskFull(), "disk_full"),
        (psycopg.errors.OutOfMemory(), "no_database"),
        (psycopg.errors.TooManyConnections(), "pool_exhausted"),
        (psycopg.errors.AdminShutdown(), "no_database"),
        (psycopg.errors.CannotConnectNow(), "no_database"),
        (psycopg.OperationalError("the connection is lost"), "no_database"),
        (psycopg.InterfaceError("the connection is closed"), "no_database"),
        (OSError(28, os.strerror(28)), "disk_full"),
        (psycopg.errors.DeadlockDetected(), None),
        (psycopg.errors.LockNotAvailable(), None),
        (psycopg.errors.QueryCanceled(), None),
        (OSError(13, os.strerror(13)), None),
        (ValueError(), None),
    ],
)
def test_the_reason_of_an_error_of_the_driver(error: Exception, code: str | None) -> None:
    outer = RuntimeError()
    outer.__cause__ = error
    found = outages.outage_of(outer)
    assert (found.code if found else None) == code
