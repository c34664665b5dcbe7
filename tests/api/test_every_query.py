"""The query of every operation: unknown parameters, those that are there twice, and those without a value."""

from __future__ import annotations

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator

from tests.api.conftest import Visitor
from tests.api.test_doors import WHO_MAY, Venue, doors
from tests.api.test_random_requests import route_of

DOORS = [door for door in doors() if not door.startswith("health-ready")]


@pytest.fixture(scope="module")
def paths() -> Any:
    """The paths of the document."""
    return SchemaGenerator().get_schema(request=None, public=True)["paths"]


def asked(venue: Venue, door: str, *queries: str) -> Any:
    """What somebody who may open a door gets for such a query, beside the one that the door needs."""
    path, _, needed = venue.path(door).partition("?")
    names = {query.partition("=")[0] for query in queries}
    rest = [pair for pair in needed.split("&") if pair and pair.partition("=")[0] not in names]
    who: Visitor = venue.knocks("director" if "director" in WHO_MAY[door] else "superuser")
    return who.send(door.split()[1].upper(), f"{path}?{'&'.join([*rest, *queries])}", venue.body(door))


def faults(answer: Any) -> dict[str, str]:
    assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json"), answer.content
    return {error["field"]: error["code"] for error in answer.json()["errors"]}


@pytest.mark.parametrize("door", DOORS)
def test_an_operation_knows_the_parameters_that_the_document_names(venue: Venue, paths: Any, door: str) -> None:
    unknown = {"no such": "unknown_parameter", "": "unknown_parameter", "PAGE_SIZE": "unknown_parameter"}
    assert faults(asked(venue, door, "no+such=1", "=", "PAGE_SIZE=")) == unknown
    operation = paths.get(route_of(door), {}).get(door.split()[1], {"parameters": (), "responses": ()})
    for one in operation.get("parameters", ()):
        if one["in"] == "query":
            name = one["name"]
            assert faults(asked(venue, door, *[f"{name}=true"] * 2)).get(name) == "repeated_parameter", name
            empty = asked(venue, door, f"{name}=")
            assert str(empty.status_code) in operation["responses"], (name, empty.content)
            assert empty.status_code != 400 or name in faults(empty), (name, empty.content)
