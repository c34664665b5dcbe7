"""`tables`: a table, the reports of its result, and friendly games outside of tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from msgspec import Meta
from rest_framework.decorators import action
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource, ResourceSet
from api.openapi.schema import describes
from api.parsing import Body, Empty
from api.permissions import ExistsForMembers, IsAtTable, IsMember, IsStaff, ReadOnly
from api.problems import bad_field
from api.replies import Reply
from api.v1.results import Correction, Dispute, Results, Ruling, is_result, report_of, reports_of
from api.v1.table_answers import Table, table_after, table_answer
from api.writing import writes
from games.kernel import N_, Json, Rejected
from league import models
from league.repository.streams import FIRST
from league.services import friendly_games, results
from league.services.execution import Done

DRAFT = "draft"
GAME_QUERY = (("game", "Which game at the table, where its round has several; from 1."),)


class NewTable(Body, frozen=True):
    """A friendly game.

    game: the slug of a game. players: user ids of members of the club, in seating order. options: of the game, by name.
    """

    game: str
    players: Annotated[list[UUID], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = {}


class TableResource(Resource):
    """A resource of a table. A draft's table exists for the staff only, a friendly game for members of the club."""

    queryset = models.Table.objects.select_related("round")

    def check_object_permissions(self, request: Request, obj: Any) -> None:
        if obj.round is None:
            self._require_member(request, obj)
        elif obj.round.state == DRAFT and not self.caller(obj.club_id).is_staff:
            raise Http404
        super().check_object_permissions(request, obj)

    def _require_member(self, request: Request, table: models.Table) -> None:
        member = ExistsForMembers()
        if not (member.has_permission(request, self) and member.has_object_permission(request, self, table)):
            self.permission_denied(request)

    def game_asked(self, table: models.Table) -> int | None:
        """The number of the game that the query names, if any. Raises Http404 where there is no such game."""
        game = parsing.whole_parameter(self.request, "game", None, 1)
        if game is not None and game > games_at(table):
            raise Http404
        return game

    def one_game(self, table: models.Table) -> int:
        """The number of the game that a request is about. Raises Rejected where it could be several."""
        game = self.game_asked(table)
        if game is None and games_at(table) > 1:
            template = N_("{games} games are played at this table: ?game= says which one is meant.")
            raise Rejected("which_game", template, {"games": games_at(table)}, "game")
        return game or FIRST


def games_at(table: models.Table) -> int:
    """How many games are played at a table."""
    return 1 if table.round is None else table.round.games


class Tables(TableResource, ResourceSet):
    """Single tables."""

    permission_classes = [ReadOnly]

    @describes(Table, query=GAME_QUERY)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The table and its game, as the caller may see it."""
        return self.one(self.get_object())

    @action(detail=True, methods=["put"], permission_classes=[IsAtTable])
    @describes(Table, body=Results, query=GAME_QUERY)
    @writes
    def result(self, request: Request, id: UUID) -> Reply:
        """Reports the result. An equal report by somebody else confirms it, a different one disputes it."""
        table, body = self.get_object(), parsing.read(Results, request.data)
        who, at, several = self.caller(table.club_id), timezone.now(), reports_of(body, table)
        if several is None:
            report, game = report_of(body, table), self.one_game(table)
            done = results.report(table, report, actor=who.actor, at=at, game=game, by_staff=who.is_staff)
        elif self.game_asked(table) is not None:
            raise bad_field("games", "one_of", N_("?game= names one game: its result is told alone."))
        else:
            done = results.report_all(table, several, actor=who.actor, at=at, by_staff=who.is_staff)
        return self._after(table, done)

    @action(detail=True, methods=["post"], permission_classes=[IsAtTable])
    @describes(Table, body=Empty, query=GAME_QUERY)
    @writes
    def confirm(self, request: Request, id: UUID) -> Reply:
        """Confirms the result as it was reported."""
        table = self.get_object()
        parsing.read(Empty, request.data)
        who, game, at = self.caller(table.club_id), self.one_game(table), timezone.now()
        return self._after(table, results.confirm(table, by_staff=who.is_staff, actor=who.actor, at=at, game=game))

    @action(detail=True, methods=["post"], permission_classes=[IsAtTable])
    @describes(Table, body=Dispute, query=GAME_QUERY)
    @writes
    def dispute(self, request: Request, id: UUID) -> Reply:
        """Disputes the result with another one. The round can't be closed before staff have ruled."""
        table, body = self.get_object(), parsing.read(Dispute, request.data)
        who, report, game = self.caller(table.club_id), report_of(body, table), self.one_game(table)
        actor, at = who.actor, timezone.now()
        done = results.dispute(table, report, body.note, actor=actor, at=at, game=game, by_staff=who.is_staff)
        return self._after(table, done)

    @action(detail=True, methods=["post"], permission_classes=[IsStaff])
    @describes(Table, body=Ruling, query=GAME_QUERY)
    @writes
    def rule(self, request: Request, id: UUID) -> Reply:
        """Staff settle a dispute: they uphold the result, or give another one."""
        table, body = self.get_object(), parsing.read(Ruling, request.data)
        if body.uphold == is_result(body):
            raise bad_field("uphold", "one_of", N_("Either the result is upheld, or another one is given."))
        report, game = None if body.uphold else report_of(body, table), self.one_game(table)
        actor, at = self.caller(table.club_id).actor, timezone.now()
        return self._after(table, results.rule(table, report, body.reason, actor=actor, at=at, game=game))

    @action(detail=True, methods=["post"], permission_classes=[IsStaff])
    @describes(Table, body=Correction, query=GAME_QUERY)
    @writes
    def correct(self, request: Request, id: UUID) -> Reply:
        """Staff correct the result, also after the close of the round and of the tournament."""
        table, body = self.get_object(), parsing.read(Correction, request.data)
        if is_result(body) + body.withdraw + (body.at is not None or body.command is not None) != 1:
            raise bad_field("reason", "one_of", N_("Either a result, or an amend of the game, or a withdrawal."))
        if (body.at is None) != (body.command is None):
            raise bad_field("command", "required", N_("An amend says at which event, and the command for it."))
        return self._after(table, _corrected(table, body, self.caller(table.club_id).actor, self.one_game(table)))

    def represent(self, rows: Sequence[models.Table]) -> Sequence[Json]:
        return [table_answer(row, self.caller(row.club_id), self.game_asked(row)) for row in rows]

    def _after(self, table: models.Table, done: Done) -> Reply:
        """The table after a command."""
        return Reply(table_after(table, self.caller(table.club_id), done, self.game_asked(table)))


def _corrected(table: models.Table, body: Correction, actor: str, game: int) -> Done:
    at = timezone.now()
    if body.withdraw:
        return results.take_back(table, body.reason, actor=actor, at=at, game=game)
    if body.at is None or body.command is None:
        return results.correct(table, report_of(body, table), body.reason, actor=actor, at=at, game=game)
    return results.amend(table, body.at, body.command, body.reason, actor=actor, at=at, game=game)


class FriendlyTables(Resource):
    """Games outside of tournaments."""

    queryset = models.Club.objects.all()
    permission_classes = [IsMember]
    dry_run = DryRun.NONE

    @describes(Table, body=NewTable, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A member opens a game for members, who play it with their own tokens."""
        self.get_object()
        who, asked = self.caller(id), parsing.read(NewTable, request.data)
        known = set(models.Membership.objects.filter(club=id, user__in=asked.players).values_list("user", flat=True))
        for at, player in enumerate(asked.players):
            if player not in known:
                raise bad_field(f"players.{at}", "unknown_player", N_("That is no member of the club."))
        players = [str(player) for player in asked.players]
        done = friendly_games.open_friendly(
            asked.game, players, asked.options, club=id, actor=who.actor, at=timezone.now()
        )
        table = models.Table.objects.get(id=done.stream.id)
        return Reply(table_answer(table, who), 201, reverse("api:table", args=[table.id]))
