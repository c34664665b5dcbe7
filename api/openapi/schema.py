"""The OpenAPI document: `describes` notes the body and the answer of each method, as the structs that it uses."""

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

from api import csv_upload, scopes
from api.lean import FIELDS, TEXT, fields_of
from api.openapi.examples import EXAMPLES
from api.openapi.fields import describe_all
from api.openapi.operations import OPERATIONS
from api.permissions import is_open
from games.registry import all_games
from league.dry_run.view import DryRunAnswer

PREFIX = "/api/v1/"
REFERENCE = "#/components/schemas/{name}"
PAGE_NAME = re.compile(rb"\bPage_(\w+)_\b")
PROBLEM = "application/problem+json"
ANSWER = "The answer."
NO_STANDINGS = "With false, `standings_before` and `standings_after` of a dry run are empty."
DRY_RUN = "true: answers what the request would change, and changes nothing (for staff; not for dealt games)."
PROBLEMS = {
    "400": "The body is unreadable, or fields are wrong: `unreadable`, `bad_fields`; `errors` has a code for each.",
    "401": "There is no valid log-in: `not_authenticated`, `authentication_failed`, `bad_link`.",
    "403": "The caller, or the scope of the token, is not allowed to do this: `forbidden`, `insufficient_scope`.",
    "404": "The thing does not exist, or the caller may not see it: `not_found`.",
    "406": "The `Accept` header does not allow the media type of the answer: `not_acceptable`.",
    "409": "A duplicate, or an Idempotency-Key of another request: `duplicate`, `key_reused`.",
    "412": "The thing has another version than `If-Match` says; `facts` has the newest: `stale`.",
    "413": "The body is larger than 1 MiB: `too_large`.",
    "415": "The body has another media type: `unsupported_media_type`.",
    "422": "The rules or the current state refuse it.",
    "429": "Too many attempts, or streams; `Retry-After` has the seconds to wait: `too_many_attempts`, "
    "`too_many_streams`.",
    "503": "Send the same request again in a moment: `busy`, or the reason: `no_database`, "
    "`disk_full`, `pool_exhausted`, `too_many_streams`.",
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
    "tables": (
        "wrong_phase",
        "bad_command",
        "bad_result",
        "no_result",
        "no_dispute",
        "own_result",
        "result_ruled",
        "not_at_table",
        "no_table_link",
        "personal_link_needed",
    ),
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
"""The most frequent codes, by the first word of the path. The rules of a game have codes of their own."""
IF_MATCH = 'The write is done only while this is the version: an `ETag`, a bare `"<version>"` or `*`.'
T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


class Page(msgspec.Struct, Generic[T]):
    """A page of a list. next, previous: the addresses of the neighbouring pages; null if there are none."""

    next: str | None
    previous: str | None
    results: list[T]


class FieldFault(msgspec.Struct):
    """A fault in a field of a body or a query.

    field: the dotted path of the field. code: for programs; it never changes. detail: for people, in the language of
    the request.
    """

    field: str
    code: str
    detail: str


class ProblemDetails(msgspec.Struct):
    """An error (RFC 9457).

    type: the address of the kind of error. title: the code in words. status: the HTTP status. code: for programs; it
    never changes. detail: for people, in the language of the request. facts: the values in `detail`, for programs.
    request_id: the id under which the service has logged the request.
    """

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

    query, headers: the names of parameters, each with its text. file: the schema of a file that the body, or the
    answer to GET, may be instead of JSON.
    """

    answer: Any
    body: Any
    status: int
    query: Sequence[tuple[str, str]]
    file: Mapping[str, Any] | None
    headers: Sequence[tuple[str, str]]


_types: list[Any] = [ProblemDetails, DryRunAnswer]


def describes(
    answer: Any = None,
    *,
    body: Any = None,
    status: int = 200,
    query: Sequence[tuple[str, str]] = (),
    file: Mapping[str, Any] | None = None,
    headers: Sequence[tuple[str, str]] = (),
) -> Callable[[Method], Method]:
    """Notes on a method what `Described` lists."""
    for kind in (answer, body):
        if kind is not None and not isinstance(kind, dict):
            _types.extend(kind if isinstance(kind, tuple) else [kind])

    def note(method: Method) -> Method:
        method.described = Described(answer=answer, body=body, status=status, query=query, file=file, headers=headers)  # type: ignore[attr-defined]
        return method

    return note


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type, by reference into the components; a ready schema as it is."""
    return kind if isinstance(kind, dict) else deepcopy(_schema_of(kind))


@cache
def _schema_of(kind: Any) -> dict[str, Any]:
    """Cached: the generator asks ten times for each answer of each method."""
    schemas, _ = _components_of(kind if isinstance(kind, tuple) else [kind])
    return {"oneOf": list(schemas)} if isinstance(kind, tuple) else schemas[0]


def _components_of(kinds: Iterable[Any]) -> tuple[list[dict[str, Any]], dict[str, dict[str, Any]]]:
    """The schemas of types and the components that they refer to; a page of tournaments is a `TournamentPage`."""
    made = msgspec.json.encode(msgspec.json.schema_components(kinds, ref_template=REFERENCE))
    named: tuple[list[dict[str, Any]], dict[str, dict[str, Any]]] = json.loads(PAGE_NAME.sub(rb"\1Page", made))
    return named


class TokenScheme(OpenApiAuthenticationExtension):
    """The document's entry for tokens."""

    target_class = "api.authentication.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A header: OpenAPI has no other word for this scheme."""
        use = "`Token` and a token from `POST tokens`."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class LinkScheme(OpenApiAuthenticationExtension):
    """The document's entry for links."""

    target_class = "api.authentication.Link"
    name = "link"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A header: OpenAPI has no other word for this scheme."""
        use = "`Link` and the link of a table or an entry."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class PageLinkScheme(OpenApiAuthenticationExtension):
    """The document's entry for the cookies of the pages."""

    target_class = "api.authentication.PageLink"
    name = "pageLink"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """A cookie, of which there is one for each link."""
        use = "The cookie that a page has set when its link was opened: `tk-`, `t` or `e`, and six digits."
        return {"type": "apiKey", "in": "cookie", "name": "tk-", "description": use}


class BrowserScheme(SessionScheme):
    """The document's entry for the session of a browser."""

    target_class = "api.authentication.Session"
    name = "session"


class ResourceSchema(AutoSchema):
    """Describes a method from what `describes` noted on it."""

    @property
    def described(self) -> Described:
        """What `describes` noted on the method."""
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

    def get_operation(self, *args: Any) -> Any:
        """The operation, with the scope that it needs of a token."""
        operation = super().get_operation(*args)
        if operation and any(TokenScheme.name in way for way in operation.get("security", ())):
            scope = scopes.needed(self.view, self.method).value
            operation["x-scope"] = scope
            operation["description"] = f"{operation['description']}\n\nA token needs the scope `{scope}`."
        return operation

    def get_operation_id(self) -> str:
        """The id from the list of operations; of a step, its name."""
        step: str = self.action.__name__
        return OPERATIONS.get(f"{self.method} {self.path.removeprefix(PREFIX)}", step)

    def get_auth(self) -> list[dict[str, Any]]:
        """The ways to log in; {} where no log-in is needed. A link is listed where it gives access."""
        takes_link = self._opens_to("link")
        ways = [way for way in super().get_auth() if way and (takes_link or LinkScheme.name not in way)]
        return [*ways, {}] if self._opens_to() else ways

    def get_override_parameters(self) -> list[OpenApiParameter]:
        """The parameters of the query, and the headers of a write."""
        query = [
            OpenApiParameter(name, str, OpenApiParameter.QUERY, description=use) for name, use in self.described.query
        ]
        query += [
            OpenApiParameter(name, str, OpenApiParameter.HEADER, description=use)
            for name, use in self.described.headers
        ]
        if fields := self._lean_fields():
            names = {"type": "array", "items": {"type": "string", "enum": list(fields)}, "minItems": 1}
            query.append(OpenApiParameter(FIELDS, names, OpenApiParameter.QUERY, description=TEXT, explode=False))
        if self._has_dry_run():
            query.append(OpenApiParameter("dry_run", bool, OpenApiParameter.QUERY, description=DRY_RUN))
            query.append(OpenApiParameter("standings", bool, OpenApiParameter.QUERY, description=NO_STANDINGS))
        if self.method == "GET" or not hasattr(self.action, "__wrapped__"):
            return query
        use = "A repeated request with the same key has no second effect and gets the first answer."
        headers = {"Idempotency-Key": use, **({"If-Match": IF_MATCH} if self.view.takes_if_match else {})}
        return [
            *query,
            *(OpenApiParameter(name, str, OpenApiParameter.HEADER, description=headers[name]) for name in headers),
        ]

    def _lean_fields(self) -> Sequence[str]:
        """The names that `fields` takes; none where the answer is no JSON."""
        is_json = self.view.renderer_classes[0] is JSONRenderer
        return fields_of(self.described.answer) if self.method == "GET" and is_json else ()

    def _has_dry_run(self) -> bool:
        return bool(self.method != "GET" and self.view.dry_run.name == "TOLD")

    def get_request_serializer(self) -> Any:
        """The body's schemas by media type; None without a body."""
        body, file = self.described.body, self.described.file
        schemas = {} if body is None else {"application/json": schema_of(body)}
        return schemas | (csv_upload.bodies_of(file) if file and self.method != "GET" else {}) or None

    def _get_request_body(self, direction: Any = "request") -> Any:
        """The body with its examples; a body without required fields may be left out."""
        described = super()._get_request_body(direction)
        examples = EXAMPLES.get(self.get_operation_id())
        if described is not None and examples:
            shown = {name: {"value": value} for name, value in examples.items()}
            described["content"]["application/json"]["examples"] = shown
        if described is not None and _may_be_empty(self.described.body):
            described.pop("required", None)
        return described

    def get_response_serializers(self) -> Any:
        """The schemas of the answer, of a dry run's answer, and of a problem for each error."""
        answer = None if self.described.answer is None else schema_of(self.described.answer)
        status = 204 if answer is None else self.described.status
        found: dict[Any, Any] = {str(status): OpenApiResponse(answer, ANSWER)}
        if self._has_dry_run():
            either = [schema for schema in (answer, schema_of(DryRunAnswer)) if schema]
            found["200"] = OpenApiResponse({"anyOf": either}, "The answer, or that of a dry run.")
        if self.described.file and self.method == "GET":
            files = [renderer.media_type for renderer in self.view.renderer_classes if renderer is not JSONRenderer]
            found |= {("200", media_type): OpenApiResponse(self.described.file, ANSWER) for media_type in files}
            found["200", "application/json"] = found.pop("200")
        for code, text in self._problems():
            found[code, PROBLEM] = OpenApiResponse(schema_of(ProblemDetails), text)
        return found

    def _problems(self) -> list[tuple[str, str]]:
        """The statuses of the problems that this operation may answer, with their texts."""
        is_writing, has_body = self.method != "GET", self.get_request_serializer() is not None
        is_stream = self.view.renderer_classes[0].media_type == "text/event-stream"
        refusals = REFUSALS.get(self.path.removeprefix(PREFIX).partition("/")[0], ())
        known = {
            "400": is_writing or bool(self.described.query or self._lean_fields()) or self._is_in_pages(),
            "401": True,
            "403": is_writing or not self._opens_to(),
            "404": "{" in self.path,
            "406": True,
            "409": is_writing,
            "412": is_writing and self.view.takes_if_match,
            "413": has_body,
            "415": has_body,
            "422": is_writing,
            "429": is_stream or self.path == f"{PREFIX}tokens",
            "503": is_stream or is_writing or "health" in self.path,
        }
        texts = {**PROBLEMS, "422": f"{PROBLEMS['422']} {', '.join(f'`{code}`' for code in refusals)}".strip()}
        return [*((code, texts[code]) for code, may_be in known.items() if may_be), ("default", "An error.")]


def _docstring(schema: ResourceSchema) -> str:
    return inspect.getdoc(schema.action) or ""


def _may_be_empty(body: Any) -> bool:
    return isinstance(body, type) and not any(field.required for field in msgspec.structs.fields(body))


def any_command() -> dict[str, Any]:
    """The schema of a body of game commands: one of any game, or a list."""
    one = {"oneOf": [{"$ref": REFERENCE.format(name=f"commands.{slug}")} for slug in all_games()]}
    return {"oneOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def with_components(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Adds the components: the schemas of all described types and of the commands of all games."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    _, components = _components_of(_types)
    describe_all(components)
    schemas.update(components)
    for slug, game in all_games().items():
        template = REFERENCE.format(name=f"{slug}.{{name}}")
        commands, parts = msgspec.json.schema_components(game.rules.command_types.values(), ref_template=template)
        schemas.update({f"{slug}.{name}": part for name, part in parts.items()})
        schemas[f"commands.{slug}"] = {"oneOf": list(commands)}
    return result
