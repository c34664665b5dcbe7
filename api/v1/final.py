"""`tournaments/{id}/final`: the best of the standings go on alone."""

from __future__ import annotations

from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from django.utils import timezone
from rest_framework.request import Request

from api import parsing
from api.base import Reply, Resource, writes
from api.openapi.schema import describes
from api.parsing import Body
from api.v1.tournaments import TournamentShown, sent, tournament_shown
from league.domain.tournament.formats import Areas, Format
from league.domain.tournament.settings import PointScheme, TableSize
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.domain.tournament.stages.stage import Carry, Top
from league.domain.values.fields import Game, Rounds
from league.models import Tournament
from league.services import stages


class Final(Body, frozen=True):
    """A final, or a cut: who goes on, with how much of their points, and by which rules."""

    top: Top
    carry: Carry
    format: Format = Areas()
    points: PointScheme | None = None
    game: Game | None = None
    table_size: TableSize | None = None
    rounds: Rounds | None = None


class TournamentFinal(Resource):
    """The final of a tournament, and the next one."""

    @describes(TournamentShown, body=Final)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director lets the best go on alone; the standings before are frozen, and nobody is entered any more."""
        row = get_object_or_404(Tournament, id=id)
        who = self.director(row.club_id)
        asked = BeginStage(**msgspec.structs.asdict(parsing.read(Final, request.data)))
        done = stages.begin(id, asked, club=row.club_id, actor=who.actor, at=timezone.now())
        return Reply(tournament_shown(row, done.stream.aggregate.state, who.viewer))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """The director undoes the last final, as long as no round of it is seated."""
        row = get_object_or_404(Tournament, id=id)
        self.director(row.club_id)
        sent(self, row, UndoStage())
        return Reply()
