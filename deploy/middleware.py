"""Middleware for the API and the pages: an id for each request, outages, refusal of unknown charsets."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from time import monotonic

import structlog
from django.contrib.sessions.exceptions import SessionInterrupted
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views import defaults
from uuid6 import uuid7

from api import problems
from api.middleware import PREFIX
from deploy import coalescing
from deploy.charsets import is_charset
from deploy.metrics import count_request
from games.kernel import N_
from league.log import outages
from league.log.outages import Outage

log = structlog.get_logger(__name__)

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNSUPPORTED = 415
TOO_MANY_WAIT = Outage("busy", N_("More requests wait than can be answered. Send this again in a moment."))


def request_id_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put the proxy's id, or a new one if that isn't well formed, into `request.META["REQUEST_ID"]`.

    The id is in the log lines of the request, one of which tells of its answer, in its response, and in a problem.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        with _named(request):
            began = monotonic()
            return _noted(request, get_response(request), began)

    return middleware


def shared_with(request: HttpRequest, other: HttpRequest, response: HttpResponse, began: float) -> HttpResponse:
    """Return the answer to another request for this one too, which has its own id and its own line in the log."""
    request.resolver_match = other.resolver_match
    with _named(request):
        answer = _noted(request, coalescing.copied(response), began)
    vars(answer)["_resource_closers"].append(request.close)
    return answer


@contextmanager
def _named(request: HttpRequest) -> Iterator[None]:
    """Inside, the log's lines have the id of the request."""
    sent = request.headers.get(HEADER, "")
    request_id = sent if WELL_FORMED.fullmatch(sent) else str(uuid7())
    request.META["REQUEST_ID"] = request_id
    with structlog.contextvars.bound_contextvars(request_id=request_id):
        yield


def _noted(request: HttpRequest, response: HttpResponse, began: float) -> HttpResponse:
    """The response with the id of its request, counted and in the log."""
    seconds = monotonic() - began
    count_request(request, response.status_code, seconds)
    _tell(request, response, round(1000 * seconds))
    response.headers[HEADER] = request.META["REQUEST_ID"]
    return response


def _tell(request: HttpRequest, response: HttpResponse, took: int) -> None:
    """Write the line of a request: a warning with the reason where the service could not answer it now."""
    told = {"method": request.method, "path": request.path, "status": response.status_code, "ms": took}
    if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE:
        log.warning("request", **told, reason=getattr(response, problems.CODE, "unknown"))
    else:
        log.info("request", **told)


class OutageMiddleware:
    """Answers 503 with the reason: the database can't be used, or the request has waited too long for its turn."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if getattr(request, "has_waited_too_long", False):
            return _refused(request, TOO_MANY_WAIT)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page, or None for an error of another cause."""
        return unavailable(request, exception)


def unavailable(request: HttpRequest, error: BaseException) -> HttpResponse | None:
    """Return the answer where the database can't be used; None for an error of another cause."""
    outage = outages.noted(error)
    return None if outage is None else _refused(request, outage)


def _refused(request: HttpRequest, outage: Outage) -> HttpResponse:
    if request.path_info.startswith(PREFIX):
        return problems.response(request, problems.unavailable(outage))
    page = render_to_string(
        "deploy/unavailable.html", {"reason": _(outage.template), "is_get": request.method == "GET"}
    )
    answer = HttpResponse(page, status=503, headers={"Retry-After": str(problems.OUTAGE_SECONDS)})
    vars(answer)[problems.CODE] = outage.code
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an error that a middleware raised."""
    error = sys.exc_info()[1]
    return (error and unavailable(request, error)) or defaults.server_error(request)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that Django refuses as a whole; where its session could not be stored, with the reason."""
    reason: BaseException = exception
    while isinstance(exception, SessionInterrupted) and (earlier := reason.__cause__ or reason.__context__):
        reason = earlier
    return unavailable(request, reason) or defaults.bad_request(request, exception)


def charset_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 415 where Content-Type names an unknown charset, before Django tries to decode by it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset")
        if not named or is_charset(named):
            return get_response(request)
        return HttpResponse(_("There is no such charset."), status=UNSUPPORTED, content_type="text/plain")

    return middleware
