"""What an open stream follows, and for whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from league.access.actions import Action
from league.access.roles import Caller
from league.repository.streams import GAME, TOURNAMENT


class Followed(NamedTuple):
    """A stream of the log."""

    club: UUID
    kind: str
    id: UUID


@dataclass(frozen=True)
class Following:
    """A tournament, or one of its tables, or a friendly table.

    who: the caller. tournament: None for a friendly table. table: None for the whole tournament; round: of the table.
    games: the streams of the table's games, which need not have begun.
    """

    who: Caller
    tournament: UUID | None
    table: UUID | None = None
    round: UUID | None = None
    games: tuple[UUID, ...] = ()

    @property
    def streams(self) -> list[Followed]:
        """The streams of the log that are followed."""
        tournament = [] if self.tournament is None else [Followed(self.who.club, TOURNAMENT, self.tournament)]
        return [*tournament, *(Followed(self.who.club, GAME, game) for game in self.games)]

    @property
    def sees_sign_ups(self) -> bool:
        """Whether the caller looks after the tournament's sign-ups."""
        return self.table is None and self.who.may(Action.ENTRIES)

    def concerns(self, round: str | None, table: str | None) -> bool:
        """Whether a change of that round and table, where it has them, is about what is followed."""
        if self.table is None:
            return True
        return str(self.table) == table if table else round in (None, str(self.round))
