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
    re.compile(r".*: \S+( \S+)*\.(corrected|level|goes_on)\b.*"),
    re.compile(r"POST \S+/repair: body<with by>\..*"),
    re.compile(r"GET /api/v1/people: query search"),
    re.compile(r"POST /api/v1/people/import: .*(differing|unclear).*"),
    re.compile(r"POST /api/v1/tournaments/\{id\}/entries: .*(rows_read|encoding|text/csv|multipart).*"),
    re.compile(r"GET \S+: (query (cursor|page_size|ordering)|400)"),
    re.compile(r".*\b(fide_tie_breaks|abandoned|again|move_up)\b.*"),
    re.compile(r"GET /api/v1/health/ready: 200\.parts.*"),
    re.compile(r".*<round_robin>\.withdrawn"),
    re.compile(r".*\brounds\[\]\.struck"),
    re.compile(r"POST \S+/rounds: body\.byes.*"),
    re.compile(r".*\.(warnings\b.*|penalties_are_added)"),
    re.compile(r"POST /api/v1/tournaments/\{id\}/check-in: .*"),
    re.compile(r"(PATCH /api/v1/me|POST /api/v1/me/invitations): .*|GET /api/v1/me: 200\.invitations.*"),
    re.compile(r"POST /api/v1/rounds/\{id\}/cancel: .*"),
    re.compile(r"POST /api/v1/rounds/\{id\}/close: body\.drop.*"),
    re.compile(r"POST /api/v1/rounds/\{id\}/repair: body<with empty>.*"),
    re.compile(r".*\.?seats\[\]\.dropped"),
    re.compile(r"GET \S+/live: .*"),
    re.compile(r".*\bclock\.now"),
    re.compile(r"GET \S+/standings: 200\.rows\[\]\.(withdrawn|block\b.*)"),
    re.compile(r".*\b(visibility|standings_shown)|\S+ /api/v1/tournaments\b.*: 20[01].*\.code"),
    re.compile(r"GET \S+/standings: 200 application/pdf"),
    re.compile(r"\S+ /api/v1/(\S+/)?(calls?|announcements|screen|notice)\b.*: .*"),
    re.compile(r"\S+ /api/v1/(clubs/\{id\}/)?tokens(/\{id\})?: .*"),
    re.compile(r"DELETE /api/v1/entries/\{id\}/check-in: .*|.*\.call\b.*"),
    re.compile(r".*\.(tournament|club)|GET \S+: query (fields(\[\])?|code|mine|starts_\w+|rounds|limit|tables|as_of)"),
    re.compile(r".*: query standings|GET /api/v1/(penalties/\{id\}|\S+/rounds/current|\S+/seat): .*"),
    re.compile(
        r"GET \S+/events: (query (sentences|types)|200\.(has_more|head|results\[\]\.sentence))|.*\.events\[\]\.sentence"
    ),
    re.compile(r"GET /api/v1/schema/events: .*"),
    re.compile(r".*(\bwifi_(name|password)|\bpersonal_links|: body\.as|: query as|: header If-Match|: 412)"),
)
"""The API's root, the parameters of lists, and what has come since: fields, steps, paths."""
CHANGED = re.compile(
    r"POST /api/v1/tables/\{id\}/commands: body\S*\.finished"
    r"|GET /api/v1/tournaments/\{id\}/standings: 200\.rows\[\]\.place"
    r"|GET /api/v1/clubs(/\{id\})?: (403|security)"
)
"""A sheet of Affen Raffen says who finished; who was absent in every round has no place; clubs are for everybody."""


def test_what_0_5_0_described_is_as_it_was_and_additions_are_listed() -> None:
    released = dict(parts(json.loads(gzip.decompress(RELEASED.read_bytes()))))
    now = dict(parts(SchemaGenerator().get_schema(request=None, public=True)))
    changed = {name: kind for name, kind in released.items() if not is_wider(kind, now.get(name, ""))}
    assert {name: kind for name, kind in changed.items() if not CHANGED.fullmatch(name)} == {}
    new = [name for name in now if name not in released]
    assert [name for name in new if not any(added.fullmatch(name) for added in ADDED)] == []


MOST = re.compile(r"(?<=max)(Items|imum) ([0-9]+)")
VALUES = re.compile(r"enum (\[.*?\])")


def is_wider(before: str, now: str) -> bool:
    """Whether a kind is as it was, or takes more: a larger maximum, more values."""
    bounds = [[int(most) for _, most in MOST.findall(kind)] for kind in (before, now)]
    values = [[set(json.loads(listed)) for listed in VALUES.findall(kind)] for kind in (before, now)]
    same_rest = MOST.sub("", VALUES.sub("", before)) == MOST.sub("", VALUES.sub("", now))
    larger = all(old <= new for old, new in zip(*bounds, strict=False))
    return same_rest and larger and all(old <= new for old, new in zip(*values, strict=False))


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
