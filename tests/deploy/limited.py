"""Real servers with small limits for connections, and clients that send what they like."""

from __future__ import annotations

import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPResponse
from typing import Any

from uvicorn.supervisors import Multiprocess

from deploy import club, even_connections
from deploy.connections import Limits
from league.live.client import HEARTBEAT_SECONDS
from tests import processes
from tests.deploy import web

PATIENCE_SECONDS = 60.0
TINY_BUFFER = 4096


def serve_processes(count: int, limits: dict[str, Any]) -> None:
    """In the new process: as `serve` with so many processes; tells its address."""
    listening = club.listen("127.0.0.1", 0)
    listening.set_inheritable(True)
    sys.stdout.write(f"{club.url('127.0.0.1', listening.getsockname()[1])}\n")
    sys.stdout.flush()
    config = even_connections.config(
        "deploy.asgi:application", processes=count, grace_seconds=club.GRACE_SECONDS, limits=Limits(**limits)
    )
    with listening:
        Multiprocess(config, sockets=[listening]).run()


def serve_with_files(files: int, limits: dict[str, Any]) -> None:
    """In the new process: as `club`, where the system allows no more open files."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    web.serve(limits=limits)


def files_after_raising(soft: int, hard: int) -> list[int]:
    """In the new process: what `raise_open_files` returns, and the limits that the process then has."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return [club.raise_open_files(), *resource.getrlimit(resource.RLIMIT_NOFILE)]


@contextmanager
def running(target: str, *arguments: Any) -> Iterator[tuple[int, int]]:
    """The port of a server that answers, and its process id; it is stopped at the end."""
    process = processes.start(target, *arguments)
    try:
        port = int(web.address_of(process).rstrip("/").rpartition(":")[2])
        with connected(port) as client:
            assert status_of(client, request()) == 200
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE_SECONDS)


@contextmanager
def club_server(**limits: Any) -> Iterator[int]:
    """The port of a club's server, which answers."""
    with running("tests.deploy.web:serve", HEARTBEAT_SECONDS, limits) as (port, _):
        yield port


@contextmanager
def serve_server(**limits: Any) -> Iterator[int]:
    """The port of `serve` with a process, which answers."""
    with running("tests.deploy.limited:serve_processes", 1, limits) as (port, _):
        yield port


def connected(port: int, source: str = "127.0.0.1", *, reads_slowly: bool = False) -> closing[socket.socket]:
    """A connection to the port."""
    client = socket.socket()
    if reads_slowly:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TINY_BUFFER)
    client.settimeout(PATIENCE_SECONDS)
    client.bind((source, 0))
    client.connect(("127.0.0.1", port))
    return closing(client)


def request(path: str = "health/live", *, method: str = "GET", length: int = 0) -> bytes:
    """The head of a request; its body is to have so many bytes."""
    body = f"Content-Type: application/json\r\nContent-Length: {length}\r\n" if length else ""
    return f"{method} /api/v1/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{body}\r\n".encode()


def status_of(client: socket.socket, sent: bytes = b"") -> int:
    """The status of the answer to what is sent, which is read whole; 0 if the connection is closed without one."""
    try:
        client.sendall(sent)
        with closing(HTTPResponse(client)) as answer:
            answer.begin()
            answer.read()
    except ConnectionError:
        return 0
    return answer.status


def seconds_open(client: socket.socket, *, trickle: bytes = b"", every: float = 0.1) -> float:
    """How long the server leaves the connection open, while a byte of `trickle` is sent every so often."""
    begin = time.monotonic()
    client.settimeout(every if trickle else PATIENCE_SECONDS)
    for byte in trickle or b" ":
        try:
            if trickle:
                client.sendall(bytes([byte]))
            if not client.recv(65536):
                break
        except TimeoutError:
            continue
        except ConnectionError:
            break
    return time.monotonic() - begin


def open_files(process: int) -> int:
    """How many files a process has open."""
    return len(os.listdir(f"/proc/{process}/fd"))
