"""`tournaments/{id}/live`, `tables/{id}/live`: streams of server-sent events that say what has changed."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api.authentication import Link, PageLink, Session, Token
from api.base import Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import Problem
from api.streams import OPENED, Opened
from api.throttling import FREE
from api.v1.tables import TableResource, games_at
from games.kernel import N_
from league import models
from league.access import attempts
from league.access import cookies as link_cookies
from league.live import messages, reading
from league.live.client import Access
from league.live.following import Following
from league.live.hub import hub
from league.live.messages import LiveMessage
from league.repository.streams import stream_of

RETRY_SECONDS = 15
KEPT = ("HTTP_AUTHORIZATION", "SERVER_NAME", "SERVER_PORT", "HTTP_HOST", "REMOTE_ADDR")
RESUMES = (("Last-Event-ID", "The `id` of the last event received, to resume after it."),)
HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
FULL = N_("Too many pages are open here. This one is tried again by itself.")


class EventStream(BaseRenderer):
    """The media type of server-sent events."""

    media_type = "text/event-stream"
    format = "sse"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        """Nothing is rendered: the views answer with what is sent."""
        raise NotImplementedError


class Stream(Resource):
    """A stream. Whoever may GET the thing may follow it."""

    permission_classes = [ReadOnly]
    authentication_classes = [Token, Link, PageLink, Session]
    renderer_classes = [EventStream]
    has_tags = False

    def stream(self, request: Request, following: Following) -> HttpResponse:
        """The first message. What follows is left to the server, which looks again whether the caller may follow it."""
        asked: HttpRequest = request._request
        if isinstance(asked, SameAgain):
            asked.following = following
            return HttpResponse()
        _refuse_too_many(attempts.network())
        start = reading.start(following, _last_position(request))
        scope = getattr(asked, "scope", None)
        if scope is not None and request.method == "GET":
            scope[OPENED] = Opened(following, start.seen, _access(asked, following), attempts.network())
        first = messages.retry() + messages.changed(start.message)
        return HttpResponse(first, content_type=EventStream.media_type, headers=HEADERS)


class TournamentLive(Stream):
    """The changes of a tournament."""

    @describes(LiveMessage, headers=RESUMES)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What changes in a tournament, as server-sent events.

        Each event `changed` has a position as its `id`, and as its data what this schema describes. The first comes at
        once and tells the newest position; with `Last-Event-ID` also what was missed since. A comment and an event
        `beat` come each 15 seconds. An event `sign_ups`, without a position, tells directors that the sign-ups have
        changed. Only what the caller may see makes an event. After an event `ended` the caller may
        not follow as before; a stream that ends without one may be opened again. The log-in is never in the query: it
        is `Authorization`, a session, or the cookie that the pages have set for this path.
        """
        row = get_object_or_404(models.Tournament, id=id)
        self.check_object_permissions(request, row)
        return self.stream(request, Following(self.caller(row.club_id), row.pk))


class TableLive(Stream, TableResource):
    """The changes at a table."""

    @describes(LiveMessage, headers=RESUMES)
    def get(self, request: Request, id: UUID) -> HttpResponse:
        """What changes at a table, in its games, its round and its tournament, as server-sent events.

        Events are as those of the tournament's stream; what is of other tables or rounds alone makes none.
        """
        table = self.get_object()
        round = table.round
        games = tuple(stream_of(table.pk, game) for game in range(1, games_at(table) + 1))
        following = Following(
            who=self.caller(table.club_id),
            tournament=None if round is None else round.tournament_id,
            table=table.pk,
            round=None if round is None else round.pk,
            games=games,
        )
        return self.stream(request, following)


class SameAgain(HttpRequest):
    """The same request as one that has opened a stream, to see whether it would still be answered. It counts once."""

    following: Following | None = None
    rate = FREE

    def __init__(self, kept: dict[str, Any], cookies: dict[str, str]) -> None:
        super().__init__()
        self.method, self._body = "GET", b""
        self.META, self.COOKIES = {**kept, "HTTP_ACCEPT": EventStream.media_type}, cookies
        for middleware in (SessionMiddleware, AuthenticationMiddleware):
            middleware(_nothing).process_request(self)


def _nothing(_request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def _access(request: HttpRequest, following: Following) -> Access:
    """Asks the view again, with the same log-in: the stream ends where it refuses, or knows the caller as another.

    The cookies that are no log-in differ between browsers, so that each would be asked about by itself.
    """
    match, kept = request.resolver_match, {name: request.META[name] for name in KEPT if name in request.META}
    cookies = {name: value for name, value in request.COOKIES.items() if link_cookies.is_login(name)}
    assert match is not None

    def still() -> bool:
        again = SameAgain(kept, cookies)
        answer = match.func(again, *match.args, **match.kwargs)
        return answer.status_code >= 500 or again.following == following

    login = kept.get("HTTP_AUTHORIZATION"), frozenset(cookies.items())
    return Access((request.path, *login), still, by_login=any(login))


def _refuse_too_many(address: str) -> None:
    """Raises Problem where this process, or an address, has as many streams as it may."""
    if hub.is_full():
        raise Problem(503, "too_many_streams", FULL, headers={"Retry-After": str(RETRY_SECONDS)})
    if hub.has_enough_of(address):
        raise Problem(429, "too_many_streams", FULL, headers={"Retry-After": str(RETRY_SECONDS)})


def _last_position(request: Request) -> int | None:
    """The position after which a browser resumes; None for a new one, or for an id that is none of ours."""
    given = request.headers.get("Last-Event-ID", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 19 else None
