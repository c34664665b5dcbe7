"""The OpenAPI document: each method of a door says what it takes and answers, in the structs it uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec
from drf_spectacular.authentication import SessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.registry import all_games

PREFIX = "/api/v1/"
REFERENCE = "#/components/schemas/{name}"
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
    """What a method takes and answers. body, answer: a type, a tuple of types of which it is one, or a ready schema;
    None for nothing.

    query: names of the parameters of its query, each with what it is for. public: it asks nobody to log in.
    link: the link of a table or an entry may be enough.
    """

    answer: Any
    body: Any
    status: int
    query: Sequence[tuple[str, str]]
    public: bool
    link: bool


_types: list[Any] = [ProblemDetails]


def describes(
    answer: Any = None,
    *,
    body: Any = None,
    status: int = 200,
    query: Sequence[tuple[str, str]] = (),
    public: bool = False,
    link: bool = False,
) -> Callable[[Method], Method]:
    """Notes on a method what it takes and answers."""
    for kind in (answer, body):
        if kind is not None and not isinstance(kind, dict):
            _types.extend(kind if isinstance(kind, tuple) else [kind])

    def note(method: Method) -> Method:
        method.described = Described(answer, body, status, query, public, link or public)  # type: ignore[attr-defined]
        return method

    return note


def schema_of(kind: Any) -> dict[str, Any]:
    """The schema of a type, by reference into the components; a ready schema as it is."""
    if isinstance(kind, dict):
        return kind
    schemas, _ = msgspec.json.schema_components(kind if isinstance(kind, tuple) else [kind], ref_template=REFERENCE)
    return {"oneOf": list(schemas)} if isinstance(kind, tuple) else schemas[0]


class TokenScheme(OpenApiAuthenticationExtension):
    """How the document describes tokens."""

    target_class = "api.auth.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """OpenAPI has no word for this scheme but that of a header."""
        use = "`Token` and a token that POST tokens gave."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class LinkScheme(OpenApiAuthenticationExtension):
    """How the document describes links."""

    target_class = "api.auth.Link"
    name = "link"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        """OpenAPI has no word for this scheme but that of a header."""
        use = "`Link` and the link of a table or an entry."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": use}


class BrowserScheme(SessionScheme):
    """How the document describes the browser's session."""

    target_class = "api.auth.Session"
    name = "session"


class DoorSchema(AutoSchema):
    """Reads what `describes` noted."""

    @property
    def described(self) -> Described:
        """What the method of this operation says of itself."""
        found: Described = getattr(self.view, self.method.lower()).described
        return found

    def get_description(self) -> str:
        """The method's docstring."""
        return str(getattr(self.view, self.method.lower()).__doc__ or "")

    def get_operation_id(self) -> str:
        """The method and the path's words: `post_tables_commands`."""
        words = [word.strip("{}") for word in self.path.removeprefix(PREFIX).split("/")]
        return "_".join([self.method.lower(), *words]).replace("-", "_")

    def get_auth(self) -> list[dict[str, Any]]:
        """How to log in; {} where one need not. A link is named where it opens something."""
        ways = [way for way in super().get_auth() if self.described.link or LinkScheme.name not in way]
        return [*ways, {}] if self.described.public else ways

    def get_override_parameters(self) -> list[OpenApiParameter]:
        """The query's parameters, and the key of a request that may be repeated."""
        query = [
            OpenApiParameter(name, str, OpenApiParameter.QUERY, description=use) for name, use in self.described.query
        ]
        if self.method == "GET" or not hasattr(getattr(self.view, self.method.lower()), "__wrapped__"):
            return query
        use = "A repeat with the same key has no second effect and gets the first answer."
        return [*query, OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description=use)]

    def get_request_serializer(self) -> Any:
        """The body's schema."""
        body = self.described.body
        return None if body is None else {"application/json": schema_of(body)}

    def _get_request_body(self, direction: Any = "request") -> Any:
        """A body in which nothing is needed may be left out."""
        described = super()._get_request_body(direction)
        if described is not None and _may_be_empty(self.described.body):
            described.pop("required", None)
        return described

    def get_response_serializers(self) -> Any:
        """The answer's schema, and the problem's for every error."""
        answer = self.described.answer
        problem = OpenApiResponse(schema_of(ProblemDetails), "An error.")
        shown = OpenApiResponse(None if answer is None else schema_of(answer), "What is there now.")
        status = 204 if answer is None else self.described.status
        return {str(status): shown, ("default", "application/problem+json"): problem}


def _may_be_empty(body: Any) -> bool:
    return isinstance(body, type) and not any(field.required for field in msgspec.structs.fields(body))


def any_command() -> dict[str, Any]:
    """The schema of a body of game commands: one of any game, or a list."""
    one = {"oneOf": [{"$ref": REFERENCE.format(name=f"commands.{slug}")} for slug in all_games()]}
    return {"oneOf": [one, {"type": "array", "items": one, "minItems": 1}]}


def with_components(result: dict[str, Any], **given: Any) -> dict[str, Any]:
    """Adds the schemas of the types that were described, and of every game's commands."""
    schemas = result.setdefault("components", {}).setdefault("schemas", {})
    _, components = msgspec.json.schema_components(_types, ref_template=REFERENCE)
    schemas.update(components)
    for slug, game in all_games().items():
        template = REFERENCE.format(name=f"{slug}.{{name}}")
        commands, parts = msgspec.json.schema_components(game.rules.command_types.values(), ref_template=template)
        schemas.update({f"{slug}.{name}": part for name, part in parts.items()})
        schemas[f"commands.{slug}"] = {"oneOf": list(commands)}
    return result
