"""Each task may run twice: a worker that is killed before it has acknowledged one leaves it to another."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from celery import current_app
from django.apps import apps
from django.utils import timezone

from league.models import Event
from tests.league.nights import Night, new_club, new_people
from tests.pins.permanent import tasks

pytestmark = pytest.mark.django_db
NAMES = sorted(tasks())


def rows() -> dict[str, Any]:
    """Every row of the product's tables."""
    return {
        model._meta.label: list(model._default_manager.values()) for model in apps.get_app_config("league").get_models()
    }


def test_these_are_the_tasks_that_beat_and_commits_send() -> None:
    scheduled = {entry["task"] for entry in current_app.conf.beat_schedule.values()}
    assert scheduled <= set(NAMES)
    assert all(current_app.tasks[name].acks_late for name in NAMES)
    assert all(entry["options"]["expires"] for entry in current_app.conf.beat_schedule.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_task_that_runs_again_changes_nothing_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.webhooks.senders.send_due", lambda *_: 0)  # its threads have tests of their own
    night = Night.open(new_club(), clock_seconds=600)
    night.at = timezone.now() - timedelta(hours=1)
    night.enter(new_people(night.club, 4))
    night.start_round()
    task = current_app.tasks[name]
    before = Event.objects.count()
    task()
    once = rows()
    assert Event.objects.count() - before == (name == "league.tasks.sweep_clocks")
    task()
    assert rows() == once
