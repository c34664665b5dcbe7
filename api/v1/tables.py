"""`tables`: the answer for a table, which tables exist for the caller, and friendly games outside of tournaments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.parsing import Body
from api.permissions import ExistsForMembers, may
from api.problems import bad_field
from api.query import Query
from api.v1.home import home_of
from api.v1.table_parts import Clock, GameOutcome, PendingCommand, TableResult, TableState
from games.kernel import N_, Json, Rejected
from league import models
from league.access.actions import Action
from league.access.links import Holder
from league.access.roles import Caller
from league.domain.tournament.desk.state import latest_call
from league.domain.tournament.require import table_of
from league.domain.tournament.rounds.state import Table as SeatedTable
from league.domain.tournament.shown import hidden_from
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import call_view, table_view
from league.domain.values.fields import GameNumber
from league.log.time import steady
from league.models import LinkKind
from league.queries import names
from league.repository import streams
from league.repository.streams import FIRST, GAME, TOURNAMENT, Stream, stream_of
from league.services import friendly_games, policies, preconditions
from league.services.execution import Done

DRAFT, PLAYING, REPORTED = "draft", "playing", "reported"
NO_GAME: Json = {"game_version": 0, "view": None, "pending": [], "outcome": None}
"""The fields of a game that has not begun."""
Reading = Callable[[UUID, str, UUID], AbstractContextManager[Stream]]
"""Opens the stream of a club, by its kind and its id."""
NO_CLAIM: Json = {
    "awards": None,
    "absent": [],
    "left": [],
    "stand_in": {},
    "points": {},
    "state": REPORTED,
    "source": "game",
    **dict.fromkeys(("by", "as_entry", "confirmed_by", "confirmed_as")),
    "disputes": [],
}
"""The fields of a friendly game's result that only a tournament fills."""


class GameQuery(Query, frozen=True):
    """Which game at a table.

    game: its number, where the round has several games at each table.
    """

    game: GameNumber | None = None


class NewTable(Body, frozen=True):
    """A friendly game.

    game: the slug of a game. players: user ids of members of the club, in seating order. options: of the game, by name.
    """

    game: str
    players: Annotated[list[UUID], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = {}


class Seat(msgspec.Struct):
    """A seat.

    seat: its number, from 1. player: the id in the game's commands. entry: its id; null outside of a tournament. name:
    of the entry, or of the user in a friendly game. dropped: true in an open round if the entry has left the
    tournament.
    """

    seat: int
    player: UUID
    entry: UUID | None
    name: str
    dropped: bool | UnsetType = UNSET


class TableGame(msgspec.Struct):
    """One of several games at a table.

    game: its number, from 1. state: `waiting` before the round starts, `playing` before its result, then the state of
    that. result: null before it, and as long as the tournament hides it from the caller.
    """

    game: int
    state: TableState
    result: TableResult | None


class Call(msgspec.Struct):
    """A call for the director, from a table or from an entry.

    id: of the call. version: rises with each change. tournament: the id of its tournament. club: the id of its club.
    table: the id of the table; null if an entry calls. entry: the id of the entry; null if a table calls. note: what it
    is about. state: `answered` once the director has come. at: when it was sent. answered_at: when the director came.
    by: who sent it, for staff only. as_entry: the entry that used the table's link, for staff only. answered_by: who
    came, for staff only.
    """

    id: UUID
    version: int
    tournament: UUID
    club: UUID
    table: UUID | None
    entry: UUID | None
    note: str | None
    state: Literal["open", "answered"]
    at: datetime
    answered_at: datetime | None
    by: str | UnsetType = UNSET
    as_entry: UUID | UnsetType | None = UNSET
    answered_by: str | UnsetType | None = UNSET


class Table(msgspec.Struct):
    """A table.

    id: of the table. version: rises with each change. tournament: the id of its tournament; null for a friendly game.
    club: the id of its club. round: the id of its round; null for a friendly game. number: in its round. label: what
    stands on the table; null without a label. area: its letter; null without areas. game: its slug. state: `waiting`
    before the round starts, `playing` before a result, then the state of that. seats: in their order. clock: null for a
    friendly game. game_version: the number of events in the game's log; 0 before the start. view: the game as the
    caller may see it, in a form that depends on the game; null before the start. pending: commands that the game waits
    for. outcome: of the game so far; null before the start. result: null before it. game_number: the game of which
    `game_version`, `view`, `pending` and `outcome` are, where several are played. games: each of them, where several
    are played at the table. call: the table's last call for the director, for staff and for the links of the table and
    of its entries; it does not change the version, which is that of the play.

    As long as the tournament hides the result from the caller, view, outcome and result are null and nothing is
    pending.

    Where several games are played at the table, state, clock and result are with `?game=` those of that game; without
    it, those of all games together: there is a result once each game has one.
    """

    id: UUID
    version: int
    tournament: UUID | None
    club: UUID
    round: UUID | None
    number: int
    label: str | None
    area: str | None
    game: str
    state: TableState
    seats: list[Seat]
    clock: Clock | None
    game_version: int
    view: dict[str, Any] | None
    pending: list[PendingCommand]
    outcome: GameOutcome | None
    result: TableResult | None
    game_number: int | UnsetType = UNSET
    games: list[TableGame] | UnsetType = UNSET
    call: Call | UnsetType | None = UNSET


def table_answer(table: models.Table, who: Caller, game: int | None = None) -> Json:
    """The answer for a table. game: for one of its games alone."""
    told = game_answer(table, who, game or FIRST)
    if table.round is None:
        return {**friendly_answer(table, told), **told}
    with streams.reading(table.club_id, TOURNAMENT, table.round.tournament_id) as stream:
        return _whole(stream.aggregate.state, table, who, game, told)


def table_after(table: models.Table, who: Caller, done: Done, game: int | None = None) -> Json:
    """The answer for a table after a command to its tournament. game: for one of its games alone."""
    stream = done.touched.get(stream_of(table.id, game or FIRST))
    told = game_answer(table, who, game or FIRST) if stream is None else _game_in(stream, who)
    return _whole(done.stream.aggregate.state, table, who, game, told)


def _whole(state: Tournament, table: models.Table, who: Caller, game: int | None, told: Json) -> Json:
    """The tournament's fields and the game's; the version rises with either. Of a hidden game there is nothing."""
    shown = tournament_answer(state, table, who, game, steady(timezone.now()))
    if str(table.pk) in hidden_from(state, who.reader).tables:
        told = NO_GAME
    return {**shown, **told, "version": shown["version"] + told["game_version"]}


def game_answer(table: models.Table, who: Caller, game: int, read: Reading = streams.reading) -> Json:
    """The fields that the game's stream says; before the start of the round there is none."""
    try:
        with read(table.club_id, GAME, stream_of(table.id, game)) as stream:
            return _game_in(stream, who)
    except streams.NoSuchStream:
        return NO_GAME


def _game_in(stream: Stream, who: Caller) -> Json:
    match = stream.match
    return {
        "game_version": match.version,
        "view": match.view(who.viewer_at(match.state.players)),
        "pending": match.pending(),
        "outcome": match.outcome(),
    }


def friendly_answer(table: models.Table, game: Json, read: Reading = streams.reading) -> Json:
    """The fields of a friendly game that are not those of its log. Raises NoSuchStream."""
    with read(table.club_id, GAME, table.id) as stream:
        players, outcome, at = stream.aggregate.state.players, policies.result_of(stream), stream.recorded_at
    called = names.of_users(players)
    result = outcome and {**NO_CLAIM, **outcome, "at": at}
    return {
        "id": table.id,
        "version": game["game_version"],
        **home_of(table),
        "round": None,
        "number": table.number,
        "label": None,
        "area": None,
        "game": table.game,
        "state": REPORTED if result else PLAYING,
        "seats": [
            {"seat": seat, "player": player, "entry": None, "name": called.get(player, "")}
            for seat, player in enumerate(players, 1)
        ],
        "clock": None,
        "result": result,
    }


def tournament_answer(state: Tournament, table: models.Table, who: Caller, game: int | None, at: datetime) -> Json:
    """The fields of a table that the tournament's stream says. at: the time for its clock."""
    seated, round = table_of(state, str(table.id))
    shown = table_view(state, seated, round, at, who.reader, game)
    is_here = who.stands_for(LinkKind.TABLE, table.id) or who.player in seated.seats
    audience = who.audience.knowing(seated.seats) if is_here else who.audience
    called = names.of_state(table.club_id, table.round.tournament_id, state, audience) if table.round else {}
    seen, home = as_seen(shown, called, is_staff=who.is_staff), home_of(table)
    return seen | home | _call(state, seated, who, home)


def _call(state: Tournament, table: SeatedTable, who: Caller, home: Json) -> Json:
    """The last call of a table, for those who may see it."""
    if not (who.is_staff or who.stands_for(LinkKind.TABLE, UUID(table.id)) or who.player in table.seats):
        return {}
    call = latest_call(state.calls, table.id)
    return {"call": None if call is None else call_view(call, who.viewer) | home}


def as_seen(table: Json, called: Mapping[str, str], *, is_staff: bool) -> Json:
    """A table of a tournament with the names of its entries. Only staff see which person reported or disputed."""
    seats = [{**seat, "player": seat["entry"], "name": called.get(seat["entry"], "")} for seat in table["seats"]]
    shown = {**table, "seats": seats}
    if not is_staff:
        shown["result"] = _nameless(table["result"])
        if "games" in table:
            shown["games"] = [{**game, "result": _nameless(game["result"])} for game in table["games"]]
    return shown


def _nameless(result: Json | None) -> Json | None:
    if result is None:
        return None
    disputes = [{**dispute, "by": None, "as_entry": None, "note": None} for dispute in result["disputes"]]
    nobody = dict.fromkeys(("by", "as_entry", "confirmed_by", "confirmed_as"))
    shown = {**result, **nobody, "disputes": disputes}
    if "games" in result:
        shown["games"] = [_nameless(game) for game in result["games"]]
    return shown


class TableResource(Resource):
    """A resource of a table. A draft's table exists for the staff only, a friendly game for members of the club."""

    queryset = models.Table.objects.select_related("round__tournament")

    def get_object(self) -> models.Table:
        """As in DRF; the row that came with the table's own link is not read again."""
        holder = self.request.auth
        if not isinstance(holder, Holder) or holder.table is None or holder.id != self.kwargs[self.lookup_field]:
            found: models.Table = super().get_object()
            return found
        self.check_object_permissions(self.request, holder.table)
        return holder.table

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

    def newest_version(self) -> int:
        """The version of the table as its GET shows it, with the game's."""
        table = self.get_object()
        return preconditions.version_of(table, self.game_asked(table) or FIRST)

    def game_asked(self, table: models.Table) -> int | None:
        """The number of the game that the query names, if any. Raises Http404 where there is no such game."""
        game = self.asked(GameQuery).game
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


class FriendlyTables(Resource):
    """Games outside of tournaments."""

    queryset = models.Club.objects.all()
    permission_classes = [may(Action.FRIENDLY_GAMES)]
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
