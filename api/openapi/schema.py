"""The OpenAPI document: `describes` notes the body and the answer of each method, as the structs that it uses."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter

from api import csv_upload, deprecation, scopes
from api.lean import fields_of
from api.openapi import responses
from api.openapi.components import components_of, schema_of
from api.openapi.examples import EXAMPLES
from api.openapi.night import answer_of, any_answer
from api.openapi.operations import OPERATIONS
from api.openapi.parameters import header, lean, parameter, text_header, trying
from api.openapi.security import LinkScheme, TokenScheme
from api.permissions import is_open
from api.problem_pages.operations import CODES_OF
from api.query import Query, parameters_of
from league.dry_run.view import MEDIA_TYPE

PREFIX = "/api/v1/"
ANSWER, TRIED = "The answer.", "The effects of a dry run."
T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


class Page(msgspec.Struct, Generic[T]):
    """A page of a list.

    next, previous: the addresses of the neighbouring pages; null if there are none. results: the things on this page.
    """

    next: str | None
    previous: str | None
    results: list[T]


@dataclass(frozen=True)
class Described:
    """The body and the answer of a method: a type, a tuple of types of which it is one, or a ready schema; or None.

    or_found: the answer has the status 200 where the thing was there already. query: its parameters. headers: the names
    of headers, each with its text. file: the schema of a file that the body, or the answer to GET, may be instead of
    JSON.
    """

    answer: Any
    body: Any
    status: int
    or_found: bool
    query: type[Query] | None
    file: Mapping[str, Any] | None
    headers: Sequence[tuple[str, str]]


_types: list[Any] = [responses.ProblemDetails, responses.DryRun]


def describes(
    answer: Any = None,
    *,
    body: Any = None,
    status: int = 200,
    or_found: bool = False,
    query: type[Query] | None = None,
    file: Mapping[str, Any] | None = None,
    headers: Sequence[tuple[str, str]] = (),
) -> Callable[[Method], Method]:
    """Notes on a method what `Described` lists."""
    for kind in (answer, body):
        if kind is not None and not isinstance(kind, dict):
            _types.extend(kind if isinstance(kind, tuple) else [kind])

    def note(method: Method) -> Method:
        method.described = Described(  # type: ignore[attr-defined]
            answer=answer, body=body, status=status, or_found=or_found, query=query, file=file, headers=headers
        )
        return method

    return note


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
        return bool(self.view.is_in_pages)

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
        if operation:
            deprecation.describe(self.view, self.method, operation)
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
        """The parameters of the query, and the headers."""
        asked = self.described.query
        query = [] if asked is None else [parameter(one) for one in parameters_of(asked)]
        query += [text_header(name, use) for name, use in self.described.headers]
        if fields := self._lean_fields():
            query.append(lean(fields))
        if self._has_dry_run():
            query += trying()
        return [*query, *map(header, self._named())]

    def _named(self) -> Iterator[str]:
        """The names of the headers that all requests of this kind take."""
        if self._has_tag():
            yield "If-None-Match"
        if self._is_kept():
            yield "Idempotency-Key"
        if self.method != "GET" and self.view.takes_if_match:
            yield "If-Match"

    def _has_tag(self) -> bool:
        """Whether a GET is answered 304 to a client that has the answer."""
        return bool(self.method == "GET" and self.view.has_tags)

    def _lean_fields(self) -> Sequence[str]:
        """The names that `fields` takes; none where the answer is no JSON."""
        return fields_of(self.described.answer) if self.method == "GET" and self.view.answers_json else ()

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
        if described is not None and not _may_be_empty(self.described.body):
            described["required"] = True
        return described

    def get_response_serializers(self) -> Any:
        """Nothing: the responses are made whole."""
        return {}

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        """The answer, what a dry run answers, and a problem for each error."""
        return {**self._answers(), **{status: self._problem(status) for status in self._problem_statuses()}}

    def _answers(self) -> dict[str, Any]:
        """The responses without an error, by status. JSON is the first of several media types."""
        found = {str(self.described.status): self._answer(self.described.status)}
        if self.described.answer is None:
            found = {"204": {"description": "There is nothing to say.", **self._named_headers(204)}}
        if self.described.or_found:
            found["200"] = {**self._answer(200), "description": "It was there already: nothing has changed."}
        if self._has_dry_run():
            example = {"examples": {"a dry run": {"$ref": "#/components/examples/DryRun"}}}
            tried = {"content": {MEDIA_TYPE: {"schema": schema_of(responses.DryRun), **example}}, "description": TRIED}
            found["200"] = _both(found["200"], tried) if "200" in found else tried
        if self._has_tag():
            found["304"] = {"$ref": f"#/components/responses/{responses.NOT_MODIFIED}"}
        return dict(sorted(found.items()))

    def _answer(self, status: int) -> dict[str, Any]:
        return {"description": ANSWER, **self._named_headers(status), "content": self._content(str(status))}

    def _content(self, status: str) -> dict[str, Any]:
        """The answer in each media type, as a night has given it."""
        first, *others = [renderer.media_type for renderer in self.view.renderer_classes]
        files = others if self.described.file and self.method == "GET" else []
        content = {first: {"schema": schema_of(self.described.answer)}}
        content |= {media_type: {"schema": self.described.file} for media_type in files}
        for media_type, part in content.items():
            if (given := answer_of(self.get_operation_id(), status, media_type)) is not None:
                part["example"] = given
        return content

    def _named_headers(self, status: int) -> dict[str, Any]:
        """The headers of an answer without an error."""
        names = [
            *(("ETag",) if self.described.answer is not None and self.view.has_tags else ()),
            *(("Location",) if status == 201 else ()),
            *(("Idempotency-Replayed",) if self._is_kept() else ()),
            *responses.RATE,
        ]
        return {"headers": responses.headers(names)}

    def _is_kept(self) -> bool:
        """Whether a repeated request gets the first answer, by its `Idempotency-Key`."""
        return self.method != "GET" and getattr(self.action, "ends_in_writes", False)

    def _is_stream(self) -> bool:
        return bool(self.view.renderer_classes[0].media_type == "text/event-stream")

    def _problem(self, status: str) -> dict[str, Any]:
        operation = self.get_operation_id()
        refusals = CODES_OF.get(operation, ()) if status == "422" else ()
        return responses.problem(status, operation, refusals)

    def _problem_statuses(self) -> list[str]:
        """The statuses of the problems that this operation may answer."""
        is_writing, has_body = self.method != "GET", self.get_request_serializer() is not None
        known = {
            "400": True,
            "401": True,
            "403": is_writing or not self._opens_to(),
            "404": "{" in self.path,
            "406": True,
            "409": is_writing,
            "412": is_writing and self.view.takes_if_match,
            "413": has_body,
            "415": has_body,
            "422": is_writing or self.get_operation_id() in CODES_OF,
            "429": "health" not in self.path,
            "503": self._is_stream() or is_writing or "health" in self.path,
        }
        return [*(status for status, may_be in known.items() if may_be), "default"]


def _both(answer: Mapping[str, Any], tried: Mapping[str, Any]) -> dict[str, Any]:
    """The response of a status that an answer and a dry run share."""
    text = f"{answer['description']} {tried['description']}"
    return {**answer, "description": text, "content": {**answer["content"], **tried["content"]}}


def _docstring(schema: ResourceSchema) -> str:
    return inspect.getdoc(schema.action) or ""


def _may_be_empty(body: Any) -> bool:
    return isinstance(body, type) and not any(field.required for field in msgspec.structs.fields(body))


def with_components(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Adds the components: the schemas of all described types and commands of games, problems, headers."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {}).update(components_of(_types))
    components.update(responses=responses.shared(), headers=responses.all_headers())
    components["examples"] = {"DryRun": {"value": any_answer(MEDIA_TYPE)}}
    return result
