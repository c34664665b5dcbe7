"""What a receiver gets: each event at least once and in order, however it answers."""

from __future__ import annotations

from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import msgspec
import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings
from django.http import Http404
from django.utils import timezone

from games.kernel import Rejected
from league.access.roles import Caller
from league.log import store
from league.models import Club, DeliveryState, OffBecause, Person, Role, Webhook, WebhookDelivery, WebhookState
from league.queries import event_feed
from league.services import clubs, webhooks
from league.services import people as people_service
from league.webhooks import delivering, secrets, sending
from tests.league.nights import new_club
from tests.league.webhooks.receiver import Receiver, is_signed

pytestmark = pytest.mark.django_db
NAMES = ("Ada", "Bea", "Cleo", "Dora", "Eve")


@pytest.fixture
def club() -> Club:
    return new_club()


def hook(club: Club, receiver: Receiver, *types: str) -> tuple[Webhook, str]:
    """A webhook to the receiver, and its secret."""
    made = webhooks.add(club, receiver.url, types or ("*",), None, actor="user:1", at=timezone.now())
    return made, secrets.unsealed(made.secret)


def happens(club: Club, times: int = 1) -> None:
    """Events of the club."""
    for number in range(times):
        club.refresh_from_db()
        clubs.change(club, {"name": f"{club.name[:50]} {number}"}, actor="user:1", at=timezone.now())


def feed(club: Club, after: int) -> list[dict[str, Any]]:
    """What a director reads in the feed."""
    head = store.newest(club.pk)
    part = event_feed.feed(Caller(club.pk, None, Role.DIRECTOR), after, 10_000, head=head)
    events: list[dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(part.events, enc_hook=str))
    return events


def now_due(webhook: Webhook, **changes: Any) -> None:
    """As if the time for the next try had come."""
    Webhook.objects.filter(pk=webhook.pk).update(next_at=timezone.now(), **changes)


def test_a_receiver_gets_what_a_director_reads_in_the_feed(club: Club, receiver: Receiver) -> None:
    happens(club)
    webhook, secret = hook(club, receiver)
    happens(club, 3)
    assert delivering.deliver(webhook.pk) == 1
    (request,) = receiver.requests
    assert (request.path, request.headers["content-type"]) == ("/hook?to=chat", "application/json")
    assert request.headers["user-agent"] == f"Tablekeeper/{django_settings.VERSION}"
    assert request.headers["host"] == f"127.0.0.1:{receiver.server.server_address[1]}"
    assert is_signed(request, secret)
    assert not is_signed(request, secrets.new_secret())
    assert list(request.content) == ["club", "delivery", "events"]
    assert (request.content["club"], request.content["delivery"]) == (str(club.pk), request.id)
    expected = feed(club, webhook.position)
    assert [event["type"] for event in expected] == ["club.webhook_added", *["club.changed"] * 3]
    assert request.content["events"] == expected
    assert request.content["events"] == expected
    assert delivering.deliver(webhook.pk) == 0
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.code, delivery.tries, delivery.answer) == ("delivered", 200, 1, "answer 200")
    webhook.refresh_from_db()
    assert (webhook.position, webhook.claim) == (store.newest(club.pk), None)


def test_only_the_types_that_were_asked_for(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver, "tournament.*", "club.people_added")
    happens(club)
    assert delivering.deliver(webhook.pk) == 0
    webhook.refresh_from_db()
    assert webhook.position == store.newest(club.pk)
    assert delivering.due(timezone.now(), most=10) == []
    clubs.note_people(club.pk, [club.pk], actor="user:1", at=timezone.now())
    happens(club)
    assert delivering.due(timezone.now(), club.pk, most=10) == [webhook.pk]
    assert delivering.deliver(webhook.pk) == 1
    assert [event["type"] for event in receiver.requests[0].content["events"]] == ["club.people_added"]
    webhook.refresh_from_db()
    assert webhook.position == store.newest(club.pk)


def test_a_failed_delivery_is_repeated_as_it_was_and_later_events_wait(club: Club, receiver: Receiver) -> None:
    webhook, secret = hook(club, receiver)
    receiver.answers.extend([500, 404])
    waits = []
    for tries in range(3):
        happens(club)
        before = timezone.now()
        assert delivering.deliver(webhook.pk) == (1 if tries < 2 else 2)
        assert delivering.deliver(webhook.pk) == 0, "too early"
        webhook.refresh_from_db()
        if webhook.failing_since:
            waits.append(round((webhook.next_at - before).total_seconds()))
        now_due(webhook)
    assert waits == [5, 60]
    first, second, third, later = receiver.requests
    assert first.id == second.id == third.id != later.id
    assert first.body == second.body == third.body
    assert all(is_signed(request, secret) for request in receiver.requests)
    assert receiver.positions() == [event["position"] for event in feed(club, webhook.position - 10_000)][-4:]
    webhook.refresh_from_db()
    assert (webhook.failing_since, webhook.tries) == (None, 0)


def test_waits_grow_to_six_hours(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    receiver.answers.extend([503] * 6)
    waits = []
    for _ in range(6):
        before = timezone.now()
        delivering.deliver(webhook.pk)
        webhook.refresh_from_db()
        waits.append(round((webhook.next_at - before).total_seconds()))
        now_due(webhook)
    assert waits == [5, 60, 600, 3600, 6 * 3600, 6 * 3600]


def test_after_three_days_it_is_off_and_goes_on_at_its_position(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    receiver.answers.extend([500, 500])
    happens(club)
    delivering.deliver(webhook.pk)
    now_due(webhook, failing_since=timezone.now() - timedelta(days=3))
    delivering.deliver(webhook.pk)
    webhook.refresh_from_db()
    assert (webhook.state, webhook.off_because) == (WebhookState.OFF, OffBecause.FAILING)
    happens(club, 2)
    now_due(webhook)
    assert delivering.due(timezone.now(), most=10) == []
    assert delivering.deliver(webhook.pk) == 0
    newest = webhooks.change(webhook, {"state": "on"}, actor="user:1", at=timezone.now())
    assert (newest.off_because, newest.failing_since) == ("", None)
    assert delivering.deliver(webhook.pk) == 2
    assert receiver.requests[0].body == receiver.requests[1].body == receiver.requests[2].body
    assert receiver.positions() == [event["position"] for event in feed(club, webhook.position)]


def test_a_ping_that_is_taken_after_three_days_switches_nothing_off(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    receiver.answers.append(500)
    happens(club)
    delivering.deliver(webhook.pk)
    now_due(webhook, failing_since=timezone.now() - timedelta(days=3, hours=1))
    webhooks.ping(webhook, at=timezone.now())
    assert delivering.deliver(webhook.pk) == 2
    assert [request.content["events"] == [] for request in receiver.requests] == [False, True, False]
    webhook.refresh_from_db()
    assert (webhook.state, webhook.failing_since) == (WebhookState.ON, None)


def test_a_receiver_that_is_gone_is_off_at_once(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    receiver.answers.append(410)
    delivering.deliver(webhook.pk)
    webhook.refresh_from_db()
    assert (webhook.state, webhook.off_because, webhook.version) == (WebhookState.OFF, OffBecause.GONE, 2)
    assert feed(club, webhook.position)[-1]["data"] == {"webhook": str(webhook.pk), "fields": ["state"]}


def test_two_secrets_sign_for_a_day_after_a_change(club: Club, receiver: Receiver) -> None:
    webhook, old = hook(club, receiver)
    mine = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    webhook = webhooks.change(webhook, {"secret": mine}, actor="user:1", at=timezone.now())
    delivering.deliver(webhook.pk)
    Webhook.objects.update(old_secret_until=timezone.now())
    happens(club)
    delivering.deliver(webhook.pk)
    both, one = receiver.requests
    assert len(both.headers["webhook-signature"].split(" ")) == 2
    assert is_signed(both, old)
    assert is_signed(both, mine)
    assert not is_signed(one, old)
    assert is_signed(one, mine)


def test_a_secret_of_another_site_switches_off(club: Club, receiver: Receiver, settings: LazySettings) -> None:
    webhook, _ = hook(club, receiver)
    settings.SECRET_KEY = "another key " * 5
    assert delivering.deliver(webhook.pk) == 1
    assert receiver.requests == []
    webhook.refresh_from_db()
    assert (webhook.state, webhook.off_because) == (WebhookState.OFF, OffBecause.NO_SECRET)
    webhooks.change(webhook, {"secret": None, "state": "on"}, actor="user:1", at=timezone.now())
    assert delivering.deliver(webhook.pk) == 2
    assert receiver.positions() == [event["position"] for event in feed(club, webhook.position)]


def test_many_events_go_in_several_requests(club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivering, "MOST_EVENTS", 4)
    webhook, _ = hook(club, receiver)
    happens(club, 9)
    largest = max(len(msgspec.json.encode(event)) for event in feed(club, webhook.position))
    monkeypatch.setattr(delivering, "MOST_BYTES", 3 * largest + 40)
    assert delivering.deliver(webhook.pk) == 4
    assert [len(request.content["events"]) for request in receiver.requests] == [3, 3, 3, 1]
    monkeypatch.setattr(delivering, "MOST_BYTES", 1)
    happens(club, 2)
    assert delivering.deliver(webhook.pk) == 2
    assert receiver.positions() == [event["position"] for event in feed(club, webhook.position)]


def test_a_ping_is_sent_once(club: Club, receiver: Receiver) -> None:
    webhook, secret = hook(club, receiver, "tournament.*")
    receiver.answers.extend([500])
    for state in (DeliveryState.FAILED, DeliveryState.DELIVERED):
        made = webhooks.ping(webhook, at=timezone.now())
        assert delivering.due(timezone.now(), most=10) == [webhook.pk]
        assert delivering.deliver(webhook.pk) == 1
        made.refresh_from_db()
        assert made.state == state
    assert receiver.requests[1].content["events"] == []
    assert is_signed(receiver.requests[1], secret)
    webhook.refresh_from_db()
    assert webhook.failing_since is None


def test_a_delivery_is_sent_again_with_its_id(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    delivering.deliver(webhook.pk)
    happens(club)
    delivering.deliver(webhook.pk)
    first = WebhookDelivery.objects.order_by("id")[0]
    receiver.answers.append(500)
    webhooks.send_again(first, at=timezone.now())
    assert delivering.deliver(webhook.pk) == 1
    first.refresh_from_db()
    assert (first.state, first.tries, first.code) == (DeliveryState.FAILED, 2, 500)
    assert first.delivered_at is not None
    webhooks.send_again(first, at=timezone.now())
    delivering.deliver(webhook.pk)
    one, _, three, four = receiver.requests
    assert (one.id, one.body) == (three.id, three.body) == (four.id, four.body)
    newest = Webhook.objects.get()
    assert newest.position == store.newest(club.pk)


def test_one_that_waits_is_sent_at_once(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    receiver.answers.append(500)
    delivering.deliver(webhook.pk)
    assert delivering.deliver(webhook.pk) == 0
    webhooks.send_again(WebhookDelivery.objects.get(), at=timezone.now())
    assert delivering.deliver(webhook.pk) == 1
    assert WebhookDelivery.objects.get().state == DeliveryState.DELIVERED


def test_nothing_is_sent_again_while_it_is_off(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    delivering.deliver(webhook.pk)
    off = webhooks.change(webhook, {"state": "off"}, actor="user:1", at=timezone.now())
    with pytest.raises(Rejected, match="webhook_off"):
        webhooks.ping(off, at=timezone.now())
    with pytest.raises(Rejected, match="webhook_off"):
        webhooks.send_again(WebhookDelivery.objects.get(), at=timezone.now())


def test_one_that_was_removed_meanwhile_is_not_found(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    delivering.deliver(webhook.pk)
    delivery = WebhookDelivery.objects.select_related("webhook").get()
    for _ in range(2):
        webhooks.remove(webhook, actor="user:1", at=timezone.now())
    with pytest.raises(Http404):
        webhooks.ping(webhook, at=timezone.now())
    with pytest.raises(Http404):
        webhooks.send_again(delivery, at=timezone.now())
    with pytest.raises(Http404):
        webhooks.change(webhook, {"state": "off"}, actor="user:1", at=timezone.now())
    assert [event["type"] for event in feed(club, webhook.position)] == ["club.webhook_added", "club.webhook_removed"]


def redirected(code: int, to: str) -> Any:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(code)
        request.send_header("Location", to)
        request.end_headers()

    return answer


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(club: Club, receiver: Receiver, code: int) -> None:
    webhook, _ = hook(club, receiver)
    receiver.answers.append(redirected(code, receiver.url))
    delivering.deliver(webhook.pk)
    assert len(receiver.requests) == 1
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.code, delivery.fault) == (DeliveryState.WAITING, code, "redirect")


def test_a_redirect_that_the_operator_allows(club: Club, receiver: Receiver, settings: LazySettings) -> None:
    settings.WEBHOOK_REDIRECTS = True
    webhook, secret = hook(club, receiver)
    receiver.answers.append(redirected(308, "/elsewhere"))
    delivering.deliver(webhook.pk)
    assert [request.path for request in receiver.requests] == ["/hook?to=chat", "/elsewhere"]
    assert is_signed(receiver.requests[1], secret)
    assert WebhookDelivery.objects.get().state == DeliveryState.DELIVERED
    for location, fault in (("http://10.0.0.1/", "private_address"), ("ftp://example.org/", "bad_url")):
        receiver.answers.append(redirected(307, location))
        happens(club)
        now_due(webhook)
        delivering.deliver(webhook.pk)
        waiting = WebhookDelivery.objects.latest("id")
        assert (waiting.state, waiting.code, waiting.fault) == (DeliveryState.WAITING, None, fault)
        waiting.delete()
    receiver.answers.extend([redirected(307, receiver.url)] * 9)
    now_due(webhook)
    delivering.deliver(webhook.pk)
    assert WebhookDelivery.objects.latest("id").fault == "too_many_redirects"


def test_a_receiver_that_drips_is_given_up(club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "WHOLE_SECONDS", 0.5)
    webhook, _ = hook(club, receiver)

    def drip(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\n")
        try:
            for _ in range(1000):
                request.wfile.write(b"X-More: of it\r\n" * 20)
                request.wfile.flush()
                receiver.server.service_actions()
        except OSError:
            return
        request.wfile.write(b"\r\n")

    def stall(request: BaseHTTPRequestHandler) -> None:
        request.rfile.read(1)  # nothing more comes, until the other side ends it

    def begin(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.1 200 OK\r\nX-More: ")
        request.rfile.read(1)

    receiver.answers.extend([stall, begin, drip])
    for fault in ("timeout", "timeout", "no_answer"):
        delivering.deliver(webhook.pk)
        delivery = WebhookDelivery.objects.get()
        assert (delivery.state, delivery.code, delivery.fault) == (DeliveryState.WAITING, None, fault)
        now_due(webhook)


def test_a_long_answer_is_cut(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)

    def long(request: BaseHTTPRequestHandler) -> None:
        request.send_response(202)
        request.end_headers()
        request.wfile.write(b"\x00\xff" + b"x" * 100_000)

    receiver.answers.append(long)
    delivering.deliver(webhook.pk)
    delivery = WebhookDelivery.objects.get()
    assert (delivery.state, delivery.code) == (DeliveryState.DELIVERED, 202)
    assert delivery.answer == "\ufffd\ufffd" + "x" * 1022


def test_who_loses_the_claim_notes_nothing(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    stolen = webhook.pk

    def steal(request: BaseHTTPRequestHandler) -> None:
        request.send_response(200)
        request.end_headers()

    receiver.answers.append(steal)
    real = sending.post

    def posted(*arguments: Any) -> Any:
        outcome = real(*arguments)
        Webhook.objects.filter(pk=webhook.pk).update(claim=stolen)
        return outcome

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending, "post", posted)
        delivering.deliver(webhook.pk)
    assert WebhookDelivery.objects.get().state == DeliveryState.WAITING
    Webhook.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    delivering.deliver(webhook.pk)
    assert [request.id for request in receiver.requests] == [receiver.requests[0].id] * 2
    assert WebhookDelivery.objects.get().state == DeliveryState.DELIVERED


def test_old_deliveries_are_deleted_and_events_that_waited_are_not_lost(
    club: Club, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "MOST_KEPT", 2)
    webhook, _ = hook(club, receiver)
    for _ in range(4):
        happens(club)
        delivering.deliver(webhook.pk)
    receiver.answers.append(500)
    happens(club)
    delivering.deliver(webhook.pk)
    assert webhooks.delete_expired(timezone.now()) == 3
    assert webhooks.delete_expired(timezone.now() + timedelta(days=31)) == 2
    now_due(webhook)
    assert delivering.deliver(webhook.pk) == 1
    assert receiver.positions() == [event["position"] for event in feed(club, webhook.position)]


def test_what_is_stored_has_no_names(club: Club, receiver: Receiver) -> None:
    webhook, _ = hook(club, receiver)
    people = [Person(club=club, name=name) for name in NAMES]
    clubs.add_people(people, actor="user:1", at=timezone.now())
    happens(club)
    delivering.deliver(webhook.pk)
    body = WebhookDelivery.objects.get().body
    assert str(people[0].pk) in body
    assert not any(name in body for name in (*NAMES, club.name))
    assert WebhookDelivery.objects.get().answer == "answer 200"
    people_service.forget(people[0], actor="user:1", at=timezone.now())
    assert WebhookDelivery.objects.get().answer == ""
