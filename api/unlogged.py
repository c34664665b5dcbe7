"""304 for callers without a log-in, before anything else is asked: a hall of phones that look at the standings.

An answer to such a caller follows from the request alone and from some versions. This process remembers the last of
these requests with their versions and tags; while the versions, which one query reads, are the same, so is the answer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from threading import Lock
from typing import NamedTuple

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseNotModified
from django.http.response import HttpResponseBase

from api import validators

MOST = 4096
LONGEST = 2000
READING = ("GET", "HEAD")
KEPT = ("ETag", "Vary", "Cache-Control", "Content-Language", "Deprecation", "Sunset", "Link")
NOTED = "tablekeeper.follows_from"
ASKED = ("HTTP_HOST", "PATH_INFO", "QUERY_STRING", "HTTP_ACCEPT", "HTTP_ACCEPT_LANGUAGE")


class Remembered(NamedTuple):
    """An answer that was sent. read: reads the versions that it follows from."""

    read: Callable[[], Hashable]
    versions: Hashable
    headers: Mapping[str, str]


_lock = Lock()
_remembered: OrderedDict[Hashable, Remembered] = OrderedDict()


def known(request: HttpRequest) -> HttpResponseNotModified | None:
    """304, where the client has what it would get; None where that is to be found out."""
    if "HTTP_IF_NONE_MATCH" not in request.META or (asked := _asked(request)) is None:
        return None
    with _lock:
        found = _remembered.get(asked)
    if found is None or not validators.is_known(request, found.headers["ETag"]) or not _holds(found):
        return None
    return HttpResponseNotModified(headers=found.headers)


def note(request: HttpRequest, read: Callable[[], Hashable], versions: Hashable) -> None:
    """Notes what the answer to a request follows from."""
    request.META[NOTED] = read, versions


def keep(request: HttpRequest, answer: HttpResponseBase) -> None:
    """Remembers an answer, if it is one to a caller without a log-in of which that was noted."""
    if NOTED not in request.META or "ETag" not in answer.headers or (asked := _asked(request)) is None:
        return
    headers = {name: answer.headers[name] for name in KEPT if name in answer.headers}
    read, versions = request.META[NOTED]
    with _lock:
        _remembered[asked] = Remembered(read, versions, headers)
        _remembered.move_to_end(asked)
        if len(_remembered) > MOST:
            _remembered.popitem(last=False)


def _asked(request: HttpRequest) -> Hashable:
    """All that tells two such requests apart; None for one with a log-in, or a long one."""
    if request.method not in READING or request.META.get("HTTP_AUTHORIZATION") or request.META.get("HTTP_COOKIE"):
        return None
    asked = (request.scheme, *(request.META.get(name, "") for name in ASKED))
    return asked if sum(map(len, asked)) < LONGEST else None


def _holds(found: Remembered) -> bool:
    try:
        return found.read() == found.versions
    except DatabaseError:
        return False  # the usual way says what is wrong
