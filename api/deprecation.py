"""What of the API is on its way out: `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), and the same in the document.

`docs/api.md` has the policy. Nothing is deprecated at present.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.http import http_date
from rest_framework.request import Request

POLICY = "what-may-change"
"""The heading of the policy on the page of the API."""
NOTE = "Deprecated since {since}; it works until {until}. {instead}"
Marked = TypeVar("Marked")


@dataclass(frozen=True)
class Deprecation:
    """since: the day from which something is deprecated. until: the last day on which it works. instead: a sentence.

    parameters: it is only these parameters of the query; none: it is the whole operation.
    """

    since: date
    until: date
    instead: str
    parameters: Collection[str] = ()

    @property
    def note(self) -> str:
        """What the document says of it."""
        return NOTE.format(since=self.since, until=self.until, instead=self.instead)


def deprecated(since: date, until: date, instead: str, parameters: Collection[str] = ()) -> Callable[[Marked], Marked]:
    """Marks a method, or a resource with all of its methods, as deprecated; or some parameters of it."""

    def mark(marked: Marked) -> Marked:
        found = Deprecation(since, until, instead, parameters)
        marked.deprecations = (found, *getattr(marked, "deprecations", ()))  # type: ignore[attr-defined]
        return marked

    return mark


def deprecations_of(view: Any, method: str) -> tuple[Deprecation, ...]:
    """The deprecations of a resource, and of what answers a method of its."""
    answering = getattr(view, getattr(view, "action", None) or method.lower(), None)
    return (*getattr(answering, "deprecations", ()), *getattr(view, "deprecations", ()))


def announce(view: Any, request: Request, response: HttpResponseBase) -> None:
    """Adds the headers to an answer where the operation, or a parameter that was sent, is deprecated."""
    sent = set(request.query_params)
    found = deprecations_of(view, str(request.method))
    concerned = [one for one in found if not one.parameters or sent & set(one.parameters)]
    if not concerned:
        return
    policy = request.build_absolute_uri(f"{reverse('api:docs')}#{POLICY}")
    response.headers["Deprecation"] = f"@{_seconds(min(one.since for one in concerned)):.0f}"
    response.headers["Sunset"] = http_date(_seconds(min(one.until for one in concerned)))
    response.headers["Link"] = f'<{policy}>; rel="deprecation", <{policy}>; rel="sunset"'


def describe(view: Any, method: str, operation: dict[str, Any]) -> None:
    """Notes in an operation of the document that it, or a parameter of it, is deprecated."""
    for one in deprecations_of(view, method):
        parts = [part for part in operation.get("parameters", []) if part["name"] in one.parameters]
        for part in parts if one.parameters else [operation]:
            part["deprecated"] = True
            part["description"] = f"{part.get('description', '')}\n\n{one.note}".strip()


def _seconds(day: date) -> float:
    return datetime.combine(day, time(), UTC).timestamp()
