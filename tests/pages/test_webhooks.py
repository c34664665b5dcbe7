"""The pages of webhooks: what works, what was sent, and the buttons; for directors of the club."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Membership, OffBecause, Role, Webhook, WebhookDelivery, WebhookState
from league.services import webhooks
from tests.pages.night import Night

URL = "https://example.org/hook"


@pytest.fixture
def webhook(night: Night) -> Webhook:
    return webhooks.add(night.club, URL, ["tournament.*"], None, actor="user:1", at=timezone.now())


def page_of(webhook: Webhook) -> str:
    return f"/admin/league/webhook/{webhook.pk}/change/"


def act(client: Client, webhook: Webhook, **fields: str) -> str:
    return client.post(f"/admin/league/webhook/{webhook.pk}/act/", fields, follow=True).text


def test_a_webhook_that_works(director: Client, webhook: Webhook) -> None:
    assert URL in director.get("/admin/league/webhook/").text
    page = director.get(page_of(webhook)).text
    assert "On." in page
    assert "Nothing has been sent in the last 30 days." in page
    assert webhook.secret not in page
    assert "events are no longer sent" not in director.get("/admin/").text


def test_one_that_is_off_says_so_and_is_switched_on(director: Client, webhook: Webhook) -> None:
    webhooks.switch_off(webhook, OffBecause.FAILING, at=timezone.now())
    first = director.get("/admin/").text
    assert f"events are no longer sent to {URL}" in first
    assert page_of(webhook) in first
    assert "Off. Its receiver took nothing for three days." in director.get(page_of(webhook)).text
    assert "Off. Its receiver took nothing for three days." in director.get("/admin/league/webhook/").text
    assert "switch it on first" in act(director, webhook, ping="1")
    assert "The webhook is on." in act(director, webhook, state="on")
    assert Webhook.objects.get().state == WebhookState.ON
    assert "The webhook is off." in act(director, webhook, state="off")
    assert "events are no longer sent" not in director.get("/admin/").text, "a director knows that"


def test_a_delivery_is_tried_and_sent_again(director: Client, webhook: Webhook) -> None:
    assert "sent now" in act(director, webhook, ping="1")
    WebhookDelivery.objects.update(
        state="failed", once=False, tries=1, code=500, fault="refused", answer="<b>no</b>", tried_at=timezone.now()
    )
    Webhook.objects.update(failing_since=timezone.now())
    page = director.get(page_of(webhook)).text
    assert "500 The receiver did not take it. <bdi>&lt;b&gt;no&lt;/b&gt;</bdi>" in page
    assert "Its receiver has taken nothing since" in page
    assert "The next try is at" in page
    assert "sent again now" in act(director, webhook, again=str(WebhookDelivery.objects.get().pk))
    assert WebhookDelivery.objects.get().once
    for wrong in ("x", str(webhook.pk)):
        assert director.post(f"/admin/league/webhook/{webhook.pk}/act/", {"again": wrong}).status_code == 404


def test_it_is_for_directors_of_the_club_alone(
    client: Client, stranger: Client, night: Night, webhook: Webhook
) -> None:
    assert stranger.get(page_of(webhook)).status_code == 404
    assert stranger.post(f"/admin/league/webhook/{webhook.pk}/act/", {"state": "off"}).status_code == 404
    assert URL not in stranger.get("/admin/league/webhook/").text
    webhooks.switch_off(webhook, OffBecause.GONE, at=timezone.now())
    Membership.objects.filter(club=night.club, user=night.director).update(role=Role.REFEREE)
    client.force_login(night.director)
    assert client.get(page_of(webhook)).status_code in (403, 404)
    assert client.get("/admin/league/webhook/").status_code == 403
    assert URL not in client.get("/admin/").text
    assert "league/webhook" not in client.get("/admin/").text
    assert client.get(f"/admin/league/webhook/{webhook.pk}/act/").status_code == 405
