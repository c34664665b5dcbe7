"""`seasons`: leagues and how they add up."""

from __future__ import annotations

from uuid import UUID

import django_filters
import msgspec
from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import bodies
from api.bodies import Body
from api.door import Door, Shown, writes
from api.pages import page
from api.problems import bad_field
from api.schema import Page, describes
from api.v1.standings import Written
from games.kernel import N_, Command, Json
from league import services, streams, tournaments
from league.domain.season import view
from league.domain.season.commands import Change, Create, Name, Remove, TimeZone
from league.domain.season.scheme import Scheme
from league.domain.season.span import days
from league.domain.season.state import Season as State
from league.models import Club, Season
from league.models.people import check_time_zone
from league.services import Done
from league.streams import SEASON


class NewSeason(Create, frozen=True):
    """A season to be opened."""


class SeasonChange(Body, frozen=True):
    """What shall be other. The league table follows at once, for past events too."""

    name: Name | None = None
    time_zone: TimeZone | None = None
    scheme: Scheme | None = None


class ExtraShown(msgspec.Struct):
    """Points on top of an event's, and what for."""

    person: UUID
    points: Written
    for_: str = msgspec.field(name="for")


class SeasonEvent(msgspec.Struct, kw_only=True):
    """An event of a season: a tournament, or a bare result, which alone has what stands there from name to awards_only.

    date: of a tournament, unless another was given, the day on which it starts, in the season's time zone.
    """

    id: UUID
    tournament: UUID | None
    date: str | None
    multiplier: Written
    extra: list[ExtraShown]
    shared: list[list[UUID]]
    name: str | UnsetType | None = UNSET
    places: dict[str, int] | UnsetType = UNSET
    status: dict[str, str] | UnsetType = UNSET
    awards: dict[str, Written] | UnsetType = UNSET
    awards_only: bool | UnsetType = UNSET


class SeasonShown(msgspec.Struct):
    """A season and how it adds up."""

    id: UUID
    version: int
    club: UUID
    name: str
    time_zone: str
    events: list[SeasonEvent]
    scheme: Scheme


class SeasonFilter(django_filters.FilterSet):
    """Seasons of one club."""

    club = django_filters.UUIDFilter()

    class Meta:
        model = Season
        fields = ["club"]


def season_shown(row: Season, done: Done | None = None) -> Json:
    """A season's body: after what was done, or read from the log."""
    if done is not None:
        return _shown(row, done.stream.aggregate.state)
    with streams.reading(row.club_id, SEASON, row.id) as stream:
        return _shown(row, stream.aggregate.state)


def _shown(row: Season, state: State) -> Json:
    """The season's body; the event of a tournament is on the day on which that starts, unless one was given."""
    held = days(state, {str(played.id): played.starts_at for played in row.tournaments.all()})
    body = {"id": row.id, **view(state, None)}
    for event in body["events"]:
        day = held[event["id"]]
        event["date"] = day and day.isoformat()
    return body


def require_time_zone(name: str) -> None:
    """Raises Problem unless there is such a zone."""
    try:
        check_time_zone(name)
    except ValidationError as fault:
        raise bad_field("time_zone", "bad_time_zone", fault.messages[0]) from None


def sent(door: Door, row: Season, command: Command) -> Done:
    """Sends a command to a season, now, in the caller's name."""
    actor = door.caller(row.club_id).actor
    return services.execute(SEASON, row.id, command, club=row.club_id, actor=actor, at=timezone.now())


class Seasons(Door):
    """Seasons of all clubs."""

    @describes(Page[SeasonShown], query=(("club", "Of this club alone."),), public=True)
    def get(self, request: Request) -> Shown:
        """The seasons; everybody may see them."""
        rows = Season.objects.prefetch_related("tournaments")
        return page(
            self,
            rows,
            lambda found: [season_shown(row) for row in found],
            orderings=("id", "name"),
            filters=SeasonFilter,
        )

    @describes(SeasonShown, body=NewSeason, status=201)
    @writes
    def post(self, request: Request) -> Shown:
        """The director opens a season."""
        asked = bodies.read(NewSeason, request.data)
        club = bodies.id_of("club", asked.club)
        who = self.director(club)
        if not Club.objects.filter(id=club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        require_time_zone(asked.time_zone)
        created = msgspec.structs.replace(asked, club=str(club))
        done = tournaments.open_season(created, actor=who.actor, at=timezone.now())
        row = Season.objects.get(id=done.stream.id)
        return Shown(season_shown(row, done), 201, reverse("api:season", args=[row.id]))


class OneSeason(Door):
    """A season."""

    @describes(SeasonShown, public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """The season; everybody may see it."""
        return Shown(season_shown(get_object_or_404(Season, id=id)))

    @describes(SeasonShown, body=SeasonChange)
    @writes
    def patch(self, request: Request, id: UUID) -> Shown:
        """The director changes it."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        asked = bodies.read(SeasonChange, request.data)
        if asked.time_zone is not None:
            require_time_zone(asked.time_zone)
        done = sent(self, row, Change(asked.name, asked.time_zone, asked.scheme))
        return Shown(season_shown(row, done))

    @describes(None)
    @writes
    def delete(self, request: Request, id: UUID) -> Shown:
        """The director removes it: it counts nothing more and is shown nowhere. Its events stay in the club's log."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        sent(self, row, Remove())
        return Shown()
