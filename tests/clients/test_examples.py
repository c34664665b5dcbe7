"""The examples in the OpenAPI document are those of a night, whose answers are as the document describes them."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from api.openapi.night import night
from league.dry_run.view import MEDIA_TYPE
from tests.api.conftest import build_site
from tests.clients.night import Night
from tests.clients.recording import Recording, evening, operations, recording

pytestmark = pytest.mark.backend("sqlite")
ROOT = "tablekeeper:document"
UNMET = ("NotModified", "Unavailable", "Error")
"""What has no body, and problems that a night does not meet."""


@cache
def document() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made


@cache
def closed() -> Registry[Any]:
    """The document with objects that have no other fields than those it describes, so that none is forgotten."""
    made = deepcopy(document())
    for schema in made["components"]["schemas"].values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    registry: Any = Registry()
    found: Registry[Any] = registry.with_resource(ROOT, Resource.from_contents(made, default_specification=DRAFT202012))
    return found


NO_TEXT = {MEDIA_TYPE, "application/pdf"}
"""Have no example: a dry run has one of its own, and a paper is no text."""


def operation_of(id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        operation
        for path in document()["paths"].values()
        for operation in path.values()
        if operation["operationId"] == id
    )
    return found


def faults(id: str, kind: str, body: Any) -> list[str]:
    """What in an answer is not as the document says. kind: its status, media type and code."""
    status, media_type, *_ = kind.split()
    responses = operation_of(id)["responses"]
    response = responses.get(status, responses["default"])
    if "$ref" in response:
        response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    content = response.get("content", {})
    if media_type not in content:
        return [f"{id} {kind}: not described"]
    if not media_type.endswith("json"):
        return []
    schema = (
        {"$ref": f"{ROOT}#/components/schemas/ProblemDetails"}
        if "problem" in media_type
        else content[media_type]["schema"]
    )
    schema = absolute(schema)
    validator = Draft202012Validator(schema, registry=closed(), format_checker=FormatChecker())
    return [f"{id} {kind} {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(body)]


def absolute(value: Any) -> Any:
    """A schema whose references lead into the document."""
    if isinstance(value, dict):
        return {
            name: f"{ROOT}{part}" if name == "$ref" and part.startswith("#") else absolute(part)
            for name, part in value.items()
        }
    return [absolute(part) for part in value] if isinstance(value, list) else value


def test_the_examples_are_as_the_document_says() -> None:
    wrong = [fault for id, kept in night().items() for kind, body in kept.items() for fault in faults(id, kind, body)]
    assert wrong == []


def test_what_a_night_answers_is_as_the_document_says(db: None) -> None:
    kept = Recording(operations())
    with evening(), recording(kept):
        Night(build_site()).play()
    wrong = [
        fault
        for id, answers in kept.answers.items()
        for kind, body in answers.items()
        for fault in faults(id, kind, body)
    ]
    assert wrong == []
    assert {id: set(answers) for id, answers in kept.answers.items()} == {
        id: set(kinds) for id, kinds in night().items()
    }, "python -m tests.clients writes the examples again"


def test_every_operation_has_an_example_of_its_answer() -> None:
    for path in document()["paths"].values():
        for operation in path.values():
            taken = [response for status, response in operation["responses"].items() if status.startswith("2")]
            contents = [response["content"] for response in taken if set(response.get("content", {})) - NO_TEXT]
            shown = [
                "example" in next(part for kind, part in content.items() if kind not in NO_TEXT) for content in contents
            ]
            assert any(shown) or not contents, operation["operationId"]


def test_every_problem_that_people_meet_has_an_example() -> None:
    for name, response in document()["components"]["responses"].items():
        part = response.get("content", {}).get("application/problem+json", {})
        assert name in UNMET or part["examples"], name
