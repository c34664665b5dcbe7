"""The limits of log-ins, on the pages and in the API: the answer to one too many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axes.helpers import get_cool_off
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access.hashing import TooManyAttempts

TOO_MANY = 429


class LogInMiddleware:
    """Answers 429 where there are too many password hashes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer to too many attempts; None for any other exception."""
        return too_many(request, error.wait) if isinstance(error, TooManyAttempts) else None


def locked_out(request: HttpRequest, *_context: Any) -> HttpResponse:
    """The answer to somebody who was wrong too often."""
    wait = get_cool_off(request)
    assert wait is not None
    return too_many(request, int(wait.total_seconds()))


def too_many(request: HttpRequest, wait: int) -> HttpResponse:
    """The page; below /api/ it becomes a problem. wait: seconds until the next attempt."""
    answer = render(
        request, "league/too_many_attempts.html", {"wait": wait, "minutes": -(-wait // 60)}, status=TOO_MANY
    )
    answer["Retry-After"] = str(wait)
    return answer
