"""`clubs/{id}/events`, `tournaments/{id}/events`: the log, as far as the caller may see it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from api import parsing
from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from league.models import Club, Tournament
from league.queries import event_feed

FEED_PAGE, LARGEST_FEED_PAGE = 100, 1000


class Event(msgspec.Struct):
    """An event of the log, with as much of its data as the caller may see.

    position: in the club's log; null for an event that was not stored. stream: the id of the tournament, season or
    game. kind: of the stream; `club` for changes of the club and its people. version: its number in the stream. type:
    the kind of event. schema: the number of the form of its data. data: without the places, scores and points of
    results that are not shown yet. actor: who did it, seen by staff and by the actor; else null. recorded_at: when it
    was written; null for an event that was not stored. hash: chains the events of a stream; null while the tournament
    hides results from the caller.
    """

    position: int | None
    stream: UUID
    kind: Literal["tournament", "season", "game", "club"]
    version: int
    type: str
    schema: int
    data: dict[str, Any]
    actor: str | None
    recorded_at: datetime | None
    hash: str | None


class EventFeed(msgspec.Struct):
    """A part of a log. results: events in order. next_after: the value of `after` for the next part."""

    results: list[Event]
    next_after: int


FEED_QUERY = (
    ("after", "A position of the log; the feed begins with the event after it."),
    ("limit", "The number of events to read, up to 1000."),
)


class ClubEvents(Resource):
    """A club's log."""

    permission_classes = [ReadOnly]

    @describes(EventFeed, query=FEED_QUERY)
    def get(self, request: Request, id: UUID) -> Reply:
        """The club's log in order, without gaps. Events that the caller may not see are left out."""
        get_object_or_404(Club, id=id)
        return feed_page(self, id)


def feed_page(door: Resource, club: UUID, stream: UUID | None = None) -> Reply:
    """The part of a club's log that the query asks for. stream: only events of this stream."""
    after = parsing.whole_parameter(door.request, "after", 0, 0) or 0
    limit = parsing.whole_parameter(door.request, "limit", FEED_PAGE, 1, LARGEST_FEED_PAGE) or FEED_PAGE
    part = event_feed.feed(door.caller(club), after, limit, stream)
    return Reply({"results": part.events, "next_after": part.next_after})


class TournamentEvents(Resource):
    """The log of a tournament."""

    queryset = Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(EventFeed, query=FEED_QUERY)
    def get(self, request: Request, id: UUID) -> Reply:
        """The tournament's events in order. Events that the caller may not see are left out."""
        return feed_page(self, self.get_object().club_id, id)
