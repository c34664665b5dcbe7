"""`rounds`: their answers, the list of a tournament's rounds, and the seating of the next one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import READING, Reply, Resource, ResourceSet, ends_in_writes, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import ReadOnly, may
from api.problems import Problem
from api.query import Query
from api.v1.home import home_of
from api.v1.table_parts import Clock, TableResult
from api.v1.tables import DRAFT, Seat, TableGame, as_seen
from games.kernel import N_, Json
from league import models
from league.access.actions import Action
from league.domain.seating.plan import GivenTable
from league.domain.tournament.formats import Bye, ByeTerms, RoundPlan
from league.domain.tournament.rounds.state import Round as PlayedRound
from league.domain.tournament.rounds.state import RoundState
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import round_view
from league.domain.values.faults import BadFields, Fault
from league.domain.values.fields import Id
from league.domain.values.numbers import Number
from league.log.time import steady
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating.planning import Effort
from league.services import rounds
from league.services.rounds import Write

MOST_STEPS, MOST_TIMES = 10_000_000, 20
"""Of a search that somebody waits for: some 20 seconds, where the usual number of steps takes one."""
SearchSteps = Annotated[int, Meta(ge=1, le=MOST_STEPS)]


class RequestedBye(Body, frozen=True):
    """A bye that an entry asks for. entry: its id. points: what the bye is worth."""

    entry: Id
    points: Number


class NewRound(Body, frozen=True):
    """The next round. game: another than the tournament's, with its defaults. plan: tables in place of drawn ones.

    byes: entries that ask to sit this round out; the format seats the rest. A plan names its own. Such a bye does not
    count as one that the pairing gave. It is worth the points given with it; without, it is worth 0 with points for a
    win, a draw and a loss, and otherwise what a bye is worth. It can't be asked for in a knockout.
    steps: the most steps of the search for a rotation; a search of more than some 20 seconds is cut short.
    """

    game: str | None = None
    plan: RoundPlan | None = None
    steps: SearchSteps | None = None
    byes: Annotated[tuple[Id | RequestedBye, ...], Meta(max_length=2000)] = ()


NO_ROUND = N_("No round of this tournament is published yet.")


class RoundsQuery(Query, frozen=True):
    """How much of rounds.

    tables: false leaves the list of tables empty.
    """

    tables: bool = True


class RoundTable(msgspec.Struct):
    """A table of a round.

    id: of the table. number: in the round. seats: in their order. label: what stands on the table; null without a
    label. area: its letter; null without areas. result: null before it, and as long as the tournament hides it from the
    caller. extra_seconds: added to the clock of this table alone. games: each of them, where several are played at a
    table.
    """

    id: UUID
    number: int
    label: str | None
    area: str | None
    seats: list[Seat]
    result: TableResult | None
    extra_seconds: int
    games: list[TableGame] | UnsetType = UNSET


class CorrectedSeat(msgspec.Struct):
    """An entry in a round of a knockout, and the one that belongs in its place since an earlier result was corrected.

    replace, by: null if there is nobody. table: that of `replace`; null with a bye. played: whether it has a result,
    which remains valid; otherwise a repair with `replace` and `by` puts the right one in.
    """

    replace: UUID | None
    by: UUID | None
    table: UUID | None
    played: bool


class LevelTable(msgspec.Struct):
    """A table of a knockout at which more entries did equally well than can go on.

    table: its id. on: the entries that go on. out: the entries that do not. decided_by: the director, the seeding, a
    play-off, or a lot. lot: the label of that lot; with the revealed secret it gives the seed of the draw.
    """

    table: UUID
    on: list[UUID]
    out: list[UUID]
    decided_by: Literal["director", "seed", "play_off", "lot"]
    lot: str | UnsetType = UNSET


class Round(msgspec.Struct):
    """A round.

    id: of the round. version: rises with each change. tournament: the id of its tournament. club: the id of its club.
    number: in the tournament, from 1. state: a `draft` is for staff only. clock: of all its tables. stale: a draft made
    before something that it depends on changed, or an open round of a knockout with somebody in another's place by now.
    attempt: how often the round was drawn. by_hand: the director chose or changed the seating. game: its slug. tables:
    by number; empty with `tables=false`. byes: entries that sit out. bye_terms: by entry, of byes that count
    differently. cost: for staff only. games: the number of games at each table, if not one. corrected, level: left out
    if empty.
    """

    id: UUID
    version: int
    tournament: UUID
    club: UUID
    number: int
    state: RoundState
    stale: bool
    attempt: int
    by_hand: bool
    game: str
    clock: Clock
    tables: list[RoundTable]
    byes: list[UUID]
    bye_terms: dict[str, ByeTerms]
    cost: dict[str, int] | None
    games: int | UnsetType = UNSET
    corrected: list[CorrectedSeat] | UnsetType = UNSET
    level: list[LevelTable] | UnsetType = UNSET


def round_answers(resource: Resource, tournament: models.Tournament, state: State, ids: Sequence[UUID]) -> list[Json]:
    """The answers for rounds of one tournament, as the caller may see them; rounds that are gone are left out."""
    who = resource.caller(tournament.club_id)
    called = names.of_entries(tournament.id, who.audience)
    now, known = steady(timezone.now()), (*state.rounds, *state.cancelled)
    found = {round.id: round_view(state, round, now, who.reader) for round in known if UUID(round.id) in ids}
    home = home_of(tournament)
    answers = [_answer(found[str(id)], called, is_staff=who.is_staff) | home for id in ids if str(id) in found]
    has_tables = resource.request.method not in READING or resource.asked(RoundsQuery).tables
    return answers if has_tables else [{**answer, "tables": []} for answer in answers]


def current_round(state: State) -> PlayedRound | None:
    """The newest round that is published, running or closed."""
    return next((round for round in reversed(state.rounds) if round.state != DRAFT), None)


def _answer(round: Json, called: dict[str, str], *, is_staff: bool) -> Json:
    tables = [as_seen(table, called, is_staff=is_staff) for table in round["tables"]]
    return {**round, "tables": tables, "cost": round["cost"] if is_staff else None}


def _requested(bye: str | RequestedBye) -> Bye:
    return Bye(bye) if isinstance(bye, str) else Bye(bye.entry, bye.points)


def effort_of(steps: int | None) -> Effort:
    """The effort of a search with at most so many steps; None: the usual one."""
    return Effort(steps, MOST_TIMES if steps else None)


class HidesDrafts(Resource):
    """A resource of a round: to everybody but the staff, a draft does not exist."""

    queryset = models.Round.objects.select_related("tournament")

    def check_object_permissions(self, request: Request, obj: Any) -> None:
        if obj.state == DRAFT and not self.caller(obj.club_id).is_staff:
            raise Http404
        super().check_object_permissions(request, obj)


class TournamentRounds(ResourceSet):
    """The rounds of a tournament."""

    parent = models.Tournament
    queryset = models.Round.objects.select_related("tournament")
    permission_classes = [ReadOnly | may(Action.SEATING)]

    @describes(Page[Round], query=RoundsQuery)
    def list(self, request: Request, id: UUID) -> Reply:
        """The rounds, for everybody; drafts are for staff."""
        tournament, rows = self.get_parent(models.Tournament), self.get_queryset().filter(tournament=id)
        return self.page(rows if self.caller(tournament.club_id).is_staff else rows.exclude(state=DRAFT))

    @describes(Round, body=NewRound, status=201, or_found=True)
    @ends_in_writes
    def create(self, request: Request, id: UUID) -> HttpResponse:
        """A director seats the next round as a draft. A draft that stands already is the answer; nothing changes."""
        tournament = self.get_parent(models.Tournament)
        asked = parsing.read(NewRound, request.data)
        if asked.plan and asked.byes:
            raise BadFields([Fault("byes", "invalid", N_("A plan names its own byes."))])
        return rounds.seat_next(
            tournament,
            actor=self.caller(tournament.club_id).actor,
            within=lambda write: self._seat(request, tournament, write),
            given=None if asked.plan is None else [GivenTable(table) for table in asked.plan.tables],
            byes=asked.plan.byes if asked.plan else [_requested(bye) for bye in asked.byes],
            game=asked.game,
            effort=effort_of(asked.steps),
        )

    @writes
    def _seat(self, request: Request, tournament: models.Tournament, write: Write) -> Reply:
        done = write()
        state: State = done.stream.aggregate.state
        (answer,) = round_answers(self, tournament, state, [UUID(state.rounds[-1].id)])
        return Reply(answer, 201, reverse("api:round", args=[answer["id"]])) if done.events else Reply(answer)

    def represent(self, rows: Sequence[models.Round]) -> Sequence[Json]:
        if not rows:
            return []
        tournament = rows[0].tournament
        with streams.reading(tournament.club_id, TOURNAMENT, tournament.id) as stream:
            return round_answers(self, tournament, stream.aggregate.state, [row.id for row in rows])


class CurrentRound(Resource):
    """The current round of a tournament."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly]

    @describes(Round, query=RoundsQuery)
    def get(self, request: Request, id: UUID) -> Reply:
        """The newest round that is published, running or closed, for everybody; 404 `no_round` before the first."""
        row = self.get_object()
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            state: State = stream.aggregate.state
            round = current_round(state)
            if round is None:
                raise Problem(404, "no_round", NO_ROUND)
            (answer,) = round_answers(self, row, state, [UUID(round.id)])
            return Reply(answer)
