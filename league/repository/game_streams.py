"""Games at tables by their streams. Each game is a stream of its own; a table's first game has the table's id."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from msgspec import UNSET, UnsetType

from games.kernel import N_
from league.domain.tournament.state import Tournament
from league.models import Table, TableGame
from league.repository.streams import FIRST, stream_of


class GameAt(NamedTuple):
    """A game at a table, also a friendly one. by_hand: the table has reported its result itself, so the game waits."""

    table: Table
    game: int
    by_hand: bool

    @property
    def named(self) -> int | UnsetType:
        """The game's number as commands have it."""
        return named(self.game)


def named(game: int) -> int | UnsetType:
    """A game's number as commands of a tournament have it: UNSET for the first."""
    return UNSET if game == FIRST else game


def game_at(stream: UUID) -> GameAt | None:
    """The game of a stream, with the table's round and tournament; None where the table is gone."""
    tables = Table.objects.select_related("round__tournament")
    if (table := tables.filter(pk=stream).first()) is not None:
        return GameAt(table, FIRST, table.by_hand)
    row = TableGame.objects.select_related("table__round__tournament").filter(pk=stream).first()
    return None if row is None else GameAt(row.table, row.number, row.by_hand)


TABLE_GONE = N_("This table is gone: its players were given other seats.")


def games_of(state: Tournament) -> list[UUID]:
    """The streams that a tournament's games have if they were opened, also of tables that are gone."""
    games = max((found.games for found in (*state.rounds, *state.cancelled)), default=1)
    tables = [table.id for found in (*state.rounds, *state.cancelled) for table in found.tables]
    return [stream_of(table, game) for table in dict.fromkeys([*tables, *state.gone]) for game in range(1, games + 1)]


def games_begun(state: Tournament) -> list[UUID]:
    """The streams of the games of all rounds that were started."""
    tables = [table for found in state.begun_rounds for table in found.tables]
    return [stream_of(table.id, game.game) for table in tables for game in table.games]


def games_gone(state: Tournament) -> list[UUID]:
    """The games at tables that a repair has replaced. They have no row."""
    games = max((found.games for found in state.rounds), default=1)
    return [stream_of(table, game) for table in state.gone for game in range(1, games + 1)]
