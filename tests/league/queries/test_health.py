"""What runs and what lags: each part in its states, with what to do; and the page that shows it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.log import outages
from league.log.replica import Lag as ReplicaLag
from league.models import Event, LastRun, Role
from league.projections import followers
from league.queries import health, what_runs
from league.queries.what_runs import Lag
from league.repository.schema import Schema
from league.services.last_runs import note_run
from tests import servers
from tests.league.nights import Night, new_club, new_user

pytestmark = pytest.mark.django_db
QUEUES = {"worker-tablekeeper": 0.4, "worker-clocks": 0.4, "sweep": 0.6, "beat": 0.5}
"""Where it is known by queue."""
AGES = {"worker": 0.4, "sweep": 0.6, "beat": 0.5}


def states(ages: health.Ages = AGES) -> dict[str, str]:
    return {line.part: line.state for line in health.lines(ages)}


def line(part: str, ages: health.Ages = AGES) -> health.Line:
    return next(found for found in health.lines(ages) if found.part == part)


def test_a_service_that_works_is_sound_and_says_what_it_has_never_done() -> None:
    followers.follow(new_club().pk)
    found = health.lines(AGES)
    assert health.is_sound(found)
    assert {part for part, state in states().items() if state != "ok"} == {"last backup", "last verify"}
    assert all(bool(found.advice) == (found.state != "ok") for found in health.lines(AGES))


@pytest.mark.parametrize(
    ("ages", "broken"),
    [
        ({}, {"worker", "sweep of clocks", "beat"}),
        ({"worker": 61.0, "sweep": 0.1, "beat": 0.1}, {"worker"}),
        ({"worker": 0.1, "sweep": 31.0, "beat": 0.1}, {"sweep of clocks"}),
        ({**QUEUES, "worker-tablekeeper": 61.0}, {"worker for tablekeeper"}),
        ({**QUEUES, "worker-clocks": None}, {"worker for clocks"}),
        ({"worker": 0.1, "sweep": 0.1, "beat": 61.0}, {"beat"}),
    ],
)
def test_what_has_not_worked_lately_is_broken(ages: health.Ages, broken: set[str]) -> None:
    assert {part for part, state in states(ages).items() if state == "broken"} == broken


def test_a_database_that_is_down_is_the_first_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "present", lambda: outages.NO_DATABASE)
    first, *others = health.lines(AGES)
    assert (first.part, first.state) == ("database", "broken")
    assert "migrations" not in {found.part for found in others}


def test_a_missing_migration_is_named_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Schema, "is_migrated", lambda self: False)
    assert line("migrations").state == "broken"
    assert line("migrations").advice == "Run: python3 manage.py migrate"


def test_the_advice_is_what_people_type_who_installed_the_wheel(settings: Any) -> None:
    settings.PROGRAM, settings.CELERY, settings.IS_CLUB = "tablekeeper", "/opt/t/bin/celery", False
    assert line("last backup").advice == "Run: tablekeeper backup FILE"
    assert line("worker", {}).advice == "Start a worker: /opt/t/bin/celery -A deploy --quiet worker"
    settings.IS_CLUB, settings.REDIS_URL = True, ""
    assert line("worker", {}).advice == "Start the club’s server: tablekeeper club"
    assert not [found for found in health.lines({}) if "manage.py" in found.advice]


def test_redis_that_does_not_answer_is_broken_and_the_rest_is_shown(settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{servers.free_port()}/0"
    assert line("Redis").state == "broken"
    assert states()["database"] == "ok"
    assert not [part for part in states() if part.startswith("queue")]


def test_a_long_queue_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(what_runs, "queue_lengths", lambda: {"clocks": 3, "tablekeeper": 501})
    assert (states()["queue clocks"], states()["queue tablekeeper"]) == ("ok", "late")


def test_a_follower_that_is_behind_for_long_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    Night.open(new_club())
    behind = line("follower ratings")
    assert behind.what.endswith("in 1 clubs.")
    oldest = Event.objects.order_by("position")[0].recorded_at
    monkeypatch.setattr("league.queries.what_runs.timezone.now", lambda: oldest + timedelta(seconds=61))
    assert line("follower ratings").state == "broken"
    assert Lag("ratings", 1, 61.0).is_late
    assert not Lag("ratings", 1, 60.0).is_late


@pytest.mark.parametrize(
    ("lag", "state"),
    [
        (ReplicaLag("down"), "late"),
        (ReplicaLag("foreign"), "late"),
        (ReplicaLag("behind", 70, timedelta(seconds=1)), "late"),
        (ReplicaLag("", 0, timedelta()), "ok"),
    ],
)
def test_a_replica_is_shown_and_is_needed_by_nobody(
    lag: ReplicaLag, state: str, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    assert "replica" not in states()
    monkeypatch.setattr(what_runs, "replica_lag", lambda: lag)
    assert states()["replica"] == state
    figures = client.get("/metrics").content.decode()
    assert f"tablekeeper_replica_up {float(lag.trouble in ('', 'behind'))}" in figures
    assert ("tablekeeper_replica_lag_bytes 70.0" in figures) == (lag.bytes == 70)


def test_the_last_backup_and_verify_are_judged_by_their_end_and_their_age() -> None:
    with note_run("backup") as run:
        run.summary = "12 MB"
    with note_run("verify") as run:
        run.is_ok, run.summary = False, "1 findings"
    assert "12 MB" in line("last backup").what
    assert (line("last backup").state, line("last verify").state) == ("ok", "broken")
    LastRun.objects.filter(kind="backup").update(began_at=timezone.now() - timedelta(days=3))
    assert line("last backup").state == "late"


def test_superusers_see_the_page_and_directors_do_not(client: Client) -> None:
    club = new_club()
    director, superuser = new_user("ada", club, Role.DIRECTOR), new_user("root", club, Role.DIRECTOR)
    superuser.is_superuser = True
    superuser.save()
    client.force_login(director)
    assert client.get("/admin/what-runs/").status_code == 403
    assert "/admin/what-runs/" not in client.get("/admin/").content.decode()
    client.force_login(superuser)
    with note_run("verify") as run:
        run.summary = "clean: 7 events"
    page = client.get("/admin/what-runs/").content.decode()
    assert "/admin/what-runs/" in client.get("/admin/").content.decode()
    assert all(text in page for text in ("follower ratings", "clean: 7 events", "sweep of clocks"))
