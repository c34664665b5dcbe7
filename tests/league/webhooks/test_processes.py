"""Processes that send to one webhook side by side, and one that is killed while it does."""

from __future__ import annotations

import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler

import pytest
from django.utils import timezone

from league.log import store
from league.models import Club, Webhook, WebhookDelivery
from league.services import webhooks
from league.webhooks import delivering
from tests import processes
from tests.league.nights import new_club
from tests.league.webhooks.receiver import Receiver
from tests.league.webhooks.workers import happens

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = "tests.league.webhooks.workers"


@pytest.fixture
def allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The operator of the processes allows webhooks to this machine."""
    monkeypatch.setenv("WEBHOOK_PRIVATE_ADDRESSES", "127.0.0.1")
    monkeypatch.setenv("WEBHOOK_PLAIN_HTTP", "true")


def hook(club: Club, receiver: Receiver) -> Webhook:
    return webhooks.add(club, receiver.url, ["club.changed"], None, actor="user:1", at=timezone.now())


def positions(club: Club) -> list[int]:
    """Of the events that the webhook is for."""
    return [row.position for row in store.feed(club.pk, 0, 10_000, types=["club.changed"])]


def broken(request: BaseHTTPRequestHandler) -> None:
    """Takes the request and ends the connection without an answer."""
    request.close_connection = True


def test_two_workers_send_each_event_in_order_and_never_at_once(allowed: None, receiver: Receiver) -> None:
    club = new_club()
    webhook = hook(club, receiver)
    receiver.thinks_for = 0.05
    receiver.answers.extend([200, 500, broken, 200, 429, 200, broken, 404])
    goal = store.newest(club.pk) + 12  # nobody else writes
    workers = [processes.start(f"{WORKERS}:send_up_to", str(webhook.pk), goal) for _ in range(2)]
    assert [worker.stdout and worker.stdout.readline() for worker in workers] == ["ready\n"] * 2
    happens(club, 12)
    sent = [processes.result(worker) for worker in workers]
    assert goal == store.newest(club.pk)
    assert sum(sent) == len(receiver.requests)
    assert receiver.most_at_once == 1
    assert receiver.positions() == positions(club)
    bodies = {(request.id, request.body) for request in receiver.requests}
    assert len(bodies) == len({request.id for request in receiver.requests}) == WebhookDelivery.objects.count()


def test_a_worker_that_is_killed_loses_nothing(allowed: None, receiver: Receiver) -> None:
    club = new_club()
    webhook = hook(club, receiver)
    ended = threading.Event()
    receiver.answers.extend([200, lambda _: ended.wait(60)])
    happens(club, 1)
    assert delivering.deliver(webhook.pk) == 1
    happens(club, 2)
    worker = processes.start(f"{WORKERS}:send", str(webhook.pk))
    receiver.wait_for(2)
    worker.kill()
    worker.communicate()
    ended.set()
    assert delivering.deliver(webhook.pk) == 0, "the claim of the killed one holds for a while"
    Webhook.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    happens(club, 1)
    assert delivering.deliver(webhook.pk) == 2
    _, lost, repeated, _ = receiver.requests
    assert (lost.id, lost.body) == (repeated.id, repeated.body)
    assert receiver.positions() == positions(club)
