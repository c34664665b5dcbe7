"""Against `openapi-0.5.0.json.gz`, the OpenAPI document of release 0.5.0: nothing is gone or different.

Names of components, operation ids, texts and examples may change; only what ADDED lists may be new. Answers may be
described more precisely. Generators need some things in another form, which `as_now` gives to those of 0.5.0.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from league.dry_run.view import MEDIA_TYPE
from tests.pins.permanent import JSON, METHODS, PROBLEM, operation, shared

RELEASED = Path(__file__).with_name("openapi-0.5.0.json.gz")
ADDED = (
    re.compile(r"GET .*: 422"),
    re.compile(r"\S+ /api/v1/clubs(/\{id\})?: (query slug|(body|20[01]\S*)\.(slug|page))"),
    re.compile(r"GET /api/v1/seasons/\{id\}/race: .*"),
    re.compile(r"GET /api/v1/: .*"),
    re.compile(r".*: \S+( \S+)*\.(corrected|level|goes_on)\b.*"),
    re.compile(r"POST \S+/repair: body<with by>\..*"),
    re.compile(r"POST /api/v1/tables/\{id\}/goes-on: .*|POST \S+/correct: body\S*\.decided_by"),
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
    re.compile(r"\S+ /api/v1/(clubs/\{id\}/)?tokens(/\{(id|token)\})?: .*"),
    re.compile(r"\S+ /api/v1/clubs/\{id\}/members/\{username\}: .*|GET /api/v1/me: 200\.(kind|token\b).*"),
    re.compile(r"DELETE /api/v1/entries/\{id\}/check-in: .*|.*\.call\b.*"),
    re.compile(r".*\.(tournament|club)|GET \S+: query (fields(\[\])?|code|mine|starts_\w+|rounds|limit|tables|as_of)"),
    re.compile(r".*: query standings|GET /api/v1/(penalties/\{id\}|\S+/rounds/current|\S+/seat): .*"),
    re.compile(r"PUT \S+/results: .*|GET \S+/(attention|bracket|paper|places): .*"),
    re.compile(r"POST /api/v1/people: (body\[\]|201<with).*|POST \S+/entries: body\S*\bnew_person\b.*"),
    re.compile(r"\S+ /api/v1/(seasons|clubs/\{id\}/members|me)\b.*\.version"),
    re.compile(r"POST \S+/(rounds|redo): header Idempotency-Key|\S+ \S+: 200\S*dropped_games.*"),
    re.compile(r"\S+ \S+: 20[01]\S*\.(table_size\.(min|max|prefer)|apart\.(household|club))"),
    re.compile(
        r"GET \S+/events: (query (sentences|types)(\[\])?|200\.(has_more|head|results\[\]\.sentence))"
        r"|.*\.events\[\]\.sentence"
    ),
    re.compile(r"GET /api/v1/schema/events: .*|\S+ /api/v1/(clubs/\{id\}/)?webhooks\b.*"),
    re.compile(r"GET \S+: (header If-None-Match|304)"),
    re.compile(r"\S+ /api/v1/(clubs/\{id\}/demo|sign-ups/\S+|tournaments/\{id\}/(sign-ups|standby)\S*): .*"),
    re.compile(r"\S+ /api/v1/tournaments/\{id\}/(entries/match|last-time|summary): .*"),
    re.compile(r"DELETE /api/v1/tournaments/\{id\}: .*|POST \S+/entries: body\S*\.checked_in"),
    re.compile(r".*\bsign_up\b.*|\S+ /api/v1/people\S*: .*\.public|GET \S+/record: 200\.attended\b.*"),
    re.compile(r"GET \S+/export: .*|POST /api/v1/(tournaments|seasons|clubs)/import: .*"),
    re.compile(r"DELETE /api/v1/people/\{id\}: .*|POST /api/v1/people/\{id\}/(un)?merge: .*|.*/people\b.*\.forgotten"),
    re.compile(r".*\bevents\b.*\.possible_duplicate_of"),
    re.compile(r".*(\bwifi_(name|password)|\bpersonal_links|: body\.as|: query as|: header If-Match|: 412|: 429)"),
)
"""The API's root, the parameters of lists, and what has come since: fields, steps, paths."""
CHANGED = re.compile(
    r"POST /api/v1/tables/\{id\}/commands: body\S*\.finished"
    r"|GET /api/v1/tournaments/\{id\}/standings: 200\.rows\[\]\.place"
    r"|GET /api/v1/clubs(/\{id\})?: (403|security)"
    r"|POST /api/v1/people: (body|201\.\w+)|POST \S+/entries: body\S*\.members\[\]"
    r"|\S+ \S+: query format"
    r"|POST /api/v1/tables/\{id\}/commands: body\S*\.command"
    r"|.* /api/v1/tournaments\S*: 20[01]\S*\.(table_size|apart)\{\}"
    r"|POST /api/v1/tournaments/\{id\}/entries: 201 application/vnd\.openxmlformats.*"
    r"|(POST|PUT|PATCH) \S+: body required"
    r"|(POST|PATCH) /api/v1/clubs\S*: body\.language"
)
"""A sheet of Affen Raffen says who finished; who was absent in every round has no place; `?as=` names the form.
Clubs are for everybody. People are created by a list too, members of a team with it.
Described more precisely are the command that amends another and the sizes of tables; POST of entries has never answered
a spreadsheet. A body with fields that must be there has always been needed, as 0.5.0 did not say.
The languages of clubs are listed: no other one was ever taken."""


def test_what_0_5_0_described_is_as_it_was_and_additions_are_listed() -> None:
    released = dict(parts(as_now(json.loads(gzip.decompress(RELEASED.read_bytes())))))
    now = dict(parts(SchemaGenerator().get_schema(request=None, public=True)))
    changed = {name: kind for name, kind in released.items() if not fits(name, kind, now.get(name, ""))}
    assert {name: kind for name, kind in changed.items() if not CHANGED.fullmatch(name)} == {}
    bare = without_parts(released)
    new = [name for name in now if name not in released and not any(is_in(name, thing) for thing in bare)]
    assert [name for name in new if not any(added.fullmatch(name) for added in ADDED)] == []


NEEDED = re.compile(r"GET \S+/(explain|needs): query (entry|goal)|\S+ /api/v1/(ratings|people/import): query club")
"""Parameters that were always needed, as 0.5.0 did not say."""


def is_typed_now(name: str, before: str, now: str) -> bool:
    """Whether a parameter, of which 0.5.0 said only that it is a text, is described precisely."""
    is_optional = NEEDED.fullmatch(name) is None
    is_parameter = ": query " in name or name.endswith(": header Idempotency-Key")
    return is_parameter and before == "string, optional" and now.endswith("optional") == is_optional


def fits(name: str, before: str, now: str) -> bool:
    """Whether a part is as it was, or takes more, or is an answer or a parameter that is described more precisely."""
    is_answer = ANSWER.match(name) is not None and is_more_precise(before, now)
    return is_wider(before, now) or is_answer or is_typed_now(name, before, now)


def without_parts(described: Mapping[str, str]) -> list[str]:
    """The objects and lists of which nothing was described but that they are one: what is in them is not new."""
    things = [name for name, kind in described.items() if re.fullmatch(r"(null or )?object.*|array.*", kind)]
    inner = {re.sub(r"(\.[^.\[{<]+|\[\w*\]|\{\}|<[^>]*>)$", "", name) for name in described}
    return [name for name in things if name not in inner]


def is_in(name: str, thing: str) -> bool:
    return name.startswith(thing) and name.removeprefix(thing)[:1] in (".", "[", "{", "<")


ANSWER = re.compile(r"[A-Z]+ \S+: 20[01]")
BARE = re.compile(r"string|object|null|value|(?: or )|, enum \[.*?\]|, format \"[a-z-]+\"|, closed|, optional")


def is_more_precise(before: str, now: str) -> bool:
    """Whether a text has got a format or its values, or an object its fields."""
    bare = before.removesuffix(", optional") in ("string", "object", "null or string", "null or object")
    return bare and now != "" and ("null" in before) == ("null" in now) and BARE.sub("", now) == ""


def as_now(document: dict[str, Any]) -> dict[str, Any]:
    """The document of 0.5.0 in the form that generators take: dry runs apart, pairs as lists, no default objects."""
    for path, methods in document["paths"].items():
        for method in methods.values():
            _set_dry_run_apart(method["responses"], is_found=path.endswith(("/rounds", "/events")))
            for status in ("200", "201"):
                if method.get("requestBody"):
                    method["responses"].get(status, {}).get("content", {}).pop("text/csv", None)
    for schema in schemas_in(document["components"]["schemas"]):
        if isinstance(schema.get("default"), dict):
            del schema["default"]
        pair = schema.get("prefixItems", ())
        if pair and all(part == pair[0] for part in pair):
            schema["items"] = schema.pop("prefixItems")[0]
        elif pair:
            schema["items"] = {"anyOf": pair}
    return document


def _set_dry_run_apart(responses: dict[str, Any], *, is_found: bool) -> None:
    """Gives the answer of a dry run its media type. is_found: a thing that was there already is answered with 200."""
    content = responses.get("200", {}).get("content", {})
    options = content.get(JSON, {}).get("schema", {}).get("anyOf", [])
    tried = [option for option in options if option.get("$ref", "").endswith("/Foreseen")]
    if not tried:
        return
    answers = [option for option in options if option not in tried]
    content.clear()
    content[MEDIA_TYPE] = {"schema": tried[0]}
    if answers and ("201" not in responses or is_found):
        content[JSON] = {"schema": answers[0]}


def schemas_in(value: Any) -> Iterator[dict[str, Any]]:
    """Every object within."""
    if isinstance(value, dict):
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from schemas_in(part)


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
    for media in (PROBLEM, MEDIA_TYPE):
        for name, kind in shared(media, document):
            yield f"{media}: {name}", kind


def parts_of(described: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The parts of one operation, with who may call it and whether it needs a body."""
    yield "security", json.dumps(described["security"], sort_keys=True)
    yield "body required", str(described.get("requestBody", {}).get("required", False))
    yield from operation(described, document)
