"""The OpenAPI document: each method of a door says what it takes and answers, in the structs it uses."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

import msgspec
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.renderers import JSONRenderer

from api import csv_upload
from api.openapi.descriptions import describe
from api.openapi.examples import EXAMPLES
from api.openapi.operations import OPERATIONS
from api.permissions import is_open
from games.registry import all_games
from league.dry_run.view import Foreseen

PREFIX = "/api/v1/"
REFERENCE = "#/components/schemas/{name}"
PAGE_NAME = re.compile(rb"\bPage_(\w+)_\b")
PROBLEM = "application/problem+json"
ANSWER = "The answer."
DRY_RUN = "true: tells what would follow, and changes nothing (staff; not on dealt games)."
PROBLEMS = {
    "400": "Unreadable, or fields that are wrong: `unreadable`, `bad_fields`; `errors` has a code for each.",
    "401": "No log-in, or none that is valid: `not_authenticated`, `authentication_failed`, `bad_link`.",
    "403": "Not for the caller: `forbidden`.",
    "404": "Not here, or not for the caller: `not_found`.",
    "406": "Something else than JSON was asked for: `not_acceptable`.",
    "409": "A duplicate, or a key that was used for another request: `duplicate`, `key_reused`.",
    "413": "The body is above 1 MiB: `too_large`.",
    "415": "The body is of another kind: `unsupported_media_type`.",
    "422": "Refused by the rules or the state of things.",
    "429": "Wait for as long as `Retry-After` says: `too_many_attempts`.",
    "503": "Send the same again in a moment: `busy`.",
}
REFUSALS = {
    "entries": ("unknown_entry", "entry_dropped", "tournament_closed", "tournament_cancelled"),
    "people": (),
    "penalties": ("unknown_penalty", "tournament_closed"),
    "rounds": (
        "round_closed",
        "round_not_running",
        "results_missing",
        "dispute_open",
        "no_clock",
        "wrong_phase",
        "already_reported",
        "game_begun",
        "table_full",
        "table_too_small",
    ),
    "tables": ("wrong_phase", "bad_command", "bad_result", "no_result", "no_dispute", "own_result", "result_ruled"),
    "tournaments": (
        "too_few_entries",
        "no_more_rounds",
        "round_open",
        "plan_needed",
        "bad_plan",
        "apart",
        "fixed",
        "dutch_not_installed",
        "bad_top",
        "stage_begun",
        "no_round",
        "not_in_round",
        "tournament_closed",
    ),
}
"""Codes that a program meets most, by the first word of the path; a game's own codes stand in its rules."""
T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


class Page(msgspec.Struct, Generic[T]):
    """A page of a list; `next` and `previous` are addresses."""

    next: str | None
    previous: str | None
    results: list[T]


class FieldFault(msgspec.Struct):
    """What is wrong with one field of a body or a query."""

    field: str
    code: str
    detail: str


class ProblemDetails(msgspec.Struct):
    """An error (RFC 9457). `code` is for programs, `detail` for people, in the language asked for."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    facts: dict[str, Any]
    errors: list[FieldFault]
    request_id: str


@dataclass(frozen=True)
class Described:
    """The body and the answer of a method: a type, a tuple of types of which it is one, or a ready schema; or None.

    query: the names of the query's parameters, each with its text. file: the schema of a file that the body, or the
    answer to GET, may be instead of JSON.
    """

    answer: Any
    body: Any
    status: int
    query: Sequence[tuple[str, str]]
    file: Mapping[str, Any] | None


_types: list[Any] = [ProblemDetails, Foreseen]


def describes(
    answer: Any = None,
    *,
    body: Any = None,
    status: int = 200,
    query: Sequence[tuple[str, str]] = (),
    file: Mapping[str, Any] | None = None,
) -> Callable[[Method], Method]:
    """Notes on a method its body and its answer, as in `Described`."""
    for kind in (answer, body):
        if kind is not None and not isinstance(kind, dict):
            _types.extend(kind if isinstance(kind, tuple) else [kind])

    def note(method: Method) -> Method:
        method.described = Described(answer, body, status, query, file)  # type: ignore[attr-defined]
        return method

    return note


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type, by reference into the components; a ready schema as it is."""
    return kind if isinstance(kind, dict) else deepcopy(_schema_of(kind))


@cache
def _schema_of(kind: Any) -> dict[str, Any]:
    """Worked out once for a type: the generator asks ten times for each answer of each method."""
    schemas, _ = _components_of(kind if isinstance(kind, tuple) else [kind])
    return {"oneOf": list(schemas)} if isinstance(kind, tuple) else schemas[0]


def _components_of(kinds: Iterable[Any]) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """The schemas of types and the components that they refer to; a page of tournaments is a `TournamentPage`."""
    made = msgspec.json.encode(msgspec.json.schema_components(kinds, ref_template=REFERENCE))
    named: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]] = json.loads(PAGE_NAME.sub(rb"\1Page", made))
    return named


class TokenScheme(OpenApiAuthenticationExtension):
    """How the document describes tokens."""

    target_class = "api.authentication.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """OpenAPI has no word for this scheme but that of a header."""
        use = "`Token` and a token that POST tokens gave."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class LinkScheme(OpenApiAuthenticationExtension):
    """How the document describes links."""

    target_class = "api.authentication.Link"
    name = "link"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """OpenAPI has no word for this scheme but that of a header."""
        use = "`Link` and the link of a table or an entry."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class BrowserScheme(SessionScheme):
    """How the document describes the browser's session."""

    target_class = "api.authentication.Session"
    name = "session"


class ResourceSchema(AutoSchema):
    """Reads what `describes` noted."""

    @property
    def described(self) -> Described:
        """What the method of this operation says of itself."""
        found: Described = self.action.described
        return found

    @property
    def action(self) -> Any:
        """The method of the view that answers this operation."""
        return getattr(self.view, getattr(self.view, "action", None) or self.method.lower())

    def _opens_to(self, auth: str | None = None) -> bool:
        """Whether a request without an account is let in. auth: anything for the holder of a link."""
        return is_open(self.view, self.method, auth)

    def _is_list_view(self, serializer: Any = None) -> bool:
        """Answers are described whole, pages too."""
        return False

    def get_filter_backends(self) -> list[Any]:
        """Filters and order, of lists in pages."""
        return list(self.view.filter_backends) if self._is_in_pages() else []

    def _get_pagination_parameters(self) -> Any:
        return self._get_paginator().get_schema_operation_parameters(self.view) if self._is_in_pages() else []

    def _is_in_pages(self) -> bool:
        return getattr(self.view, "action", None) == "list" and self.view.pagination_class is not None

    def get_summary(self) -> str:
        """The first sentence of the method's docstring."""
        return " ".join(_docstring(self).split()).partition(". ")[0].rstrip(".")

    def get_description(self) -> str:
        """The method's docstring."""
        return _docstring(self)

    def get_operation_id(self) -> str:
        """As a person says it: `report_result`."""
        return OPERATIONS[f"{self.method} {self.path.removeprefix(PREFIX)}"]

    def get_auth(self) -> list[dict[str, Any]]:
        """How to log in; {} where one need not. A link is named where it opens something."""
        takes_link = self._opens_to("link")
        ways = [way for way in super().get_auth() if way and (takes_link or LinkScheme.name not in way)]
        return [*ways, {}] if self._opens_to() else ways

    def get_override_parameters(self) -> list[OpenApiParameter]:
        """The query's parameters, and the key of a request that may be repeated."""
        query = [
            OpenApiParameter(name, str, OpenApiParameter.QUERY, description=use) for name, use in self.described.query
        ]
        if self._has_dry_run():
            query.append(OpenApiParameter("dry_run", bool, OpenApiParameter.QUERY, description=DRY_RUN))
        if self.method == "GET" or not hasattr(self.action, "__wrapped__"):
            return query
        use = "A repeat with the same key has no second effect and gets the first answer."
        return [*query, OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description=use)]

    def _has_dry_run(self) -> bool:
        return bool(self.method != "GET" and self.view.dry_run.name == "TOLD")

    def get_request_serializer(self) -> Any:
        """The body's schemas by media type; None without a body."""
        body, file = self.described.body, self.described.file
        schemas = {} if body is None else {"application/json": schema_of(body)}
        return schemas | (csv_upload.bodies_of(file) if file and self.method != "GET" else {}) or None

    def _get_request_body(self, direction: Any = "request") -> Any:
        """A body, with examples; one in which nothing is needed may be left out."""
        described = super()._get_request_body(direction)
        examples = EXAMPLES.get(self.get_operation_id())
        if described is not None and examples:
            shown = {name: {"value": value} for name, value in examples.items()}
            described["content"]["application/json"]["examples"] = shown
        if described is not None and _may_be_empty(self.described.body):
            described.pop("required", None)
        return described

    def get_response_serializers(self) -> Any:
        """The answer's schema, that of a dry run, and the problem's for every error."""
        answer = None if self.described.answer is None else schema_of(self.described.answer)
        status = 204 if answer is None else self.described.status
        found: dict[Any, Any] = {str(status): OpenApiResponse(answer, ANSWER)}
        if self._has_dry_run():
            either = [schema for schema in (answer, schema_of(Foreseen)) if schema]
            found["200"] = OpenApiResponse({"anyOf": either}, "The answer, or that of a dry run.")
        if self.described.file and self.method == "GET":
            files = [renderer.media_type for renderer in self.view.renderer_classes if renderer is not JSONRenderer]
            found |= {("200", media_type): OpenApiResponse(self.described.file, ANSWER) for media_type in files}
            found["200", "application/json"] = found.pop("200")
        for code, words in self._problems():
            found[code, PROBLEM] = OpenApiResponse(schema_of(ProblemDetails), words)
        return found

    def _problems(self) -> list[tuple[str, str]]:
        """The statuses that are problems here, with their codes."""
        is_writing, has_body = self.method != "GET", self.get_request_serializer() is not None
        refusals = REFUSALS.get(self.path.removeprefix(PREFIX).partition("/")[0], ())
        known = {
            "400": is_writing or bool(self.described.query) or self._is_in_pages(),
            "401": True,
            "403": is_writing or not self._opens_to(),
            "404": "{" in self.path,
            "406": True,
            "409": is_writing,
            "413": has_body,
            "415": has_body,
            "422": is_writing,
            "429": self.path == f"{PREFIX}tokens",
            "503": is_writing or "health" in self.path,
        }
        words = {**PROBLEMS, "422": f"{PROBLEMS['422']} {', '.join(f'`{code}`' for code in refusals)}".strip()}
        told = [(code, words[code]) for code, may_be in known.items() if may_be]
        return [*told, ("default", "An error.")]


def _docstring(schema: ResourceSchema) -> str:
    return inspect.getdoc(schema.action) or ""


def _may_be_empty(body: Any) -> bool:
    return isinstance(body, type) and not any(field.required for field in msgspec.structs.fields(body))


def any_command() -> dict[str, Any]:
    """The schema of a body of game commands: one of any game, or a list."""
    one = {"oneOf": [{"$ref": REFERENCE.format(name=f"commands.{slug}")} for slug in all_games()]}
    return {"oneOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def with_components(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Adds the schemas of the types that were described, and of every game's commands."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    _, components = _components_of(_types)
    for schema in components.values():
        describe(schema)
    schemas.update(components)
    for slug, game in all_games().items():
        template = REFERENCE.format(name=f"{slug}.{{name}}")
        commands, parts = msgspec.json.schema_components(game.rules.command_types.values(), ref_template=template)
        schemas.update({f"{slug}.{name}": part for name, part in parts.items()})
        schemas[f"commands.{slug}"] = {"oneOf": list(commands)}
    return result
