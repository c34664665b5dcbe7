"""The outermost layer below /api/: the language of a request, the limit of its body, and every error as a problem."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation

from api.body_limit import MOST_BYTES, MOST_BYTES_AT
from api.problems import CODES, CONTENT_TYPE, Problem, response
from games.kernel import N_

PREFIX = "/api/"
MOST_DIGITS = 12
SLASH = N_("There is nothing here: paths have no slash at their end. Ask for {path}.")
TOO_LARGE = N_("The body is larger than {most} MiB.")
NOTED = N_("Something went wrong here; it has been noted.")


class ApiMiddleware:
    """Comes before everything that may refuse a request, so that those refusals become problems too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answers the request; paths outside of the API are passed on unchanged."""
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            most = MOST_BYTES_AT.get(request.path_info, MOST_BYTES)
            too_large = Problem(413, template=TOO_LARGE, facts={"most": most // MOST_BYTES})
            answer = response(request, too_large) if _is_too_large(request, most) else self.get_response(request)
            if answer.status_code >= 400 and answer.headers.get("Content-Type") != CONTENT_TYPE:
                return _as_problem(request, answer)
        return answer


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
    for name in ("Allow", "Retry-After", "WWW-Authenticate"):
        if name in answer.headers:
            problem[name] = answer.headers[name]
    return problem


def _problem(status: int, path: str) -> Problem:
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return Problem(status, "internal_error", NOTED)
    if status == HTTPStatus.NOT_FOUND and path.endswith("/"):
        return Problem(status, CODES[status], SLASH, {"path": path.rstrip("/")})
    return Problem(status, CODES.get(status, "error"))
