"""The log of a club and of a tournament, as far as the caller may see it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import parsing
from api.base import Resource
from api.openapi.schema import describes
from api.replies import Reply
from league.models import Club, Tournament
from league.queries import event_feed

FEED_PAGE, LARGEST_FEED_PAGE = 100, 1000


class EventShown(msgspec.Struct):
    """An event, with as much of its data as the caller may see. actor: for staff, and for who did it; else null."""

    position: int | None
    stream: UUID
    kind: str
    version: int
    type: str
    schema: int
    data: dict[str, Any]
    actor: str | None
    recorded_at: str | None
    hash: str | None


class FeedShown(msgspec.Struct):
    """A stretch of a log. next_after: where to go on."""

    results: list[EventShown]
    next_after: int


FEED_QUERY = (("after", "A position: events above it."), ("limit", "How many events to look at, up to 1000."))


class ClubEvents(Resource):
    """A club's log."""

    @describes(FeedShown, query=FEED_QUERY, public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The log in order, nothing missed; what the caller may not see is left out."""
        get_object_or_404(Club, id=id)
        return feed_page(self, id)


def feed_page(door: Resource, club: UUID, stream: UUID | None = None) -> Reply:
    """A stretch of a club's log, of one stream alone if asked, as the query wants it."""
    after = parsing.whole_parameter(door.request, "after", 0, 0) or 0
    limit = parsing.whole_parameter(door.request, "limit", FEED_PAGE, 1, LARGEST_FEED_PAGE) or FEED_PAGE
    told = event_feed.feed(door.caller(club), after, limit, stream)
    return Reply({"results": told.events, "next_after": told.next_after})


class TournamentEvents(Resource):
    """The log of a tournament."""

    @describes(FeedShown, query=FEED_QUERY, public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The tournament's own events in order; what the caller may not see is left out."""
        row = get_object_or_404(Tournament, id=id)
        return feed_page(self, row.club_id, id)
