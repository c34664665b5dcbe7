"""What other programs follow of a club: its nights as a calendar, and what happened as an Atom feed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext as _

from league.access.origin import public_origin
from league.access.roles import caller
from league.domain.tournament.closing.events import StandingsRevised, TournamentCancelled, TournamentClosed
from league.domain.tournament.events import TournamentCreated
from league.models import Club, Event, Tournament
from league.queries.dates import when
from league.queries.wording import game_name, joined
from league.web import calendar as ical
from league.web import pages
from league.web.club import nights
from league.web.club.finding import of_club

MOST_ITEMS, MOST_NIGHTS = 40, 300
KEPT_IN_CALENDAR = timedelta(days=90)
NEWS = (TournamentCreated.type, TournamentClosed.type, StandingsRevised.type, TournamentCancelled.type)


@of_club
def calendar(request: HttpRequest, club: Club) -> HttpResponse:
    """The nights with a start, from three months back on, for a program that subscribes to them."""
    now, origin = pages.present(), public_origin(request)
    found = nights.of_club(club, request.user).filter(starts_at__gt=now - KEPT_IN_CALENDAR).order_by("starts_at", "pk")
    dated = [(row, f"{origin}{reverse('web:public', args=[row.public_code.code])}") for row in found[:MOST_NIGHTS]]
    return HttpResponse(ical.events(dated, now, club.name), content_type=ical.MEDIA_TYPE)


@of_club
def atom(request: HttpRequest, club: Club) -> HttpResponse:
    """What happened: nights that were announced, closed, corrected, cancelled. In the club's language and time."""
    with translation.override(club.written_in), timezone.override(ZoneInfo(club.time_zone)):
        return News()(request, club=club)


class Item(NamedTuple):
    """Something that happened to a night. kind: the type of the event. version: of the night then."""

    row: Tournament
    kind: str
    version: int
    at: datetime
    winners: Sequence[str]


class News(Feed[Item, Club]):
    """The feed of a club, as the reader may see it."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, club: Club, **more: Any) -> Club:
        self.origin, self.user, self.who = public_origin(request), request.user, caller(request.user, club)
        return club

    def title(self, club: Club) -> str:
        return club.name

    def link(self, club: Club) -> str:
        return f"{self.origin}{reverse('web:club', args=[club.slug])}"

    def feed_url(self, club: Club) -> str:
        return f"{self.origin}{reverse('web:club-feed', args=[club.slug])}"

    def feed_guid(self, club: Club) -> str:
        return f"urn:uuid:{club.pk}"

    def author_name(self, club: Club) -> str:
        """The club: a feed without an author is none (RFC 4287, 4.1.1)."""
        return club.name

    def items(self, club: Club) -> list[Item]:
        """The newest first; only of nights that the reader's lists show."""
        rows = {row.pk: row for row in nights.of_club(club, self.user)}
        found = Event.objects.filter(club=club.pk, type__in=NEWS, stream__in=rows).order_by("-position")[:MOST_ITEMS]
        events = list(found.values_list("stream", "type", "version", "recorded_at"))
        won = self._winners([rows[stream] for stream, _type, _version, _at in events])
        return [Item(rows[stream], type_, version, at, won.get(stream, ())) for stream, type_, version, at in events]

    def _winners(self, rows: Sequence[Tournament]) -> Mapping[UUID, Sequence[str]]:
        closed = {row.pk: row for row in rows if row.state == "closed"}
        return {past.row.pk: past.winners for past in nights.with_winners(list(closed.values()), self.who)}

    def item_title(self, item: Item) -> str:
        name = item.row.name
        match item.kind:
            case TournamentCreated.type:
                start = item.row.starts_at
                day = when(timezone.localtime(start)) if start else ""
                return _("{name}: {day}").format(name=name, day=day) if day else name
            case TournamentClosed.type:
                return _("{name}: the result").format(name=name)
            case TournamentCancelled.type:
                return _("{name} was cancelled").format(name=name)
        return _("{name}: the result was corrected").format(name=name)

    def item_description(self, item: Item) -> str:
        """Who won, or the game; as HTML."""
        if item.kind in (TournamentClosed.type, StandingsRevised.type) and item.winners:
            return escape(_("Won by {names}").format(names=joined(item.winners)))
        return escape(game_name(item.row.game))

    def item_link(self, item: Item) -> str:
        return f"{self.origin}{reverse('web:public', args=[item.row.public_code.code])}"

    def item_guid(self, item: Item) -> str:
        return f"urn:uuid:{item.row.pk}#{item.version}"

    def item_pubdate(self, item: Item) -> datetime:
        return item.at

    item_updateddate = item_pubdate
