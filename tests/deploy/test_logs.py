"""What stands on the terminal of a club's server, and in the log of production's."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any
from unittest.mock import Mock

import httpx
import pytest
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest
from django.test import Client
from psycopg.errors import CannotConnectNow, TooManyConnections
from psycopg_pool import TooManyRequests

from deploy import modes
from tests.deploy.served import variables
from tests.processes import ROOT
from tests.servers import free_port

START_SECONDS = 40

Line = tuple[str, str, str | None, bool]
"""Of a line of the log: level, logger, reason, and if it has a traceback."""

pytestmark = pytest.mark.backend("sqlite")
LINES = """
import logging
import django
django.setup()
logging.getLogger("django.request").warning("Not Found: /nothing")
logging.getLogger("django.request").error("Internal Server Error: /something")
logging.getLogger("league").warning("the disk is nearly full")
"""


def test_refusals_are_not_on_it_faults_are_and_a_file_gets_no_colours():
    environ = variables(DJANGO_SETTINGS_MODULE="deploy.settings")
    modes.prepare(ROOT, ["help"], environ)
    said = subprocess.run(
        [sys.executable, "-c", LINES],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    ).stderr
    assert "Internal Server Error: /something" in said
    assert "the disk is nearly full" in said
    assert "/nothing" not in said
    assert "\x1b" not in said


@contextmanager
def serving(
    port: int, folder: Path, level: str = "INFO", output: int | IO[str] = subprocess.PIPE
) -> Iterator[subprocess.Popen[str]]:
    """`manage.py serve` as in production, on an empty SQLite file; without a broker."""
    told = variables(
        SECRET_KEY="x" * 60,
        DATABASE_URL=f"sqlite:///{folder}/log.sqlite3",
        REDIS_URL="redis://127.0.0.1:1/0",
        ALLOWED_HOSTS="127.0.0.1",
        LOG_LEVEL=level,
    )
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "1"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=told, stdin=subprocess.DEVNULL, stdout=output, stderr=output, text=True
    )
    try:
        yield process
    finally:
        process.terminate()


def test_every_line_of_serve_is_json_and_those_of_a_request_have_its_id(tmp_path: Path):
    port = free_port()
    asked = [
        ("api/v1/health/live", {}),
        ("api/v1/nothing", {}),
        ("api/v1/me", {}),
        ("api/v1/me", {"Host": "elsewhere.example"}),
        ("admin/", {"Host": "elsewhere.example"}),
        ("admin/nothing/", {}),
        ("static/league/desk.css", {}),
        ("static/unfold/js/app.js", {}),
    ]
    with serving(port, tmp_path) as process, httpx.Client(trust_env=False, timeout=60) as client:
        wait_for_answer(client, process, f"http://127.0.0.1:{port}/api/v1/health/live")
        answers = [
            client.get(
                f"http://127.0.0.1:{port}/{path}",
                headers={"X-Forwarded-Proto": "https", "X-Request-ID": f"asked-{number}", **headers},
            )
            for number, (path, headers) in enumerate(asked)
        ]
        process.terminate()
        out, said = process.communicate(timeout=30)
    assert [answer.status_code for answer in answers] == [200, 404, 401, 400, 400, 302, 200, 200]
    assert answers[3].json()["code"] == "bad_request"
    assert out == ""
    lines = [json.loads(line) for line in said.splitlines()]
    assert all({"event", "level", "logger", "timestamp"} <= set(line) for line in lines)
    assert "Traceback" not in said
    assert "synchronous iterator" not in said
    for number, (path, _) in enumerate(asked):
        of_request = [line for line in lines if line.get("request_id") == f"asked-{number}"]
        (told,) = [line for line in of_request if line["event"] == "request"]
        assert (told["path"], told["status"]) == (f"/{path}", answers[number].status_code)
        assert told["ms"] >= 0
    about_requests = [line for line in lines if line["logger"].startswith("django.")]
    assert {line["event"].partition(":")[0] for line in about_requests} >= {
        "Not Found",
        "Unauthorized",
        "Invalid HTTP_HOST header",
    }
    assert all("request_id" in line for line in about_requests)


def test_no_line_of_serve_shows_the_secret_of_a_link(tmp_path: Path):
    """On a database without tables every address fails, so tracebacks are among the lines."""
    port, https = free_port(), {"X-Forwarded-Proto": "https"}
    secret = "AZ6rc2Vjcm-0Tm90QVNlY3JldEFuZEFf0123ab_-"
    old = f"table.{'0a' * 16}.0.{'s3cr3t' * 7}"
    asked = [
        (f"t/-/{secret}", https),
        (f"t/-/{secret}/", {}),
        (f"t/%2d/{secret}?a={secret}", https),
        (f"t/-/{old}", https),
        (f"api/v1/tables/{'0' * 32}%23{old}", https),
        ("api/v1/clubs", {**https, "Authorization": f"Link {secret}"}),
        ("t/", {**https, "Cookie": f"tk-e0a1b2c={secret}"}),
        ("t/K7P4", {**https, "Cookie": f"tk-e0a1b2c={secret}; tk-t0a1b2c={old}"}),
        (f"t/-/{secret}", {**https, "Host": "elsewhere.example"}),
        ("admin/", {**https, "Referer": f"https://127.0.0.1/t/-/{secret}"}),
    ]
    with (
        (tmp_path / "said").open("w+") as output,
        serving(port, tmp_path, "DEBUG", output) as process,
        httpx.Client(trust_env=False, timeout=30) as client,
    ):
        wait_for_answer(client, process, f"http://127.0.0.1:{port}/api/v1/health/live")
        answers = [client.get(f"http://127.0.0.1:{port}/{path}", headers=headers) for path, headers in asked]
        process.terminate()
        process.wait(30)
    said = (tmp_path / "said").read_text()
    assert len({answer.status_code for answer in answers}) > 2
    assert said.count("/t/-/***") > 3
    assert not [line for line in said.splitlines() if secret[:20] in line or "s3cr3t" in line]


def warnings_of(caplog: pytest.LogCaptureFixture, client: Client, path: str) -> tuple[int, list[Line]]:
    """The status of an answer, and the warnings and errors that were logged meanwhile."""
    caplog.clear()
    status = client.get(path, secure=True).status_code
    said: list[Any] = [record for record in caplog.records if record.levelno >= logging.WARNING]
    return status, [
        (one.levelname, one.name, one.msg.get("reason") if isinstance(one.msg, dict) else None, bool(one.exc_info))
        for one in said
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/t/", "/api/v1/clubs"])
def test_a_request_that_can_not_be_answered_now_has_one_warning_and_a_fault_an_error(
    path: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING", "django.request")  # as in production
    client = Client(raise_request_exception=False)
    own = "deploy.middleware"
    with monkeypatch.context() as overloaded:
        overloaded.setattr(HttpRequest, "has_waited_too_long", True, raising=False)
        assert warnings_of(caplog, client, path) == (503, [("WARNING", own, "busy", False)])
    for error in (TooManyRequests(), TooManyConnections()):
        with monkeypatch.context() as crowded:
            crowded.setattr(SessionMiddleware, "process_request", Mock(side_effect=error))
            assert warnings_of(caplog, client, path) == (503, [("WARNING", own, "pool_exhausted", False)])
    with monkeypatch.context() as down:
        down.setattr(SessionMiddleware, "process_request", Mock(side_effect=CannotConnectNow()))
        told = [("ERROR", "league.log.outages", "no_database", False), ("WARNING", own, "no_database", False)]
        assert warnings_of(caplog, client, path) == (503, told)
    with monkeypatch.context() as faulty:
        faulty.setattr(SessionMiddleware, "process_request", Mock(side_effect=RuntimeError()))
        assert warnings_of(caplog, client, path) == (500, [("ERROR", "django.request", None, True)])
    assert warnings_of(caplog, client, "/api/v1/nothing") == (404, [("WARNING", "django.request", None, False)])


def wait_for_answer(client: httpx.Client, process: subprocess.Popen[str], address: str) -> None:
    latest = time.monotonic() + START_SECONDS
    while True:
        try:
            client.get(address)
        except httpx.TransportError:
            assert time.monotonic() < latest
            assert process.poll() is None
            time.sleep(0.1)
        else:
            return


def test_a_part_of_a_static_file_is_served(client: Client):
    whole = client.get("/static/league/desk.css")
    part = client.get("/static/league/desk.css", headers={"Range": "bytes=2-5"})
    assert (whole.status_code, whole.streaming, part.status_code) == (200, False, 206)
    assert part.content == whole.content[2:6]
    assert whole["Content-Type"].startswith("text/css")
    assert client.head("/static/league/desk.css").content == b""
    again = client.get("/static/league/desk.css", headers={"If-Modified-Since": whole["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")
