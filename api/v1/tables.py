"""`tables`: a table as it stands, the commands of its game, and friendly games outside of tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource
from api.openapi.schema import describes
from api.parsing import Body
from api.problems import bad_field
from api.replies import Reply
from api.writing import writes
from games import Match
from games.kernel import N_, Json, Rejected
from league.access.roles import Caller, Forbidden
from league.domain.tournament.require import table_of
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import table_view
from league.models import Club, Membership, Round, Table
from league.queries import names
from league.repository import streams
from league.repository.game_streams import FIRST, stream_of
from league.repository.streams import GAME, TOURNAMENT, Stream
from league.services import friendly_games, policies

DRAFT, WAITING, PLAYING, REPORTED = "draft", "waiting", "playing", "reported"
GAME_QUERY = (("game", "Which game at the table, where its round has several; from 1."),)


class NewTable(Body, frozen=True):
    """A friendly game. players: user ids of members of the club, in seating order."""

    game: str
    players: Annotated[list[UUID], Meta(min_length=1, max_length=12)]
    options: dict[str, Any] = {}


class SeatShown(msgspec.Struct):
    """A seat. player: the id in the game's commands; entry: null outside of a tournament."""

    seat: int
    player: str
    entry: str | None
    name: str


class TableGameShown(msgspec.Struct):
    """One of several games at a table."""

    game: int
    state: str
    result: dict[str, Any] | None


class TableShown(msgspec.Struct):
    """A table. round: null for a friendly game. view: of its game, as the caller may see it; null before the start.

    In a round of several games a table: games: each of them; game_number: the one whose game_version, view, pending and
    outcome these are. `?game=` asks for one alone, with its state, clock and result; else state and result are those of
    all games together, and the result is there when each has one.
    """

    id: UUID
    version: int
    round: UUID | None
    number: int
    label: str | None
    area: str | None
    game: str
    state: str
    seats: list[SeatShown]
    clock: dict[str, Any] | None
    game_version: int
    view: dict[str, Any] | None
    pending: list[dict[str, Any]]
    outcome: dict[str, Any] | None
    result: dict[str, Any] | None
    game_number: int | UnsetType = UNSET
    games: list[TableGameShown] | UnsetType = UNSET


def game_asked(door: Resource, table: Table) -> int | None:
    """Which game at the table the query asks for; None where it names none. Raises Http404 where there is none such."""
    game = parsing.whole_parameter(door.request, "game", None, 1)
    if game is not None and game > games_at(table):
        raise Http404
    return game


def games_at(table: Table) -> int:
    """How many games are played at a table."""
    return 1 if table.round is None else table.round.games


def one_game(door: Resource, table: Table) -> int:
    """The game that a request is about. Raises Rejected where several are played at the table and it names none."""
    game = game_asked(door, table)
    if game is None and games_at(table) > 1:
        template = N_("{games} games are played at this table: ?game= says which one is meant.")
        raise Rejected("which_game", template, {"games": games_at(table)}, "game")
    return game or FIRST


def visible_table(door: Resource, id: UUID) -> tuple[Table, Caller]:
    """The table and who asks, if it is there for them: a draft's is the staff's, a friendly game the members'."""
    table = get_object_or_404(Table.objects.select_related("round"), id=id)
    if table.round is None:
        return table, door.member(table.club_id)
    who = door.caller(table.club_id)
    if table.round.state == DRAFT and not who.is_staff:
        raise Http404
    return table, who


def match_of(stream: Stream) -> Match:
    """The game of a stream of games."""
    if not isinstance(stream.aggregate, Match):
        raise TypeError(stream.kind)
    return stream.aggregate


def table_shown(table: Table, who: Caller, asked: int | None = None) -> Json:
    """A table's body. asked: for one of its games."""
    game = _game_part(table, who, asked or FIRST)
    if table.round is None:
        return {**_friendly_part(table, game), **game}
    return _whole(_tournament_part(table, table.round, who, asked), game)


def table_after(table: Table, who: Caller, state: Tournament, asked: int | None = None) -> Json:
    """A table's body after a command, from the tournament that it led to. asked: for one of its games."""
    return _whole(_table_in(state, table, who, asked), _game_part(table, who, asked or FIRST))


def _whole(table: Json, game: Json) -> Json:
    """What the tournament and the game say of a table; its version rises with either."""
    return {**table, **game, "version": table["version"] + game["game_version"]}


def _game_part(table: Table, who: Caller, game: int) -> Json:
    """What the game's stream says; before the round starts there is none."""
    try:
        with streams.reading(table.club_id, GAME, stream_of(table.id, game)) as stream:
            match = match_of(stream)
            return {
                "game_version": match.version,
                "view": match.view(who.viewer_at(match.state.players)),
                "pending": match.pending(),
                "outcome": match.outcome(),
            }
    except streams.NoSuchStream:
        return {"game_version": 0, "view": None, "pending": [], "outcome": None}


def _friendly_part(table: Table, game: Json) -> Json:
    with streams.reading(table.club_id, GAME, table.id) as stream:
        players, outcome, at = stream.aggregate.state.players, policies.result_of(stream), stream.recorded_at
    called = names.of_users(players)
    result = outcome and {**outcome, "points": {}, "by": None, "at": at, "confirmed_by": None, "source": "game"}
    return {
        "id": table.id,
        "version": game["game_version"],
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


def _tournament_part(table: Table, round: Round, who: Caller, asked: int | None) -> Json:
    with streams.reading(table.club_id, TOURNAMENT, round.tournament_id) as stream:
        return _table_in(stream.aggregate.state, table, who, asked)


def _table_in(state: Tournament, table: Table, who: Caller, asked: int | None) -> Json:
    held, found = table_of(state, str(table.id))
    shown = table_view(state, held, found, timezone.now(), who.viewer, asked)
    return as_seen(shown, names.of_entries(table.round.tournament_id) if table.round else {}, is_staff=who.is_staff)


def as_seen(table: Json, called: Mapping[str, str], *, is_staff: bool) -> Json:
    """A table of a tournament with the names of who sits there; who said what of its result is told to staff alone."""
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
    disputes = [{**said, "by": None, "note": None} for said in result["disputes"]]
    shown = {**result, "by": None, "confirmed_by": None, "disputes": disputes}
    if "games" in result:
        shown["games"] = [_nameless(game) for game in result["games"]]
    return shown


class OneTable(Resource):
    """A table."""

    @describes(TableShown, query=GAME_QUERY, public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The table and its game, as the caller may see it."""
        table, who = visible_table(self, id)
        return Reply(table_shown(table, who, game_asked(self, table)))


class FriendlyTables(Resource):
    """Games outside of tournaments."""

    dry_run = DryRun.NONE

    @describes(TableShown, body=NewTable, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A member opens a game for members, who play it with their own tokens."""
        get_object_or_404(Club, id=id)
        who = self.known(id)
        if who.role is None:
            raise Forbidden
        asked = parsing.read(NewTable, request.data)
        known = set(Membership.objects.filter(club=id, user__in=asked.players).values_list("user", flat=True))
        for at, player in enumerate(asked.players):
            if player not in known:
                raise bad_field(f"players.{at}", "unknown_player", N_("That is no member of the club."))
        players = [str(player) for player in asked.players]
        done = friendly_games.open_friendly(
            asked.game, players, asked.options, club=id, actor=who.actor, at=timezone.now()
        )
        table = Table.objects.get(id=done.stream.id)
        return Reply(table_shown(table, who), 201, reverse("api:table", args=[table.id]))
