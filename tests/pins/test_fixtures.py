"""What 0.5.0 has written is read as it was meant: the log is clean, every table of places is the same to the byte."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from league.log import store
from league.repository import streams
from tests.pins.answers import REDRAW, answers, director, got, rows
from tests.pins.loading import load
from tests.standing import made_once

HERE = Path(__file__).parent
DUMP = HERE / "night-0.5.0.sql.gz"
ANSWERS: dict[str, str] = json.loads(gzip.decompress((HERE / "night-0.5.0.json.gz").read_bytes()))


@pytest.fixture(scope="module")
def restored(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The database of 0.5.0, made once for the module."""
    with made_once(django_db_blocker, lambda: load(DUMP)):
        yield


@pytest.fixture
def night(restored: None, db: None) -> None:
    """The database of 0.5.0; what a test does to it is taken back."""


def said(command: str) -> dict[str, object]:
    """What a command of `manage.py` prints as JSON."""
    out = StringIO()
    call_command(command, "--json", stdout=out)
    found: dict[str, object] = json.loads(out.getvalue())
    return found


@pytest.mark.usefixtures("night")
def test_the_log_is_clean() -> None:
    assert said("verify") == {"clean": True, "streams": 178, "events": 1602, "findings": []}


@pytest.mark.usefixtures("night")
def test_a_rebuild_finds_nothing_that_differs() -> None:
    assert said("rebuild") == {"different": []}


@pytest.mark.usefixtures("night")
@pytest.mark.parametrize("about", ["tournaments/", "seasons/", "ratings?", "people/", REDRAW])
def test_every_answer_is_the_same_to_the_byte(about: str) -> None:
    asked = [question for question in ANSWERS if question.startswith(about)]
    assert len(asked) > 0
    before = {question: ANSWERS[question] for question in asked}
    now = {question: without_additions(text, before[question]) for question, text in answers(asked).items()}
    assert comparable(now) == comparable(before)


def without_additions(now: str, before: str) -> str:
    """A JSON answer without the fields that were added since."""
    return compact(_known(json.loads(now), json.loads(before)))


def compact(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _known(now: Any, before: Any) -> Any:
    if isinstance(now, dict) and isinstance(before, dict):
        return {name: _known(value, before[name]) for name, value in now.items() if name in before}
    if isinstance(now, list) and isinstance(before, list) and len(now) == len(before):
        return [_known(one, other) for one, other in zip(now, before, strict=True)]
    return now


def comparable(told: dict[str, str]) -> dict[str, Any]:
    """The very texts; on PostgreSQL as JSON, since its `jsonb`, in which rows of league tables lie, orders fields."""
    if connection.vendor == "sqlite":
        return {question: compact(json.loads(text)) for question, text in told.items()}
    return {question: json.loads(text) for question, text in told.items()}


@pytest.mark.usefixtures("night")
def test_a_running_round_goes_on_and_the_log_stays_clean() -> None:
    tonight = rows("Tournament").get(name="Tonight").pk
    running = json.loads(got(director(), f"tournaments/{tonight}/rounds"))["results"][0]
    open_tables = [table for table in running["tables"] if table["result"] is None]
    missing = {
        table["id"]: {"places": {seat["entry"]: seat["seat"] for seat in table["seats"]}} for table in open_tables
    }
    assert (running["clock"]["state"], len(missing)) == ("paused", 1)
    send(f"rounds/{running['id']}/resume", {})
    send(f"rounds/{running['id']}/close", {"missing": missing})
    assert send(f"tournaments/{tonight}/rounds", {})["number"] == 2
    assert said("verify")["findings"] == []
    assert {row.rules for row in store.load(rows("Tournament").get(pk=tonight).club_id, tonight)} == {"tournament/1"}


@pytest.mark.usefixtures("night")
def test_what_was_opened_then_keeps_its_edition_and_what_opens_now_has_the_next() -> None:
    old = rows("Tournament").get(name="Tonight")
    new = send("tournaments", {"club": str(old.club_id), "name": "New", "game": "scoresheet"})["id"]
    editions = {}
    for id in (old.pk, UUID(new)):
        with streams.reading(old.club_id, streams.TOURNAMENT, id) as stream:
            editions[stream.aggregate.rules.label] = stream.aggregate.state.edition
    assert editions == {"tournament/1": 1, "tournament/2": 2}


def send(path: str, body: Any) -> Any:
    """Posts to the API."""
    answer = director().post(f"/api/v1/{path}", body, content_type="application/json")
    assert answer.status_code in (200, 201), answer.content
    return answer.json()
