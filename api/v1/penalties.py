"""`tournaments/{id}/penalties`: points that make a total worse, and that are lifted."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from django.urls import reverse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from uuid6 import uuid7

from api import parsing
from api.base import Reply, ResourceSet, writes
from api.command_bodies import body_of, command_of
from api.openapi.schema import Page, describes
from api.permissions import ReadOnly, may
from api.steps import Step, Steps, send
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

    id: of the penalty. version: rises with each change. entry: the id of the entry. lifted: whether it no longer
    counts. points: make the total worse: taken off, or added where the lowest total wins; negative numbers the other
    way. after_round: it counts in the standings after that round and later. reason: for staff only.
    """

    id: UUID
    version: int
    entry: UUID
    points: Written
    after_round: int
    lifted: bool
    reason: str | UnsetType = UNSET


class TournamentPenalties(ResourceSet):
    """The penalties of a tournament."""

    parent = models.Tournament
    permission_classes = [ReadOnly | may(Action.PENALTIES)]
    pagination_class = None

    @describes(Page[Penalty])
    def list(self, request: Request, id: UUID) -> Reply:
        """Those that count, for everybody; staff see the lifted ones too. They fit on one page."""
        row = self.get_parent(models.Tournament)
        viewer = self.caller(row.club_id).viewer
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            seen = [penalty_view(penalty, viewer) for penalty in penalties_seen(stream.aggregate.state, viewer)]
        return Reply({"next": None, "previous": None, "results": seen})

    @describes(Penalty, body=NewPenalty, status=201)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """Staff take points off an entry, or add them where the lowest total wins; negative points the other way."""
        row = self.get_parent(models.Tournament)
        command = command_of(Penalise, parsing.read(NewPenalty, request.data), id=str(uuid7()))
        state = send(self, row, command).stream.aggregate.state
        answer = penalty_view(state.penalties[command.id], self.caller(row.club_id).viewer)
        return Reply(answer, 201, reverse("api:penalties", args=[id]))


class Penalties(Steps):
    """Single penalties."""

    queryset = models.Penalty.objects.select_related("tournament")
    item_field = "penalty"
    answer_type = Penalty
    steps = (Step("lift", LiftPenalty, "lift_penalty", "Staff lift a penalty, as if it had never been."),)

    def answer(self, row: models.Penalty, state: State) -> Json:
        return penalty_view(state.penalties[str(row.pk)], self.caller(row.club_id).viewer)
