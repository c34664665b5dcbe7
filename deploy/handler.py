"""Answers requests in threads, each whole in one thread, when it is their turn (deploy/lanes.py).

Who waits for the same public page shares its answer (deploy/coalescing.py).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum, auto
from functools import partial
from time import monotonic
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler, ASGIRequest
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from deploy.client_address import client_address
from deploy.coalescing import Coalescing
from deploy.lanes import Lane, Lanes
from deploy.middleware import shared_with
from league.access import attempts
from league.log.turns import share
from league.queries import owner

WAIT_SECONDS = 20.0
"""How long a request waits for its turn before it is refused, also where it has waited for the answer of another."""
HEALTH = "/api/v1/health/"
READS = ("GET", "HEAD", "OPTIONS")
LOOKING_UP = "looking up"
LONGEST_TYPE = 1000
"""Of a Content-Type: the time to find its parameters rises with the square of its length, and each parser looks."""
UNREADABLE = "unreadable"
"""No charset has this name."""
T = TypeVar("T")


class Kind(Enum):
    """The lanes of a club."""

    WRITE = auto()
    KNOWN_READ = auto()
    PUBLIC_READ = auto()


class Request(ASGIRequest):
    """A request of which Django may not be able to read the Content-Type: a middleware refuses it."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            if len(meta.get("CONTENT_TYPE", "")) > LONGEST_TYPE:
                raise ValueError
            super()._set_content_type_params(meta)  # type: ignore[misc]  # the stubs leave it out
        except ValueError:
            meta["CONTENT_TYPE"] = self.content_type = ""
            self.content_params = {"charset": UNREADABLE}


class Handler(ASGIHandler):
    """Django's handler, whose middleware and views are all synchronous.

    Django's own changes the thread between middlewares, and has as many threads and connections as there are requests.
    """

    request_class = Request

    def __init__(self) -> None:
        self.load_middleware(is_async=False)
        writers = share()
        self.lanes = Lanes(max(writers * 3 // 2, 1), partial(most_of, writers))
        self.coalescing = Coalescing()

    async def run_get_response(self, request: HttpRequest) -> HttpResponseBase:
        """Return the answer. One that has waited too long for its turn is refused by a middleware."""
        began = monotonic()
        turn = partial(self._answer, request, began + WAIT_SECONDS)
        response = await self.coalescing.answer(request, whose, turn)
        if isinstance(response, tuple):
            response = shared_with(request, *response, began)
        vars(response)["_handler_class"] = type(self)
        return response

    async def _answer(self, request: HttpRequest, end: float, begin: Callable[[], None]) -> HttpResponseBase:
        """Return the answer, for which the request waits until `end`, as of `monotonic`. begin: called at its turn."""
        try:
            if request.path.startswith(HEALTH):
                return await _in_thread(self.get_response, request)
            async with self.lanes.place(await self._lane(request, end), end - monotonic()):
                begin()
                return await _in_thread(self.get_response, request)
        except TimeoutError:
            vars(request)["has_waited_too_long"] = True
            return await _in_thread(self.get_response, request)

    async def _lane(self, request: HttpRequest, end: float) -> Lane:
        """Return the lane of the club that the path names; of other requests, of the client's address."""
        named = owner.named_in(request.path_info)
        if named and named not in owner.known:
            async with self.lanes.place(LOOKING_UP, end - monotonic()):
                await _in_thread(owner.club_of, named)
        return whose(request), kind_of(request)


def whose(request: HttpRequest) -> Hashable:
    """Return the club that the path names, if it is known; of other requests, the client's network."""
    named = owner.named_in(request.path_info)
    club = owner.known.get(named) if named else None
    return club or attempts.network_of(client_address(request) or attempts.UNKNOWN)


def kind_of(request: HttpRequest) -> Kind:
    """Return what a request is to its club: one that writes, a read by somebody who has logged in, or another read."""
    if request.method not in READS:
        return Kind.WRITE
    is_known = settings.SESSION_COOKIE_NAME in request.COOKIES or request.META.get("HTTP_AUTHORIZATION")
    return Kind.KNOWN_READ if is_known else Kind.PUBLIC_READ


def most_of(writers: int, lane: Lane) -> int:
    """Return how many requests of a lane are answered at once. writers: how many may have a connection.

    What the public reads is mostly computed, and several at once end no earlier than one after the other: they only
    take time from what is written. Many wait for the same page, and share its answer.
    """
    return 1 if isinstance(lane, tuple) and lane[1] is Kind.PUBLIC_READ else max(writers // 2, 1)


async def _in_thread(call: Callable[..., T], *arguments: Any) -> T:
    """Call something in the request's thread, and give the thread's connection back to the pool at once.

    Django gives it back when the answer is sent, for which a slow client takes its time.
    """

    def calling() -> T:
        try:
            return call(*arguments)
        finally:
            close_old_connections()

    return await sync_to_async(calling)()
