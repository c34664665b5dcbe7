"""The problems and headers of responses, once for all operations: `components/responses` and `components/headers`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from api.openapi.night import problems_of
from league.dry_run.view import Changes

PROBLEM = "application/problem+json"
PROBLEM_SCHEMA = {"$ref": "#/components/schemas/ProblemDetails"}
PROBLEMS = {
    "400": "The body is unreadable, or fields or parameters are wrong: `unreadable`, `bad_fields`, "
    "`unknown_parameter`; `errors` has a code for each.",
    "401": "There is no valid log-in: `not_authenticated`, `authentication_failed`, `bad_link`.",
    "403": "The caller, or the scope of the token, is not allowed to do this: `forbidden`, `insufficient_scope`.",
    "404": "The thing does not exist, or the caller may not see it: `not_found`.",
    "406": "The `Accept` header does not allow the media type of the answer: `not_acceptable`.",
    "409": "A duplicate, or an Idempotency-Key of another request: `duplicate`, `key_reused`.",
    "412": "The thing has another version than `If-Match` says; `facts` has the newest: `stale`.",
    "413": "The body is larger than 1 MiB: `too_large`.",
    "415": "The body has another media type: `unsupported_media_type`.",
    "422": "The rules or the current state refuse it; `/problems/<code>` explains each code.",
    "429": "Too many requests, attempts or streams; `Retry-After` has the seconds to wait: `too_many_requests`, "
    "`too_many_attempts`, `too_many_streams`.",
    "503": "Send the same request again in a moment: `busy`, or the reason: `no_database`, "
    "`disk_full`, `pool_exhausted`, `later_release`, `too_many_streams`.",
    "default": "An error.",
}
NAMES = {
    "400": "BadRequest",
    "401": "NotAuthenticated",
    "403": "Forbidden",
    "404": "NotFound",
    "406": "NotAcceptable",
    "409": "Conflict",
    "412": "Stale",
    "413": "TooLarge",
    "415": "UnsupportedMediaType",
    "422": "Refused",
    "429": "TooManyRequests",
    "503": "Unavailable",
    "default": "Error",
}
NOT_MODIFIED = "NotModified"
HEADERS: dict[str, tuple[dict[str, Any], str]] = {
    "ETag": ({"type": "string"}, 'The version of the answer, for `If-None-Match` and `If-Match`: `"7.5f3a09c2"`.'),
    "Location": ({"type": "string", "format": "uri-reference"}, "The address of what was created."),
    "Idempotency-Replayed": (
        {"type": "string", "enum": ["true"]},
        "`true` in the answer to a repeated request, which is the first answer; else left out.",
    ),
    "Retry-After": ({"type": "integer", "minimum": 0}, "Seconds to wait before the request is sent again."),
    "RateLimit-Limit": ({"type": "integer", "minimum": 0}, "The number of requests in the current period."),
    "RateLimit-Remaining": ({"type": "integer", "minimum": 0}, "The number of requests left in the current period."),
    "RateLimit-Reset": ({"type": "integer", "minimum": 0}, "Seconds from now to the end of the current period."),
}
RATE = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


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

    type: the address of the kind of error. title: the code in words. status: the status of the response. code: for
    programs; it never changes. detail: for people, in the language of the request. facts: the values in `detail`, for
    programs. errors: the faults of single fields; empty where no field is wrong. request_id: the id under which the
    service has logged the request.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    facts: dict[str, Any]
    errors: list[FieldFault]
    request_id: str


def _list_of(*components: str) -> Meta:
    """A list of the things of components that are made elsewhere."""
    schemas = [{"$ref": f"#/components/schemas/{name}"} for name in components]
    return Meta(extra_json_schema={"items": schemas[0] if len(schemas) == 1 else {"anyOf": schemas}})


class DryRun(msgspec.Struct):
    """The effects of a write that is only tried.

    events: as staff see them. standings_before: the rows of the standings, or of the league table, without the write.
    standings_after: the rows with the write. changes: the differences, and their consequences.
    """

    events: Annotated[list[Any], _list_of("Event")]
    standings_before: Annotated[list[Any], _list_of("StandingsRow", "LeagueRow")]
    standings_after: Annotated[list[Any], _list_of("StandingsRow", "LeagueRow")]
    changes: Changes


def problem(status: str, operation: str, refusals: Iterable[str] = ()) -> dict[str, Any]:
    """The response of a problem: by reference, or with the codes of refusals by the rules. operation: its id."""
    codes = ", ".join(f"`{code}`" for code in refusals)
    if not codes:
        return {"$ref": f"#/components/responses/{NAMES[status]}"}
    return _problem(status, f"{PROBLEMS[status]} {codes}", problems_of(status, operation) or problems_of(status))


def shared() -> dict[str, Any]:
    """The responses of `components/responses`: that of 304, and the problems."""
    same = {"description": "The client has the answer: nothing has changed.", "headers": headers(["ETag"])}
    return {
        NOT_MODIFIED: same,
        **{name: _problem(status, PROBLEMS[status], problems_of(status)) for status, name in NAMES.items()},
    }


def _problem(status: str, text: str, known: Mapping[str, Any]) -> dict[str, Any]:
    names = [*(("Retry-After",) if status in ("429", "503") else ()), *(RATE if status == "429" else ())]
    named = {"headers": headers(names)} if names else {}
    examples = {"examples": {code: {"value": body} for code, body in known.items()}} if known else {}
    return {"description": text, **named, "content": {PROBLEM: {"schema": PROBLEM_SCHEMA, **examples}}}


def headers(names: Iterable[str]) -> dict[str, Any]:
    """Headers of a response, by reference."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def all_headers() -> dict[str, Any]:
    """The headers of `components/headers`."""
    return {name: {"description": text, "schema": schema} for name, (schema, text) in HEADERS.items()}
