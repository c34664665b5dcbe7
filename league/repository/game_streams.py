"""The games at a table: of several in a round each is a stream of its own, the first under the id of the table."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from msgspec import UNSET, UnsetType

from games.kernel import N_
from league.models import Table, TableGame
from league.repository.streams import FIRST


class GameAt(NamedTuple):
    """A game at a table, that of a friendly one too. by_hand: the table has told its result, so that it waits."""

    table: Table
    game: int
    by_hand: bool

    @property
    def named(self) -> int | UnsetType:
        """Which game it is, as commands name it."""
        return named(self.game)


def named(game: int) -> int | UnsetType:
    """A game's number as commands of a tournament say it: the first is not named."""
    return UNSET if game == FIRST else game


def game_at(stream: UUID) -> GameAt | None:
    """What a game's stream is of, with the table's round and tournament; None where the table is gone."""
    tables = Table.objects.select_related("round__tournament")
    if (table := tables.filter(pk=stream).first()) is not None:
        return GameAt(table, FIRST, table.by_hand)
    row = TableGame.objects.select_related("table__round__tournament").filter(pk=stream).first()
    return None if row is None else GameAt(row.table, row.number, row.by_hand)


TABLE_GONE = N_("This table is gone: whoever sat at it was seated anew.")
