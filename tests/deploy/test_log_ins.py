"""Password hashing within bounds, at every door; and what a new password ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Lock
from time import sleep
from typing import Any
from unittest import mock

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, RequestFactory
from knox.models import AuthToken

from deploy.client_address import client_address_middleware
from league.access import attempts, hashing
from league.access.hashing import TooManyAttempts
from league.models import Club, Membership, Role, User

PASSWORD, OTHER = "correct horse battery", "staple battery horse"
GOOD = {"username": "ada", "password": PASSWORD}
JSON = "application/json"


@pytest.fixture
def ada(db: None) -> User:
    """A superuser and director, whose password was hashed as the tests do."""
    ada = User.objects.create_superuser("ada", password=PASSWORD)
    Membership.objects.create(club=Club.objects.create(name="Tuesday"), user=ada, role=Role.DIRECTOR)
    return ada


@pytest.fixture
def bounds(ada: User, settings: LazySettings) -> User:
    """The bounded hashers, and an empty cache; Ada's password is hashed by them."""
    settings.PASSWORD_HASHERS = ["league.access.hashing.Argon2PasswordHasher"]
    User.objects.filter(pk=ada.pk).update(password=make_password(PASSWORD))
    ada.refresh_from_db()
    cache.clear()
    return ada


def by_token(user: User) -> dict[str, Any]:
    """A header with a new token of the user."""
    return {"Authorization": f"Token {AuthToken.objects.create(user=user)[1]}"}


def test_of_forty_at_once_two_are_computed_and_most_are_refused_at_once() -> None:
    lock, computing = Lock(), [0, 0]

    def compute() -> bool:
        with lock:
            computing[0] += 1
            computing[1] = max(computing)
        sleep(0.05)
        with lock:
            computing[0] -= 1
        return True

    def attempt(_: int) -> bool:
        try:
            return hashing.bounded(compute)
        except TooManyAttempts as refused:
            return refused.wait != hashing.RETRY_SECONDS

    with ThreadPoolExecutor(40) as pool:
        outcomes = list(pool.map(attempt, range(40)))
    assert computing == [0, hashing.AT_ONCE]
    assert hashing.AT_ONCE + hashing.WAITING <= sum(outcomes) < 40
    assert hashing.bounded(compute)


@pytest.mark.parametrize("name", ["ada", "nobody"])
def test_an_address_has_so_many_in_a_minute_whatever_the_names(
    bounds: User, client: Client, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(hashing, "MOST_IN_A_MINUTE", 3)
    monkeypatch.setattr(attempts, "time", lambda: 600.5)

    def attempt(number: int, address: str) -> Any:
        body = {"username": name if number == 1 else f"{name}{number}", "password": "wrong"}
        return client.post("/api/v1/tokens", body, content_type=JSON, REMOTE_ADDR=address)

    assert [attempt(number, "192.0.2.1").status_code for number in range(1, 5)] == [401, 401, 401, 429]
    refused = attempt(5, "192.0.2.1")
    assert (refused["Content-Type"], refused.json()["code"]) == ("application/problem+json", "too_many_attempts")
    assert refused["Retry-After"] == "60"
    assert attempt(6, "192.0.2.2").status_code == 401
    addresses = [f"2001:db8::{number}" for number in range(1, 5)]
    assert [attempt(number, address).status_code for number, address in enumerate(addresses, 7)] == [401] * 3 + [429]


def test_addresses_count_as_a_household_has_them() -> None:
    assert [attempts.network_of(known) for known in ("192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "unknown")] == [
        "192.0.2.1",
        "2001:db8::/64",
        "192.0.2.1",
        "unknown",
    ]


def test_a_request_without_an_address_counts_too_and_nothing_outside_of_a_request(bounds: User) -> None:
    seen: list[str | None] = [attempts.address.get()]
    client_address_middleware(lambda _: seen.append(attempts.address.get()))(  # type: ignore[arg-type, return-value]
        RequestFactory().get("/", REMOTE_ADDR="nonsense")
    )
    assert [*seen, attempts.address.get()] == [None, "unknown", None]


def test_a_cache_that_fails_stops_no_log_in(bounds: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise ConnectionError

    monkeypatch.setattr(attempts, "counter", attempts.Counter())
    monkeypatch.setattr(cache, "count", fails, raising=False)
    assert client.post("/api/v1/tokens", GOOD, content_type=JSON).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "tokens", GOOD),
        ("POST", "tokens", {**GOOD, "username": "nobody"}),
        ("PATCH", "me", {"password": {"old": PASSWORD, "new": OTHER}}),
        ("POST", "clubs/{club}/members", {"username": "bea", "password": OTHER}),
    ],
)
def test_every_door_of_the_api_says_when_to_come_again(
    bounds: User, client: Client, method: str, path: str, body: Any
) -> None:
    path = f"/api/v1/{path.format(club=Club.objects.get().pk)}"
    token = by_token(bounds) if path.endswith(("me", "members")) else {}
    with full():
        answer = client.generic(method, path, data=json.dumps(body), content_type=JSON, headers=token)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1"), answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert not User.objects.filter(username="bea").exists()


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("login/", GOOD),
        ("login/", {**GOOD, "username": "nobody"}),
        ("password_change/", {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": OTHER}),
        ("league/user/{ada}/password/", {"password1": OTHER, "password2": OTHER, "usable_password": "true"}),
        ("league/user/add/", {"username": "bea", "password1": OTHER, "password2": OTHER, "usable_password": "true"}),
    ],
)
def test_every_page_says_it_in_a_sentence(bounds: User, client: Client, path: str, form: dict[str, str]) -> None:
    if not path.startswith("login"):
        client.force_login(bounds, backend="django.contrib.auth.backends.ModelBackend")
    with full():
        answer = client.post(f"/admin/{path.format(ada=bounds.pk)}", form)
    assert (answer.status_code, answer["Retry-After"]) == (429, "1")
    assert "Too many passwords are being checked. Wait 1 second, then try again." in answer.text


def test_a_shut_log_in_says_how_long(ada: User, client: Client) -> None:
    for _ in range(6):
        answer = client.post("/admin/login/", {**GOOD, "password": "wrong"})
    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
    assert "Too many attempts. Wait 15 minutes, then try again." in answer.text


def full() -> ExitStack:
    """All room for hashing is taken."""
    taken = ExitStack()
    for _ in range(hashing.AT_ONCE + hashing.WAITING):
        taken.enter_context(hashing._held(hashing._admitted, wait=0))
    return taken


def change_by_api(ada: User, client: Client) -> None:
    body = {"password": {"old": PASSWORD, "new": OTHER}}
    answer = client.generic("PATCH", "/api/v1/me", data=json.dumps(body), content_type=JSON, headers=by_token(ada))
    assert answer.status_code == 200, answer.content


def change_by_own_page(ada: User, client: Client) -> None:
    form = {"old_password": PASSWORD, "new_password1": OTHER, "new_password2": OTHER}
    assert client.post("/admin/password_change/", form).status_code == 302


def change_by_users_page(ada: User, client: Client) -> None:
    form = {"password1": OTHER, "password2": OTHER, "usable_password": "true"}
    assert client.post(f"/admin/league/user/{ada.pk}/password/", form).status_code == 302


def change_by_command(ada: User, client: Client) -> None:
    with mock.patch("getpass.getpass", return_value=OTHER):
        call_command("changepassword", "ada", verbosity=0)


@pytest.mark.parametrize(
    ("change", "left"),
    [(change_by_api, 1), (change_by_own_page, 0), (change_by_users_page, 0), (change_by_command, 0)],
)
def test_a_new_password_ends_all_other_tokens_and_sessions(
    ada: User, client: Client, change: Callable[[User, Client], None], left: int
) -> None:
    tokens, elsewhere = [by_token(ada) for _ in range(2)], Client()
    for browser in (client, elsewhere):
        browser.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    change(ada, client)
    assert [Client().get("/api/v1/me", headers=token).status_code for token in tokens] == [401, 401]
    assert AuthToken.objects.filter(user=ada).count() == left
    assert elsewhere.get("/admin/").status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(OTHER)


def test_the_browser_that_changes_the_password_by_the_api_stays_logged_in(ada: User, client: Client) -> None:
    elsewhere = Client()
    for browser in (client, elsewhere):
        browser.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    body = {"password": {"old": PASSWORD, "new": OTHER}}
    assert client.patch("/api/v1/me", body, content_type=JSON).status_code == 200
    assert client.get("/api/v1/me").status_code == 200
    assert elsewhere.get("/api/v1/me").status_code == 401
