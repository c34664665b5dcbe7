"""`tournaments`: created, changed, closed, reopened, cancelled."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import django_filters
import msgspec
from django.db.models import DateTimeField, Value
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET
from rest_framework.decorators import action
from rest_framework.request import Request

from api import parsing
from api.base import Reply, writes
from api.command_bodies import body_of, decode
from api.openapi.schema import Page, describes
from api.pagination import TimeFilter
from api.permissions import ReadOnly, may
from api.problems import bad_field
from api.steps import Step, Steps
from api.v1.clubs import require_club
from games.kernel import N_, Json, Viewer
from league import models
from league.access import visibility
from league.access.actions import Action
from league.domain.tournament.closing.commands import Cancel, Close, Reopen
from league.domain.tournament.commands import Change, Create
from league.domain.tournament.formats import Format
from league.domain.tournament.settings import (
    Balance,
    FideEdition,
    Hall,
    PointScheme,
    Separation,
    SignUpList,
    StandingsShown,
    TableSize,
    TieBreaks,
    Visibility,
)
from league.domain.tournament.stages.stage import Carry
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.state import TournamentState
from league.domain.tournament.view import view
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import tournaments
from league.services.again import AnotherTournament, open_again

CODE_LENGTH = 10
EARLIEST, LATEST = datetime(1000, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)
"""Where tournaments without a time stand in an order by time."""


class PastSeed(msgspec.Struct):
    """A secret that was revealed before the tournament was reopened.

    seed_hash: shown from the start. seed: the secret itself. up_to_round: the last round drawn from it.
    """

    seed_hash: str
    seed: str
    up_to_round: int


class Border(msgspec.Struct):
    """A place shared by entries of which only some go on: lots decided.

    place: the shared one. on: entries that go on. out: the others.
    """

    place: int
    on: list[UUID]
    out: list[UUID]


class Stage(msgspec.Struct):
    """A stage.

    number: of the stage, from 1. from_round: the number of its first round. top: the number of entries. carry: the part
    of their points that counts in it. entries: those that went on, the best first. border: null unless lots decided who
    went on. format: how its rounds are seated. points: what a place at a table pays. game: its slug. table_size: seats
    at a table. rounds: at most this many; null: no limit.
    """

    number: int
    from_round: int
    top: int
    carry: Carry
    entries: list[UUID]
    border: Border | None
    format: Format
    points: PointScheme
    game: str
    table_size: TableSize
    rounds: int | None


class SettingWarning(msgspec.Struct):
    """A setting that is accepted although it can hardly be intended.

    field: its path in the tournament. code: for programs; it never changes. detail: for people, in the language of the
    request.
    """

    field: str
    code: str
    detail: str


class Tournament(msgspec.Struct):
    """A tournament, with the fields of its settings.

    id: of the tournament. version: rises with each change. club: the id of its club. name: of the tournament. state:
    `running` from the first published round on. game: its slug. game_options: options of the game, by name; `GET
    games/{slug}` has their schema. games_per_round: games that a table plays in each round seated from now on. format:
    how rounds are seated. rounds: at most this many; null: no limit. round: the number of the newest published round; 0
    before the first. table_size: seats at a table. points: what a place at a table pays. tie_breaks: in order.
    clock_seconds: per round; null: no clock. seasons: ids of the seasons in which it counts. starts_at: with its
    offset. apart: who should not meet. hall: the tables in the room. balance: whether meetings, seats, byes and short
    tables are balanced within the `tournament` or across its `season`. fide_tie_breaks: the edition of FIDE's
    tie-breaks that counts. visibility: who may open it: everybody; who has its address; members of the club.
    standings_shown: when readers see results: at once; once a round is closed; those of the last round once the
    tournament is closed. personal_links: tables report only by the links of their entries and by staff. sign_up: the
    page on which people sign up, `/t/<code>/sign-up`; null: there is none. stages: its stages, in order. seed_hash:
    SHA-256 of the secret of its draws. seed: the secret of its draws; null before the close. past_seeds: those revealed
    by closes before the tournament was reopened. entries: their number. warnings: settings that can hardly be intended.
    code: of its page, `/t/<code>`.
    """

    id: UUID
    version: int
    club: UUID
    name: str
    state: TournamentState
    game: str
    game_options: dict[str, Any]
    games_per_round: int
    format: Format
    rounds: int | None
    round: int
    table_size: TableSize
    points: PointScheme
    tie_breaks: TieBreaks
    clock_seconds: int | None
    seasons: list[UUID]
    starts_at: datetime | None
    apart: Separation
    hall: Hall
    balance: Balance
    fide_tie_breaks: FideEdition
    visibility: Visibility
    standings_shown: StandingsShown
    personal_links: bool
    sign_up: SignUpList | None
    stages: list[Stage]
    seed_hash: str
    seed: str | None
    past_seeds: list[PastSeed]
    entries: int
    warnings: list[SettingWarning]
    code: str


class NewTournament(Create, frozen=True, kw_only=True):
    """A tournament to be opened. Everything but `club`, `name` and `game` has a default. club: the id of a club."""


class TournamentFilter(django_filters.FilterSet):
    """Tournaments of a club, in a state, of a game, of a season; by their code; by the time at which they start."""

    club = django_filters.UUIDFilter()
    season = django_filters.UUIDFilter(field_name="seasons")
    code = django_filters.CharFilter(
        field_name="public_code__code",
        lookup_expr="iexact",
        max_length=CODE_LENGTH,
        help_text="Only the tournament with this code, in any case; also one that is shown with the link only.",
    )
    starts_after = TimeFilter(
        field_name="starts_at", lookup_expr="gte", help_text="Only tournaments that start then or later."
    )
    starts_before = TimeFilter(
        field_name="starts_at", lookup_expr="lt", help_text="Only tournaments that start sooner."
    )

    class Meta:
        model = models.Tournament
        fields = ["club", "state", "game", "season"]


def _starts(*, or_else: datetime) -> Coalesce:
    """The time at which a tournament starts, as a column by which pages can be ordered."""
    return Coalesce("starts_at", Value(or_else), output_field=DateTimeField())


def tournament_answer(row: models.Tournament, state: State, viewer: Viewer) -> Json:
    """The answer for a tournament."""
    seasons = [season.id for season in row.seasons.all()]
    return {"id": row.id, **view(state, viewer), "seasons": seasons, "code": row.public_code.code}


class Tournaments(Steps):
    """Tournaments of all clubs."""

    queryset = models.Tournament.objects.select_related("public_code").prefetch_related("seasons")
    permission_classes = [ReadOnly | may(Action.TOURNAMENTS)]
    filterset_class = TournamentFilter
    ordering_fields = ("id", "name", "starts_at")
    ordering_columns = {"starts_at": "dated", "-starts_at": "-newest"}
    list_name = "tournaments"
    answer_type = Tournament
    steps = (
        Step("close", Close, "close_tournament", "Makes the standings final and reveals the draws' secret."),
        Step(
            "reopen",
            Reopen,
            "reopen_tournament",
            "Reopens the tournament. Seasons count it again once it is closed; new draws have a new secret.",
            {"secret": tournaments.new_secret},
        ),
        Step("cancel", Cancel, "cancel_tournament", "Cancels the tournament."),
    )

    @describes(Page[Tournament])
    def list(self, request: Request) -> Reply:
        """Tournaments of all clubs, for everybody; those that are not public are for members of their clubs.

        Ordered by `starts_at`, those without a time come last.
        """
        rows = self.get_queryset().annotate(dated=_starts(or_else=LATEST), newest=_starts(or_else=EARLIEST))
        return self.page(visibility.listed(rows, request.user, code=request.query_params.get("code")))

    @describes(Tournament, body=NewTournament, status=201)
    @writes
    def create(self, request: Request) -> Reply:
        """A director of the club opens a tournament."""
        settings = self._settings(parsing.read(NewTournament, request.data))
        actor = self.caller(UUID(settings.club)).actor
        done = tournaments.create(settings, actor=actor, at=timezone.now())
        row = models.Tournament.objects.get(id=done.stream.id)
        answer = self.answer(row, done.stream.aggregate.state)
        return Reply(answer, 201, reverse("api:tournament", args=[row.id]))

    def _settings(self, asked: NewTournament) -> NewTournament:
        """The settings, with ids as the log writes them. Raises Problem for an unknown club or season."""
        club = parsing.id_of("club", asked.club)
        require_club(self, club)
        seasons = [parsing.id_of(f"seasons.{at}", season) for at, season in enumerate(asked.seasons)]
        known = set(models.Season.objects.filter(club=club, id__in=seasons).values_list("id", flat=True))
        for at, season in enumerate(seasons):
            if season not in known:
                raise bad_field(f"seasons.{at}", "unknown_season", N_("The club has no such season."))
        return msgspec.structs.replace(asked, club=str(club), seasons=tuple(map(str, seasons)))

    @describes(Tournament)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The tournament, for everybody."""
        return self.one(self.get_object())

    @describes(Tournament, body=body_of(Change, name="ChangeTournament", like=Create))
    @writes
    def partial_update(self, request: Request, id: UUID) -> Reply:
        """A director changes settings. Closed rounds stay as decided; game and format are fixed once a round is seated.

        Null removes a limit, a clock, a date or the page for sign-ups. With another `visibility` the tournament may
        have another `code`.
        """
        row = self.get_object()
        command, actor = decode(Change, request.data), self.caller(row.club_id).actor
        done = tournaments.change(id, command, club=row.club_id, actor=actor, at=timezone.now())
        if command.visibility is not UNSET:
            row.public_code.refresh_from_db()
        return self.after(row, done)

    @action(detail=True, methods=["post"], permission_classes=[may(Action.TOURNAMENTS)])
    @describes(Tournament, body=AnotherTournament, status=201)
    @writes
    def again(self, request: Request, id: UUID) -> Reply:
        """A director opens another tournament like this one: with its settings, in its seasons, without its entries.

        An imported plan is not repeated: the rounds of the new tournament are seated by hand.
        """
        row, wanted = self.get_object(), parsing.read(AnotherTournament, request.data)
        done = open_again(row, wanted, actor=self.caller(row.club_id).actor, at=timezone.now())
        opened = models.Tournament.objects.get(id=done.stream.id)
        answer = self.answer(opened, done.stream.aggregate.state)
        return Reply(answer, 201, reverse("api:tournament", args=[opened.id]))

    @describes(None)
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """A director deletes a tournament in which no round was ever seated; its seasons no longer have it.

        It is no longer shown. Its events stay in the club's log. Once a round was seated, it can only be cancelled.
        """
        row = self.get_object()
        tournaments.remove(id, club=row.club_id, actor=self.caller(row.club_id).actor, at=timezone.now())
        return Reply()

    def represent(self, rows: Sequence[models.Tournament]) -> Sequence[Json]:
        read = streams.each(TOURNAMENT, [(row.club_id, row.id) for row in rows])
        return [self.answer(row, stream.aggregate.state) for row, stream in zip(rows, read, strict=True)]

    def answer(self, row: models.Tournament, state: State) -> Json:
        return tournament_answer(row, state, self.caller(row.club_id).viewer)
