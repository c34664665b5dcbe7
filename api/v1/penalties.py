"""`tournaments/{id}/penalties`: points that make a total worse, and that are lifted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from django.http import Http404
from django.urls import reverse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from uuid6 import uuid7

from api import parsing
from api.base import Reply, WholeList, writes
from api.command_bodies import body_of, command_of
from api.openapi.schema import Page, describes
from api.permissions import ReadOnly, may
from api.steps import Step, Steps, send
from api.v1.home import home_of
from api.v1.standings import Written
from games.kernel import Json
from league import models
from league.access.actions import Action
from league.domain.tournament.results.commands import LiftPenalty, Penalise
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import penalties_seen, penalty_view
from league.repository import streams
from league.repository.streams import TOURNAMENT

WRITTEN_REASON = Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]
NewPenalty = body_of(Penalise, ("id",), "NewPenalty", reason=WRITTEN_REASON)


class Penalty(msgspec.Struct):
    """A penalty.

    id: of the penalty. version: rises with each change. tournament: the id of its tournament. club: the id of its club.
    entry: the id of the entry. lifted: whether it no longer counts. points: make the total worse: taken off, or added
    where the lowest total wins; negative numbers the other way. after_round: it counts in the standings after that
    round and later. reason: for staff only.
    """

    id: UUID
    version: int
    tournament: UUID
    club: UUID
    entry: UUID
    points: Written
    after_round: int
    lifted: bool
    reason: str | UnsetType = UNSET


class TournamentPenalties(WholeList):
    """The penalties of a tournament."""

    parent = models.Tournament
    permission_classes = [ReadOnly | may(Action.PENALTIES)]

    @describes(Page[Penalty])
    def list(self, request: Request, id: UUID) -> Reply:
        """Those that count, for everybody; staff see the lifted ones too."""
        row = self.get_parent(models.Tournament)
        viewer = self.caller(row.club_id).viewer
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            found = penalties_seen(stream.aggregate.state, viewer)
            seen = [penalty_view(penalty, viewer) | home_of(row) for penalty in found]
        return self.page_of(seen)

    @describes(Penalty, body=NewPenalty, status=201)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """Staff take points off an entry, or add them where the lowest total wins; negative points the other way."""
        row = self.get_parent(models.Tournament)
        command = command_of(Penalise, parsing.read(NewPenalty, request.data), id=str(uuid7()))
        state = send(self, row, command).stream.aggregate.state
        answer = penalty_view(state.penalties[command.id], self.caller(row.club_id).viewer)
        return Reply(answer | home_of(row), 201, reverse("api:penalty", args=[command.id]))


class Penalties(Steps):
    """Single penalties."""

    queryset = models.Penalty.objects.select_related("tournament")
    item_field = "penalty"
    answer_type = Penalty
    permission_classes = [ReadOnly]
    steps = (Step("lift", LiftPenalty, "lift_penalty", "Staff lift a penalty, as if it had never been."),)

    @describes(Penalty)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The penalty, for everybody; a lifted one for staff."""
        return self.one(self.get_object())

    def represent(self, rows: Sequence[models.Penalty]) -> Sequence[Json]:
        return list(map(self._now, rows))

    def _now(self, row: models.Penalty) -> Json:
        """The penalty. Raises Http404 for one that the caller does not see."""
        with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
            state: State = stream.aggregate.state
            if state.penalties[str(row.pk)] not in penalties_seen(state, self.caller(row.club_id).viewer):
                raise Http404
            return self.answer(row, state)

    def answer(self, row: models.Penalty, state: State) -> Json:
        shown = penalty_view(state.penalties[str(row.pk)], self.caller(row.club_id).viewer)
        return shown | home_of(row)
