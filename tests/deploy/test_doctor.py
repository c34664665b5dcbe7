"""`manage.py doctor`: one screen and an exit code, of a club and of production, also with things broken."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.utils import timezone

from league.models import LastRun
from league.queries import health, what_runs
from league.services import heartbeats
from tests import servers
from tests.deploy.served import club, variables
from tests.league.nights import new_club
from tests.processes import ROOT


def doctor(*options: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    command = [sys.executable, "manage.py", "doctor", *options]
    return subprocess.run(
        command, cwd=ROOT, env=variables(**more), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )


def states(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    return {part["part"]: part["state"] for part in json.loads(done.stdout)["parts"]}


@pytest.mark.backend("sqlite")
def test_a_club_that_runs_is_sound_and_one_that_is_off_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with club(folder) as running:
        done = doctor("--json", TABLEKEEPER_DATA=str(folder))
        for _ in range(60):
            if done.returncode == 0:
                break
            done = doctor("--json", TABLEKEEPER_DATA=str(folder))
        assert (done.returncode, states(done)["worker"], states(done)["beat"]) == (0, "ok", "ok")
        running.process.kill()
        running.process.wait()
    off = doctor(TABLEKEEPER_DATA=str(folder))
    assert off.returncode == 1
    assert "Traceback" not in off.stderr
    assert "python3 manage.py club" in off.stdout


@pytest.mark.backend("postgres")
@pytest.mark.django_db(transaction=True)
def test_production_without_redis_and_without_a_worker_says_so() -> None:
    new_club()
    told = {
        "SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "127.0.0.1", "DATABASE_URL": own_database(),
        "REDIS_URL": f"redis://127.0.0.1:{servers.free_port()}/0",
    }  # fmt: skip
    broken = doctor("--json", **told)
    assert broken.returncode == 1
    assert {part for part, state in states(broken).items() if state == "broken"} == {
        "Redis",
        "worker for tablekeeper",
        "worker for clocks",
        "sweep of clocks",
        "beat",
    }


def own_database() -> str:
    from tests.processes import environment

    return environment()["DATABASE_URL"]


@pytest.mark.backend("postgres")
def test_production_without_migrations_says_which_command_to_run() -> None:
    from tests.deploy.production import empty_database

    with empty_database(f"doctor_{os.getpid()}") as database:
        told = {"SECRET_KEY": "x" * 60, "ALLOWED_HOSTS": "127.0.0.1", "REDIS_URL": os.environ["REDIS_URL"]}
        done = doctor(DATABASE_URL=database, **told)
    assert done.returncode == 1
    assert "python3 manage.py migrate" in done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.backend("postgres")
@pytest.mark.django_db
def test_what_works_and_the_workers_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeats.note_work(*heartbeats.QUEUES)
    for name in (heartbeats.SWEEP, heartbeats.BEAT):
        heartbeats.note(name)
    monkeypatch.setattr(heartbeats.Notes, "at", float("-inf"))
    heartbeats.note_worker("clocks@hall", "clocks")
    said = StringIO()
    call_command("doctor", stdout=said)
    assert "clocks@hall: clocks, 0 s" in said.getvalue()
    assert [worker.name for worker in what_runs.workers()] == ["clocks@hall"]
    heartbeats.note_worker("other@hall", "clocks")  # noted just now: not again
    assert len(what_runs.workers()) == 1


def said_of(part: str) -> tuple[str, str, str]:
    """The state, the words and the advice of a part."""
    (found,) = [line for line in health.lines() if line.part == part]
    return found.state, found.what, found.advice


@pytest.mark.backend("postgres")
@pytest.mark.django_db
def test_a_queue_without_a_worker_is_named_while_another_one_works() -> None:
    heartbeats.note_work("clocks")
    cache.set("last-work-of-worker-tablekeeper", (timezone.now() - timedelta(seconds=90)).timestamp())
    assert said_of("worker for clocks") == ("ok", "It last worked 0 seconds ago.", "")
    state, what, advice = said_of("worker for tablekeeper")
    assert (state, what) == ("broken", "It last worked 90 seconds ago.")
    assert advice.endswith("worker --queues tablekeeper --hostname tablekeeper@%h")


@pytest.mark.django_db
def test_a_redis_that_is_full_is_said_and_no_worker_is_asked_for(settings: Any) -> None:
    server = servers.redis_server()
    try:
        settings.REDIS_URL = server.url
        assert said_of("Redis") == ("ok", "It answers.", "")
        cache.delete("last-work-of-worker-clocks")
        assert "Start a worker" in said_of("worker for clocks")[2]
        with heartbeats.client() as client:
            client.config_set("maxmemory-policy", "noeviction")
            client.config_set("maxmemory", "1")
        state, what, _ = said_of("Redis")
        assert (state, what) == ("broken", "It is full: it answers, but takes no task and notes no work.")
        assert said_of("worker for clocks")[2] == "Look at Redis first: without it, this is not known."
    finally:
        server.stop()


@pytest.mark.django_db
def test_what_is_in_brackets_is_shown_as_it_is() -> None:
    summary = "backup/[/bold]/[red]x"
    LastRun.objects.create(kind="backup", began_at=timezone.now(), seconds=1, is_ok=False, summary=summary)
    said = StringIO()
    with suppress(SystemExit):
        call_command("doctor", stdout=said)
    assert summary in said.getvalue()


@pytest.mark.backend("postgres")
def test_a_worker_of_another_day_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeats.Notes, "at", float("-inf"))
    heartbeats.note_worker("gone@hall", "clocks")
    monkeypatch.setattr(heartbeats, "FORGOTTEN_SECONDS", -1)
    assert heartbeats.workers() == []
    monkeypatch.setattr(heartbeats, "FORGOTTEN_SECONDS", 1000)
    assert "gone@hall" not in {worker.name for worker in heartbeats.workers()}


def test_a_server_that_does_not_answer_tells_nothing() -> None:
    from deploy.management.commands import doctor as command

    found: Any = command.asked(f"http://127.0.0.1:{servers.free_port()}/")
    assert found == {}
