"""The OpenAPI document is enough to write a client by."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from api.openapi.examples import EXAMPLES
from api.openapi.operations import OPERATIONS
from api.openapi.schema import REFUSALS
from api.steps import Steps
from tests.pins.permanent import subclasses
from tests.processes import ROOT

METHODS = ("get", "post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return document


def operations(made: dict[str, Any]) -> dict[str, dict[str, Any]]:
    found = [part[method] for part in made["paths"].values() for method in METHODS if method in part]
    return {operation["operationId"]: operation for operation in found}


def test_it_is_valid(made: dict[str, Any]) -> None:
    validate_schema(made)


def test_each_operation_has_the_id_that_is_listed_for_it_or_its_steps_name(made: dict[str, Any]) -> None:
    found = {
        f"{method.upper()} {path.removeprefix('/api/v1/')}": part[method]["operationId"]
        for path, part in made["paths"].items()
        for method in METHODS
        if method in part
    }
    steps = {step.name for resource in subclasses(Steps) for step in resource.steps}
    assert found.items() >= OPERATIONS.items()
    assert {id for operation, id in found.items() if operation not in OPERATIONS} == steps
    assert len(set(found.values())) == len(found)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)+", id) for id in found.values())


def test_components_are_named_after_the_thing_alone(made: dict[str, Any]) -> None:
    names = [name for name in made["components"]["schemas"] if "." not in name]
    assert "TournamentPage" in names
    assert [name for name in names if not re.fullmatch(r"([A-Z][a-z]*)+", name)] == []
    assert [name for name in names if re.search(r"(Shown|Said|Body|Told|Anew)$", name)] == []


def test_every_operation_has_a_summary_and_its_responses(made: dict[str, Any]) -> None:
    assert len(operations(made)) > 60
    reading = {part["get"]["operationId"] for part in made["paths"].values() if "get" in part}
    for id, operation in operations(made).items():
        assert re.fullmatch(r"[A-Z][^\n]{8,160}", operation["summary"]), id
        assert operation["description"].startswith(operation["summary"].split()[0]), id
        statuses = set(operation["responses"])
        assert statuses & {"200", "201", "204"}, id
        assert {"401", "406", "default"} <= statuses, id
        if id not in reading:
            assert {"400", "403", "409", "422", "503"} <= statuses, id
        assert all(response["description"] for response in operation["responses"].values()), id


def test_every_field_of_a_body_is_described(made: dict[str, Any]) -> None:
    schemas, silent = made["components"]["schemas"], set()
    for operation in operations(made).values():
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        names = re.findall(r"#/components/schemas/([^']+)'", str(body))
        for name in [name for name in names if "." not in name]:
            for field, part in schemas[name].get("properties", {}).items():
                if not part.get("description") and "$ref" not in str(part):
                    silent.add((name, field))
    assert silent == set()


@pytest.mark.parametrize("id", EXAMPLES)
def test_examples_are_as_the_document_says(made: dict[str, Any], id: str) -> None:
    content = operations(made)[id]["requestBody"]["content"]["application/json"]
    schema = {**content["schema"], "components": made["components"]}
    assert len(content["examples"]) == len(EXAMPLES[id])
    for example in content["examples"].values():
        jsonschema.validate(example["value"], schema, cls=Draft202012Validator)


def test_every_body_that_says_something_has_an_example(made: dict[str, Any]) -> None:
    needed = {id for id, operation in operations(made).items() if operation.get("requestBody", {}).get("required")}
    assert needed - {"import_people"} <= set(EXAMPLES)


def test_a_dry_run_is_named_where_there_is_one(made: dict[str, Any]) -> None:
    found = operations(made)
    named = {id for id in found if "dry_run" in [part["name"] for part in found[id].get("parameters", ())]}
    assert {"report_result", "create_tournament", "discard_round", "import_people"} <= named
    assert not named & {"create_club", "create_token", "redraw_round", "create_round_links"}


def test_the_codes_of_refusals_are_those_of_the_code() -> None:
    sources = "".join(path.read_text("utf-8") for part in ("league", "games") for path in _sources(ROOT / part))
    for code in {code for codes in REFUSALS.values() for code in codes}:
        assert f'"{code}"' in sources, code


def _sources(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))
