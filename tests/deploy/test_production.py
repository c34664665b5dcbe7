"""An environment made from each lock file alone starts every process of the operators' guide, and a night is played."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy import bootstrap
from deploy.demo.client import Client
from tests.deploy.production import PASSWORD, Production, empty_database, environment_of, lines_of_the_guide, production
from tests.deploy.served import club
from tests.processes import ROOT

pytestmark = pytest.mark.backend("postgres")
PARTS = ("database", "migrations", "broker", "worker", "beat")


def environment_from(lock: str) -> Path:
    """The tests themselves run in one made from the development lock, which is not made twice."""
    if bootstrap.is_marked(Path(sys.prefix), ROOT / "deploy" / lock):
        return Path(sys.prefix)
    return environment_of(lock)


def play(client: Client, until: Any) -> Any:
    """A night of one round, whose clock of one second runs out; its league table and its round."""
    own = client.post("clubs", {"name": "Dice and Diamonds", "time_zone": "Europe/Berlin"})["id"]
    season = client.post("seasons", {"club": own, "name": "Winter", "scheme": {"points": {"by_place": [4, 2, 1]}}})[
        "id"
    ]
    settings = {"club": own, "name": "Tuesday", "game": "scoresheet", "clock_seconds": 1, "seasons": [season]}
    tournament = client.post("tournaments", settings)["id"]
    for name in ("Ada", "Bea", "Cid"):
        person = client.post("people", {"club": own, "name": name})["id"]
        entry = client.post(f"tournaments/{tournament}/entries", {"person": person})["id"]
        client.post(f"entries/{entry}/check-in", {})
    round = client.post(f"tournaments/{tournament}/rounds", {})["id"]
    (table,) = client.post(f"rounds/{round}/start", {})["tables"]
    until(lambda: client.get(f"rounds/{round}")["clock"]["state"] == "expired")
    scores = {seat["entry"]: score for seat, score in zip(table["seats"], (12, 9, 15), strict=True)}
    client.put(f"tables/{table['id']}/result", {"scores": scores})
    client.post(f"rounds/{round}/close", {})
    client.post(f"tournaments/{tournament}/close", {})
    until(lambda: len(client.get(f"seasons/{season}/standings")["rows"]) == 3)
    return client.get(f"seasons/{season}/standings")["rows"]


def is_ready(client: Client) -> bool:
    answer = client.http.get("health/ready")
    return answer.status_code == 200 and None not in [
        answer.json()["parts"][name]["age_seconds"] for name in ("worker", "beat")
    ]


@pytest.mark.parametrize("lock", [bootstrap.RUN, bootstrap.DEVELOP])
def test_production_by_the_readme_plays_a_night_with_a_clock(lock: str, tmp_path: Path) -> None:
    environment = environment_from(lock)
    with (
        empty_database(f"night_{os.getpid()}") as database,
        production(environment, tmp_path, database, os.environ["REDIS_URL"]) as running,
        Client(f"http://127.0.0.1:{running.port}/") as client,
    ):
        client.http.headers["X-Forwarded-Proto"] = "https"
        running.until(lambda: "Started server process" in running.said("serve"))
        client.log_in("ada", PASSWORD)
        running.until(lambda: is_ready(client))
        rows = play(client, running.until)
        parts = client.get("health/ready")["parts"]
    assert_all_in_one_format(running)
    assert [row["points"] for row in rows] == [4, 2, 1]
    assert {name: part["state"] for name, part in parts.items()} == dict.fromkeys(PARTS, "ok")
    assert all(part["age_seconds"] < 30 for name, part in parts.items() if name in ("worker", "beat"))


def assert_all_in_one_format(running: Production) -> None:
    """Each line of each process is JSON, up to the last ones of a clean stop."""
    for name in running.running:
        lines = [json.loads(line) for line in running.said(name).splitlines()]
        assert all({"event", "level", "logger", "timestamp"} <= set(line) for line in lines)
        assert [line for line in lines if line["level"] in ("error", "critical")] == []


def test_a_club_starts_with_what_the_lock_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(environment_of(bootstrap.RUN) / "bin/python"))
    with club(tmp_path / "data") as running:
        assert running.end(signal.SIGTERM) == 0


def test_these_are_all_the_processes_that_the_readme_starts() -> None:
    started = [
        re.sub(r"^python3 manage\.py |^\.venv/bin/celery -A deploy (--quiet )?", "", line)
        for line in lines_of_the_guide()
    ]
    assert [line.split()[0] for line in started] == ["migrate", "createsuperuser", "serve", "worker", "worker", "beat"]
