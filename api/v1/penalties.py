"""`tournaments/{id}/penalties`: points taken off, and given back."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from uuid6 import uuid7

from api import parsing
from api.base import Reply, Resource, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.v1.standings import Written
from api.v1.tournaments import Nothing, sent
from league.domain.tournament.results.commands import LiftPenalty as Lift
from league.domain.tournament.results.commands import Penalise
from league.domain.tournament.view import penalties_seen, penalty_view
from league.domain.values.numbers import Number
from league.models import Penalty, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT


class NewPenalty(Body, frozen=True):
    """Points off an entry (negative: given), from the standings after that round on; else after the last closed one."""

    entry: UUID
    points: Number
    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]
    after_round: Annotated[int, Meta(ge=0, le=100)] | None = None


class PenaltyShown(msgspec.Struct):
    """A penalty; its reason is there for staff."""

    id: UUID
    version: int
    entry: UUID
    points: Written
    after_round: int
    lifted: bool
    reason: str | UnsetType = UNSET


class Penalties(Resource):
    """The penalties of a tournament."""

    @describes(Page[PenaltyShown], public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """Those that count; staff see the lifted ones too. They fit on one page."""
        row = get_object_or_404(Tournament, id=id)
        viewer = self.caller(row.club_id).viewer
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            seen = penalties_seen(stream.aggregate.state, viewer)
            shown = [penalty_view(penalty, viewer) for penalty in seen]
        return Reply({"next": None, "previous": None, "results": shown})

    @describes(PenaltyShown, body=NewPenalty, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff take points off an entry, or give it some."""
        row = get_object_or_404(Tournament, id=id)
        who = self.staff(row.club_id)
        asked = parsing.read(NewPenalty, request.data)
        command = Penalise(str(uuid7()), str(asked.entry), asked.points, asked.reason, asked.after_round)
        state = sent(self, row, command).stream.aggregate.state
        made = penalty_view(state.penalties[command.id], who.viewer)
        return Reply(made, 201, reverse("api:penalties", args=[id]))


class LiftPenalty(Resource):
    """The lifting of a penalty."""

    @describes(PenaltyShown, body=Nothing)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Staff lift it: as if it had never been."""
        row = get_object_or_404(Penalty.objects.select_related("tournament"), id=id)
        who = self.staff(row.club_id)
        parsing.read(Nothing, request.data)
        state = sent(self, row.tournament, Lift(str(id))).stream.aggregate.state
        return Reply(penalty_view(state.penalties[str(id)], who.viewer))
