"""Request coalescing: readers who wait for the same public page get one answer.

When a tournament's version changes, all who look at its page ask for the same. The first of them has a turn as usual;
its answer is begun when it has the turn, so it is new enough for all who have asked before that. Who asks later waits
for the next answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from http import HTTPStatus
from typing import Literal

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from api import problems
from deploy.content_security import SECRETS

PAGES = ("/t/", "/c/")
OWN = ("HTTP_AUTHORIZATION", "HTTP_COOKIE")
"""A request with one of these headers is answered by itself."""
WITHOUT_EFFECT = {
    "HTTP_CONNECTION", "HTTP_DNT", "HTTP_PRAGMA", "HTTP_PRIORITY", "HTTP_REFERER", "HTTP_SEC_CH_UA",
    "HTTP_SEC_CH_UA_MOBILE", "HTTP_SEC_CH_UA_PLATFORM", "HTTP_SEC_FETCH_DEST", "HTTP_SEC_FETCH_MODE",
    "HTTP_SEC_FETCH_SITE", "HTTP_SEC_FETCH_USER", "HTTP_UPGRADE_INSECURE_REQUESTS", "HTTP_USER_AGENT",
    "HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_X_REQUEST_ID",
}  # fmt: skip
"""The headers on which no page depends. By all others, two requests differ."""
SHARED = (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED, HTTPStatus.NOT_FOUND, HTTPStatus.SERVICE_UNAVAILABLE)
"""The statuses of answers that others get too. Who waits with somebody who has waited too long is refused as well."""
Answered = tuple[HttpRequest, HttpResponse]
NotShared = Literal["gone", "own"]
"""gone: who asked first left, or failed, without an answer. own: the answer is for nobody else."""
Make = Callable[[Callable[[], None]], Awaitable[HttpResponseBase]]
"""Returns the answer of a request, and calls what it is given when it begins."""


def asked_for(request: HttpRequest) -> Hashable | None:
    """Return what two requests have in common that may have the same answer; None for one that may not share it."""
    path, known = request.path_info, request.META
    is_public = path.startswith(PAGES) and not path.startswith(SECRETS) and not any(map(known.get, OWN))
    if request.method != "GET" or not is_public:
        return None
    headers = (name for name in known if name.startswith("HTTP_") and name not in WITHOUT_EFFECT)
    return path, known["QUERY_STRING"], request.scheme, *((name, known[name]) for name in sorted(headers))


class Coalescing:
    """The requests that wait for their turn, by what they ask for. Of one event loop."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, asyncio.Future[Answered | NotShared]] = {}

    async def answer(
        self, request: HttpRequest, whose: Callable[[HttpRequest], Hashable], make: Make
    ) -> HttpResponseBase | Answered:
        """Return the answer of the request, or another request with the answer that both share.

        whose: returns the club or the network whose turn a request takes. Nobody waits in another one's lane.
        """
        asked = asked_for(request)
        if asked is None:
            return await make(lambda: None)
        key = whose(request), asked
        while (first := self._waiting.get(key)) is not None:
            found = await asyncio.shield(first)
            if found == "own":
                return await make(lambda: None)  # the next answer is likely to be one person's own as well
            if found != "gone":
                return found
        return await self._answer_for_all(key, request, make)

    async def _answer_for_all(self, key: Hashable, request: HttpRequest, make: Make) -> HttpResponseBase:
        first: asyncio.Future[Answered | NotShared] = asyncio.get_running_loop().create_future()
        self._waiting[key] = first

        def begin() -> None:
            if self._waiting.get(key) is first:
                del self._waiting[key]

        answer: Answered | NotShared = "gone"
        try:
            response = await make(begin)
            answer = "own"
            if isinstance(response, HttpResponse) and response.status_code in SHARED and not response.cookies:
                answer = request, response
            return response
        finally:
            begin()
            first.set_result(answer)


def copied(response: HttpResponse) -> HttpResponse:
    """Return another response of the same content, with the reason of a refusal."""
    other = HttpResponse(response.content, status=response.status_code, headers=dict(response.headers))
    if "Content-Type" not in response.headers:
        del other.headers["Content-Type"]  # of a 304; a cache would take Django's own for that of the page
    vars(other).update({name: value for name, value in vars(response).items() if name == problems.CODE})
    return other
