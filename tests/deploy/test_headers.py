"""Headers that no browser sends, and a proxy may pass on."""

from __future__ import annotations

import codecs
import encodings
from contextlib import suppress
from io import BytesIO
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import HttpResponse
from django.test import AsyncClient, Client, RequestFactory

from deploy.client_address import client_address
from deploy.handler import Request
from deploy.middleware import charset_middleware
from league.models import User

WRONG = {"username": "ada", "password": "nope"}
ADDRESSES = ("nonsense", "192.0.2.1:80", "fe80::1%eth0", "", "unknown", "192.0.2.1", "2001:db8::1")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_failed_log_in_is_refused_wherever_it_is_said_to_come_from(db: None, client: Client, address: str):
    User.objects.create_user("ada", password="correct horse 7")
    answer = client.post("/api/v1/tokens", WRONG, content_type="application/json", REMOTE_ADDR=address)
    assert answer.status_code == 401
    answer = client.post("/admin/login/", WRONG, REMOTE_ADDR=address)
    assert answer.status_code == 200
    assert answer.context["form"].errors


@pytest.mark.parametrize(
    ("said", "address"),
    [("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"), ("fe80::1%eth0", "fe80::1"), ("me", None), ("", None)],
)
def test_only_an_address_is_an_address(said: str, address: str | None):
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=said)) == address


def test_log_ins_are_still_limited_where_the_address_is_unknown(db: None, client: Client):
    User.objects.create_user("ada", password="correct horse 7")
    for _ in range(6):
        last = client.post("/api/v1/tokens", WRONG, content_type="application/json", REMOTE_ADDR="nonsense")
    assert last.status_code == 429


LONG = 'text/plain; a="' + ";" * 60_000
PART = b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nada\r\n--x--\r\n'
BODIES = {
    "application/json": b"{}",
    "application/x-www-form-urlencoded": b"a=b",
    "multipart/form-data; boundary=x": PART,
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize(
    "charset", ["hex", "rot13", "undefined", "no-such", "base64", "UTF-7", "unicode_escape", "punycode", "IDNA"]
)
def test_a_charset_that_is_none_is_refused(transactional_db: None, charset: str, kind: str):
    statuses = [_sent(method, at, f"{kind}; charset={charset}", BODIES[kind]) for method, at in DOORS]
    assert statuses == [415] * len(DOORS)


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "us-ascii", "iso-8859-1", ""])
def test_a_charset_of_text_passes(transactional_db: None, charset: str):
    kind = f"application/json; charset={charset}"
    assert [_sent(method, at, kind, b"{}") for method, at in DOORS] == [400, 401, 200, 200]


@pytest.mark.parametrize("kind", ["text/plain; a*=no-such''%41", "text/plain; charset*=no-such''utf-8; b=c", LONG])
def test_a_content_type_that_can_not_be_read_is_refused(kind: str):
    scope = {"type": "http", "method": "POST", "path": "/", "headers": [(b"content-type", kind.encode())]}
    answer = charset_middleware(lambda request: HttpResponse())(Request(scope, BytesIO(b"a")))
    assert (answer.status_code, answer["Content-Type"]) == (415, "text/plain")


def test_nothing_is_kept_of_a_charset_that_does_not_exist():
    kept: dict[str, Any] = vars(encodings)["_cache"]
    before, name = len(kept), "nothing-of-this-name"
    for asked in (f"text/plain; charset={name}", f"text/plain; a*={name}''%41"):
        with suppress(ValueError):  # Django refuses the second one
            RequestFactory().generic("POST", "/", b"a", asked)
    with pytest.raises(LookupError):
        codecs.lookup(name)
    assert len(kept) == before
    assert [codecs.lookup(known).name for known in ("UTF8", "latin 1", "ISO_8859-1:1987", "idna", "utf-8-sig")] == [
        "utf-8", "iso8859-1", "iso8859-1", "idna", "utf-8-sig",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["/api/v1/docs/nothing", "/problems"])
def test_an_accept_with_an_unreadable_parameter_is_no_fault_of_the_service(db: None, client: Client, path: str):
    accept = "text/html;a*=no-such''%41"
    answer = client.get(path, headers={"Accept": accept}, secure=True)
    assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (
        404 if "docs" in path else 200,
        "text/html",
    )


DOORS = (
    ("POST", "/api/v1/tokens?a=b"),
    ("GET", "/api/v1/me?a=b"),
    ("GET", "/admin/login/?next=/admin/"),
    ("POST", "/admin/login/?next=/admin/"),
)


def _sent(method: str, at: str, kind: str, body: bytes) -> int:
    """The status of the answer to a request as the server passes it on."""
    client = AsyncClient()
    status: int = async_to_sync(client.generic)(method, at, body, content_type=kind).status_code
    return status
