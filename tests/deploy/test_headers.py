"""Headers that no browser sends, and a proxy may pass on."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client, RequestFactory

from deploy.client_address import client_address
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


PART = b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nada\r\n--x--\r\n'
BODIES = {
    "application/json": b"{}",
    "application/x-www-form-urlencoded": b"a=b",
    "multipart/form-data; boundary=x": PART,
}


@pytest.mark.parametrize("kind", BODIES)
@pytest.mark.parametrize("charset", ["hex", "rot13", "undefined", "no-such", "base64", "UTF-7", "unicode_escape"])
def test_a_charset_that_is_none_is_refused(transactional_db: None, charset: str, kind: str):
    statuses = [_sent(method, at, f"{kind}; charset={charset}", BODIES[kind]) for method, at in DOORS]
    assert statuses == [415] * len(DOORS)


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "us-ascii", "iso-8859-1", ""])
def test_a_charset_of_text_passes(transactional_db: None, charset: str):
    kind = f"application/json; charset={charset}"
    assert [_sent(method, at, kind, b"{}") for method, at in DOORS] == [400, 401, 200, 200]


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
