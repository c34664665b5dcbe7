"""Every answer has a Content-Security-Policy, also one that refuses, fails, or is a file."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from deploy.content_security import DATA, HEADER, NOWHERE, PAGE
from league.models import Role
from tests.league.nights import new_club, new_user

ADMIN = PAGE.format(" 'unsafe-eval'", NOWHERE)
PLAIN = PAGE.format("", NOWHERE)

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(client: Client) -> Client:
    client.force_login(new_user("ada", new_club(), Role.DIRECTOR))
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/admin/", 200, ADMIN),
        ("/admin/login/", 302, None),
        ("/admin/league/tournament/", 200, ADMIN),
        ("/admin/nothing/", 404, ADMIN),
        ("/admin/jsi18n/", 200, DATA),
        ("/nothing", 404, PLAIN),
        ("/api/v1/docs", 200, PLAIN),
        ("/api/v1/docs/access", 200, PLAIN),
        ("/api/v1/schema", 200, DATA),
        ("/api/v1/clubs", 200, DATA),
        ("/api/v1/nothing", 404, DATA),
        ("/api/v1/health/live", 200, DATA),
        ("/static/league/desk.css", 200, DATA),
    ],
)
def test_each_answer_has_the_policy_of_its_kind(director: Client, path: str, status: int, expected: str | None):
    answer = director.get(path)
    assert answer.status_code == status
    assert "frame-ancestors 'none'" in answer[HEADER]
    if expected:
        assert answer[HEADER] == expected


def test_the_log_in_page_a_wrong_host_and_a_wrong_charset_have_one(client: Client):
    assert client.get("/admin/login/")[HEADER] == ADMIN
    assert client.get("/admin/", headers={"Host": "elsewhere.example"})[HEADER] == ADMIN
    assert client.get("/api/v1/clubs", headers={"Host": "elsewhere.example"})[HEADER] == DATA
    assert client.generic("POST", "/admin/login/", b"a=b", content_type="text/plain; charset=nonsense")[HEADER] == DATA


def test_a_fault_has_one_too(director: Client, monkeypatch: pytest.MonkeyPatch):
    def fails(*_: object, **__: object) -> None:
        raise ValueError

    monkeypatch.setattr("unfold.sites.UnfoldAdminSite.each_context", fails)
    answer = director.get("/admin/")
    assert (answer.status_code, answer[HEADER]) == (500, ADMIN)


@pytest.mark.parametrize("path", ["/admin/", "/admin/league/person/add/", "/admin/login/", "/api/v1/docs"])
def test_no_page_has_a_script_of_its_own(client: Client, director: Client, path: str):
    text = (Client() if path == "/admin/login/" else director).get(path).content.decode()
    assert "<script" in text
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == []
    assert re.findall(r"\son[a-z]+=", re.sub(r"\sx-on|@click", "", text)) == []
