"""The answers for tables: what the tournament and the game say of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import UNSET, UnsetType

from games.kernel import Json
from league import models
from league.access.roles import Caller
from league.domain.tournament.require import table_of
from league.domain.tournament.state import Tournament
from league.domain.tournament.view import table_view
from league.queries import names
from league.repository import streams
from league.repository.streams import FIRST, GAME, TOURNAMENT, Stream, stream_of
from league.services import policies
from league.services.execution import Done

PLAYING, REPORTED = "playing", "reported"


class Seat(msgspec.Struct):
    """A seat. player: the id in the game's commands; entry: null outside of a tournament."""

    seat: int
    player: str
    entry: str | None
    name: str


class TableGame(msgspec.Struct):
    """One of several games at a table. game: its number."""

    game: int
    state: str
    result: dict[str, Any] | None


class Table(msgspec.Struct):
    """A table. round: null for a friendly game. view: the game as the caller may see it, null before the start.

    version: rises with each change. label: what stands on the table; null without a label. area: its letter; null
    without areas. game: its slug. state: `waiting`, `playing`, `reported`, `confirmed`, `disputed` or `ruled`. pending:
    commands that the game waits for. outcome: of the game; null before its end.

    Where several games are played at the table, `games` has each of them, and `game_number` says of which one
    `game_version`, `view`, `pending` and `outcome` are. With `?game=`, `state`, `clock` and `result` are of that game
    too; without it, of all games together: there is a result once each game has one.
    """

    id: UUID
    version: int
    round: UUID | None
    number: int
    label: str | None
    area: str | None
    game: str
    state: str
    seats: list[Seat]
    clock: dict[str, Any] | None
    game_version: int
    view: dict[str, Any] | None
    pending: list[dict[str, Any]]
    outcome: dict[str, Any] | None
    result: dict[str, Any] | None
    game_number: int | UnsetType = UNSET
    games: list[TableGame] | UnsetType = UNSET


def table_answer(table: models.Table, who: Caller, game: int | None = None) -> Json:
    """The answer for a table. game: for one of its games alone."""
    told = _game_answer(table, who, game or FIRST)
    if table.round is None:
        return {**_friendly_answer(table, told), **told}
    with streams.reading(table.club_id, TOURNAMENT, table.round.tournament_id) as stream:
        shown = _tournament_answer(stream.aggregate.state, table, who, game)
    return _whole(shown, told)


def table_after(table: models.Table, who: Caller, done: Done, game: int | None = None) -> Json:
    """The answer for a table after a command to its tournament. game: for one of its games alone."""
    stream = done.touched.get(stream_of(table.id, game or FIRST))
    told = _game_answer(table, who, game or FIRST) if stream is None else _game_in(stream, who)
    return _whole(_tournament_answer(done.stream.aggregate.state, table, who, game), told)


def _whole(table: Json, game: Json) -> Json:
    """The tournament's fields and the game's; the version rises with either."""
    return {**table, **game, "version": table["version"] + game["game_version"]}


def _game_answer(table: models.Table, who: Caller, game: int) -> Json:
    """The fields that the game's stream says; before the start of the round there is none."""
    try:
        with streams.reading(table.club_id, GAME, stream_of(table.id, game)) as stream:
            return _game_in(stream, who)
    except streams.NoSuchStream:
        return {"game_version": 0, "view": None, "pending": [], "outcome": None}


def _game_in(stream: Stream, who: Caller) -> Json:
    match = stream.match
    return {
        "game_version": match.version,
        "view": match.view(who.viewer_at(match.state.players)),
        "pending": match.pending(),
        "outcome": match.outcome(),
    }


def _friendly_answer(table: models.Table, game: Json) -> Json:
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


def _tournament_answer(state: Tournament, table: models.Table, who: Caller, game: int | None) -> Json:
    seated, round = table_of(state, str(table.id))
    shown = table_view(state, seated, round, timezone.now(), who.viewer, game)
    return as_seen(shown, names.of_entries(table.round.tournament_id) if table.round else {}, is_staff=who.is_staff)


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
    disputes = [{**dispute, "by": None, "note": None} for dispute in result["disputes"]]
    shown = {**result, "by": None, "confirmed_by": None, "disputes": disputes}
    if "games" in result:
        shown["games"] = [_nameless(game) for game in result["games"]]
    return shown
