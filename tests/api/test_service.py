"""`clock`, `health`, `games`, `schema`, `docs`."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import jsonschema
import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import timezone
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator

from league.log import outages
from league.repository.schema import schema
from league.services import heartbeats
from tests.api.conftest import Site
from tests.api.test_doors import WHO_MAY, Venue, operation_of

PARTS = ("database", "migrations", "broker", "worker", "beat")


@pytest.fixture
def site(venue: Venue) -> Site:
    """The site that the doors are of."""
    return venue.site


def test_the_clock_tells_the_time_with_its_offset(site: Site) -> None:
    told = datetime.fromisoformat(site.anonymous.send("GET", "clock").json()["now"])
    assert told.utcoffset() is not None
    assert abs((timezone.now() - told).total_seconds()) < 10


def test_health(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    assert site.anonymous.send("GET", "health/live").status_code == 200
    heartbeats.note_work(*heartbeats.QUEUES)
    heartbeats.note("beat")
    answer = site.anonymous.send("GET", "health/ready")
    assert answer.status_code == 200
    parts = answer.json()["parts"]
    assert {name: part["state"] for name, part in parts.items()} == dict.fromkeys(PARTS, "ok")
    assert all(0 <= parts[name]["age_seconds"] < 30 for name in ("worker", "beat"))
    monkeypatch.setattr(outages, "present", lambda: outages.NO_DATABASE)
    answer = site.anonymous.send("GET", "health/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "no_database")
    assert answer.json()["facts"]["parts"]["database"]["state"] == "no_database"
    assert answer.json()["facts"]["parts"]["worker"]["age_seconds"] >= 0
    assert "Retry-After" in answer
    assert site.anonymous.send("GET", "health/live").status_code == 200


@pytest.mark.parametrize("noted", ["worker-tablekeeper", "worker-clocks", "beat"])
def test_what_has_done_nothing_for_long_is_named(site: Site, noted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heartbeats.note_work(*heartbeats.QUEUES)
    heartbeats.note("beat")
    name = noted.partition("-")[0]
    cache.set(f"last-work-of-{noted}", (timezone.now() - timedelta(seconds=90)).timestamp())
    answer = site.anonymous.send("GET", "health/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, f"no_{name}")
    assert 90 <= answer.json()["facts"]["parts"][name]["age_seconds"] < 120
    cache.delete(f"last-work-of-{noted}")
    monkeypatch.setattr(heartbeats, "BEGAN", heartbeats.BEGAN - 100)
    answer = site.anonymous.send("GET", "health/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, f"no_{name}")
    assert answer.json()["facts"]["parts"][name]["age_seconds"] is None


def test_a_database_without_migrations_is_told(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "is_known", False)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'league'")
    answer = site.anonymous.send("GET", "health/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "not_migrated")
    assert "`migrate`" in answer.json()["detail"]


def test_a_broker_that_does_not_answer_is_told(site: Site, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = site.anonymous.send("GET", "health/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "no_broker")


def test_games_tell_players_options_and_commands(site: Site) -> None:
    listed = {game["slug"]: game for game in site.anonymous.send("GET", "games").json()["results"]}
    trick = listed["monster-trick"]
    assert (trick["min_players"], trick["max_players"]) == (2, 5)
    assert {"start_round", "record_round", "arrange", "play", "rewind", "amend"} <= set(trick["commands"])
    assert sorted(trick["variants"]) == ["dealt", "recorded"]
    assert listed["scoresheet"]["variants"] == []
    assert site.anonymous.send("GET", "games/monster-trick").json() == trick
    for described in trick["commands"].values():
        Draft202012Validator.check_schema(described)


def document(site: Site) -> dict[str, Any]:
    answer = site.anonymous.get("schema", headers={"Accept": "application/vnd.oai.openapi+json"})
    assert answer.status_code == 200
    made: dict[str, Any] = json.loads(answer.content)
    return made


def test_the_document_is_openapi_3_1_and_every_reference_leads_somewhere(site: Site) -> None:
    made = document(site)
    assert made["openapi"].startswith("3.1")
    known = {f"#/components/{kind}/{name}" for kind, parts in made["components"].items() for name in parts}
    references = {part.split('"')[0] for part in json.dumps(made).split('"$ref": "')[1:]}
    assert references <= known
    assert len(references) > 20


NO_JSON = ("schema get", "docs get", "docs-page get", "tournament-live get", "table-live get", "tournament-paper get")
"""Pages, the document itself, papers, and streams, whose messages have tests of their own."""
IMPORTS = ("tournaments-import post", "seasons-import post", "clubs-import post")
"""Their body here is no whole export: who may send one is seen without it."""


@pytest.mark.parametrize("door", [door for door in WHO_MAY if door not in NO_JSON])
def test_answers_are_as_the_document_says(site: Site, venue: Venue, door: str) -> None:
    made = document(site)
    path, method = operation_of(door)
    operation, body = made["paths"][path][method], venue.body(door)
    if isinstance(body, bytes):
        check(made, operation["requestBody"]["content"]["text/csv"]["schema"], body.decode())
    elif body is not None and door not in IMPORTS:
        check(made, operation["requestBody"]["content"]["application/json"]["schema"], body)
    answer = site.superuser.send(method.upper(), venue.path(door), body)
    response = operation["responses"].get(str(answer.status_code), operation["responses"]["default"])
    if "$ref" in response:
        response = made["components"]["responses"][response["$ref"].rpartition("/")[2]]
    if answer.content:
        check(made, response["content"][answer["Content-Type"]]["schema"], answer.json())


def check(made: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    """Holds a value against a schema of the document."""
    jsonschema.validate(value, {**schema, "components": made["components"]}, cls=Draft202012Validator)


def test_the_document_is_made_once_and_sent_only_if_it_changed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    first = site.anonymous.get("schema")
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    again = site.anonymous.get("schema")
    assert (again.status_code, again.content, again["ETag"]) == (200, first.content, first["ETag"])
    known = site.anonymous.get("schema", headers={"If-None-Match": first["ETag"]})
    assert (known.status_code, known.content) == (304, b"")


def test_the_document_is_had_as_json_too_and_as_nothing_else(site: Site) -> None:
    assert document(site)["paths"]
    other = site.anonymous.get("schema", headers={"Accept": "image/png"})
    assert (other.status_code, other.json()["code"]) == (406, "not_acceptable")


def test_the_page_needs_no_other_server(site: Site) -> None:
    page = site.anonymous.get("docs", headers={"Accept": "text/html"})
    assert (page.status_code, page["Content-Type"].split(";")[0]) == (200, "text/html")
    html = page.content.decode()
    assert not re.search(r'(src|href)="?(https?:)?//(?!testserver/)', html)
    assert "cdn" not in html
