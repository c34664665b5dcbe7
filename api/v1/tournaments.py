"""`tournaments`: made, shown, closed; their standings and their log."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import django_filters
import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import Reply, Resource, writes
from api.bodies import changes_in
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.problems import bad_field
from games.kernel import N_, Command, Json, Viewer
from league.domain.tournament.closing.commands import Cancel, Close
from league.domain.tournament.commands import Change, Create
from league.domain.tournament.formats import Format
from league.domain.tournament.settings import Balance, Hall, PointScheme, Separation, TableSize, TieBreaks
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import view
from league.domain.values.fields import At, Game, GamesPerRound, Name, Reason, Rounds, Seconds
from league.models import Club, Season, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import execution, tournaments
from league.services.execution import Done


class PastSeedShown(msgspec.Struct):
    """A secret that was revealed before the tournament was reopened; up_to_round: the last that was drawn from it."""

    seed_hash: str
    seed: str
    up_to_round: int


class BorderShown(msgspec.Struct):
    """A place of the standings before a final that some who go on shared with some who don't: drawn by lot."""

    place: int
    on: list[UUID]
    out: list[UUID]


class StageShown(msgspec.Struct):
    """A final or a cut. entries: who went on, the best first; rounds: how many it has at most."""

    number: int
    from_round: int
    top: int
    carry: str
    entries: list[UUID]
    border: BorderShown | None
    format: dict[str, Any]
    points: dict[str, Any]
    game: str
    table_size: dict[str, int]
    rounds: int | None


class TournamentShown(msgspec.Struct):
    """A tournament. seed: the secret of its draws, null before the close; entries: how many.

    stages: its finals and cuts.
    """

    id: UUID
    version: int
    club: UUID
    name: str
    state: str
    game: str
    game_options: dict[str, Any]
    games_per_round: int
    format: dict[str, Any]
    rounds: int | None
    round: int
    table_size: dict[str, int]
    points: dict[str, Any]
    tie_breaks: TieBreaks
    clock_seconds: int | None
    seasons: list[UUID]
    starts_at: datetime | None
    apart: dict[str, str]
    hall: dict[str, Any]
    balance: Balance
    stages: list[StageShown]
    seed_hash: str
    seed: str | None
    past_seeds: list[PastSeedShown]
    entries: int


class NewTournament(Create, frozen=True, kw_only=True):
    """A tournament to be opened; all but club, name and game has defaults."""


class TournamentChange(Body, frozen=True):
    """What shall be other; null takes a limit, a clock or a date away."""

    name: Name | UnsetType = UNSET
    game: Game | UnsetType = UNSET
    game_options: dict[str, Any] | UnsetType = UNSET
    format: Format | UnsetType = UNSET
    rounds: Rounds | UnsetType | None = UNSET
    table_size: TableSize | UnsetType = UNSET
    points: PointScheme | UnsetType = UNSET
    tie_breaks: TieBreaks | UnsetType = UNSET
    clock_seconds: Seconds | UnsetType | None = UNSET
    games_per_round: GamesPerRound | UnsetType = UNSET
    starts_at: At | UnsetType | None = UNSET
    apart: Separation | UnsetType = UNSET
    hall: Hall | UnsetType = UNSET
    balance: Balance | UnsetType = UNSET


class Nothing(Body, frozen=True):
    """A body that says nothing."""


class Why(Body, frozen=True):
    """A reason, for the staff."""

    reason: Reason | None = None


class TournamentFilter(django_filters.FilterSet):
    """Of a club, in a state, of a game, in a season."""

    club = django_filters.UUIDFilter()
    season = django_filters.UUIDFilter(field_name="seasons")

    class Meta:
        model = Tournament
        fields = ["club", "state", "game", "season"]


FILTERS = tuple((name, "Only those of it.") for name in ("club", "state", "game", "season"))


def tournament_shown(row: Tournament, state: State, viewer: Viewer) -> Json:
    """A tournament's body."""
    return {"id": row.id, **view(state, viewer), "seasons": [season.id for season in row.seasons.all()]}


def as_it_stands(row: Tournament, viewer: Viewer) -> Json:
    """A tournament's body, read from the log."""
    with streams.reading(row.club_id, TOURNAMENT, row.id) as stream:
        return tournament_shown(row, stream.aggregate.state, viewer)


def sent(door: Resource, row: Tournament, command: Command) -> Done:
    """Sends a command to a tournament, now, in the caller's name."""
    actor = door.caller(row.club_id).actor
    return execution.execute(TOURNAMENT, row.id, command, club=row.club_id, actor=actor, at=timezone.now())


class Tournaments(Resource):
    """Tournaments of all clubs."""

    @describes(
        Page[TournamentShown],
        query=tuple((name, "Filter.") for name in ("club", "state", "game", "season")),
        public=True,
    )
    def get(self, request: Request) -> Reply:
        """The tournaments; everybody may see them."""

        def shown(found: list[Tournament]) -> list[Json]:
            states = (stream.aggregate.state for stream in streams.each(TOURNAMENT, [(r.club_id, r.id) for r in found]))
            told = zip(found, states, strict=True)
            return [tournament_shown(row, state, self.caller(row.club_id).viewer) for row, state in told]

        rows = Tournament.objects.prefetch_related("seasons")
        return page(self, rows, shown, orderings=("id", "name"), filters=TournamentFilter)

    @describes(TournamentShown, body=NewTournament, status=201)
    @writes
    def post(self, request: Request) -> Reply:
        """The director opens a tournament."""
        asked = parsing.read(NewTournament, request.data)
        club = parsing.id_of("club", asked.club)
        who = self.director(club)
        if not Club.objects.filter(id=club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        seasons = [parsing.id_of(f"seasons.{at}", season) for at, season in enumerate(asked.seasons)]
        known = set(Season.objects.filter(club=club, id__in=seasons).values_list("id", flat=True))
        for at, season in enumerate(seasons):
            if season not in known:
                raise bad_field(f"seasons.{at}", "unknown_season", N_("The club has no such season."))
        settings = msgspec.structs.replace(asked, club=str(club), seasons=tuple(str(season) for season in seasons))
        done = tournaments.create(settings, actor=who.actor, at=timezone.now())
        row = Tournament.objects.get(id=done.stream.id)
        shown = tournament_shown(row, done.stream.aggregate.state, who.viewer)
        return Reply(shown, 201, reverse("api:tournament", args=[row.id]))


class OneTournament(Resource):
    """A tournament."""

    @describes(TournamentShown, public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The tournament; everybody may see it."""
        row = get_object_or_404(Tournament, id=id)
        return Reply(as_it_stands(row, self.caller(row.club_id).viewer))

    @describes(TournamentShown, body=TournamentChange)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """The director sets it anew; what is closed stays as decided, and once a round is seated, game and format."""
        row = get_object_or_404(Tournament, id=id)
        who = self.director(row.club_id)
        asked = changes_in(parsing.read(TournamentChange, request.data))
        done = tournaments.change(id, Change(**asked), club=row.club_id, actor=who.actor, at=timezone.now())
        return Reply(tournament_shown(row, done.stream.aggregate.state, who.viewer))


class CloseTournament(Resource):
    """The end of a tournament."""

    @describes(TournamentShown, body=Nothing)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director closes it: final standings, and the secret of its draws."""
        row = get_object_or_404(Tournament, id=id)
        who = self.director(row.club_id)
        parsing.read(Nothing, request.data)
        done = sent(self, row, Close(timezone.now()))
        return Reply(tournament_shown(row, done.stream.aggregate.state, who.viewer))


class ReopenTournament(Resource):
    """The undoing of a tournament's end."""

    @describes(TournamentShown, body=Why)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director lets it go on; seasons count it again when it is closed again. New draws have a new secret."""
        row = get_object_or_404(Tournament, id=id)
        who = self.director(row.club_id)
        reason = parsing.read(Why, request.data).reason
        done = tournaments.reopen(id, reason, club=row.club_id, actor=who.actor, at=timezone.now())
        return Reply(tournament_shown(row, done.stream.aggregate.state, who.viewer))


class CancelTournament(Resource):
    """The calling-off of a tournament."""

    @describes(TournamentShown, body=Why)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director calls it off."""
        row = get_object_or_404(Tournament, id=id)
        who = self.director(row.club_id)
        done = sent(self, row, Cancel(reason=parsing.read(Why, request.data).reason))
        return Reply(tournament_shown(row, done.stream.aggregate.state, who.viewer))
