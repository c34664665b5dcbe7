"""The OpenAPI document is enough to write a client by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator

from api.openapi.examples import EXAMPLES
from api.openapi.operations import OPERATIONS
from api.steps import Steps
from league.dry_run.view import MEDIA_TYPE
from tests.api.conftest import Site
from tests.pins.permanent import subclasses

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


def test_the_generator_has_nothing_to_say() -> None:
    GENERATOR_STATS.reset()
    SchemaGenerator().get_schema(request=None, public=True)
    assert (dict(GENERATOR_STATS._warn_cache), dict(GENERATOR_STATS._error_cache)) == ({}, {})


@pytest.mark.parametrize("accepted", ["*/*", "application/json"])
def test_the_document_is_json_unless_yaml_is_asked_for(site: Site, accepted: str) -> None:
    answer = site.anonymous.send("GET", "schema", Accept=accepted)
    assert (answer["Content-Type"], answer.json()["openapi"]) == ("application/json", "3.1.0")
    assert site.anonymous.send("GET", "schema", Accept="application/yaml").content.startswith(b"openapi: 3.1.0")


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
    names = list(made["components"]["schemas"])
    assert {"TournamentPage", "MonsterTrickPlay", "GameCommand", "DryRun"} <= set(names)
    assert [name for name in names if not re.fullmatch(r"([A-Z][a-z]*)+", name)] == []
    assert [name for name in names if re.search(r"(Shown|Said|Body|Told|Anew|Answer)$", name)] == []
    assert len({name.lower() for name in names}) == len(names)


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
        assert all(response.get("$ref") or response["description"] for response in operation["responses"].values()), id


def test_every_field_has_a_text_of_its_own_struct(made: dict[str, Any]) -> None:
    schemas = made["components"]["schemas"]
    silent = [
        (name, field)
        for name, schema in schemas.items()
        for field, part in schema.get("properties", {}).items()
        if not re.match(r"[^a-z].*[.`]$", part.get("description", ""), re.DOTALL)
    ]
    assert silent == []
    assert schemas["EventScore"]["properties"]["place"]["description"] == "In the event; null without one."
    assert schemas["ProblemDetails"]["properties"]["status"]["description"] == "The status of the response."
    assert not re.search(r"\bname: ", schemas["NewClub"]["description"])


def parts_of(schema: Any, path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A schema and those within, by their paths."""
    yield path, schema
    for name, part in schema.get("properties", {}).items():
        yield from parts_of(part, f"{path}.{name}")
    for word in ("items", "additionalProperties"):
        if isinstance(schema.get(word), dict):
            yield from parts_of(schema[word], f"{path}.{word}")
    for part in [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("prefixItems", ())]:
        yield from parts_of(part, path)


FREE = (
    "ProblemDetails.facts",
    "DecidingRule.facts",
    "Event.data",
    "ExportedEvent.data",
    "EventType.data",
    "EventType.example",
    "Table.view",
    "SentCommands.view",
    "GameRound.breakdown",
    "Game.options",
    "Game.commands.additionalProperties",
    "Tournament.game_options",
    "PlannedTournament.game_options",
    "NewTournament.game_options",
    "ChangeTournament.game_options",
    "NewTable.options",
    "Correction.command",
)
"""Objects whose fields depend on the code, the event, the rule or the game."""


def test_schemas_are_such_as_generators_take(made: dict[str, Any]) -> None:
    free = set()
    for name, schema in made["components"]["schemas"].items():
        for path, part in parts_of(schema, name):
            assert part.get("type") != "array" or part.get("items") or part.get("prefixItems"), path
            assert part.get("items") is not False, path
            assert not isinstance(part.get("default"), dict), path
            if not part.keys() - {"description", "default"} or part.get("additionalProperties") is True:
                free.add(path)
    assert {path for path in free if not path.endswith("Amend.command")} == set(FREE)


def test_json_is_the_first_of_several_media_types(made: dict[str, Any]) -> None:
    for id, operation in operations(made).items():
        for part in (operation.get("requestBody", {}), *operation["responses"].values()):
            media_types = list(part.get("content", {}))
            if "application/json" in media_types:
                assert media_types[0] == "application/json", id


OWN_DRY_RUN = ("import_people", "import_tournament", "import_season", "import_club")
"""Imports, whose bodies are files, say what would come in, in the form of their answer."""


def test_a_dry_run_is_answered_in_a_media_type_of_its_own(made: dict[str, Any]) -> None:
    schemas = {
        media_type: part["schema"]
        for operation in operations(made).values()
        for media_type, part in operation["responses"].get("200", {}).get("content", {}).items()
        if "dry-run" in media_type
    }
    assert schemas == {MEDIA_TYPE: {"$ref": "#/components/schemas/DryRun"}}
    for operation in operations(made).values():
        names = [part["name"] for part in operation.get("parameters", ())]
        is_tried = MEDIA_TYPE in operation["responses"].get("200", {}).get("content", {})
        assert is_tried == ("dry_run" in names and operation["operationId"] not in OWN_DRY_RUN)


def test_repeated_problems_are_components(made: dict[str, Any]) -> None:
    known = made["components"]["responses"]
    assert {"NotAuthenticated", "NotFound", "Forbidden"} <= set(known)
    for operation in operations(made).values():
        for status, response in operation["responses"].items():
            if status in ("401", "403", "404", "default"):
                assert response["$ref"].removeprefix("#/components/responses/") in known


@pytest.mark.parametrize("id", EXAMPLES)
def test_examples_are_as_the_document_says(made: dict[str, Any], id: str) -> None:
    content = operations(made)[id]["requestBody"]["content"]["application/json"]
    schema = {**content["schema"], "components": made["components"]}
    assert len(content["examples"]) == len(EXAMPLES[id])
    for example in content["examples"].values():
        jsonschema.validate(example["value"], schema, cls=Draft202012Validator)


def test_every_body_that_says_something_has_an_example(made: dict[str, Any]) -> None:
    needed = {id for id, operation in operations(made).items() if operation.get("requestBody", {}).get("required")}
    assert needed - set(OWN_DRY_RUN) <= set(EXAMPLES)


def test_a_dry_run_is_named_where_there_is_one(made: dict[str, Any]) -> None:
    found = operations(made)
    named = {id for id in found if "dry_run" in [part["name"] for part in found[id].get("parameters", ())]}
    assert {"report_result", "create_tournament", "discard_round", "import_people"} <= named
    assert not named & {"create_club", "create_token", "redraw_round", "create_round_links"}
