"""The outermost layer below /api/: the language of a request, the limit of its body, and every error as a problem."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from api import negotiation, unlogged
from api.body_limit import MOST_BYTES, MOST_BYTES_AT
from api.problems import CODES, CONTENT_TYPE, Problem, response
from games.kernel import N_

PREFIX, DOCS, HTML = "/api/", "/api/v1/docs/", "text/html"
MOST_DIGITS = 12
LOGGED = "_has_been_logged"
"""Django's mark of an answer that the log has a line about: one in its place has none of its own."""
SLASH = N_("There is nothing here: paths have no slash at their end. Ask for {path}.")
TOO_LARGE = N_("The body is larger than {most} MiB.")
ENCODED = N_("Send the body as it is, without Content-Encoding: {encoding} is not read here.")
NOTED = N_("Something went wrong here; it has been noted.")


class ApiMiddleware:
    """Comes before everything that may refuse a request, so that those refusals become problems too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answers the request; paths outside of the API are passed on unchanged."""
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        if (known := unlogged.known(request)) is not None:
            return known
        with translation.override(translation.get_language_from_request(request)):
            refused = _refused_body(request)
            answer = response(request, refused) if refused else self.get_response(request)
            if not answer.has_header("Cache-Control"):
                answer.headers["Cache-Control"] = _caching(request, answer)
            is_problem = answer.headers.get("Content-Type") == CONTENT_TYPE
            if answer.status_code >= 400 and not is_problem and not _is_for_people(request, answer):
                return _as_problem(request, answer)
        unlogged.keep(request, answer)
        return answer


def _refused_body(request: HttpRequest) -> Problem | None:
    """The problem of a body that is too large, or compressed: nobody knows how large it is inside."""
    most = MOST_BYTES_AT.get(request.path_info, MOST_BYTES)
    if _is_too_large(request, most):
        return Problem(413, template=TOO_LARGE, facts={"most": most // MOST_BYTES})
    encoding = request.headers.get("Content-Encoding", "").strip().lower()
    if encoding in ("", "identity") or request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return None
    return Problem(415, CODES[415], ENCODED, {"encoding": encoding}, headers={"Accept-Encoding": "identity"})


def _caching(request: HttpRequest, answer: HttpResponseBase) -> str:
    """How caches keep an answer: those of others ask again each time, and keep nothing that came with a log-in."""
    if request.method not in ("GET", "HEAD") or answer.status_code >= HTTPStatus.BAD_REQUEST:
        return "no-store"
    return "private, no-cache" if request.headers.get("Authorization") or request.COOKIES else "no-cache"


def _is_for_people(request: HttpRequest, answer: HttpResponseBase) -> bool:
    """Whether a browser has asked for a page of the documentation that is not there."""
    is_lost = answer.status_code == HTTPStatus.NOT_FOUND and request.path_info.startswith(DOCS)
    return is_lost and negotiation.prefers(request, HTML, CONTENT_TYPE)


def _is_too_large(request: HttpRequest, most: int) -> bool:
    """Whether the body is too large by its declared length; a body in chunks is read and measured."""
    if request.headers.get("Transfer-Encoding") and not request.META.get("CONTENT_LENGTH"):
        body = request.read(most + 1)
        request._body = body  # as HttpRequest.body keeps it
        request.META["CONTENT_LENGTH"] = str(len(body))
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not length.isdecimal() or len(length) > MOST_DIGITS or int(length) > most


def _as_problem(request: HttpRequest, answer: HttpResponseBase) -> HttpResponse:
    """The problem in place of an HTML page, with the page's headers that matter."""
    status = answer.status_code
    problem = response(request, _problem(status, request.path))
    vars(problem)[LOGGED] = getattr(answer, LOGGED, False)
    for name in ("Allow", "Cache-Control", "Retry-After", "WWW-Authenticate"):
        if name in answer.headers:
            problem[name] = answer.headers[name]
    return problem


def _problem(status: int, path: str) -> Problem:
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return Problem(status, "internal_error", NOTED)
    if status == HTTPStatus.NOT_FOUND and path.endswith("/"):
        return Problem(status, CODES[status], SLASH, {"path": path.rstrip("/")})
    return Problem(status, CODES.get(status, "error"))
