"""Web servers as processes of their own, on the database of the running test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

from deploy import club
from league.live import client
from league.live.client import HEARTBEAT_SECONDS
from tests import processes


def serve(heartbeat: float = HEARTBEAT_SECONDS, limits: dict[str, Any] | None = None) -> None:
    """In the new process: tells its address, and answers until it is killed.

    heartbeat: seconds between two. limits: fields of Limits that are not as usual.
    """
    client.HEARTBEAT_SECONDS = heartbeat
    listening = club.listen("127.0.0.1", 0)
    sys.stdout.write(f"{club.url('127.0.0.1', listening.getsockname()[1])}\n")
    sys.stdout.flush()
    club.server(replace(club.usual_limits(), **limits or {})).run([listening])


@contextmanager
def server(heartbeat: float = HEARTBEAT_SECONDS) -> Iterator[subprocess.Popen[str]]:
    """A server's process, killed at the end."""
    process = processes.start("tests.deploy.web:serve", heartbeat)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def servers(count: int, heartbeat: float = HEARTBEAT_SECONDS) -> Iterator[list[str]]:
    """The addresses of so many servers, on ports of this machine alone; they are killed at the end."""
    with ExitStack() as stack:
        started = [stack.enter_context(server(heartbeat)) for _ in range(count)]
        yield [address_of(process) for process in started]


def address_of(process: subprocess.Popen[str]) -> str:
    """The address that a server's process tells."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, f"the server ended: {process.wait()}"
    return line.strip()
