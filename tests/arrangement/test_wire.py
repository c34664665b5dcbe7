"""A wire passes bytes, and can be cut, silent or slow."""

from __future__ import annotations

import socket
import socketserver
import threading
import time
from collections.abc import Iterator

import pytest

from tests.arrangement.wire import Wire, Wires

pytestmark = pytest.mark.backend("sqlite")


class Echo(socketserver.BaseRequestHandler):
    """Sends back what it gets, and then says that it has seen the end."""

    def handle(self) -> None:
        while data := self.request.recv(1024):
            self.request.sendall(data)
        self.request.sendall(b"end")


@pytest.fixture
def wire() -> Iterator[Wire]:
    wires = Wires()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield wires.wire(server.server_address[1])
        wires.close()
        server.shutdown()


def connected(wire: Wire) -> socket.socket:
    return socket.create_connection(("127.0.0.1", wire.port), timeout=60)


def said(connection: socket.socket, words: bytes) -> bytes:
    connection.sendall(words)
    return connection.recv(1024)


def has_ended(connection: socket.socket) -> bool:
    try:
        return connection.recv(1024) == b""
    except ConnectionResetError:
        return True


def test_bytes_and_the_end_pass_both_ways(wire: Wire) -> None:
    with connected(wire) as connection:
        assert said(connection, b"Ada") == b"Ada"
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(1024) == b"end"
        assert connection.recv(1024) == b""


def test_a_cut_ends_connections_and_new_ones_at_once(wire: Wire) -> None:
    with connected(wire) as before:
        assert said(before, b"Ada") == b"Ada"
        with wire.cut():
            assert has_ended(before)
            with connected(wire) as during:
                assert has_ended(during)
    with connected(wire) as after:
        assert said(after, b"Bea") == b"Bea"


def test_in_silence_nothing_arrives_until_it_is_over(wire: Wire) -> None:
    with connected(wire) as before:
        assert said(before, b"Ada") == b"Ada"
        with wire.silent(), connected(wire) as during:
            for connection in (before, during):
                connection.settimeout(0.3)
                with pytest.raises(TimeoutError):
                    said(connection, b"Bea")
        before.settimeout(60)
        assert before.recv(1024) == b"Bea"


def test_a_slow_wire_takes_its_time(wire: Wire) -> None:
    with connected(wire) as connection:
        with wire.slow(0.3):
            began = time.monotonic()
            assert said(connection, b"Ada") == b"Ada"
            assert time.monotonic() - began >= 0.6
        assert said(connection, b"Bea") == b"Bea"
