"""`seasons`: leagues and how their events count."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import django_filters
import msgspec
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import Reply, Resource, ResourceSet, writes
from api.command_bodies import body_of, decode
from api.openapi.schema import Page, describes
from api.permissions import ReadOnly, may
from api.v1.clubs import require_club
from api.v1.standings import Written
from games.kernel import Command, Json
from league import models
from league.access.actions import Action
from league.access.visibility import PUBLIC
from league.domain.season.commands import Change, Remove
from league.domain.season.state import Season as State
from league.domain.season.table.groups import Categories, Divisions
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.span import days
from league.domain.season.view import view
from league.repository import streams
from league.repository.streams import SEASON
from league.services import seasons
from league.services.execution import Done
from league.services.seasons import NewSeason


class ExtraPoints(msgspec.Struct):
    """Points added to those of the place.

    person: their id. points: negative if they are taken off. for: the reason, which everybody may read.
    """

    person: UUID
    points: Written
    for_: str = msgspec.field(name="for")


class SeasonEvent(msgspec.Struct, kw_only=True):
    """An event of a season: a tournament, or a result from elsewhere. Only the latter has the fields from name on.

    id: of the event. version: rises with each change. tournament: its id; null for a result from elsewhere. date: of a
    tournament, the day on which it starts in the season's time zone, unless another was given. multiplier: of the
    event's points. extra: points added to those of the place. name: of a result from elsewhere. shared: people who
    played as one, each group a list. places: by person. status: by person without a place, such as DNF. awards: points
    by person instead of the scheme's. awards_only: the scheme pays nothing for this event. final: whether it is the
    season's final. abandoned: present where the event is shown and counts for nothing. possible_duplicate_of: present
    where an earlier event has the very same name, day and results; both count until one is removed, so look whether
    they were sent twice. A name or a day of its own says that they were not.
    """

    id: UUID
    version: int
    tournament: UUID | None
    date: str | None
    multiplier: Written
    extra: list[ExtraPoints]
    shared: list[list[UUID]]
    name: str | UnsetType | None = UNSET
    places: dict[str, int] | UnsetType = UNSET
    status: dict[str, str] | UnsetType = UNSET
    awards: dict[str, Written] | UnsetType = UNSET
    awards_only: bool | UnsetType = UNSET
    final: bool | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET
    possible_duplicate_of: UUID | UnsetType = UNSET


class Season(msgspec.Struct):
    """A season.

    id: of the season. version: rises with each change. club: the id of its club. name: of the season. time_zone: of the
    IANA list. events: in their order, without tournaments that are not listed for the caller. scheme: how events count.
    divisions: the highest first; only where it has any. categories: groups of people with places of their own; only
    where it has any. after: the id of the previous season, if it follows one.
    """

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
        model = models.Season
        fields = ["club"]


def season_json(resource: Resource, row: models.Season, done: Done | None = None) -> Json:
    """A season as an answer, with the events that are listed for the caller.

    done: the command that has just changed it; its state is read from the log otherwise.
    """
    if done is not None:
        return _json(resource, row, done.stream.aggregate.state)
    with streams.reading(row.club_id, SEASON, row.id) as stream:
        return _json(resource, row, stream.aggregate.state)


def _json(resource: Resource, row: models.Season, state: State) -> Json:
    tournaments = list(row.tournaments.all())
    dates = days(state, {str(tournament.id): tournament.starts_at for tournament in tournaments})
    not_public = [str(tournament.id) for tournament in tournaments if tournament.visibility != PUBLIC]
    hidden = not_public if not_public and resource.caller(row.club_id).role is None else []
    body = {"id": row.id, **view(state, None)}
    body["events"] = [event for event in body["events"] if event["tournament"] not in hidden]
    for event in body["events"]:
        date = dates[event["id"]]
        event["date"] = date and date.isoformat()
    return body


def send(resource: Resource, row: models.Season, command: Command) -> Done:
    """Sends a command to a season in the caller's name."""
    return seasons.send(row, command, actor=resource.caller(row.club_id).actor, at=timezone.now())


class Seasons(ResourceSet):
    """Seasons of all clubs."""

    queryset = models.Season.objects.prefetch_related("tournaments")
    permission_classes = [ReadOnly | may(Action.SEASONS)]
    filterset_class = SeasonFilter
    ordering_fields = ("id", "name")
    list_name = "seasons"

    @describes(Page[Season])
    def list(self, request: Request) -> Reply:
        """Seasons of all clubs, for everybody."""
        return self.page(self.get_queryset())

    @describes(Season, body=NewSeason, status=201)
    @writes
    def create(self, request: Request) -> Reply:
        """A director opens a season, either a new one or the one after another."""
        new = parsing.read(NewSeason, request.data)
        require_club(self, new.club)
        created, actor = seasons.settled(new), self.caller(new.club).actor
        done = seasons.open_season(created, actor=actor, at=timezone.now())
        row = models.Season.objects.get(id=done.stream.id)
        return Reply(season_json(self, row, done), 201, reverse("api:season", args=[row.id]))

    @describes(Season)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The season, for everybody."""
        return self.one(self.get_object())

    @describes(Season, body=body_of(Change, name="ChangeSeason", like=NewSeason))
    @writes
    def partial_update(self, request: Request, id: UUID) -> Reply:
        """A director changes the season. The league table follows, also for past events."""
        row = self.get_object()
        return Reply(season_json(self, row, send(self, row, decode(Change, request.data))))

    @describes(None)
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """A director removes the season, which is no longer shown. Its events stay in the club's log."""
        send(self, self.get_object(), Remove())
        return Reply()

    def represent(self, rows: Sequence[models.Season]) -> Sequence[Json]:
        read = streams.each(SEASON, [(row.club_id, row.id) for row in rows])
        return [_json(self, row, stream.aggregate.state) for row, stream in zip(rows, read, strict=True)]
