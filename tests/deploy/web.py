"""Web servers as processes of their own, on the database of the running test."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from deploy import club
from tests import processes


def serve() -> None:
    """In the new process: tells its address, and answers until it is killed."""
    listening = club.listen("127.0.0.1", 0)
    sys.stdout.write(f"{club.url('127.0.0.1', listening.getsockname()[1])}\n")
    sys.stdout.flush()
    club.server().run([listening])


@contextmanager
def _server() -> Iterator[subprocess.Popen[str]]:
    process = processes.start("tests.deploy.web:serve")
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def servers(count: int) -> Iterator[list[str]]:
    """The addresses of so many servers, on ports of this machine alone; they are killed at the end."""
    with ExitStack() as stack:
        started = [stack.enter_context(_server()) for _ in range(count)]
        yield [_address(process) for process in started]


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, f"the server ended: {process.wait()}"
    return line.strip()
