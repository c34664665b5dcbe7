"""`clubs/{id}/events`, `tournaments/{id}/events`: the log, as far as the caller may see it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.conf import settings
from django.http import Http404
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api.base import Reply, Resource
from api.openapi.schema import describes
from api.permissions import ReadOnly
from api.problems import FieldError, Problem, bad_field
from api.query import MOST_FAULTS, Query
from api.v1.clubs import Language
from games.codec import MAX_INT
from games.kernel import N_
from league.log import store
from league.models import Club, Tournament
from league.queries import event_feed
from league.queries.sentences import with_sentences
from league.repository import event_types

FEED_PAGE, LARGEST_FEED_PAGE = 100, 1000


class Event(msgspec.Struct):
    """An event of the log, with as much of its data as the caller may see.

    position: in the club's log; null for an event that was not stored. stream: the id of the tournament, season or
    game. kind: of the stream; `club` for changes of the club and its people. version: its number in the stream. type:
    the kind of event. schema: the number of the form of its data. data: without the places, scores and points of
    results that are not shown yet. actor: who did it, seen by staff and by the actor; else null. recorded_at: when it
    was written; null for an event that was not stored. hash: chains the events of a stream; null while the tournament
    hides results from the caller. sentence: what happened, in the language that `sentences` asks for; only there where
    it does.
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
    sentence: str | UnsetType = UNSET


class EventFeed(msgspec.Struct):
    """A part of a log.

    results: events in order. next_after: the value of `after` for the next part. has_more: whether there is more to
    read at once. head: the position of the newest event of the club's log.
    """

    results: list[Event]
    next_after: int
    has_more: bool
    head: int


class FeedQuery(Query, frozen=True):
    """Which part of a log.

    after: a position of the log, up to `head`; the feed begins with the event after it. limit: the number of events to
    read. types: only events of these types, separated by commas; `tournament.*` are all of tournaments. sentences: a
    language, as `de`: each event also says in a sentence what happened.
    """

    after: Annotated[int, Meta(ge=0, le=MAX_INT)] = 0
    limit: Annotated[int, Meta(ge=1, le=LARGEST_FEED_PAGE)] = FEED_PAGE
    types: tuple[str, ...] | None = None
    sentences: Language | None = None


BEYOND_HEAD = N_("The log ends at position {head}.")


class ClubEvents(Resource):
    """A club's log."""

    permission_classes = [ReadOnly]

    @describes(EventFeed, query=FeedQuery)
    def get(self, request: Request, id: UUID) -> Reply:
        """The club's log in order, without gaps. Events that the caller may not see are left out."""
        return feed_page(self, id)


class TournamentEvents(Resource):
    """The log of a tournament."""

    queryset = Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(EventFeed, query=FeedQuery)
    def get(self, request: Request, id: UUID) -> Reply:
        """The tournament's events in order. Events that the caller may not see are left out."""
        return feed_page(self, self.get_object().club_id, id)


def feed_page(resource: Resource, club: UUID, stream: UUID | None = None) -> Reply:
    """The part of a club's log that the query asks for; at its head, nothing but the head is read.

    stream: only events of this stream. Raises Http404 where there is no such club.
    """
    asked = resource.asked(FeedQuery)
    after, limit = asked.after, asked.limit
    types, language = _types(asked.types), _language(asked.sentences)
    head = store.newest(club)
    if not head and not Club.objects.filter(id=club).exists():
        raise Http404
    if after > head:
        wrong = FieldError("after", "beyond_head", BEYOND_HEAD, {"head": head})
        raise Problem(400, "beyond_head", BEYOND_HEAD, {"head": head}, [wrong])
    if after == head:
        return Reply(EventFeed([], head, has_more=False, head=head))
    who = resource.caller(club)

    def read() -> Reply:
        newest = store.newest(club)
        part = event_feed.feed(who, after, limit, head=newest, stream=stream, types=types)
        events = with_sentences(club, part.events, language, who.audience) if language else part.events
        return Reply({"results": events, "next_after": part.next_after, "has_more": part.has_more, "head": newest})

    return resource.unless_known(partial(_versions, club), read)


def _versions(club: UUID) -> tuple[int, str]:
    """What every feed of a club follows from."""
    return store.newest(club), store.newest_hash(club)


def _types(patterns: Collection[str] | None) -> Collection[str] | None:
    """The event types that the query chooses; None for all, also where the list is empty. Raises Problem."""
    if not patterns:
        return None
    wrong = [
        FieldError("types", "unknown_type", N_("There is no event type {type}."), {"type": pattern})
        for pattern in event_types.unknown(patterns)[:MOST_FAULTS]
    ]
    if wrong:
        raise Problem(400, "bad_fields", N_("Some fields are wrong."), errors=wrong)
    return event_types.chosen(patterns)


def _language(asked: str | None) -> str | None:
    """The language that the query asks sentences in. Raises Problem."""
    known = [code for code, _ in settings.KNOWN_LANGUAGES]
    if asked is not None and asked not in known:
        raise bad_field("sentences", "bad_language", N_("One of {allowed}."), allowed=", ".join(known))
    return asked
