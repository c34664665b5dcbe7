"""`seasons`: leagues, their events, the league table."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812
from uuid import UUID

import django_filters
import msgspec
from django.core.exceptions import ValidationError
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from uuid6 import uuid7

from api import bodies
from api.bodies import Body
from api.door import Door, Shown, writes
from api.pages import page
from api.problems import bad_field
from api.schema import Page, describes
from api.v1.standings import Written
from games.kernel import N_, Command, Json
from league import names, services, streams, tournaments
from league.domain.season import view
from league.domain.season.commands import AddTournament, Change, Create, Name, TimeZone
from league.domain.season.scheme import Scheme
from league.models import Club, FollowerPosition, LeagueTableRow, Season, Tournament
from league.models.people import check_time_zone
from league.read_models.later import LEAGUE_TABLES
from league.services import Done
from league.streams import SEASON


class NewSeason(Create, frozen=True):
    """A season to be opened."""


class SeasonChange(Body, frozen=True):
    """What shall be other. The league table follows at once, for past events too."""

    name: Name | None = None
    time_zone: TimeZone | None = None
    scheme: Scheme | None = None


class NewEvent(Body, frozen=True):
    """A tournament that counts in the season."""

    tournament: UUID
    date: Date | None = None


class SeasonEvent(msgspec.Struct):
    """An event of a season."""

    id: UUID
    tournament: UUID
    date: str | None


class SeasonShown(msgspec.Struct):
    """A season and how it adds up."""

    id: UUID
    version: int
    club: UUID
    name: str
    time_zone: str
    events: list[SeasonEvent]
    scheme: Scheme


class Counted(msgspec.Struct):
    """An event in somebody's row."""

    event: UUID
    place: int
    points: Written


class LeagueRow(msgspec.Struct):
    """Somebody's row in the league table; place is null below the minimum of events."""

    place: int | None
    person: UUID
    name: str
    points: Written
    points_display: str
    gross: Written
    played: int
    counted: list[Counted]
    dropped: list[Counted]
    decided_by: str


class LeagueTable(msgspec.Struct):
    """The league table, as of a position of the club's log."""

    season: UUID
    as_of_position: int
    rows: list[LeagueRow]


class SeasonFilter(django_filters.FilterSet):
    """Seasons of one club."""

    club = django_filters.UUIDFilter()

    class Meta:
        model = Season
        fields = ["club"]


def season_shown(row: Season, done: Done | None = None) -> Json:
    """A season's body: after what was done, or read from the log."""
    if done is not None:
        return {"id": row.id, **view(done.stream.aggregate.state, None)}
    with streams.reading(row.club_id, SEASON, row.id) as stream:
        return {"id": row.id, **view(stream.aggregate.state, None)}


def require_time_zone(name: str) -> None:
    """Raises Problem unless there is such a zone."""
    try:
        check_time_zone(name)
    except ValidationError as fault:
        raise bad_field("time_zone", "bad_time_zone", fault.messages[0]) from None


def _sent(door: Door, row: Season, command: Command) -> Done:
    """Sends a command to a season, now, in the caller's name."""
    actor = door.caller(row.club_id).actor
    return services.execute(SEASON, row.id, command, club=row.club_id, actor=actor, at=timezone.now())


class Seasons(Door):
    """Seasons of all clubs."""

    @describes(Page[SeasonShown], query=(("club", "Of this club alone."),), public=True)
    def get(self, request: Request) -> Shown:
        """The seasons; everybody may see them."""
        rows = Season.objects.all()
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
        done = _sent(self, row, Change(asked.name, asked.time_zone, asked.scheme))
        return Shown(season_shown(row, done))


class SeasonEvents(Door):
    """The events of a season."""

    @describes(Page[SeasonEvent], public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """The season's events in its order; they fit on one page."""
        shown = season_shown(get_object_or_404(Season, id=id))
        return Shown({"next": None, "previous": None, "results": shown["events"]})

    @describes(SeasonEvent, body=NewEvent, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """The director lets a tournament of the club count in the season; once."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        asked = bodies.read(NewEvent, request.data)
        if not Tournament.objects.filter(club=row.club_id, id=asked.tournament).exists():
            raise bad_field("tournament", "unknown_tournament", N_("The club has no such tournament."))
        done = _sent(self, row, AddTournament(str(uuid7()), str(asked.tournament), asked.date))
        listed: list[Json] = season_shown(row, done)["events"]
        made = next(event for event in listed if event["tournament"] == str(asked.tournament))
        return Shown(made, 201, reverse("api:season-events", args=[id])) if done.events else Shown(made)


class SeasonStandings(Door):
    """The league table."""

    @describes(LeagueTable, public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """The league table, which follows the log within seconds."""
        row = get_object_or_404(Season, id=id)
        read = FollowerPosition.objects.filter(club=row.club_id, name=LEAGUE_TABLES).values_list("position", flat=True)
        position = read.first() or 0
        lines = list(LeagueTableRow.objects.filter(season=row).order_by("order").values_list("data", flat=True))
        called = names.of_people([UUID(line["person"]) for line in lines])
        shown = [{**line, "name": called.get(line["person"], "")} for line in lines]
        return Shown({"season": id, "as_of_position": position, "rows": shown})
