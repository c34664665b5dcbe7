"""The site gets another SECRET_KEY: what the old one signed works until that goes, and new things do not need it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.core.signing import Signer, TimestampSigner
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.utils import timezone

from league.access import cookies, links, sign_ups
from league.models import LinkKind, Role, Tournament, Webhook
from league.services import idempotency, webhooks
from league.services.idempotency import KeyReused, StoredResponse
from league.webhooks import secrets
from tests.league.nights import Night, new_club, new_people, new_user

pytestmark = pytest.mark.django_db
OLD, NEW = "the old key of the site " * 3, "the new key of the site " * 3


@contextmanager
def key(monkeypatch: pytest.MonkeyPatch, own: str, *earlier: str) -> Iterator[None]:
    """Processes that have been started with these keys."""
    with override_settings(SECRET_KEY=own, SECRET_KEY_FALLBACKS=list(earlier)), monkeypatch.context() as patch:
        patch.setattr(links, "SIGNER", Signer(salt=links.SIGNER.salt, sep=links.SEPARATOR))
        patch.setattr(sign_ups, "SIGNER", TimestampSigner(salt=sign_ups.SIGNER.salt, sep=sign_ups.SEPARATOR))
        yield


def in_steps(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The keys of each step, by its name."""
    return {
        "old": key(monkeypatch, OLD),
        "announced": key(monkeypatch, OLD, NEW),
        "changed": key(monkeypatch, NEW, OLD),
        "over": key(monkeypatch, NEW),
    }


def works(link: str) -> bool:
    try:
        links.found(link)
    except links.BadLink:
        return False
    return True


@pytest.fixture
def night() -> Night:
    night = Night.open(new_club())
    night.enter(new_people(night.club, 4))
    return night


def test_links_of_both_keys_work_while_both_are_known(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    entry, club = UUID(night.entries[0]), night.club.pk

    def made() -> list[str]:
        return [links.made(club, LinkKind.ENTRY, [entry])[entry], links.SIGNER.sign(f"entry.{entry}.0")]

    steps = in_steps(monkeypatch)
    with steps["old"]:
        old = made()
    with steps["changed"]:
        new = made()
        assert not set(new) & set(old)
        assert all(map(works, [*old, *new]))
    with steps["announced"]:
        assert made() == old
        assert all(map(works, [*old, *new]))
    with steps["over"]:
        assert all(map(works, new))
        assert not any(map(works, old))


def test_somebodys_own_page_stays_at_its_address(night: Night, monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    entry, code = UUID(night.entries[0]), Tournament.objects.get(pk=night.id).public_code.code
    steps = in_steps(monkeypatch)
    with steps["old"]:
        link, tag = links.made(night.club.pk, LinkKind.ENTRY, [entry])[entry], cookies.tag(entry)
        client.cookies[f"tk-e{tag}"] = link
        assert client.get(f"/t/{code}/me/{tag}").status_code == 200
    with steps["changed"]:
        assert cookies.tag(entry) != tag
        only_old = Client()
        only_old.cookies[f"tk-e{tag}"] = link
        assert only_old.get(f"/t/{code}/me/{cookies.tag(entry)}").status_code == 200
        assert client.get(f"/t/{code}/me/{tag}").status_code == 200
    with steps["over"]:
        assert client.get(f"/t/{code}/me/{tag}").status_code == 404


def test_sign_ups_and_what_a_browser_remembers_of_them(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    id, club, who = night.id, night.club.pk, sign_ups.Remembered("Ada", "", is_hidden=False)
    steps, answer = in_steps(monkeypatch), HttpResponse()
    with steps["old"]:
        secret = sign_ups.secret_of(id)
        sign_ups.remember(answer, club, who)
    request = RequestFactory().get("/t/")
    request.COOKIES.update({answer.cookies[cookie].key: answer.cookies[cookie].value for cookie in answer.cookies})
    with steps["changed"]:
        said = sign_ups.signed(secret)
        assert said
        assert said.id == id
        assert sign_ups.secret_of(id) != secret
        assert sign_ups.remembered(request, club) == who
    with steps["over"]:
        assert sign_ups.signed(secret) is None
        assert sign_ups.remembered(request, club) is None


def test_a_request_that_is_repeated_with_the_other_key_has_its_effect_once(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []

    def sent(body: bytes) -> StoredResponse:
        def do() -> StoredResponse:
            done.append("once")
            return StoredResponse(200, "{}")

        return idempotency.run_once("user:1", "key", idempotency.fingerprints(body), do)

    steps = in_steps(monkeypatch)
    with steps["old"]:
        sent(b"body")
    with steps["changed"]:
        assert sent(b"body").replayed
        with pytest.raises(KeyReused):
            sent(b"another body")
    assert done == ["once"]


def test_after_reseal_webhooks_and_log_ins_need_the_old_key_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    club, client = new_club(), Client()
    director = new_user("Dora", club, Role.DIRECTOR)
    steps = in_steps(monkeypatch)
    with steps["old"]:
        webhook = webhooks.add(club, "https://club.example/", ("*",), None, actor="user:1", at=timezone.now())
        webhook.old_secret = secrets.sealed(secrets.new_secret())
        webhook.old_secret_until = timezone.now() + timedelta(days=1)
        webhook.save()
        before = [secrets.unsealed(webhook.secret), secrets.unsealed(webhook.old_secret)]
        client.force_login(director)
    with steps["changed"]:
        assert [secrets.unsealed(webhook.secret), secrets.unsealed(webhook.old_secret)] == before
        for said in ("1 webhooks were sealed again, 1 log-ins", "0 webhooks were sealed again, 1 log-ins"):
            out = StringIO()
            call_command("reseal", stdout=out)
            assert said in out.getvalue()
    with steps["over"]:
        webhook.refresh_from_db()
        assert [secrets.unsealed(webhook.secret), secrets.unsealed(webhook.old_secret)] == before
        assert client.get("/api/v1/me").status_code == 200


def test_without_reseal_the_old_key_is_still_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    steps, client = in_steps(monkeypatch), Client()
    with steps["old"]:
        webhook = webhooks.add(new_club(), "https://club.example/", ("*",), None, actor="user:1", at=timezone.now())
        client.force_login(new_user("Dora"))
    with steps["over"]:
        with pytest.raises(secrets.Unreadable):
            secrets.unsealed(webhook.secret)
        assert client.get("/api/v1/me").status_code == 401
        with pytest.raises(CommandError, match="1 webhooks"):
            call_command("reseal", stdout=StringIO())
        assert Webhook.objects.get().secret == webhook.secret
