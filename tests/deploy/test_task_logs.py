"""The log lines of a task name it, and the request by which it was sent."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest
import structlog
from celery.signals import before_task_publish, task_postrun, task_prerun
from django.core.cache import cache
from django.utils import timezone

from deploy.celery import app
from league.services import heartbeats
from league.webhooks import delivering, senders
from tests import processes

FOLLOW = "league.tasks.follow"


def sent_headers(**bound: str) -> dict[str, object]:
    """The headers with which a task is sent within a request."""
    caught: list[dict[str, object]] = []

    def catch(headers: dict[str, object], **_: object) -> None:
        caught.append(headers)

    before_task_publish.connect(catch)
    try:
        with structlog.contextvars.bound_contextvars(**bound), app.connection_for_write("memory://") as broker:
            app.send_task(FOLLOW, connection=broker)
    finally:
        before_task_publish.disconnect(catch)
    return caught[-1]


def test_a_task_takes_the_id_of_its_request_along() -> None:
    assert sent_headers(request_id="asked-1")["request_id"] == "asked-1"
    assert sent_headers()["request_id"] is None


def test_its_lines_have_the_id_until_it_is_done() -> None:
    task = SimpleNamespace(name=FOLLOW, request={"request_id": "asked-2"})
    task_prerun.send(sender=None, task_id="t-1", task=task)
    assert structlog.contextvars.get_contextvars() == {"task": FOLLOW, "task_id": "t-1", "request_id": "asked-2"}
    task_postrun.send(sender=None, task_id="t-1", task=task, state="SUCCESS")
    assert structlog.contextvars.get_contextvars() == {}


def test_work_is_noted_by_queue_and_the_worker_is_as_old_as_the_oldest() -> None:
    for queue in heartbeats.QUEUES:
        cache.delete(f"last-work-of-worker-{queue}")
        assert heartbeats.age(heartbeats.WORKER) is None
        task = SimpleNamespace(name=FOLLOW, request={"delivery_info": {"routing_key": queue}})
        task_postrun.send(sender=None, task_id="t-1", task=task, state="SUCCESS")
        age = heartbeats.age(f"worker-{queue}")
        assert age is not None
        assert age < 10
    cache.set("last-work-of-worker-tablekeeper", (timezone.now() - timedelta(seconds=90)).timestamp())
    oldest = heartbeats.age(heartbeats.WORKER)
    assert oldest is not None
    assert 90 <= oldest < 120


def test_a_task_that_failed_is_no_work() -> None:
    cache.delete("last-work-of-worker-clocks")
    task = SimpleNamespace(name=FOLLOW, request={"delivery_info": {"routing_key": "clocks"}})
    for state, is_known in (("FAILURE", False), ("SUCCESS", True)):
        task_postrun.send(sender=None, task_id="t-2", task=task, state=state)
        assert (heartbeats.age("worker-clocks") is not None) == is_known


def test_what_a_webhook_is_sent_has_the_id_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, object]] = []
    done = threading.Event()

    def deliver(_webhook: UUID) -> int:
        seen.append(structlog.contextvars.get_contextvars())
        done.set()
        return 1

    monkeypatch.setattr(delivering, "due", lambda *_, **__: [uuid4()])
    monkeypatch.setattr(delivering, "deliver", deliver)
    with structlog.contextvars.bound_contextvars(request_id="asked-3", task="league.tasks.follow"):
        assert senders.send_due() == 1
    assert done.wait(60)
    assert seen == [{"request_id": "asked-3", "task": "league.tasks.follow"}]


@pytest.mark.backend("postgres")
@pytest.mark.django_db(transaction=True)
def test_the_lines_of_a_worker_have_the_id_of_the_request_that_woke_it(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as said:
        command = [sys.executable, "-m", "celery", "-A", "deploy", "--quiet", "worker", "--pool=solo"]
        told = processes.environment()
        worker = subprocess.Popen(command, cwd=processes.ROOT, env=told, stdin=subprocess.DEVNULL, stderr=said)
        try:
            with structlog.contextvars.bound_contextvars(request_id="asked-4"):
                app.send_task(FOLLOW, args=["no id of a club"])
            end = time.monotonic() + 60
            while "asked-4" not in (tmp_path / "log").read_text() and time.monotonic() < end:
                time.sleep(0.1)
        finally:
            worker.kill()
            worker.wait()
    lines = [line for line in (tmp_path / "log").read_text().splitlines() if "request_id=asked-4" in line]
    assert lines
    assert "raised unexpected" in lines[0]


def test_beat_alone_is_noted_by_the_task_that_only_it_sends() -> None:
    cache.delete("last-work-of-beat")
    with app.connection_for_write("memory://") as broker:
        app.send_task(FOLLOW, connection=broker)
        assert heartbeats.age(heartbeats.BEAT) is None
        app.send_task("league.tasks.sweep_clocks", connection=broker)
        assert heartbeats.age(heartbeats.BEAT) is not None
