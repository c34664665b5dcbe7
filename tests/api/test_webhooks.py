"""`clubs/{id}/webhooks`, `webhooks/{id}` and their deliveries."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings

from league.log import store
from league.models import KeptAnswer, Webhook, WebhookDelivery
from league.services import webhooks
from league.webhooks import delivering, secrets
from tests.api.conftest import Site
from tests.league.webhooks.receiver import Receiver, is_signed, receiving

URL = "https://example.org/hook"


def made(site: Site, **fields: Any) -> dict[str, Any]:
    answer = site.director.send("POST", f"clubs/{site.club.id}/webhooks", {"url": URL, **fields})
    assert answer.status_code == 201, answer.content
    assert answer["Location"] == f"/api/v1/webhooks/{answer.json()['id']}"
    found: dict[str, Any] = answer.json()
    return found


@pytest.fixture
def receiver(settings: LazySettings) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE_ADDRESSES = [ip_network("127.0.0.1")]
    settings.WEBHOOK_PLAIN_HTTP = True
    with receiving() as found:
        yield found


def test_a_webhook_shows_its_secret_once(site: Site) -> None:
    site.people("Ada")
    site.tournament()
    newest = store.newest(site.club.id)
    webhook = made(site)
    secret = webhook.pop("secret")
    assert secrets.is_secret(secret)
    assert webhook == {
        "id": webhook["id"],
        "version": 1,
        "club": str(site.club.id),
        "url": URL,
        "types": ["*"],
        "state": "on",
        "off_because": None,
        "made_at": webhook["made_at"],
        "position": newest,
        "failing_since": None,
        "next_at": None,
    }
    path = f"webhooks/{webhook['id']}"
    assert site.director.send("GET", path).json() == webhook
    assert site.director.send("GET", f"clubs/{site.club.id}/webhooks").json()["results"] == [webhook]
    row = Webhook.objects.get()
    assert secret.removeprefix("whsec_") not in row.secret
    assert secrets.unsealed(row.secret) == secret


def test_another_secret(site: Site) -> None:
    webhook = made(site)
    path = f"webhooks/{webhook['id']}"
    mine = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    answer = site.director.send("PATCH", path, {"secret": mine})
    assert (answer.status_code, answer.json()["secret"], answer.json()["version"]) == (200, mine, 2)
    drawn = site.director.send("PATCH", path, {"secret": None}).json()["secret"]
    assert drawn not in (mine, webhook["secret"])
    assert "secret" not in site.director.send("PATCH", path, {"types": ["club.*"]}).json()
    row = Webhook.objects.get()
    assert list(webhooks.secrets_of(row, row.made_at)) == [drawn, mine]


def test_the_answer_to_a_repeat_is_stored_without_the_secret(site: Site) -> None:
    path, body = f"clubs/{site.club.id}/webhooks", {"url": URL}
    first, second = (site.director.send("POST", path, body, **{"Idempotency-Key": "k"}) for _ in range(2))
    secret = first.json()["secret"]
    assert second["Idempotency-Replayed"] == "true"
    assert second.json() == {**first.json(), "secret": "***"}
    assert secret not in str(list(KeptAnswer.objects.values()))
    assert Webhook.objects.count() == 1


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"url": "http://example.org/"}, {"url": "not_https"}),
        ({"url": "https://10.0.0.1/"}, {"url": "private_address"}),
        ({"url": "nowhere"}, {"url": "bad_url"}),
        ({"types": ["moon.*", "tournament.closed", "x"]}, {"types.0": "unknown_type", "types.2": "unknown_type"}),
        ({"secret": "whsec_c2hvcnQ="}, {"secret": "bad_secret"}),
        ({"secret": "x" * 40}, {"secret": "bad_secret"}),
        (
            {"url": "http://x/", "types": ["x"], "secret": "x"},
            {"url": "not_https", "types.0": "unknown_type", "secret": "bad_secret"},
        ),
    ],
)
def test_wrong_fields(site: Site, fields: dict[str, Any], wrong: dict[str, str]) -> None:
    webhook = made(site)
    for method, path in (("POST", f"clubs/{site.club.id}/webhooks"), ("PATCH", f"webhooks/{webhook['id']}")):
        answer = site.director.send(method, path, {"url": URL, **fields})
        assert answer.status_code == 400, answer.content
        assert {error["field"]: error["code"] for error in answer.json()["errors"]} == wrong
    assert site.director.send("PATCH", f"webhooks/{webhook['id']}", {"types": []}).status_code == 400


def test_a_change_on_a_condition(site: Site) -> None:
    path = f"webhooks/{made(site)['id']}"
    tag = site.director.send("GET", path)["ETag"]
    assert site.director.send("PATCH", path, {"state": "off"}, **{"If-Match": tag}).status_code == 200
    stale = site.director.send("PATCH", path, {"state": "on"}, **{"If-Match": tag})
    assert (stale.status_code, stale.json()["facts"]) == (412, {"version": 2})
    off = site.director.send("GET", path).json()
    assert (off["state"], off["off_because"]) == ("off", "switched_off")
    refused = site.director.send("POST", f"{path}/ping")
    assert (refused.status_code, refused.json()["code"]) == (422, "webhook_off")
    assert site.director.send("DELETE", path, **{"If-Match": tag}).status_code == 412
    assert site.director.send("DELETE", path).status_code == 204
    assert site.director.send("GET", path).status_code == 404


def test_a_club_has_so_many_at_most(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "MOST_WEBHOOKS", 1)
    made(site)
    answer = site.director.send("POST", f"clubs/{site.club.id}/webhooks", {"url": URL})
    assert (answer.status_code, answer.json()["code"]) == (422, "too_many_webhooks")


def test_the_log_says_what_was_done_without_address_and_secret(site: Site) -> None:
    webhook = made(site)
    site.director.send("PATCH", f"webhooks/{webhook['id']}", {"url": f"{URL}/other", "secret": None})
    site.director.send("PATCH", f"webhooks/{webhook['id']}", {"url": f"{URL}/other"})
    site.director.send("DELETE", f"webhooks/{webhook['id']}")
    path = f"clubs/{site.club.id}/events?types=club.*&sentences=en"
    events = site.referee.send("GET", path).json()["results"]
    assert [event["sentence"] for event in events] == [
        "A webhook was added.",
        "A webhook was changed: address, secret.",
        "A webhook was removed.",
    ]
    assert "example.org" not in str(events)
    assert site.anonymous.send("GET", path).json()["results"] == []


def test_a_night_is_received_as_the_feed_has_it(site: Site, receiver: Receiver) -> None:
    webhook = made(site, url=receiver.url, types=["tournament.*", "scoresheet.*"])
    tournament = site.tournament(game="scoresheet", standings_shown="rounds", visibility="members")["id"]
    entries = site.entries(tournament, "Ada", "Bea", "Cleo")
    table = site.round(tournament)["tables"][0]["id"]
    receiver.answers.append(500)
    delivering.deliver(Webhook.objects.get().pk)
    report = {"scores": dict(zip(entries, (3, 2, 1), strict=True))}
    assert site.referee.send("PUT", f"tables/{table}/result", report).status_code == 200
    site.director.send("POST", f"webhooks/{webhook['id']}/deliveries/{deliveries(site, webhook)[0]['id']}/again")
    assert delivering.deliver(Webhook.objects.get().pk) == 2
    assert all(is_signed(request, webhook["secret"]) for request in receiver.requests)
    sent = [event for request in receiver.taken for event in request.content["events"]]
    path = f"clubs/{site.club.id}/events?types=tournament.*,scoresheet.*&limit=1000"
    assert sent == site.director.send("GET", path).json()["results"]
    assert "tournament.result_recorded" in [event["type"] for event in sent]
    assert not any(name in str(sent) for name in ("Ada", "Bea", "Cleo"))


def deliveries(site: Site, webhook: dict[str, Any], query: str = "") -> list[dict[str, Any]]:
    answer = site.director.send("GET", f"webhooks/{webhook['id']}/deliveries{query}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def test_deliveries_can_be_seen_and_sent_again(site: Site, receiver: Receiver) -> None:
    webhook = made(site, url=receiver.url)
    receiver.answers.append(500)
    delivering.deliver(Webhook.objects.get().pk)
    failing = site.director.send("GET", f"webhooks/{webhook['id']}").json()
    assert failing["failing_since"] < failing["next_at"]
    (waiting,) = deliveries(site, webhook, "?state=waiting")
    assert (waiting["code"], waiting["fault"], waiting["answer"], waiting["tries"]) == (500, "refused", "answer 500", 1)
    assert "body" not in waiting
    path = f"webhooks/{webhook['id']}/deliveries/{waiting['id']}"
    whole = site.director.send("GET", path).json()
    assert whole == {**waiting, "body": receiver.requests[0].content}
    assert site.director.send("POST", f"{path}/again").json() == waiting
    delivering.deliver(Webhook.objects.get().pk)
    (delivered,) = deliveries(site, webhook, "?state=delivered")
    assert (delivered["id"], delivered["code"], delivered["fault"], delivered["tries"]) == (waiting["id"], 200, "", 2)
    assert deliveries(site, webhook, "?state=waiting") == []
    assert site.director.send("GET", f"webhooks/{webhook['id']}/deliveries?state=lost").status_code == 400


def test_a_ping(site: Site, receiver: Receiver) -> None:
    webhook = made(site, url=receiver.url)
    answer = site.director.send("POST", f"webhooks/{webhook['id']}/ping")
    assert (answer.status_code, answer.json()["events"]) == (201, 0)
    delivering.deliver(Webhook.objects.get().pk)
    ping = receiver.requests[0]
    assert ping.content == {"club": str(site.club.id), "delivery": answer.json()["id"], "events": []}
    assert site.director.send("GET", answer["Location"]).json()["state"] == "delivered"


def test_a_delivery_of_another_webhook_is_not_found(site: Site) -> None:
    one, other = made(site), made(site)
    id = site.director.send("POST", f"webhooks/{one['id']}/ping").json()["id"]
    for path in (f"webhooks/{other['id']}/deliveries/{id}", f"webhooks/{one['id']}/deliveries/{uuid4()}"):
        assert site.director.send("GET", path).status_code == 404
        assert site.director.send("POST", f"{path}/again").status_code == 404
    assert WebhookDelivery.objects.count() == 1
