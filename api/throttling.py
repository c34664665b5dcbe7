"""How many requests there may be in a minute: of a token, an account, a link, or else of an address.

The settings API_RATES have the limits; 0 means that there is none, as for a club on its own network. Each answer tells
its caller how much is left. Log-ins and wrong secrets have
narrower limits, by address (league/access/hashing.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from api.problems import Problem
from games.kernel import N_
from league.access import attempts
from league.access.hashing import TooManyAttempts
from league.access.links import Holder

TOKEN, LINK, ADDRESS = "token", "link", "address"
TOO_MANY = N_("Too many requests. Go on in {seconds} seconds.")
MOST_GUESSES = 60
LONGEST = 36
"""Signs of a token's key by which it is counted: of an id, or of a digest."""
PATHS = "/api/"


class Rate(NamedTuple):
    """What a caller has used of a limit. limit: 0 for none. reset: seconds until counting begins again."""

    limit: int
    used: int
    reset: int

    @property
    def is_over(self) -> bool:
        """Whether the caller has used more than there is."""
        return 0 < self.limit < self.used


FREE = Rate(0, 0, 0)
"""Of what is not counted."""


class ByCaller(BaseThrottle):
    """Counts a request once, for the token, account, link or address that it came with."""

    def allow_request(self, request: Request, view: Any) -> bool:
        """Raises Problem for one too many."""
        asked: Any = request._request
        if getattr(asked, "rate", None) is None:
            asked.rate = counted(*_caller(request))
            if asked.rate.is_over:
                raise too_many(asked.rate)
        return True


class Free(BaseThrottle):
    """Counts nothing: for those who look whether the service is well."""

    def allow_request(self, request: Request, view: Any) -> bool:
        asked: Any = request._request
        asked.rate = FREE
        return True


class RateMiddleware:
    """Tells each caller of the API what is left. What no view has counted counts for the address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = self.get_response(request)
        if request.path_info.startswith(PATHS):
            rate = getattr(request, "rate", None) or counted(ADDRESS, attempts.network())
            for name, value in headers(rate).items():
                answer[name] = value
        return answer


def counted(kind: str, who: str) -> Rate:
    """Counts a request."""
    limit = settings.API_RATES[kind]
    if not limit:
        return FREE
    found = attempts.count(f"requests:{kind}:{who}")
    return Rate(limit, found.number, found.seconds_left)


def refuse_guesses(kind: str) -> None:
    """Counts a secret that is none of ours, by address. Raises TooManyAttempts; a true one is let in all the same."""
    if settings.API_RATES[ADDRESS] and attempts.in_this_minute(kind) > MOST_GUESSES:
        raise TooManyAttempts(attempts.seconds_left())


def headers(rate: Rate) -> dict[str, str]:
    """The headers that tell of a rate; none where there is no limit."""
    if not rate.limit:
        return {}
    left = max(rate.limit - rate.used, 0)
    return {"RateLimit-Limit": str(rate.limit), "RateLimit-Remaining": str(left), "RateLimit-Reset": str(rate.reset)}


def too_many(rate: Rate) -> Problem:
    """The problem of one request too many."""
    wait = {"Retry-After": str(rate.reset)}
    return Problem(429, "too_many_requests", TOO_MANY, {"seconds": rate.reset}, headers=wait)


def _caller(request: Request) -> tuple[str, str]:
    """By which limit a request counts, and for whom."""
    if isinstance(request.auth, Holder):
        return LINK, request.auth.actor
    if request.auth is not None:
        return TOKEN, str(request.auth.pk)[:LONGEST]
    if request.user.is_authenticated:
        return TOKEN, f"user:{request.user.pk}"
    return ADDRESS, attempts.network()
