"""Layers around every request, of the API and of pages: its id, and a charset that text can be in."""

from __future__ import annotations

import re
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from uuid6 import uuid7

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNSUPPORTED = 415


def request_id_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Takes the id that a proxy sent, if it is well formed, or makes one: `request.META["REQUEST_ID"]`.

    The id is in every line of the service's log that the request causes, in its answer, and in a problem's body.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = request.headers.get(HEADER, "")
        request_id = sent if WELL_FORMED.fullmatch(sent) else str(uuid7())
        request.META["REQUEST_ID"] = request_id
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = get_response(request)
        response.headers[HEADER] = request_id
        return response

    return middleware


def charset_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers 415 where Content-Type names an unknown charset, before anything reads the request by it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset")
        if not named or is_charset(named):
            return get_response(request)
        return HttpResponse(_("There is no such charset."), status=UNSUPPORTED, content_type="text/plain")

    return middleware


def is_charset(name: str) -> bool:
    """Whether text can be read in an encoding of that name, whatever the bytes."""
    try:
        b"a=\xff".decode(name, "replace")
    except (LookupError, ValueError):
        return False
    return True
