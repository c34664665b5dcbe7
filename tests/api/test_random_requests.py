"""Random requests to every operation and to paths that nobody has: each answer is one that the document names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test.client import FakePayload
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from api import urls
from tests.api.conftest import Visitor
from tests.api.test_doors import EVERYBODY, Venue, doors

RANDOM = settings(
    max_examples=3,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
NO_OPERATION = {400, 404, 405, 406, 413, 415}
"""The statuses for what is no operation: no such path or method, or a `Host` that is none."""
UNDOCUMENTED = ("schema get", "docs get", "docs-page get")
"""The document itself, which names no operation that reads it."""
READY = "/api/v1/health/ready"
"""The path that is answered 503 while the worker does not run."""
UNASKED = {413, 415}
"""The statuses for a body that is too large or compressed, also where no body is read."""
OUTSIDE = (b"/", b"/t/", b"/admin/", b"/problems/", b"/static/", b"/api/", b"/api/v1/", b"/api/v1/tables/")
JUNK = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([b"", b"%", b"\x00", b"..", b"*", b"\xff\xfe", b"a" * 5000, b"7", b"\xc3\xa9", b"\xed\xa0\x80"]),
)
"""Bytes that nobody expects."""
VALUES: Mapping[str, tuple[str, ...]] = {
    "Accept": ("*/*", "text/csv", "application/json;q=0", "text/html", ";;,/;q=x", "*/json", "text/event-stream"),
    "Content-Type": ("application/json", "text/csv", "multipart/form-data", "multipart/form-data; boundary=x", "/", ""),
    "If-Match": ("*", '"0"', 'W/"1.5f3a"', "7", ",", '"1", "x"', '"' + "9" * 30 + '"'),
    "If-None-Match": ("*", '"0"', 'W/"x', ",,", '"1.5f3a", *'),
    "Authorization": ("Token x", "Token", "Link", "Link \xff", "Basic eDp5", "Token a b", "Token tkc_x", "Bearer \x01"),
    "Idempotency-Key": ("k", "", "k" * 256, "\xe9", "a\tb"),
    "Accept-Language": ("de", "xx", "de;q=2", "*", "-", "en-" + "a" * 500),
    "Origin": ("https://scores.example", "null", "http://[", "x"),
    "Content-Encoding": ("gzip", "identity", ",", "\xff"),
    "Range": ("bytes=0-3", "bytes=-", "x"),
    "If-Modified-Since": ("x", "Sun, 99 Nov 2026 00:00:00 GMT"),
    "Last-Event-Id": ("1", "x", "9" * 40),
    "Cookie": ("tk-t000000=x; sessionid=y", "=;=", "csrftoken"),
    "X-Request-Id": ("\xff", "a" * 300),
    "Host": ("testserver", "a b", "[", "testserver:x"),
    "X-Forwarded-For": ("x", "::1, 7", "\xff"),
    "Access-Control-Request-Method": ("PATCH", "\xff"),
    "Content-Length": ("x", "-1", "9" * 30, "3"),
    "Transfer-Encoding": ("chunked", "x"),
}
"""Headers, and values that somebody sends by mistake or on purpose."""
LATIN = st.text(st.characters(min_codepoint=32, max_codepoint=255), max_size=20)
HEADERS = st.lists(
    st.sampled_from(sorted(VALUES)).flatmap(
        lambda name: st.tuples(st.just(name), st.one_of(st.sampled_from(VALUES[name]), LATIN))
    ),
    max_size=4,
).map(dict)
BODIES = st.one_of(
    st.just(None),
    st.binary(max_size=60),
    st.sampled_from([b"", b"{}", b"[]", b"null", b"[{}]", b'{"club": 1}', b'{"a": [1, {"b": "\\u0000"}]}', b"a,b\n1"]),
)
_addresses = count()


def document() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


PATHS = document()["paths"]
PARAMETERS = sorted(
    {one["name"] for path in PATHS.values() for way in path.values() for one in way.get("parameters", ())}
)
QUERIES = st.one_of(
    st.just(b""),
    JUNK,
    st.lists(st.tuples(st.one_of(st.sampled_from(PARAMETERS).map(str.encode), JUNK), JUNK), min_size=1, max_size=3).map(
        lambda pairs: b"&".join(quote_from_bytes(a).encode() + b"=" + quote_from_bytes(b).encode() for a, b in pairs)
    ),
)


@dataclass(frozen=True)
class Sent:
    """A request, in bytes as they come over the wire. who: sends it, where no header says otherwise."""

    who: str
    method: str
    path: bytes
    query: bytes
    headers: Mapping[str, str]
    body: bytes | None

    def environ(self) -> dict[str, Any]:
        """The request as a server hands it over; each is of another address, so that no limit is reached."""
        number = next(_addresses)
        named = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in self.headers.items()}
        length = named.pop("HTTP_CONTENT_LENGTH", str(len(self.body or b"")))
        return {
            **named,
            "REQUEST_METHOD": self.method,
            "PATH_INFO": self.path.decode("latin-1"),
            "QUERY_STRING": self.query.decode("latin-1"),
            "CONTENT_TYPE": named.pop("HTTP_CONTENT_TYPE", "application/json"),
            "CONTENT_LENGTH": length,
            "REMOTE_ADDR": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}",
            "wsgi.input": FakePayload(self.body or b""),
        }


def documented(route: str | None, method: str) -> set[int]:
    """The statuses that the document names for a method of a route; 304 is for who has the answer already."""
    operation = PATHS.get(route, {}).get("get" if method == "HEAD" else method.lower())
    if method == "OPTIONS":
        return {200, 204, *NO_OPERATION}
    if operation is None:
        return NO_OPERATION
    return UNASKED | {int(status) for status in operation["responses"] if status != "default"}


def is_as_documented(venue: Venue, sent: Sent, route: str | None) -> None:
    """Sends a request, and looks at the answer."""
    cache.clear()
    with taken_back():
        who = "anonymous" if "Authorization" in sent.headers else sent.who
        answer = Visitor.request(venue.knocks(who), **sent.environ())
        status, kind = answer.status_code, answer.headers.get("Content-Type", "")
    assert status < 500 or (status, route) == (503, READY), (sent, status)
    if sent.path.startswith(b"/api/"):
        assert status in documented(route, sent.method), (sent, status, getattr(answer, "content", b"")[:300])
        if status >= 400:
            assert kind == "application/problem+json", (sent, status, kind)
            assert sent.method == "HEAD" or answer.json()["status"] == status


@contextmanager
def taken_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def route_of(door: str) -> str:
    """The path of a door, as the document writes it."""
    name = door.split(maxsplit=1)[0]
    (route,) = {str(pattern.pattern) for pattern in urls.urlpatterns if pattern.name == name}
    return "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route)


@pytest.mark.parametrize("door", [door for door in doors() if door not in UNDOCUMENTED])
def test_random_requests_to_every_operation(venue: Venue, door: str) -> None:
    name, method = door.split()
    path, route = venue.path(f"{name} {method}").partition("?")[0].encode(), route_of(door)
    path = path if path.startswith(b"/") else b"/api/v1/" + path

    @RANDOM
    @given(who=st.sampled_from(EVERYBODY), query=QUERIES, headers=HEADERS, body=BODIES, any=st.sampled_from(METHODS))
    def sends(who: str, query: bytes, headers: dict[str, str], body: bytes | None, any: str) -> None:
        for used in (method.upper(), any):
            is_as_documented(venue, Sent(who, used, path, query, headers, body), route)

    sends()


@settings(RANDOM, max_examples=150)
@given(
    who=st.sampled_from(EVERYBODY),
    method=st.sampled_from(METHODS),
    path=st.tuples(st.sampled_from(OUTSIDE), JUNK, st.sampled_from([b"", b"/", b"/result", b"/events", b"/live"])).map(
        b"".join
    ),
    query=QUERIES,
    headers=HEADERS,
    body=BODIES,
)
def random_paths(
    venue: Venue, who: str, method: str, path: bytes, query: bytes, headers: dict[str, str], body: bytes | None
) -> None:
    is_as_documented(venue, Sent(who, method, path, query, headers, body), None)


def test_random_paths(venue: Venue) -> None:
    random_paths(venue)
