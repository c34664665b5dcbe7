"""An id for each request: in its log lines, its response, and the body of a problem."""

from __future__ import annotations

import re
from collections.abc import Callable

import structlog
from django.http import HttpRequest, HttpResponse
from uuid6 import uuid7

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{1,64}")


def request_id_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put the proxy's id, or a new one if that isn't well formed, into `request.META["REQUEST_ID"]`."""

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = request.headers.get(HEADER, "")
        request_id = sent if WELL_FORMED.fullmatch(sent) else str(uuid7())
        request.META["REQUEST_ID"] = request_id
        with structlog.contextvars.bound_contextvars(request_id=request_id):
            response = get_response(request)
        response.headers[HEADER] = request_id
        return response

    return middleware
