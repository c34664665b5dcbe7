"""`tournaments/{id}/final`: the best of the standings go on alone."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from api.base import Reply, Resource, writes
from api.command_bodies import body_of, decode
from api.openapi.schema import describes
from api.permissions import may
from api.steps import send
from api.v1.tournaments import Tournament, tournament_answer
from league import models
from league.access.actions import Action
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.services import stages


class TournamentFinal(Resource):
    """The final of a tournament, and the next one."""

    queryset = models.Tournament.objects.all()
    permission_classes = [may(Action.FINALS)]

    @describes(Tournament, body=body_of(BeginStage))
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director begins a final or a cut: the best go on alone, with `carry` of their points.

        The standings before it are frozen, and nobody can be entered any more.
        """
        row = self.get_object()
        command, who = decode(BeginStage, request.data), self.caller(row.club_id)
        done = stages.begin(id, command, club=row.club_id, actor=who.actor, at=timezone.now())
        return Reply(tournament_answer(row, done.stream.aggregate.state, who.viewer))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """A director undoes the last final, as long as no round of it is seated."""
        send(self, self.get_object(), UndoStage())
        return Reply()
