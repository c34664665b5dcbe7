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

from api import parsing
from api.base import Resource
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.problems import bad_field
from api.replies import Reply
from api.v1.standings import Written
from api.writing import writes
from games.kernel import N_, Command, Json
from league.domain.season.commands import Change, Create, Name, Remove, TimeZone
from league.domain.season.state import Season as State
from league.domain.season.table.groups import Categories, Divisions
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.span import days
from league.domain.season.view import view
from league.models import Club, Person, Season
from league.models.people import check_time_zone
from league.projections import league_tables
from league.repository import streams
from league.repository.streams import SEASON
from league.services import execution, seasons
from league.services.execution import Done


class NewSeason(Body, frozen=True):
    """A season to be opened.

    scheme: needed, unless it follows another season. after: the season before: what is left out is as it was there, and
    its divisions are those of that season after who has gone up and down.
    """

    club: UUID
    name: Name
    scheme: Scheme | None = None
    time_zone: TimeZone | None = None
    divisions: Divisions | UnsetType = UNSET
    categories: Categories | UnsetType = UNSET
    after: UUID | None = None


class SeasonChange(Body, frozen=True):
    """What shall be other. The league table follows at once, for past events too."""

    name: Name | None = None
    time_zone: TimeZone | None = None
    scheme: Scheme | None = None
    divisions: Divisions | UnsetType = UNSET
    categories: Categories | UnsetType = UNSET


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
    final: bool | UnsetType = UNSET


class SeasonShown(msgspec.Struct):
    """A season and how it adds up. divisions, categories, after: there where it has any."""

    id: UUID
    version: int
    club: UUID
    name: str
    time_zone: str
    events: list[SeasonEvent]
    scheme: Scheme
    divisions: Divisions | UnsetType = UNSET
    categories: Categories | UnsetType = UNSET
    after: UUID | UnsetType = UNSET


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


def _all_shown(rows: list[Season]) -> list[Json]:
    """The bodies of seasons, read from the log at once."""
    read = streams.each(SEASON, [(row.club_id, row.id) for row in rows])
    return [_shown(row, stream.aggregate.state) for row, stream in zip(rows, read, strict=True)]


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


def sent(door: Resource, row: Season, command: Command) -> Done:
    """Sends a command to a season, now, in the caller's name."""
    actor = door.caller(row.club_id).actor
    return execution.execute(SEASON, row.id, command, club=row.club_id, actor=actor, at=timezone.now())


def _created(asked: NewSeason) -> Create:
    """What a body asks for, with what it leaves out as in the season before. Raises Problem and Rejected."""
    club, given = str(asked.club), _divisions(asked.club, asked.divisions)
    if asked.after is None:
        if asked.scheme is None:
            raise bad_field("scheme", "required", N_("This is missing."))
        divisions = () if given is UNSET else given
        categories = () if asked.categories is UNSET else asked.categories
        return Create(club, asked.name, asked.scheme, asked.time_zone or "UTC", divisions, categories)
    row = Season.objects.filter(club=asked.club, id=asked.after).first()
    if row is None:
        raise bad_field("after", "unknown_season", N_("The club has no such season."))
    before = league_tables.settings_after(row, given)
    return Create(
        club,
        asked.name,
        asked.scheme or before.scheme,
        asked.time_zone or before.time_zone,
        before.divisions,
        before.categories if asked.categories is UNSET else asked.categories,
        str(row.id),
    )


def _divisions(club: UUID, given: Divisions | UnsetType) -> Divisions | UnsetType:
    """Divisions with the ids of their people in one spelling. Raises Problem for whoever the club does not know."""
    if given is UNSET:
        return UNSET
    named = {
        f"divisions.{at}.people.{number}": person
        for at, division in enumerate(given)
        for number, person in enumerate(division.people)
    }
    ids = {field: parsing.id_of(field, person) for field, person in named.items()}
    known = set(Person.objects.filter(club=club).values_list("id", flat=True)) if ids else set()
    for field, id in ids.items():
        if id not in known:
            raise bad_field(field, "unknown_person", N_("The club has nobody of that id."))
    return tuple(
        msgspec.structs.replace(division, people=tuple(str(UUID(person)) for person in division.people))
        for division in given
    )


class Seasons(Resource):
    """Seasons of all clubs."""

    @describes(Page[SeasonShown], query=(("club", "Of this club alone."),), public=True)
    def get(self, request: Request) -> Reply:
        """The seasons; everybody may see them."""
        rows = Season.objects.prefetch_related("tournaments")
        return page(
            self,
            rows,
            _all_shown,
            orderings=("id", "name"),
            filters=SeasonFilter,
        )

    @describes(SeasonShown, body=NewSeason, status=201)
    @writes
    def post(self, request: Request) -> Reply:
        """The director opens a season: a new one, or the one after another."""
        asked = parsing.read(NewSeason, request.data)
        who = self.director(asked.club)
        if not Club.objects.filter(id=asked.club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        created = _created(asked)
        require_time_zone(created.time_zone)
        done = seasons.open_season(created, actor=who.actor, at=timezone.now())
        row = Season.objects.get(id=done.stream.id)
        return Reply(season_shown(row, done), 201, reverse("api:season", args=[row.id]))


class OneSeason(Resource):
    """A season."""

    @describes(SeasonShown, public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The season; everybody may see it."""
        return Reply(season_shown(get_object_or_404(Season, id=id)))

    @describes(SeasonShown, body=SeasonChange)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """The director changes it."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        asked = parsing.read(SeasonChange, request.data)
        if asked.time_zone is not None:
            require_time_zone(asked.time_zone)
        groups = _divisions(row.club_id, asked.divisions), asked.categories
        done = sent(self, row, Change(asked.name, asked.time_zone, asked.scheme, *groups))
        return Reply(season_shown(row, done))

    @describes(None)
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """The director removes it: it counts nothing more and is shown nowhere. Its events stay in the club's log."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        sent(self, row, Remove())
        return Reply()
