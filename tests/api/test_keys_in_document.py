"""The OpenAPI document lists `Idempotency-Key` where a repeated request gets the first answer again, and only there."""

from __future__ import annotations

import re

import pytest
from django.urls import URLPattern
from drf_spectacular.generators import SchemaGenerator

from api import urls
from tests.api.test_doors import WHO_MAY, WRITING, Venue

pytestmark = pytest.mark.backend("sqlite")
KEY = "a key of this test"


@pytest.fixture(scope="module")
def with_key() -> set[str]:
    """The doors for which the document lists a key."""
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {
        f"{pattern.name} {method}"
        for pattern in urls.urlpatterns
        for method, operation in paths.get(path_of(pattern), {}).items()
        if "Idempotency-Key" in [parameter["name"] for parameter in operation.get("parameters", ())]
    }


def path_of(pattern: URLPattern) -> str:
    """The path of a route, as the document writes it."""
    return "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))


@pytest.mark.parametrize("door", WRITING)
def test_a_key_is_listed_where_it_is_taken(venue: Venue, with_key: set[str], door: str) -> None:
    director = venue.knocks("director" if "director" in WHO_MAY[door] else "superuser")
    method, path, body = door.split()[1].upper(), venue.path(door), venue.body(door)
    first, second = (director.send(method, path, body, **{"Idempotency-Key": KEY}) for _ in range(2))
    assert first.status_code in (200, 201, 204, 422), first.content
    assert (second.get("Idempotency-Replayed") == "true") == (door in with_key)
