"""Against `openapi-0.5.0.json.gz`, the OpenAPI document of release 0.5.0: nothing is gone or different.

Names of components, operation ids, texts and examples may change; only what ADDED lists may be new.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from tests.pins.permanent import METHODS, PROBLEM, operation, problem

RELEASED = Path(__file__).with_name("openapi-0.5.0.json.gz")
ADDED = (
    re.compile(r"GET /api/v1/: .*"),
    re.compile(r"GET \S+: (query (cursor|page_size|ordering)|400)"),
    re.compile(r"POST /api/v1/rounds/\{id\}/cancel: .*"),
    re.compile(r"POST /api/v1/rounds/\{id\}/close: body\.drop.*"),
    re.compile(r"POST /api/v1/rounds/\{id\}/repair: body<with empty>.*"),
    re.compile(r".*\.?seats\[\]\.dropped"),
    re.compile(r".*\bfide_tie_breaks\b.*"),
)
"""The API's root; the parameters of lists, `GET path: query name`, and the answer to a wrong one; new steps, fields."""
CHANGED = re.compile(r"POST /api/v1/tables/\{id\}/commands: body\S*\.finished")
"""A sheet of Affen Raffen says who finished."""


def test_what_0_5_0_described_is_as_it_was_and_additions_are_listed() -> None:
    released = dict(parts(json.loads(gzip.decompress(RELEASED.read_bytes()))))
    now = dict(parts(SchemaGenerator().get_schema(request=None, public=True)))
    assert {name: kind for name, kind in released.items() if now.get(name) != kind and not CHANGED.match(name)} == {}
    new = [name for name in now if name not in released]
    assert [name for name in new if not any(added.fullmatch(name) for added in ADDED)] == []


def parts(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every parameter, status and field of every operation, and its kind; references are followed."""
    for path, methods in document["paths"].items():
        for method in METHODS:
            if method in methods:
                for name, kind in parts_of(methods[method], document):
                    yield f"{method.upper()} {path}: {name}", kind
    for name, kind in problem(document):
        yield f"{PROBLEM}: {name}", kind


def parts_of(described: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The parts of one operation, with who may call it and whether it needs a body."""
    yield "security", json.dumps(described["security"], sort_keys=True)
    yield "body required", str(described.get("requestBody", {}).get("required", False))
    yield from operation(described, document)
