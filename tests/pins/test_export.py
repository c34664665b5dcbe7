"""What SQLite has exported comes in on every database: the same places, points and hashes as where it came from.

`night-0.5.0.export.json.gz` is the export of the club in `night-0.5.0.sql.gz`, made on SQLite. Before, the one
tournament with a round that was still played was called off.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from pytest_django import DjangoDbBlocker

from league.models import Event, User
from league.projections import followers
from league.services.exchange import importing, reading
from tests.league.nights import EVENING
from tests.pins.answers import director, got
from tests.pins.test_fixtures import ANSWERS, said, without_additions
from tests.standing import made_once

EXPORT = Path(__file__).parent / "night-0.5.0.export.json.gz"
CALLED_OFF = "01a22360-6f04-7b8a-bb2c-1578637ee3f6"
OF_THE_LOG = ("as_of_position", "code", "version")
"""Fields that say where in a log something is, or under which code."""


def make() -> UUID:
    checked = reading.read(gzip.decompress(EXPORT.read_bytes()))
    user = User.objects.create_user("director", password="secret")
    club = importing.import_club(checked, user, at=EVENING).club
    followers.follow(club)
    return club


@pytest.fixture(scope="module")
def imported(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[UUID]:
    with made_once(django_db_blocker, make) as club:
        yield club


def without_positions(body: Any) -> Any:
    if isinstance(body, dict):
        return {name: without_positions(value) for name, value in body.items() if name not in OF_THE_LOG}
    return [without_positions(value) for value in body] if isinstance(body, list) else body


@pytest.mark.django_db
def test_every_table_of_places_is_the_same(imported: UUID) -> None:
    client, wrong = director(), []
    asked = [question for question in ANSWERS if is_asked(question)]
    assert len(asked) > 100
    for question in asked:
        before, now = ANSWERS[question], got(client, question)
        both = [without_positions(json.loads(text)) for text in (before, without_additions(now, before))]
        if both[0] != both[1]:
            wrong.append(question)
    assert wrong == []


def is_asked(question: str) -> bool:
    is_table = question.startswith(("seasons/", "ratings?", "people/")) or "/standings" in question
    return is_table and CALLED_OFF not in question and "as_of=" not in question


@pytest.mark.django_db
def test_the_log_is_the_same_event_by_event(imported: UUID) -> None:
    streams = json.loads(gzip.decompress(EXPORT.read_bytes()))["streams"]
    wanted = {(stream["id"], event["version"]): event["hash"] for stream in streams for event in stream["events"]}
    rows = Event.objects.filter(club=imported, origin_club=imported).values_list("stream", "version", "hash")
    assert {(str(stream), version): digest for stream, version, digest in rows} == wanted
    assert said("verify")["clean"] is True
    assert said("rebuild") == {"different": []}
