"""`rounds`: seated as a draft, published, started, closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import Resource, require_login
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.replies import Reply
from api.v1.tables import DRAFT, SeatShown, TableGameShown, as_seen
from api.v1.tournaments import sent
from api.writing import STALE, writes
from games.kernel import N_, Json, Rejected
from league.domain.seating.plan import GivenTable, Plan
from league.domain.tournament.formats import ByeTerms, RoundPlan
from league.domain.tournament.rounds.commands import Discard
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import round_view
from league.models import Round, Tournament
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.seating import planning
from league.seating.planning import Effort
from league.services import execution
from league.services.execution import Busy, Done

P = TypeVar("P")
PLANS = 4
MOST_STEPS, MOST_TIMES = 10_000_000, 20
"""Of a search that somebody waits for: some 20 seconds, where the usual number of steps takes one."""
Steps = Annotated[int, Meta(ge=1, le=MOST_STEPS)]
CLOSED = "closed"
Planned = Plan | Rejected
"""A seating, or why there is none."""


class NewRound(Body, frozen=True):
    """What is seated. game: another than the tournament's, with its defaults. plan: in place of the service's own.

    steps: of the search for a rotation, at most; more than take some 20 seconds are not made.
    """

    game: str | None = None
    plan: RoundPlan | None = None
    steps: Steps | None = None


class ClockShown(msgspec.Struct):
    """A round's clock: off, running, paused or expired. remaining_seconds: negative in overtime."""

    state: str
    deadline: str | None
    remaining_seconds: float | None
    extended_seconds: int


class RoundTable(msgspec.Struct):
    """A table of a round. games: where it plays several, each of them."""

    id: UUID
    number: int
    label: str | None
    area: str | None
    seats: list[SeatShown]
    result: dict[str, Any] | None
    extra_seconds: int
    games: list[TableGameShown] | UnsetType = UNSET


class RoundShown(msgspec.Struct):
    """A round. stale: a draft that was made before something changed. cost: for staff.

    games: how many a table plays, where it is not one.
    """

    id: UUID
    version: int
    number: int
    state: str
    stale: bool
    attempt: int
    by_hand: bool
    game: str
    clock: ClockShown
    tables: list[RoundTable]
    byes: list[UUID]
    bye_terms: dict[str, ByeTerms]
    cost: dict[str, int] | None
    games: int | UnsetType = UNSET


def rounds_shown(door: Resource, tournament: Tournament, state: State, ids: list[UUID]) -> list[Json]:
    """The bodies of rounds of one tournament, as the caller may see them; without those that are gone."""
    is_staff, called = door.caller(tournament.club_id).is_staff, names.of_entries(tournament.id)
    found = {round.id: round_view(state, round, timezone.now()) for round in state.rounds if UUID(round.id) in ids}
    return [_named(found[str(id)], called, is_staff=is_staff) for id in ids if str(id) in found]


def as_they_stand(door: Resource, tournament: Tournament, ids: list[UUID]) -> list[Json]:
    """As `rounds_shown`, read from the log."""
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.id) as stream:
        return rounds_shown(door, tournament, stream.aggregate.state, ids)


def _named(round: Json, called: dict[str, str], *, is_staff: bool) -> Json:
    tables = [as_seen(table, called, is_staff=is_staff) for table in round["tables"]]
    return {**round, "tables": tables, "cost": round["cost"] if is_staff else None}


def visible_round(door: Resource, id: UUID) -> Round:
    """The round, if it is there for the caller: a draft is the staff's."""
    row = get_object_or_404(Round.objects.select_related("tournament"), id=id)
    if row.state == DRAFT and not door.caller(row.club_id).is_staff:
        raise Http404
    return row


def round_shown(door: Resource, row: Round, done: Done | None = None) -> Json:
    """A round's body: after what was done, or read from the log."""
    if done is None:
        shown = as_they_stand(door, row.tournament, [row.id])
    else:
        shown = rounds_shown(door, row.tournament, done.stream.aggregate.state, [row.id])
    if not shown:
        raise Http404
    return shown[0]


def with_current_plan(make: Callable[[], P], take: Callable[[P | Rejected], HttpResponse]) -> HttpResponse:
    """Answers `take` of a seating that is computed outside of its transaction, since that may take long.

    Where the tournament moved meanwhile, it is computed again. A refusal to plan is passed on: it is an answer too.
    Raises Busy.
    """
    for _ in range(PLANS):
        plan: P | Rejected
        try:
            plan = make()
        except Rejected as refusal:
            plan = refusal
        try:
            return take(plan)
        except Rejected as refused:
            if refused.code != STALE:
                raise
    raise Busy


def effort_of(steps: int | None) -> Effort:
    """How hard is searched where so many steps are asked for; None: as usual."""
    return Effort(steps, MOST_TIMES if steps else None)


def usable(plan: Planned) -> Plan:
    """The plan. Raises the refusal to make one."""
    if isinstance(plan, Rejected):
        raise plan
    return plan


def standing_round(door: Resource, tournament: Tournament) -> Json:
    """The round that is seated already. Raises Rejected STALE where it has been thrown away or closed meanwhile."""
    row = Round.objects.filter(tournament=tournament.pk).exclude(state=CLOSED).first()
    shown = as_they_stand(door, tournament, [row.id]) if row else []
    if not shown:
        raise Rejected(STALE, N_("The round that was seated is not open any more."))
    return shown[0]


class Rounds(Resource):
    """The rounds of a tournament."""

    @describes(Page[RoundShown], public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The rounds, for everybody; a draft is the staff's."""
        tournament = get_object_or_404(Tournament, id=id)
        rows = Round.objects.filter(tournament=id)
        if not self.caller(tournament.club_id).is_staff:
            rows = rows.exclude(state=DRAFT)
        return page(self, rows, lambda found: as_they_stand(self, tournament, [row.id for row in found]))

    @describes(RoundShown, body=NewRound, status=201)
    def post(self, request: Request, id: UUID) -> HttpResponse:
        """Staff seat the next round: a draft. While one stands it is the answer, and nothing happens."""
        tournament = get_object_or_404(Tournament, id=id)
        self.staff(tournament.club_id)
        asked = parsing.read(NewRound, request.data)
        plan = asked.plan
        tables = None if plan is None else [GivenTable(table) for table in plan.tables]
        return with_current_plan(
            lambda: planning.plan_next(
                id,
                club=tournament.club_id,
                given=tables,
                byes=plan.byes if plan else (),
                game=asked.game,
                effort=effort_of(asked.steps),
            ),
            lambda made: self._seat(request, tournament, made),
        )

    @writes
    def _seat(self, request: Request, tournament: Tournament, made: Planned | None) -> Reply:
        if made is None:
            actor, at = self.caller(tournament.club_id).actor, timezone.now()
            execution.unchanged(TOURNAMENT, tournament.pk, club=tournament.club_id, actor=actor, at=at)
            return Reply(standing_round(self, tournament))
        done = sent(self, tournament, planning.new_seat_command(usable(made)))
        row = Round.objects.select_related("tournament").filter(tournament=tournament.pk).latest("number")
        shown = round_shown(self, row, done)
        return Reply(shown, 201, reverse("api:round", args=[row.id])) if done.events else Reply(shown)


class OneRound(Resource):
    """A round."""

    @describes(RoundShown, public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The round, for everybody; a draft is the staff's."""
        return Reply(round_shown(self, visible_round(self, id)))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """Staff throw a draft away."""
        row = staffs_round(self, id)
        sent(self, row.tournament, Discard(str(id)))
        return Reply()


def staffs_round(door: Resource, id: UUID) -> Round:
    """The round, for staff; a draft is hidden from others."""
    require_login(door.request)
    row = visible_round(door, id)
    door.staff(row.club_id)
    return row
