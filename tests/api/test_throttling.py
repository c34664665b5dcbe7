"""How many requests there may be in a minute, and how callers know what is left."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from redis.exceptions import TimeoutError as RedisTimeout

from api.v1.live import SameAgain
from deploy import environment
from league.access import attempts
from league.models import Scope
from tests.api.conftest import Site, Visitor, link_holder
from tests.api.test_scopes import with_scope

LEFT = "RateLimit-Remaining"


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The limits, which a test may change."""
    limits = {"token": 3, "link": 3, "address": 3}
    monkeypatch.setattr(settings, "API_RATES", limits)
    return limits


def from_address(client: Client, address: str, path: str = "/api/v1/clock") -> Any:
    """What somebody at that address gets."""
    return client.get(path, REMOTE_ADDR=address)


def test_each_answer_says_what_is_left_and_one_too_many_when_to_go_on(site: Site, rates: dict[str, int]) -> None:
    answers = [site.director.send("GET", "tournaments") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert [answer[LEFT] for answer in answers] == ["2", "1", "0", "0"]
    assert {answer["RateLimit-Limit"] for answer in answers} == {"3"}
    refused = answers[-1]
    assert refused["Content-Type"] == "application/problem+json"
    assert refused.json()["code"] == "too_many_requests"
    assert refused["Retry-After"] == refused["RateLimit-Reset"] == str(refused.json()["facts"]["seconds"])
    assert 0 < int(refused["Retry-After"]) <= attempts.MINUTE


def test_tokens_count_each_for_itself_and_sessions_by_their_account(site: Site, rates: dict[str, int]) -> None:
    first, second = (with_scope(site.director, Scope.READ) for _ in range(2))
    bot, browsers = site.program("bot", Scope.READ), [Visitor(), Visitor()]
    for browser in browsers:
        browser.force_login(site.director.user, backend="django.contrib.auth.backends.ModelBackend")
    for _ in range(3):
        for caller in (first, second, bot):
            assert caller.send("GET", "me").status_code == 200
    assert [caller.send("GET", "me").status_code for caller in (first, second, bot)] == [429] * 3
    assert [browsers[at % 2].send("GET", "me").status_code for at in range(4)] == [200] * 3 + [429]


def test_links_count_each_for_itself_and_not_for_the_hall(site: Site, rates: dict[str, int]) -> None:
    rates.update(token=0)
    tournament = site.tournament()
    entries = site.entries(tournament["id"], "A", "B", "C")
    holders = [site.entry_link(entry) for entry in entries]
    for holder in holders:
        statuses = [holder.send("GET", f"entries/{entries[0]}").status_code for _ in range(4)]
        assert statuses == [200] * 3 + [429]
    assert Visitor().send("GET", "clock").status_code == 200


def test_strangers_count_by_address(db: None, rates: dict[str, int], client: Client) -> None:
    assert [from_address(client, "192.0.2.1").status_code for _ in range(4)] == [200] * 3 + [429]
    assert from_address(client, "192.0.2.2").status_code == 200
    household = [from_address(client, f"2001:db8::{number}").status_code for number in range(1, 5)]
    assert household == [200] * 3 + [429]


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/api/v1/tournaments/", "/api/elsewhere", "/api/v1/me"])
def test_refusals_count_and_say_what_is_left(db: None, rates: dict[str, int], client: Client, path: str) -> None:
    answers = [from_address(client, "192.0.2.1", path) for _ in range(2)]
    assert [answer[LEFT] for answer in answers] == ["2", "1"]


def test_what_is_forbidden_counts_for_the_token(site: Site, rates: dict[str, int]) -> None:
    body = {"club": str(site.club.id), "name": "A"}
    assert [site.member.send("POST", "people", body).status_code for _ in range(4)] == [403] * 3 + [429]


def test_wrong_secrets_are_counted_by_address_and_true_ones_are_let_in(
    site: Site, rates: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    rates.update(token=1000, link=1000, address=1000)
    monkeypatch.setattr("api.throttling.MOST_GUESSES", 3)
    for word, secret in (("Token", "tkp_" + "7f" * 32), ("Token", "é"), ("Link", "0" * 40)):
        guesser = Visitor()
        guesser.credentials(HTTP_AUTHORIZATION=f"{word} {secret}")
        statuses = [guesser.send("GET", "me").status_code for _ in range(4)]
        assert statuses[-1] == 429, (word, statuses)
    refused = link_holder("0" * 40).send("GET", "me")
    assert refused.json()["code"] == "too_many_attempts"
    assert int(refused["Retry-After"]) > 0
    assert site.director.send("GET", "me").status_code == 200


def test_looking_whether_the_service_is_well_is_not_counted(db: None, rates: dict[str, int], client: Client) -> None:
    answers = [from_address(client, "192.0.2.1", "/api/v1/health/live") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert LEFT not in answers[0]


def test_a_stream_counts_once_however_often_it_is_looked_at(site: Site, rates: dict[str, int]) -> None:
    from django.urls import resolve

    path, reader = f"/api/v1/tournaments/{site.tournament()['id']}/live", with_scope(site.director, Scope.READ)
    match = resolve(path)
    for _ in range(5):
        again = SameAgain({"HTTP_AUTHORIZATION": reader.authorization}, {})
        match.func(again, *match.args, **match.kwargs)
        assert again.following is not None
    assert reader.send("GET", path)[LEFT] == "2"


def test_without_limits_nothing_is_counted_and_nothing_is_said(site: Site) -> None:
    answer = site.director.send("GET", "me")
    assert (answer.status_code, LEFT in answer) == (200, False)


def test_pages_are_not_counted(db: None, rates: dict[str, int], client: Client) -> None:
    assert LEFT not in from_address(client, "192.0.2.1", "/t/")


def test_a_cache_that_is_gone_stops_nobody_and_is_asked_once(
    site: Site, rates: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def gone(key: str, _timeout: int) -> int:
        asked.append(key)
        raise RedisTimeout

    monkeypatch.setattr(cache, "count", gone, raising=False)
    answers = [site.director.send("GET", "tournaments") for _ in range(5)]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert {answer[LEFT] for answer in answers} == {"3"}
    assert len(asked) == 1


def test_everybody_has_a_minute_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "time", lambda: 600.5)
    monkeypatch.setattr(attempts, "counter", attempts.Counter())
    assert len({attempts.count(f"somebody-{number}").seconds_left for number in range(50)}) > 20


def test_a_club_has_no_limits_and_operators_set_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("RATE_TOKEN", "RATE_LINK", "RATE_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    assert set(environment.read().api_rates.values()) == {0}
    monkeypatch.setenv("RATE_LINK", "90")
    assert environment.read().api_rates == {"token": 0, "link": 90, "address": 0}
    monkeypatch.setenv("TABLEKEEPER_MODE", "production")
    monkeypatch.setenv("ALLOWED_HOSTS", "play.example.org")
    monkeypatch.setenv("REDIS_URL", "redis://localhost/0")
    assert environment.read().api_rates == {"token": 1200, "link": 90, "address": 12000}
