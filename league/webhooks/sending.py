"""One request to a webhook's receiver: within seconds, to an address that was checked, with a bounded answer."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from time import monotonic
from typing import NamedTuple
from urllib.parse import urljoin

from django.conf import settings

from league.webhooks.destinations import Destination, Unreachable, addresses, destination

CONNECT_SECONDS, WHOLE_SECONDS = 5.0, 15.0
KEPT_BYTES = 1024
MOST_REDIRECTS = 3
KEEPS_THE_METHOD = (307, 308)


class Outcome(NamedTuple):
    """What has become of a request. code: of the answer; None without one. fault: why it does not count, else "".

    answer: the beginning of the answer's body.
    """

    code: int | None
    fault: str
    answer: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the receiver has taken what was sent."""
        return self.code is not None and 200 <= self.code < 300


def post(url: str, headers: Mapping[str, str], body: bytes) -> Outcome:
    """Sends the body; never raises for what a receiver or the network does."""
    deadline = monotonic() + WHOLE_SECONDS
    try:
        for _ in range(MOST_REDIRECTS + 1):
            outcome, url = _post_once(url, headers, body, deadline)
            if not url:
                return outcome
        return outcome._replace(fault="too_many_redirects")
    except Unreachable as fault:
        return Outcome(None, fault.fault)


def _post_once(url: str, headers: Mapping[str, str], body: bytes, deadline: float) -> tuple[Outcome, str]:
    """The outcome, and where to go on, if the answer says so and the operator allows it."""
    to = destination(url)
    connection = _connected(to, deadline)
    try:
        with _closed_at(deadline, connection.sock):
            connection.request("POST", to.path, body, {**headers, "Host": to.host_header, "Connection": "close"})
            answer = connection.getresponse()
            if monotonic() >= deadline:
                raise TimeoutError  # the head of the answer was cut off, and is read as a whole one
            outcome = _outcome(answer)
    except (OSError, HTTPException, ValueError):
        raise Unreachable("timeout" if monotonic() >= deadline else "no_answer") from None
    finally:
        connection.close()
    if answer.status in KEEPS_THE_METHOD and settings.WEBHOOK_REDIRECTS:
        return outcome, urljoin(url, answer.headers.get("Location", ""))
    return outcome, ""


def _outcome(answer: HTTPResponse) -> Outcome:
    fault = "redirect" if 300 <= answer.status < 400 else "" if 200 <= answer.status < 300 else "refused"
    content = b""
    with suppress(OSError, HTTPException, ValueError):  # the answer counts, whatever becomes of its body
        content = answer.read(KEPT_BYTES)
    return Outcome(answer.status, fault, content.decode(errors="replace").replace("\x00", "�"))


def _connected(to: Destination, deadline: float) -> HTTPConnection:
    """A connection to the first of the host's addresses that answers. Raises Unreachable."""
    fault = "no_connection"
    for address in addresses(to.host, to.port):
        seconds = min(CONNECT_SECONDS, deadline - monotonic())
        if seconds <= 0:
            raise Unreachable("timeout")
        connection = HTTPConnection(to.host, to.port, timeout=seconds)
        try:
            connection.sock = socket.create_connection((address, to.port), timeout=seconds)
            if to.is_https:
                connection.sock = _encrypted(connection.sock, to.host, monotonic() + seconds)
            connection.sock.settimeout(max(deadline - monotonic(), 0.001))
            return connection
        except ssl.SSLCertVerificationError:
            fault = "bad_certificate"
        except TimeoutError:
            fault = "timeout"
        except OSError:
            fault = "no_connection"
        connection.close()
    raise Unreachable(fault)


def _encrypted(plain: socket.socket, host: str, deadline: float) -> socket.socket:
    """The connection encrypted, with a certificate for the host, whatever the address."""
    context = ssl.create_default_context()
    encrypted = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
    try:
        with _closed_at(deadline, encrypted):
            encrypted.do_handshake()
    except BaseException:
        encrypted.close()
        raise
    return encrypted


@contextmanager
def _closed_at(deadline: float, connection: socket.socket) -> Iterator[None]:
    """Ends the connection at the deadline: time-outs of sockets count from the last byte, which a receiver may drip."""

    def close() -> None:
        with suppress(OSError):
            socket.socket.shutdown(connection, socket.SHUT_RDWR)

    timer = threading.Timer(max(deadline - monotonic(), 0), close)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
