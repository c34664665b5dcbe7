"""The system checks: each finds its fault, has a hint, and is in the table of the guide for operators."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import CheckMessage
from django.db import connection

from deploy import checks
from league.access.origin import origin_in_letters
from league.log.replica import Lag, replica
from tests.deploy import guides

FILE = "/srv/tablekeeper/nobody-made-this/forgotten"
POSTGRES = {"ENGINE": "django.db.backends.postgresql", "NAME": "tablekeeper"}


@pytest.fixture
def production(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The settings of a server with nothing wrong."""
    monkeypatch.delenv("FORWARDED_ALLOW_IPS", raising=False)
    settings.IS_CLUB, settings.STATIC_ROOT = False, None
    settings.ALLOWED_HOSTS, settings.PUBLIC_ORIGIN = ["play.example.org"], "https://play.example.org"
    settings.FORGOTTEN_FILE = str(tmp_path / "forgotten")
    monkeypatch.setitem(settings.DATABASES, "default", {**settings.DATABASES["default"], **POSTGRES})
    return settings


FAULTS: list[tuple[CheckMessage, dict[str, Any]]] = [
    (checks.PLAIN_ORIGIN, {"PUBLIC_ORIGIN": "http://play.example.org"}),
    (checks.NOT_COLLECTED, {"STATIC_ROOT": "/srv/tablekeeper/nobody-made-this"}),
    (checks.LIST_NOT_WRITTEN, {"FORGOTTEN_FILE": FILE}),
    (checks.ANY_HOST, {"ALLOWED_HOSTS": ["*"]}),
    (checks.SEVERAL_HOSTS, {"ALLOWED_HOSTS": ["a.example", "b.example"], "PUBLIC_ORIGIN": ""}),
    (checks.SEVERAL_HOSTS, {"ALLOWED_HOSTS": [".example"], "PUBLIC_ORIGIN": ""}),
    (checks.NO_LIST, {"FORGOTTEN_FILE": ""}),
]


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize(("message", "changes"), FAULTS, ids=[message.id for message, _ in FAULTS])
def test_a_fault_is_found(production: Any, message: CheckMessage, changes: dict[str, Any]) -> None:
    assert checks.production() == []
    for name, value in changes.items():
        setattr(production, name, value)
    assert checks.production() == [message]
    production.IS_CLUB = True
    assert checks.production() == []


@pytest.mark.backend("sqlite")
def test_a_database_of_one_machine_is_found(production: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(production.DATABASES, "default", {"ENGINE": "django.db.backends.sqlite3", "NAME": "a"})
    assert checks.production() == [checks.ONE_MACHINE]


@pytest.mark.backend("sqlite")
@pytest.mark.parametrize(("proxies", "found"), [("*", True), ("10.0.0.0/8,*", True), ("127.0.0.1,::1", False)])
def test_a_proxy_that_may_be_anybody_is_found(
    production: Any, monkeypatch: pytest.MonkeyPatch, proxies: str, found: bool
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", proxies)
    assert checks.production() == ([checks.ANY_PROXY] if found else [])


@pytest.mark.backend("sqlite")
def test_static_files_that_were_collected_and_a_list_that_is_there_are_no_fault(
    production: Any, tmp_path: Path
) -> None:
    (tmp_path / "staticfiles.json").touch()
    (tmp_path / "forgotten").touch()
    production.STATIC_ROOT = str(tmp_path)
    assert checks.production() == []


@pytest.mark.backend("postgres")
@pytest.mark.django_db
@pytest.mark.parametrize(("processes", "is_too_many"), [("1", False), ("1000", True), ("", False)])
def test_more_connections_than_postgresql_takes_are_found(
    monkeypatch: pytest.MonkeyPatch, processes: str, is_too_many: bool
) -> None:
    monkeypatch.setenv("WEB_PROCESSES", processes)
    found = checks.connections_of_one_machine(databases=["default"])
    assert [message.id for message in found] == ([checks.MANY_CONNECTIONS] if is_too_many else [])
    assert checks.connections_of_one_machine(databases=None) == []


@pytest.mark.parametrize(("lag", "is_found"), [(Lag("foreign"), True), (Lag("down"), False), (Lag("", 0), False)])
def test_a_replica_of_something_else_is_found(monkeypatch: pytest.MonkeyPatch, lag: Lag, is_found: bool) -> None:
    assert checks.replica_of_this_primary(databases=["default"]) == []
    monkeypatch.setattr(replica, "is_set_up", lambda: True)
    monkeypatch.setattr(replica, "lag", lambda: lag)
    assert checks.replica_of_this_primary(databases=["default"]) == ([checks.NO_REPLICA] if is_found else [])
    assert checks.replica_of_this_primary(databases=None) == []


@pytest.mark.backend("sqlite")
@pytest.mark.django_db
def test_sqlite_has_no_connections_to_count() -> None:
    assert connection.vendor == "sqlite"
    assert checks.connections_of_one_machine(databases=["default"]) == []


@pytest.mark.backend("sqlite")
def test_each_check_has_a_hint_and_is_in_the_table() -> None:
    messages = [value for value in vars(checks).values() if isinstance(value, CheckMessage)]
    assert all(message.hint for message in messages)
    ids = [*(str(message.id) for message in messages), checks.MANY_CONNECTIONS]
    table = re.findall(r"^\| `(tablekeeper\.[EW]\d+)` \|", guides.text_of("docs/operators.md"), re.MULTILINE)
    assert sorted(table) == sorted(ids)
    assert len(set(ids)) == len(ids)


@pytest.mark.backend("sqlite")
def test_a_mail_server_needs_an_address_for_links(settings):
    settings.SENDS_MAIL, settings.PUBLIC_ORIGIN, settings.IS_HTTPS = True, "", True
    for hosts in (["*"], [".example.org"], ["localhost", "127.0.0.1"]):
        settings.ALLOWED_HOSTS = hosts
        assert checks.links_in_letters() == [checks.NO_ADDRESS]
    settings.ALLOWED_HOSTS = ["localhost", "play.example.org"]
    assert (checks.links_in_letters(), origin_in_letters()) == ([], "https://play.example.org")
    settings.SENDS_MAIL, settings.ALLOWED_HOSTS = False, ["*"]
    assert checks.links_in_letters() == []
