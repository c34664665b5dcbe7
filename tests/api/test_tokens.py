"""`tokens`, `me`: log in, log out, and how often one may be wrong."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Thread
from typing import Any

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import authenticate
from django.db import connections, transaction
from django.db.models import F
from django.utils import timezone
from knox.models import AuthToken

from league.models import Club, PersonalToken, Scope, User
from league.services import tokens
from tests.api.conftest import Site, Visitor

GOOD = {"username": "member", "password": "correct horse battery"}


def test_user_name_and_password_give_a_token_that_works(site: Site) -> None:
    answer = Visitor().send("POST", "tokens", GOOD)
    assert answer.status_code == 201
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    me = client.send("GET", "me").json()
    assert me["username"] == "member"
    assert me["clubs"] == [{"club": str(site.club.id), "role": "member"}]


def test_a_token_lasts_for_weeks(site: Site) -> None:
    Visitor().send("POST", "tokens", GOOD)
    newest = AuthToken.objects.filter(user__username="member").latest("created")
    assert newest.expiry > timezone.now() + timedelta(days=29)


def test_an_idempotency_key_does_not_keep_a_token(site: Site) -> None:
    first, second = (Visitor().send("POST", "tokens", GOOD, **{"Idempotency-Key": "k"}).json() for _ in range(2))
    assert first["token"] != second["token"]


def test_logging_out_makes_the_token_worthless(site: Site) -> None:
    assert site.member.send("DELETE", "tokens/current").status_code == 204
    answer = site.member.send("GET", "me")
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Token")


def test_wrong_log_ins_are_limited(site: Site) -> None:
    wrong = {**GOOD, "password": "nope"}
    statuses = [Visitor().send("POST", "tokens", wrong).status_code for _ in range(settings.AXES_FAILURE_LIMIT + 2)]
    assert statuses[0] == 401
    assert statuses[-1] == 429
    right = Visitor().send("POST", "tokens", GOOD)
    assert right.status_code == 429
    assert int(right["Retry-After"]) == settings.AXES_COOLOFF_TIME.total_seconds()
    assert right.json()["code"] == "too_many_attempts"
    AccessAttempt.objects.all().delete()
    assert Visitor().send("POST", "tokens", GOOD).status_code == 201


def test_wrong_credentials_say_nothing_of_which_was_wrong(site: Site) -> None:
    answers = [
        Visitor().send("POST", "tokens", {"username": name, "password": "nope"}) for name in ("member", "nobody here")
    ]
    assert [answer.json()["code"] for answer in answers] == ["wrong_credentials"] * 2
    assert answers[0].json()["detail"] == answers[1].json()["detail"]


def test_a_token_that_is_none_is_401_even_where_everybody_may_read(site: Site) -> None:
    for token in ("Token nope", "Token", "Token a b", "Token \xff\xfe", "Token " + "a" * 5000, "Token a\x00b"):
        answer = Visitor().get("tournaments", headers={"Authorization": token})
        assert answer.status_code == 401, token
        assert answer["Content-Type"] == "application/problem+json"


def test_the_browsers_session_needs_csrf_to_write(site: Site) -> None:
    browser = Visitor(enforce_csrf_checks=True)
    browser.force_login(site.member.user, backend="django.contrib.auth.backends.ModelBackend")
    assert browser.send("GET", "me").status_code == 200
    refused = browser.send("POST", f"clubs/{site.club.id}/tables", {})
    assert (refused.status_code, refused.json()["code"]) == (403, "csrf_failed")


def test_a_superuser_directs_every_club(site: Site) -> None:
    roles = {standing["club"]: standing["role"] for standing in site.superuser.send("GET", "me").json()["clubs"]}
    assert roles == {str(site.club.id): "director", str(site.elsewhere.id): "director"}


def test_a_name_longer_than_any_user_name_is_refused_and_not_noted(site: Site) -> None:
    for length, status in ((150, 401), (151, 400), (9000, 400)):
        answer = Visitor().send("POST", "tokens", {"username": "x" * length, "password": "wrong"})
        assert answer.status_code == status, length
    assert [len(attempt.username) for attempt in AccessAttempt.objects.all()] == [150]


def test_a_new_password_needs_the_old_one_and_is_no_weak_one(site: Site) -> None:
    for old, new, field in (("nope", "staple battery", "password.old"), (GOOD["password"], "123", "password.new")):
        answer = site.member.send("PATCH", "me", {"password": {"old": old, "new": new}})
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, field)
    assert site.member.send("PATCH", "me", {}).status_code == 400
    assert Visitor().send("POST", "tokens", GOOD).status_code == 201


def test_a_wrong_old_password_counts_as_a_wrong_log_in(site: Site) -> None:
    body = {"password": {"old": "nope", "new": "staple battery"}}
    for _ in range(settings.AXES_FAILURE_LIMIT + 1):
        last = site.member.send("PATCH", "me", body)
    assert last.status_code == 429


def test_the_token_that_changes_the_password_stays(site: Site) -> None:
    other = AuthToken.objects.create(user=site.member.user)[1]
    body = {"password": {"old": GOOD["password"], "new": "staple battery"}}
    assert site.member.send("PATCH", "me", body).json()["username"] == "member"
    assert site.member.send("GET", "me").status_code == 200
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Token {other}")
    assert client.send("GET", "me").status_code == 401
    assert Visitor().send("POST", "tokens", GOOD).status_code == 401


def test_a_log_in_that_is_overtaken_by_a_new_password_gets_no_token(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overtaken(request: Any, **known: Any) -> Any:
        checked = authenticate(request, **known)
        member = User.objects.get(username=GOOD["username"])
        member.set_password("staple battery")
        member.save()
        return checked

    monkeypatch.setattr("api.v1.tokens.authenticate", overtaken)
    answer = Visitor().send("POST", "tokens", GOOD)
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_credentials")
    assert not AuthToken.objects.filter(user=site.member.user).exists()


def test_a_token_has_a_name_a_scope_and_an_end(site: Site) -> None:
    ends = (timezone.now() + timedelta(days=3)).isoformat()
    asked = {"name": "results channel", "scope": "report", "expires_at": ends}
    answer = Visitor().send("POST", "tokens", GOOD | asked)
    made = answer.json()
    assert {name: made[name] for name in ("name", "scope")} == {"name": "results channel", "scope": "report"}
    assert datetime.fromisoformat(made["expires_at"]) == datetime.fromisoformat(ends)
    assert made["token"].startswith("tkp_")
    shown = site.member.send("GET", answer["Location"]).json()
    assert shown == {name: value for name, value in made.items() if name != "token"}


def test_the_end_of_a_token_is_in_30_days_never_or_refused(site: Site) -> None:
    usual = Visitor().send("POST", "tokens", GOOD).json()
    assert (usual["scope"], usual["name"]) == ("direct", "")
    assert datetime.fromisoformat(usual["expires_at"]) > timezone.now() + timedelta(days=29)
    assert Visitor().send("POST", "tokens", GOOD | {"expires_at": None}).json()["expires_at"] is None
    for wrong, code in (
        ("2020-01-01T00:00:00Z", "too_early"),
        ("9999-12-31T23:59:59-12:00", "too_late"),
        ("0001-01-01T00:00:00+12:00", "too_early"),
    ):
        answer = Visitor().send("POST", "tokens", GOOD | {"expires_at": wrong})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (400, code), wrong
    for bad in ("2030-01-01T00:00:00", "tomorrow", 3):
        assert Visitor().send("POST", "tokens", {**GOOD, "expires_at": bad}).status_code == 400, bad
    assert Visitor().send("POST", "tokens", GOOD | {"scope": "root"}).status_code == 400


def test_a_token_is_worthless_after_its_end(site: Site) -> None:
    made = tokens.make(site.member.user, "", Scope.READ, timezone.now() + timedelta(days=1))
    assert made is not None
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Token {made.secret}")
    assert client.send("GET", "me").status_code == 200
    AuthToken.objects.filter(pk=made.row.auth_id).update(expiry=timezone.now() - timedelta(seconds=1))
    assert client.send("GET", "me").status_code == 401
    assert made.row not in tokens.of(site.member.user, timezone.now())


def test_everybody_lists_and_revokes_their_own_tokens_alone(site: Site) -> None:
    first, second = (Visitor().send("POST", "tokens", GOOD | {"name": name}).json() for name in ("a", "b"))
    listed = site.member.send("GET", "tokens").json()["results"]
    assert [token["name"] for token in listed] == ["a", "b"]
    assert all(secret not in str(listed) for secret in (first["token"], second["token"]))
    assert site.director.send("DELETE", f"tokens/{first['id']}").status_code == 404
    assert site.member.send("DELETE", f"tokens/{first['id']}").status_code == 204
    assert site.member.send("DELETE", f"tokens/{first['id']}").status_code == 404
    assert [token["id"] for token in site.member.send("GET", "tokens").json()["results"]] == [second["id"]]
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Token {first['token']}")
    assert client.send("GET", "me").status_code == 401


def test_the_list_says_when_a_token_was_last_used(site: Site) -> None:
    made = Visitor().send("POST", "tokens", GOOD).json()
    client = Visitor()
    client.credentials(HTTP_AUTHORIZATION=f"Token {made['token']}")

    def noted() -> datetime | None:
        return PersonalToken.objects.get(pk=made["id"]).last_used_at

    assert made["last_used_at"] is noted() is None
    client.send("GET", "me")
    first = noted()
    assert first is not None
    client.send("GET", "me")
    assert noted() == first
    PersonalToken.objects.update(last_used_at=first - timedelta(minutes=2))
    client.send("GET", "me")
    assert noted() != first - timedelta(minutes=2)


def test_tokens_of_older_releases_stay_valid_and_may_do_all(site: Site) -> None:
    assert not hasattr(AuthToken.objects.get(user=site.director.user), "details")
    assert site.director.send("PATCH", f"clubs/{site.club.id}", {"name": "Other"}).status_code == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.backend("sqlite")
def test_reading_does_not_wait_for_a_writer_to_note_the_use(live_site: Site) -> None:
    made = tokens.make(live_site.member.user, "", Scope.READ, None)
    assert made is not None
    client, answers = Visitor(), []
    client.credentials(HTTP_AUTHORIZATION=f"Token {made.secret}")

    def ask() -> None:
        answers.append(client.send("GET", "me").status_code)
        connections.close_all()

    with transaction.atomic():
        Club.objects.update(version=F("version") + 1)
        reader = Thread(target=ask)
        reader.start()
        reader.join(timeout=15)  # SQLite would wait for 20 seconds
        assert answers == [200]
    assert PersonalToken.objects.get(pk=made.row.pk).last_used_at is None
    ask()
    assert PersonalToken.objects.get(pk=made.row.pk).last_used_at is not None
