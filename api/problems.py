"""Every error of the API is a problem (RFC 9457): a code for programs, a sentence for people, facts for both."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as made_by
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from rest_framework import exceptions

from games.kernel import N_, Rejected
from league.access.audience import EVERYBODY, Audience
from league.access.roles import Forbidden
from league.domain.values.faults import BadFields
from league.log import outages
from league.log.outages import Outage
from league.queries.refusals import BUSY, names_of, sentence
from league.repository.streams import NoSuchStream
from league.services.execution import Busy
from league.services.idempotency import KeyReused
from league.services.preconditions import STALE, Stale

CONTENT_TYPE = "application/problem+json"
RETRY_SECONDS, OUTAGE_SECONDS = 1, 5
CODE = "problem_code"
"""The attribute of an answer with the code of its problem, for the service's own log."""
CODES = {
    400: "bad_request",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "too_large",
    415: "unsupported_media_type",
    429: "too_many_attempts",
    503: "busy",
}
CONFLICTS = ("duplicate", "other_club", "other_history")
"""Codes of refusals because of what is here already."""
GONE = ("unknown_round", "table_gone")
"""Codes of refusals about the thing in the path itself: a draft discarded a moment ago, for example."""
SENTENCES = {
    400: N_("The request can't be read."),
    401: N_("Log in first: with a token, or in the browser."),
    403: N_("You may not do this."),
    404: N_("There is nothing here."),
    405: N_("This can't be done here."),
    406: N_("This is not offered in a form that the client takes."),
    409: N_("This conflicts with something that exists."),
    413: N_("The body is larger than 1 MiB."),
    415: N_("The body has to be JSON (application/json)."),
    429: N_("Too many attempts. Wait a while."),
    503: BUSY,
}


@dataclass(frozen=True)
class FieldError:
    """A fault of one field. field: dotted path, "" for the whole body."""

    field: str
    code: str
    template: str
    facts: Mapping[str, Any] = made_by(default_factory=dict)

    def as_json(self, called: Mapping[str, str]) -> dict[str, str]:
        """The fault as a problem lists it, in the active language. called: names of entries by id."""
        return {"field": self.field, "code": self.code, "detail": sentence(self.template, self.facts, called)}


@dataclass
class Problem(Exception):
    """An answer that is an error. template: the sentence, with `{fact}` places, in English."""

    status: int
    code: str = ""
    template: str = ""
    facts: Mapping[str, Any] = made_by(default_factory=dict)
    errors: Sequence[FieldError] = ()
    headers: Mapping[str, str] = made_by(default_factory=dict)

    @property
    def known_code(self) -> str:
        """Its code; where it has none of its own, that of its status."""
        return self.code or CODES.get(self.status, "error")

    def body(self, request_id: str, audience: Audience = EVERYBODY) -> bytes:
        """The problem as JSON, in the active language; its sentences have names, its facts ids. audience: who asked."""
        code = self.known_code
        called = names_of([self, *self.errors], audience)
        template = self.template or SENTENCES.get(self.status, HTTPStatus(self.status).phrase)
        shown: dict[str, Any] = {
            "type": f"/problems/{code}",
            "title": code.replace("_", " ").capitalize(),
            "status": self.status,
            "code": code,
            "detail": sentence(template, self.facts, called),
            "facts": self.facts,
            "errors": [error.as_json(called) for error in self.errors],
            "request_id": request_id,
        }
        return msgspec.json.encode(shown, enc_hook=str)


def bad_field(name: str, code: str, template: str, **facts: Any) -> Problem:
    """A 400 for one field of a body or one parameter of a query."""
    return Problem(400, "bad_fields", N_("Some fields are wrong."), errors=[FieldError(name, code, template, facts)])


def problem_of(error: Exception) -> Problem | None:
    """The problem to answer for `error`; None for a fault of the service."""
    match error:
        case Problem():
            return error
        case BadFields():
            return Problem(400, error.code, error.template, errors=_errors_of(error))
        case Rejected():
            return refusal(error)
        case Forbidden() | PermissionDenied():
            return Problem(403)
        case NoSuchStream() | Http404():
            return Problem(404)
        case KeyReused() | Stale():
            return _request_fault(error)
        case Busy() | OperationalError() | InterfaceError() | OSError():
            return _not_stored(error)
        case ValidationError():
            return Problem(400, "bad_fields", N_("Some fields are wrong."), errors=list(_model_errors(error)))
        case exceptions.APIException():
            return _framework(error)
    return None


def _request_fault(error: KeyReused | Stale) -> Problem:
    """The problem of a key or a precondition that does not fit."""
    if isinstance(error, Stale):
        return Problem(412, "stale", STALE, {"version": error.version})
    return Problem(409, "key_reused", N_("This Idempotency-Key was used for another request."))


def unavailable(outage: Outage) -> Problem:
    """The problem where the database can't be used."""
    return Problem(503, outage.code, outage.template, headers={"Retry-After": str(OUTAGE_SECONDS)})


def _not_stored(error: Exception) -> Problem | None:
    """The problem where the database can't be used or is busy; None for an error of another cause."""
    outage = outages.noted(error)
    if outage is not None:
        return unavailable(outage)
    is_busy = isinstance(error, Busy | OperationalError)
    return Problem(503, headers={"Retry-After": str(RETRY_SECONDS)}) if is_busy else None


def refusal(error: Rejected) -> Problem:
    """The problem of a refusal; 404 where the thing in the path is gone since it was looked up."""
    if error.code in GONE and error.field is None:
        return Problem(404, error.code, error.template, error.facts)
    status = 409 if error.code in CONFLICTS else 422
    return Problem(status, error.code, error.template, error.facts, _errors_of(error))


def _errors_of(error: Rejected) -> list[FieldError]:
    """Each wrong field of a refusal."""
    if error.faults:
        return [FieldError(fault.field, fault.code, fault.template, fault.facts) for fault in error.faults]
    return [] if error.field is None else [FieldError(error.field, error.code, error.template, error.facts)]


def _model_errors(error: ValidationError) -> Iterator[FieldError]:
    by_field = error.error_dict if hasattr(error, "error_dict") else {"": error.error_list}
    for name, found in by_field.items():
        for one in found:
            yield FieldError("" if name == "__all__" else name, one.code or "invalid", " ".join(one.messages))


def _framework(error: exceptions.APIException) -> Problem:
    problem = Problem(error.status_code)
    header = getattr(error, "auth_header", None)
    if header:
        problem = replace(problem, headers={"WWW-Authenticate": header})
    if isinstance(error, exceptions.AuthenticationFailed):
        return replace(problem, code="authentication_failed", template=N_("The token or log-in is not valid."))
    wait = getattr(error, "wait", None)
    if wait is not None:
        problem = replace(problem, headers={"Retry-After": str(math.ceil(wait))})
    return problem


def response(request: HttpRequest, problem: Problem, audience: Audience = EVERYBODY) -> HttpResponse:
    """The problem as an answer. audience: who asked."""
    answer = HttpResponse(problem.body(request_id(request), audience), status=problem.status, content_type=CONTENT_TYPE)
    vars(answer)[CODE] = problem.known_code
    for name, value in problem.headers.items():
        answer[name] = value
    return answer


def request_id(request: HttpRequest) -> str:
    """The id of the request in the service's own log."""
    return str(request.META.get("REQUEST_ID", ""))


def handle(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """DRF's exception handler: the answer to an exception of a view, or None to let it propagate."""
    problem = problem_of(error)
    if problem is None:
        return None
    return response(context["request"]._request, problem, getattr(context["view"], "audience", EVERYBODY))
