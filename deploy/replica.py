"""Which requests read from the replica: those for public pages and public things of the API, without a log-in.

Requests with a session, a token or a link read the primary, as do the admin, the desk, the health of the service,
workers and commands. `league.log.replica` says when the replica may be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from django.core.exceptions import MiddlewareNotUsed
from django.db import connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from league.access.cookies import is_login
from league.log.replica import REPLICA, replica

READING = ("GET", "HEAD")
PUBLIC = re.compile(r"/(c/|t/(?!-/)|api/v1/(?!health/)|$)")
FAILED = 500


class ReplicaMiddleware:
    """Lets public requests read from the replica; one that it fails is answered again, from the primary."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if REPLICA not in connections.settings:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer to a request."""
        if not is_public(request) or not replica.is_current():
            return self.get_response(request)
        with replica.reading():
            answer = self.get_response(request)
        if answer.status_code >= FAILED and replica.has_failed():
            return self.get_response(request)
        return answer


def is_public(request: HttpRequest) -> bool:
    """Whether a request reads a public page, or something public of the API, without saying who asks."""
    return (
        request.method in READING
        and PUBLIC.match(request.path_info) is not None
        and "HTTP_AUTHORIZATION" not in request.META
        and not any(map(is_login, request.COOKIES))
    )
