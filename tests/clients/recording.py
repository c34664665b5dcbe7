"""Answers of the API as they are kept for the document: by operation and status, with ids and times of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from unittest import mock

from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from tests.api.conftest import API, Visitor
from tests.pins.permanent import METHODS, PROBLEM

BEGIN = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
ID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
MASKED = {
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "request_id": "3f6c1d0e9b7a4852",
    "token": "8d1c3b5a7f9e2046d8c1b3a5f7e90246",
    "link": "tk1.AZPA3gAAcA.q8Wn2s",
}
"""Fields whose values are secrets, or differ each time, with a value in their place."""
ADDRESS = "https://club.example"
LONGEST_LIST = 3
LISTS = ("results", "rows", "events", "standings_before", "standings_after")
PARAMETER = re.compile(r"<\w+:(\w+)>")


@dataclass
class Recording:
    """The first answer of each operation and status, and the first problem of each code.

    operations: the ids by method and path, as the document has them.
    """

    operations: Mapping[tuple[str, str], str]
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)

    def keep(self, method: str, path: str, answer: Any) -> None:
        """Keeps an answer, unless its operation has one of that kind."""
        pattern = resolve(path).route
        id = self.operations.get((method.lower(), "/" + PARAMETER.sub(r"{\1}", pattern)))
        if id is None or not answer.content:
            return
        media_type = answer["Content-Type"].partition(";")[0]
        body = answer.json() if media_type.endswith("json") else answer.content.decode("utf-8", "replace")
        kind = f"{answer.status_code} {media_type}"
        if media_type == PROBLEM:
            kind = f"{kind} {body['code']}"
        self.answers.setdefault(id, {}).setdefault(kind, shortened(body))

    def as_json(self) -> str:
        """What was kept, sorted, with ids in the order in which they appear and nothing secret."""
        text = json.dumps(masked(self.answers), indent=1, ensure_ascii=False, sort_keys=True)
        known: dict[str, str] = {}
        return ID.sub(lambda found: known.setdefault(found[0], _id(len(known) + 1)), text) + "\n"


def _id(number: int) -> str:
    """An id of the document's examples."""
    return f"0198c0de-0000-7000-8000-{number:012d}"


def operations() -> dict[tuple[str, str], str]:
    """The ids of the document's operations by method and path."""
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    return {
        (method, path): operation["operationId"]
        for path, methods in paths.items()
        for method, operation in methods.items()
        if method in METHODS
    }


@contextmanager
def recording(kept: Recording) -> Iterator[None]:
    """Every answer that a visitor gets is kept."""
    plain = Visitor.generic

    def generic(visitor: Visitor, method: str, path: Any, *args: Any, **kwargs: Any) -> Any:
        answer = plain(visitor, method, path, *args, **kwargs)
        kept.keep(method, (path if path.startswith("/") else API + path).partition("?")[0], answer)
        return answer

    with mock.patch.object(Visitor, "generic", generic):
        yield


def shortened(body: Any) -> Any:
    """The body with no more than a few of its results or rows, and with schemas that refer to nothing."""
    if not isinstance(body, dict):
        return body
    body = inlined(body, {})
    return {
        name: _some_of(value) if name in LISTS and isinstance(value, list) else value for name, value in body.items()
    }


def inlined(value: Any, known: Mapping[str, Any]) -> Any:
    """The value with JSON Schemas in place of references to them: tools follow references even in examples."""
    if isinstance(value, list):
        return [inlined(part, known) for part in value]
    if not isinstance(value, dict):
        return value
    known = {**known, **value.get("$defs", {})}
    if "$ref" in value:
        return inlined(known[value["$ref"].rpartition("/")[2]], known)
    return {name: inlined(part, known) for name, part in value.items() if name != "$defs"}


def _some_of(values: list[Any]) -> list[Any]:
    """The first few; of all games the one with the shortest schemas."""
    return [value for value in values if "slug" in value and value["slug"] == "scoresheet"] or values[:LONGEST_LIST]


def masked(value: Any) -> Any:
    """The values without secrets and without the address of the tests."""
    if isinstance(value, dict):
        return {
            name: MASKED[name] if name in MASKED and isinstance(part, str) else masked(part)
            for name, part in value.items()
        }
    if isinstance(value, list):
        return [masked(part) for part in value]
    return OWN.sub(_public, value) if isinstance(value, str) else value


OWN = re.compile(r"http://testserver(?:/(?P<page>[a-z])/\S+)?")
"""An address of the tests; that of a link's page ends with the link."""


def _public(own: re.Match[str]) -> str:
    return f"{ADDRESS}/{own['page']}/{MASKED['link']}" if own["page"] else ADDRESS


@contextmanager
def evening() -> Iterator[None]:
    """The night begins at the same time each time, and each look at the clock is a second later."""
    times = (BEGIN + timedelta(seconds=second) for second in count())
    with mock.patch("django.utils.timezone.now", side_effect=times):
        yield
