"""Webhooks where nobody helps: `club` with its beat, and a worker of production that a commit wakes."""

from __future__ import annotations

import sys
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.utils import timezone

from league import tasks
from league.log import store
from league.projections import followers, waking
from league.services import webhooks
from league.webhooks import senders
from tests import processes
from tests.deploy.served import call_on, club
from tests.deploy.test_workers import until, waiting_workers
from tests.league.nights import new_club
from tests.league.webhooks.receiver import receiving
from tests.league.webhooks.workers import happens

ALLOWED = {"WEBHOOK_PRIVATE_ADDRESSES": "127.0.0.1,::1", "WEBHOOK_PLAIN_HTTP": "true"}
WORKERS = "tests.league.webhooks.workers"


@pytest.mark.backend("sqlite")
def test_the_beat_of_a_club_sends_what_another_process_has_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name, value in ALLOWED.items():
        monkeypatch.setenv(name, value)
    with receiving() as receiver, club(tmp_path):
        call_on(tmp_path, f"{WORKERS}:made_with_events", receiver.url, 2)
        receiver.wait_for(1)
        assert [event["type"] for event in receiver.requests[0].content["events"]] == ["club.changed"] * 2


def test_a_commit_of_several_clubs_wakes_the_webhooks_of_each(monkeypatch: pytest.MonkeyPatch):
    """The task that it sends begins to send to their webhooks, as one of a single club does."""
    clubs, sent, begun = [uuid4() for _ in range(3)], list[tuple[str, ...]](), list[UUID | None]()
    monkeypatch.setattr(waking, "send", lambda *task: sent.append(task))
    monkeypatch.setattr(store, "after_turn", lambda call: call())
    waking.wake(clubs)
    monkeypatch.setattr(senders, "send_due", begun.append)
    monkeypatch.setattr(followers, "_follow_club", lambda club: 1 // (club != clubs[0]))
    [(name, *arguments)] = sent
    assert (name, getattr(tasks, name)(*arguments)) == ("follow", 2)
    assert begun == clubs


@pytest.mark.backend("postgres")
@pytest.mark.django_db(transaction=True)
def test_a_commit_wakes_a_worker(monkeypatch: pytest.MonkeyPatch):
    for name, value in ALLOWED.items():
        monkeypatch.setenv(name, value)
    made = new_club()
    options = ("--pool=threads", "--concurrency=1", "--loglevel=WARNING")
    worker = processes.program([sys.executable, "-m", "celery", "-A", "deploy", "worker", *options])
    try:
        with receiving() as receiver:
            until(lambda: waiting_workers() == 1, worker)
            monkeypatch.setattr(settings, "WEBHOOK_PLAIN_HTTP", True)
            url = receiver.url.replace("127.0.0.1", "localhost")
            webhooks.add(made, url, ["club.changed"], None, actor="user:1", at=timezone.now())
            happens(made, 1)
            receiver.wait_for(1)
            happens(made, 3)
            until(lambda: receiver.positions() == [row.position for row in store.feed(made.pk, types=["club.changed"])])
    finally:
        worker.kill()
        worker.communicate()
