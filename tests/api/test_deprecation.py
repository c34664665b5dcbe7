"""What is deprecated says so with each answer, and in the document. Nothing of the API is, so this has its own path."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import clear_url_caches, include, path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request

from api import deprecation
from api.base import Reply, Resource
from api.deprecation import deprecated
from api.openapi.markdown import headings
from api.openapi.operations import OPERATIONS
from api.openapi.page import guide
from api.openapi.schema import describes
from api.query import Query

SINCE, UNTIL, INSTEAD = date(2026, 12, 1), date(2027, 12, 1), "Use `people` in its place."
HEADERS = ("Deprecation", "Sunset", "Link")


class Asked(Query, frozen=True):
    """What is asked.

    old: a parameter of before. new: the one of now.
    """

    old: bool = False
    new: bool = False


@deprecated(SINCE, UNTIL, INSTEAD)
class Gone(Resource):
    """A resource that is deprecated."""

    authentication_classes = []

    @describes(dict[str, str])
    def get(self, request: Request) -> Reply:
        """Says nothing."""
        return Reply({})


class Changed(Resource):
    """A resource with a parameter that is deprecated."""

    authentication_classes = []

    @deprecated(SINCE, UNTIL, INSTEAD, parameters=("old",))
    @describes(dict[str, str], query=Asked)
    def get(self, request: Request) -> Reply:
        """Says nothing."""
        self.asked(Asked)
        return Reply({})


@pytest.fixture
def client() -> Iterator[Client]:
    """A client of a site that has both below its API."""
    urls: Any = ModuleType("urls_with_what_is_deprecated")
    urls.urlpatterns = [
        path("api/v1/gone", Gone.as_view()),
        path("api/v1/changed", Changed.as_view()),
        path("", include(settings.ROOT_URLCONF)),
    ]
    with override_settings(ROOT_URLCONF=urls):
        clear_url_caches()
        yield Client()
    clear_url_caches()


pytestmark = pytest.mark.django_db


def test_a_deprecated_resource_says_since_when_until_when_and_where_to_read_on(client: Client) -> None:
    answer = client.get("/api/v1/gone")
    assert answer.status_code == 200
    assert answer["Deprecation"] == "@1796083200"  # RFC 9745: 1 December 2026, in seconds
    assert answer["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"  # RFC 8594
    policy = "http://testserver/api/v1/docs#what-may-change"
    assert answer["Link"] == f'<{policy}>; rel="deprecation", <{policy}>; rel="sunset"'
    assert "what-may-change" in dict(headings(guide()))


def test_a_refusal_of_a_deprecated_resource_says_so_too(client: Client) -> None:
    answer = client.get("/api/v1/gone?unknown=1")
    assert answer.status_code == 400
    assert all(name in answer for name in HEADERS)


def test_a_deprecated_parameter_says_so_where_it_is_sent(client: Client) -> None:
    assert all(name in client.get("/api/v1/changed?old=true") for name in HEADERS)
    assert not any(name in client.get("/api/v1/changed?new=true") for name in HEADERS)
    assert not any(name in client.get("/api/v1/clock") for name in HEADERS)


def test_the_document_marks_what_is_deprecated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OPERATIONS, "GET gone", "show_gone")
    monkeypatch.setitem(OPERATIONS, "GET changed", "show_changed")
    patterns = [path("api/v1/gone", Gone.as_view()), path("api/v1/changed", Changed.as_view())]
    made = SchemaGenerator(patterns=patterns).get_schema(request=None, public=True)
    gone, changed = (made["paths"][f"/api/v1/{name}"]["get"] for name in ("gone", "changed"))
    note = deprecation.NOTE.format(since="2026-12-01", until="2027-12-01", instead=INSTEAD)
    assert gone["deprecated"] is True
    assert gone["description"].endswith(note)
    assert "deprecated" not in changed
    parameters = {one["name"]: one for one in changed["parameters"]}
    assert parameters["old"]["deprecated"] is True
    assert parameters["old"]["description"].endswith(note)
    assert "deprecated" not in parameters["new"]
