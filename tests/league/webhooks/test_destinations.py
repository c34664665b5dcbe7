"""Where webhooks may lead: nowhere inside, whatever name or number says so."""

from __future__ import annotations

import socket
import ssl
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from league.webhooks import destinations, sending
from league.webhooks.destinations import Unreachable, addresses, destination, fault_of, is_allowed

PRIVATE = (
    "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.8.8.8", "169.254.169.254", "172.16.0.1", "192.0.0.1",
    "192.168.1.1", "198.18.0.1", "203.0.113.5", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::a00:1",
    "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a00:1::1", "2001:0:7f00:1::",
    "2001:0:4136:e378:8000:63bf:80ff:fffe", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "2001:db8::1",
)  # fmt: skip
PUBLIC = ("1.1.1.1", "93.184.216.34", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1")
CERTIFICATE = Path(__file__).with_name("hook.example.pem")
"""Of `hook.example`, signed by itself, with its key; valid for a hundred years."""


@pytest.mark.parametrize("text", PRIVATE)
def test_private_addresses_are_refused(text: str) -> None:
    assert not is_allowed(ip_address(text))


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_allowed(text: str) -> None:
    assert is_allowed(ip_address(text))


def test_the_operator_allows_networks(settings: LazySettings) -> None:
    settings.WEBHOOK_PRIVATE_ADDRESSES = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]
    for text in ("10.1.2.3", "::ffff:10.1.2.3", "fd00:ec2::254"):
        assert is_allowed(ip_address(text))
    for text in ("127.0.0.1", "192.168.0.1", "::ffff:127.0.0.1", "fe80::1"):
        assert not is_allowed(ip_address(text))


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://example.org", None),
        ("https://example.org:8443/a/b?c=d&e=%20", None),
        ("https://1.1.1.1/", None),
        ("https://[2606:4700::1111]/", None),
        ("http://example.org/", "not_https"),
        ("ftp://example.org/", "bad_url"),
        ("file:///etc/passwd", "bad_url"),
        ("example.org", "bad_url"),
        ("https://", "bad_url"),
        ("https:///hook", "bad_url"),
        ("https://user:password@example.org/", "bad_url"),
        ("https://example.org/#part", "bad_url"),
        ("https://example.org/a b", "bad_url"),
        ("https://example.org/\n", "bad_url"),
        ("https://example.org\\@10.0.0.1/", "bad_url"),
        ("https://example.org:0/", "bad_url"),
        ("https://example.org:99999/", "bad_url"),
        ("https://example.org:port/", "bad_url"),
        ("https://[::1/", "bad_url"),
        ("https://bücher.example/", "bad_url"),
        ("https://127.0.0.1/", "private_address"),
        ("https://127.1/", "private_address"),
        ("https://2130706433/", "private_address"),
        ("https://0x7f000001/", "private_address"),
        ("https://0177.0.0.1/", "private_address"),
        ("https://[::ffff:10.0.0.1]/", "private_address"),
        ("https://[fe80::1%25eth0]/", "private_address"),
        ("https://169.254.169.254/latest/meta-data", "private_address"),
    ],
)
def test_what_an_address_may_say(url: str, code: str | None) -> None:
    fault = fault_of(url)
    assert (fault and fault.code) == code
    if code in ("bad_url", "not_https"):
        with pytest.raises(Unreachable, match=code):
            destination(url)


def leads_to(monkeypatch: pytest.MonkeyPatch, *found: str) -> None:
    """Every name leads to these addresses."""

    def resolved(_host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    monkeypatch.setattr(socket, "getaddrinfo", resolved)


def test_a_name_that_leads_inside_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    leads_to(monkeypatch, "127.0.0.1", "fe80::1%eth0", "169.254.169.254")
    monkeypatch.setattr(socket, "create_connection", lambda *_, **__: pytest.fail("connected"))
    assert sending.post("https://inside.example/", {}, b"{}") == sending.Outcome(None, "private_address")


def test_of_a_name_that_leads_both_ways_the_public_addresses_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    leads_to(monkeypatch, "10.0.0.1", "1.1.1.1")
    assert addresses("both.example", 443) == ["1.1.1.1"]


def test_an_unknown_name(monkeypatch: pytest.MonkeyPatch) -> None:
    leads_to(monkeypatch)
    assert sending.post("https://nowhere.example/", {}, b"{}") == sending.Outcome(None, "unknown_host")


def test_a_name_that_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: ended.wait(60) and [])
    monkeypatch.setattr(destinations, "RESOLVE_SECONDS", 0.05)
    assert sending.post("https://slow.example/", {}, b"{}").fault == "unknown_host"
    ended.set()


def test_the_name_is_looked_up_once_and_its_address_connected_to(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.WEBHOOK_PRIVATE_ADDRESSES = [ip_network("127.0.0.1")]
    answers = iter(["127.0.0.1"])
    connected: list[Any] = []
    real = socket.create_connection

    def resolved(_host: str, port: int, *_: Any, **__: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    def connect(address: Any, **options: Any) -> Any:
        connected.append(address)
        monkeypatch.undo()
        return real(address, **options)

    with server(lambda _: None) as (port, seen):
        monkeypatch.setattr(socket, "getaddrinfo", resolved)
        monkeypatch.setattr(socket, "create_connection", connect)
        outcome = sending.post(f"https://hook.example:{port}/a", {}, b"{}")
    assert connected == [("127.0.0.1", port)]
    assert outcome == sending.Outcome(None, "bad_certificate"), "the machine does not trust it"
    assert seen == []


def test_the_certificate_is_that_of_the_name(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> None:
    settings.WEBHOOK_PRIVATE_ADDRESSES = [ip_network("127.0.0.1")]
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    leads_to(monkeypatch, "127.0.0.1")
    names: list[str | None] = []
    with server(names.append) as (port, seen):
        assert sending.post(f"https://hook.example:{port}/a?b=c", {}, b"{}").code == 200
        assert sending.post(f"https://other.example:{port}/", {}, b"{}").fault == "bad_certificate"
    assert names == ["hook.example", "other.example"]
    assert seen == [("/a?b=c", f"hook.example:{port}", b"{}")]


class server:  # noqa: N801
    """An https server on this machine; `asked` gets the name that each client asks for."""

    def __init__(self, asked: Callable[[str | None], Any]) -> None:
        seen: list[tuple[str, str, bytes]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                seen.append((self.path, self.headers["Host"], body))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                """Nothing is printed."""

        class Server(HTTPServer):
            def handle_error(self, *_: Any) -> None:
                """A client that does not trust the certificate goes away."""

        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
        context.sni_callback = lambda _socket, name, _context: asked(name)
        self.http, self.seen = Server(("127.0.0.1", 0), Handler), seen
        self.http.socket = context.wrap_socket(self.http.socket, server_side=True)

    def __enter__(self) -> tuple[int, list[tuple[str, str, bytes]]]:
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()
        return int(self.http.server_address[1]), self.seen

    def __exit__(self, *_: object) -> None:
        self.http.shutdown()
        self.http.server_close()
