"""A page of a desk that stays open, and what has changed since it was shown.

An open page asks `?since=<version>&frame=<frame>`, or sends a step with these as headers. The answer is JSON:
`version`: to ask with next time. `frame`: differs once the page has to be shown as a whole. `title`: of the window.
`parts`: HTML whose elements with `data-part` replace those of the same id. `said`: what others have done, in words.
A step's answer also has `done`: its message, and `faults`: sentences by field, where it was refused. `undo`: the
address of the step that takes it back, if there is one. `asks`: the form has to be sent as a page, which asks first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

SINCE, FRAME = "since", "frame"
HEADERS = {"tab": "X-Desk-Tab", SINCE: "X-Desk-Since", FRAME: "X-Desk-Frame"}


@dataclass(frozen=True)
class Asked:
    """What an open page knows. since: the version that it shows. tab: its name, if it sends a step."""

    since: int
    frame: str
    tab: str = ""

    @classmethod
    def by_get(cls, request: HttpRequest) -> Asked | None:
        """None if the whole page is asked for."""
        return _asked(request.GET.get(SINCE), request.GET.get(FRAME, ""))

    @classmethod
    def by_post(cls, request: HttpRequest) -> Asked | None:
        """None if the form was sent without script."""
        since, frame = request.headers.get(HEADERS[SINCE]), request.headers.get(HEADERS[FRAME], "")
        return _asked(since, frame, request.headers.get(HEADERS["tab"], ""))


def _asked(since: str | None, frame: str, tab: str = "") -> Asked | None:
    if since is None or not (since.isascii() and since.isdigit() and len(since) < 16):
        return None
    return Asked(int(since), frame, tab)


@dataclass(frozen=True)
class Tab:
    """A page of a desk. context: what it shows, from the desk and the query. news: what has changed on it; None if it
    is only shown as a whole. answer: JSON for a query that asks for something else; None for any other query."""

    template: str
    context: Callable[[Any, QueryDict], dict[str, Any]]
    news: Callable[[Any, HttpRequest, Asked], dict[str, Any]] | None = None
    answer: Callable[[Any, QueryDict], dict[str, Any] | None] | None = None
