"""`serve` with the bare views beside the product, for benchmarks: several processes on one port."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from uvicorn.supervisors import Multiprocess

from bench.web import WITHOUT_LANES
from deploy import even_connections
from deploy.club import GRACE_SECONDS, listen
from tests import processes, servers

READY_SECONDS = 120


def serve(port: int, count: int) -> None:
    """In a process of its own: the supervisor of so many web processes."""
    listening = listen("127.0.0.1", port)
    listening.set_inheritable(True)
    config = even_connections.config("bench.web.application:application", processes=count, grace_seconds=GRACE_SECONDS)
    with listening:
        Multiprocess(config, sockets=[listening]).run()


@contextmanager
def serving(count: int, *, has_lanes: bool = True) -> Iterator[int]:
    """The port of so many web processes, all of which have answered; they are stopped at the end."""
    os.environ[WITHOUT_LANES] = "" if has_lanes else "1"
    port = servers.free_port()
    process = processes.start("bench.web.serving:serve", port, count)
    try:
        _wait(process, port, count)
        yield port
    finally:
        del os.environ[WITHOUT_LANES]
        process.send_signal(signal.SIGTERM)
        process.communicate()


def _wait(process: subprocess.Popen[str], port: int, count: int) -> None:
    """Return when each process has answered on a kept connection of its own."""
    end, answered = time.monotonic() + READY_SECONDS, set[str]()
    while len(answered) < count:
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("the web processes do not come up")
        clients = [httpx.Client(trust_env=False, timeout=60) for _ in range(2 * count)]
        for client in clients:
            try:
                answered.add(client.get(f"http://127.0.0.1:{port}/bare/process").text)
            except httpx.TransportError:
                time.sleep(0.2)
        for client in clients:
            client.close()
