"""`manage.py serve`: several processes on one socket."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

import httpx
import pytest

from deploy.club import listen
from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
START_SECONDS, STOP_SECONDS = 120, 20


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def serving(port: int, database: str = "sqlite://:memory:") -> Iterator[subprocess.Popen[str]]:
    told = variables(TABLEKEEPER_MODE="club", SECRET_KEY="x" * 60, DATABASE_URL=database, ALLOWED_HOSTS="127.0.0.1")
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", "2"]
    process = subprocess.Popen(
        command, cwd=ROOT, env=told, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=STOP_SECONDS)


def first_answer(client: httpx.Client, port: int, process: subprocess.Popen[str]) -> httpx.Response:
    """The first answer of a server that starts."""
    latest = time.monotonic() + START_SECONDS
    while True:
        try:
            return client.get(f"http://127.0.0.1:{port}/api/v1/health/live")
        except httpx.TransportError:
            assert time.monotonic() < latest
            assert process.poll() is None
            time.sleep(0.1)


def test_it_answers_on_kept_connections_and_stops_when_told() -> None:
    port = free_port()
    with serving(port) as process:
        with httpx.Client(trust_env=False, timeout=60) as client:
            first = first_answer(client, port, process)
            again = client.get(f"http://127.0.0.1:{port}/api/v1/health/live")
        assert (first.status_code, again.status_code) == (200, 200)
    assert process.returncode == 0


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        with serving(port) as process:
            assert process.wait(START_SECONDS) == 1
            assert process.stderr is not None
            said = process.stderr.read()
    assert f"Can't listen on 127.0.0.1 port {port}" in said
    assert "Traceback" not in said


def test_connections_inherit_that_nothing_is_held_back() -> None:
    with closing(listen("127.0.0.1", 0)) as listening, closing(socket.create_connection(listening.getsockname())):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            assert os.get_inheritable(listening.fileno()) is False
