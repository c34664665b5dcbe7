"""schemathesis sends requests that it makes from the document to each operation, with all its checks and real ids.

Here a few of each; `SCHEMATHESIS_EXAMPLES=200 python3 manage.py test tests/clients/test_schemathesis.py` sends more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection, transaction
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from knox.models import AuthToken
from pytest_django import DjangoDbBlocker

from league.services import heartbeats
from tests.api.conftest import build_site
from tests.api.test_doors import WHO_MAY, Venue, operation_of
from tests.pins.permanent import METHODS
from tests.standing import made_once

pytestmark = pytest.mark.backend("sqlite")
EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "3"))
NO_OPERATIONS = ("schema get", "docs get", "docs-page get")
"""Doors that the document leaves out: it and its pages."""
DOORS = [door for door in WHO_MAY if door not in NO_OPERATIONS]
TAKEN = ["2xx", "304", "308", "401", "403", "404", "406", "409", "412", "422", "429", "503"]
"""Statuses of answers to requests that are as the document says: the rules or the state may refuse them."""

BEYOND_SCHEMAS = {
    "alone", "ambiguous", "bad_byte", "bad_character", "bad_csv", "bad_date", "bad_id", "bad_json",
    "bad_number", "bad_text", "bad_time_zone", "bad_url", "beyond_head", "blank", "duplicate", "no_letter",
    "no_name_column", "no_round_column", "not_utf8", "number_out_of_range", "one_of", "password_too_short",
    "required", "too_early", "unfit", "unknown_category", "unknown_division", "unknown_entry", "unknown_game",
    "unknown_goal", "unknown_person", "unknown_player", "unknown_round", "unknown_season", "unknown_table",
    "unknown_type", "unknown_user", "wrong_password",
}  # fmt: skip
"""Codes of wrong fields that no schema tells: what is there, what a name, a file or an address of the web is.

Event types are no choices in the document: games of other people add some, and a choice may be `tournament.*`.
"""
BEYOND_FORMATS = (
    ("as_of", "unknown"),
    ("byes", "invalid"),
    ("email", "invalid"),
    ("splits", "invalid"),
    ("username", "invalid"),
)
"""The log has a beginning, some settings exclude each other, and names and addresses have forms of their own."""
OF_A_GAME = ("game_options.", "options.")
"""Objects that are free in the document: their fields are those of the game that is played."""
NAMES = ("club", "entry", "person", "round", "season", "tournament")
"""Fields and parameters that are the id of a thing of the venue."""
STREAMS = ("tournament-live get", "table-live get")
"""A schema of the document is that of an event's data, and schemathesis takes it for that of the event."""


@pytest.fixture(autouse=True)
def _one_connection(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests leave the connection to the database open, in whose transaction the test runs; no process is away."""
    heartbeats.note_work(*heartbeats.QUEUES)
    heartbeats.note("beat")
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


@pytest.fixture(autouse=True)
def _no_words_of_the_code(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The same requests always: Hypothesis would take words from whatever code is loaded, that of other tests too."""
    providers.CONSTANTS_CACHE.cache.clear()
    monkeypatch.setattr(providers, "_get_local_constants", Constants)
    yield
    providers.CONSTANTS_CACHE.cache.clear()


@pytest.fixture(scope="module")
def venue(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Venue]:
    """A club with a running round and one thing of each kind."""
    with made_once(django_db_blocker, lambda: Venue(build_site())) as made:
        yield made


@pytest.fixture(scope="module")
def schema(venue: Venue) -> Any:
    """The document as schemathesis reads it; ids are those of the venue's things."""
    import schemathesis  # takes seconds, which a run of other tests need not wait for

    document = SchemaGenerator().get_schema(request=None, public=True)
    schemathesis.openapi.format("uuid", st.sampled_from(list(dict.fromkeys(venue.ids.values()))))
    expected = {"positive_data_acceptance": {"expected-statuses": TAKEN}}
    config = schemathesis.config.SchemathesisConfig.from_dict({"checks": expected, "generation": {"allow-x00": False}})
    loaded = schemathesis.openapi.from_dict(document, config=config)
    loaded.app = WSGIHandler()
    return loaded


def test_no_operation_is_left_out(schema: Any) -> None:
    paths = schema.raw_schema["paths"].items()
    assert sorted(map(operation_of, DOORS)) == sorted(
        (path, method) for path, methods in paths for method in METHODS if method in methods
    )


@pytest.mark.parametrize("door", DOORS)
def test_an_operation_is_as_the_document_says(schema: Any, venue: Venue, door: str) -> None:
    path, method = operation_of(door)

    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        deadline=None,
        database=None,
        derandomize=True,
    )
    @given(case=schema[path][method.upper()].as_strategy())
    def send(case: Any) -> None:
        with transaction.atomic():
            token = AuthToken.objects.create(user=venue.site.director.user)[1]
            headers = {"Authorization": f"Token {token}", "Accept-Encoding": "identity"}
            name_real_things(case, venue, door)
            answer = case.call(headers=headers)
            case.validate_response(answer, headers=headers, excluded_checks=excluded(door, answer))
            transaction.set_rollback(True)

    send()


def excluded(door: str, answer: Any) -> list[Any]:
    """The checks that do not fit an answer: those that take a schema for more, or for less, than it can say."""
    from schemathesis.specs.openapi import checks

    if door in STREAMS:
        return [checks.response_schema_conformance]
    faults = answer.json().get("errors", ()) if answer.status_code == 400 else ()
    is_told_by_schema = not faults or not all(is_beyond(**fault) for fault in faults)
    return [] if is_told_by_schema else [checks.positive_data_acceptance]


def is_beyond(field: str, code: str, detail: str) -> bool:
    """Whether no schema tells that fault of a field."""
    return code in BEYOND_SCHEMAS or (field.rpartition(".")[2], code) in BEYOND_FORMATS or field.startswith(OF_A_GAME)


def name_real_things(case: Any, venue: Venue, door: str) -> None:
    """Puts real ids, cursors and versions into a request.

    It asks for whole answers: those of `fields=` have not all fields that the document says are there. Its whole
    numbers are written without a point: to a schema 10.0 is one too.
    """
    case.path_parameters |= {name: str(value) for name, value in resolve(path_of(venue, door)).kwargs.items()}
    if case.media_type == "application/json" and isinstance(case.body, (dict, list)):
        case.body = without_points(case.body)
    for named in (case.query, case.body):
        if isinstance(named, dict):
            named |= {name: venue.ids[name] for name in NAMES if isinstance(named.get(name), str)}
    case.query = without_points(case.query)
    case.query.pop("fields", None)
    if case.query.pop("cursor", None):
        case.query |= second_page(venue, door, case.query)
    if "If-Match" in case.headers:
        case.headers["If-Match"] = "*"


def path_of(venue: Venue, door: str) -> str:
    """The path of a door, without a query."""
    return urlsplit(venue.path(door)).path


def without_points(value: Any) -> Any:
    """The value with 10 in place of 10.0."""
    if isinstance(value, dict):
        return {name: without_points(part) for name, part in value.items()}
    if isinstance(value, list):
        return [without_points(part) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def second_page(venue: Venue, door: str, query: dict[str, Any]) -> dict[str, str]:
    """The cursor of the second page of a list, if it has one."""
    query = {name: value for name, value in query.items() if name != "as"}
    page = venue.site.director.get(path_of(venue, door), {**query, "page_size": 1}).json()
    following = parse_qs(urlsplit(page.get("next") or "").query)
    return {name: values[0] for name, values in following.items() if name == "cursor"}
