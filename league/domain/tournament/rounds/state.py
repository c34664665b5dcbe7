"""Rounds and their tables as folded from a tournament's events."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple

from msgspec import UNSET, UnsetType

from league.domain.tournament.formats import ByeTerms
from league.domain.tournament.results.scores import LevelMatch, RoundScore
from league.domain.tournament.results.state import URGENT, Result, ResultState
from league.domain.tournament.rounds.events import METHODS
from league.domain.tournament.rounds.seating import KnockoutSeats
from league.domain.values.clock import Clock

RoundState = Literal["draft", "published", "running", "closed", "cancelled"]


@dataclass(frozen=True, slots=True)
class GameClock:
    """A clock that a table's game requests. key: its purpose. visible: whether players see the time left."""

    key: str
    clock: Clock
    visible: bool

    def is_due(self, at: datetime) -> bool:
        return self.clock.is_due(at)


@dataclass(slots=True)
class Table:
    """A table of a round. seats: entries from seat 1 on.

    extra_seconds: time given in addition to the round's. clock: its own, if it was given any. game_clock: requested by
    the game played at it.

    If several games are played in the round, the table itself is the first of them and `more` has the others once the
    round starts: tables with the same seats, each with its own result and game clock. game: the number of this game.

    is_small_final: whether it was seated for those who had gone out of a knockout. level: who goes on from it, as
    decided before the close of the round; it counts while the table is level between these entries.
    """

    id: str
    round: str
    number: int
    area: str | None
    seats: tuple[str, ...]
    version: int
    result: Result | None = None
    extra_seconds: int = 0
    clock: Clock | None = None
    game_clock: GameClock | None = None
    game: int = 1
    more: tuple[Table, ...] = ()
    is_small_final: bool = False
    level: LevelMatch | None = None

    @property
    def games(self) -> tuple[Table, ...]:
        """All games played at the table, in order."""
        return (self, *self.more)

    @property
    def idle(self) -> list[str]:
        """The seats that played none of its games: absent entries, and an entry who was alone."""
        claims = [game.result.claim for game in self.games if game.result is not None]
        shared = [claim.absent for claim in claims if len(claim.absent) < len(self.seats) - 1]
        return [entry for entry in self.seats if all(entry in absent for absent in shared)]

    @property
    def event_game(self) -> int | UnsetType:
        """The value of the field `game` in events."""
        return UNSET if self.game == 1 else self.game

    @property
    def has_reported(self) -> bool:
        """Whether each of its games has a result."""
        return all(game.result is not None for game in self.games)

    @property
    def reported_state(self) -> ResultState | None:
        """The state of its results: the most urgent one; None until all games have a result, unless disputed."""
        states = [game.result.state for game in self.games if game.result is not None]
        if len(states) < len(self.games) and "disputed" not in states:
            return None
        return min(states, key=URGENT.index)

    @property
    def is_disputed(self) -> bool:
        return any(game.result is not None and game.result.disputes for game in self.games)

    def with_games(self, games: int) -> Table:
        """The table as the round starts, with that many games."""
        seated = (self.id, self.round, self.number, self.area, self.seats, self.version)
        return replace(self, more=tuple(Table(*seated, game=game) for game in range(2, games + 1)))

    @property
    def actor(self) -> str:
        """The actor in the log if the table's link was used, which doesn't tell its players apart."""
        return f"table:{self.id}"

    @property
    def is_reported_by_hand(self) -> bool:
        """Whether its result was reported at the table, so that its game is suspended until a withdrawal."""
        return self.result is not None and self.result.source == "table"


@dataclass(slots=True)
class Round:
    """A round. based_on: version for which its plan was made. score: as decided, once it is closed.

    given: the director made its plan, with tables of any size. game: its own; None: the tournament's. is_paused: its
    clocks are paused. repairs: changes of seats since it was published. bye_terms: by entry, of byes that don't count
    as the scheme says. by_hand: the director made or changed the seating. edition: of the methods that seated it.
    games: per table. knockout: who is in it by the results before it, if it was decided when the round was seated.
    """

    id: str
    number: int
    attempt: int
    based_on: int
    tables: list[Table]
    byes: tuple[str, ...]
    cost: dict[str, int]
    version: int
    given: bool = False
    game: str | None = None
    bye_terms: Mapping[str, ByeTerms] = field(default_factory=dict)
    by_hand: bool = False
    edition: int = METHODS
    games: int = 1
    state: RoundState = "draft"
    is_paused: bool = False
    repairs: int = 0
    clock: Clock | None = None
    score: RoundScore | None = None
    knockout: KnockoutSeats | None = None

    def terms_of(self, entry: str) -> ByeTerms:
        return self.bye_terms.get(entry, ByeTerms())

    @property
    def level(self) -> Collection[LevelMatch]:
        """The decisions on its level tables, once it is closed; none outside of a knockout."""
        return self.score.level.values() if self.score else ()

    @property
    def clocks(self) -> list[Clock]:
        """The round's clock, those of tables with extra time, and those of games."""
        own = (self.clock, *(table.clock for table in self.tables))
        of_games = (game.game_clock.clock for table in self.tables for game in table.games if game.game_clock)
        return [*(clock for clock in own if clock is not None), *of_games]

    @property
    def due_at(self) -> datetime | None:
        """When the next of its clocks runs out; None if none does.

        A game's clock is ignored while its table has a result reported by hand.
        """
        own = (self.clock, *(table.clock for table in self.tables))
        games = (game for table in self.tables for game in table.games)
        of_games = (game.game_clock.clock for game in games if game.game_clock and not game.is_reported_by_hand)
        waiting = (clock.deadline for clock in (*own, *of_games) if clock is not None and not clock.expired)
        return min((deadline for deadline in waiting if deadline is not None), default=None)


class RoundGame(NamedTuple):
    """The game of a round with its options; without options it has its defaults."""

    game: str
    options: Mapping[str, Any]

    @property
    def low_wins(self) -> bool:
        """Whether the lowest score wins at a table, by the options."""
        return self.options.get("win") == "low"
