"""`manage.py serve`: several processes on one socket."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from deploy.club import listen
from deploy.even_connections import Shares
from tests.deploy.served import variables
from tests.processes import ROOT

pytestmark = pytest.mark.backend("sqlite")
START_SECONDS, STOP_SECONDS = 120, 20


def free_port() -> int:
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def serving(port: int, database: str = "sqlite://:memory:", workers: int = 2) -> Iterator[subprocess.Popen[str]]:
    told = variables(TABLEKEEPER_MODE="club", SECRET_KEY="x" * 60, DATABASE_URL=database, ALLOWED_HOSTS="127.0.0.1")
    command = [sys.executable, "manage.py", "serve", "--port", str(port), "--workers", str(workers)]
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


def open_connections(server: int, port: int) -> list[int]:
    """How many connections to the port each process of a server holds; only those that hold some."""
    sockets = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines()[1:] if is_open(line, port)}
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    found = [sum(f"socket:[{socket}]" in descriptors(child) for socket in sockets) for child in children]
    return [number for number in found if number]


def is_open(line: str, port: int) -> bool:
    """Whether a line of /proc/net/tcp is an established connection to the port."""
    local, state = line.split()[1], line.split()[3]
    return state == "01" and int(local.rpartition(":")[2], 16) == port


def descriptors(process: str) -> set[str]:
    return {os.readlink(path) for path in Path(f"/proc/{process}/fd").iterdir() if path.is_symlink()}


async def connections(port: int, count: int, *, at_once: bool) -> list[asyncio.StreamWriter]:
    """So many connections, each of which has had an answer."""

    async def one() -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /api/v1/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        return writer

    if at_once:
        return await asyncio.gather(*(one() for _ in range(count)))
    return [await one() for _ in range(count)]


def test_processes_share_kept_connections_evenly() -> None:
    port, count, workers = free_port(), 64, 3

    async def shares(*, at_once: bool) -> list[int]:
        kept = await connections(port, count, at_once=at_once)
        found = open_connections(process.pid, port)
        for writer in kept:
            writer.close()
        return found

    with serving(port, workers=workers) as process:
        latest = time.monotonic() + START_SECONDS
        with httpx.Client(trust_env=False, timeout=60) as client:
            first_answer(client, port, process)
        while len(one_by_one := asyncio.run(shares(at_once=False))) < workers:  # until all have started
            assert time.monotonic() < latest
        at_once = asyncio.run(shares(at_once=True))
    for found in (one_by_one, at_once):
        assert sum(found) == count
        assert max(found) <= 1.5 * count / workers


def test_a_slot_of_an_ended_process_is_used_again_and_counts_for_nothing() -> None:
    shares = Shares()
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    shares._pids[0], shares._open[0] = ended.pid, -5
    shares._pids[1], shares._open[1] = os.getppid(), 2
    own = shares.join()
    assert own == 0
    shares.add(own, 7)
    assert shares.excess(own) == 5
    shares._pids[2], shares._open[2] = ended.pid, 0
    assert shares.excess(own) == 5
