"""What the folds of a tournament's events share: the table in which they register, and helpers that mark changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import UNSET, UnsetType

from games.kernel import Event
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament

E = TypeVar("E", bound=Event)
SEATED_BY = (
    "game", "game_options", "format", "table_size", "points", "tie_breaks", "apart", "hall", "balance",
    "games_per_round", "fide_tie_breaks",
)  # fmt: skip
"""The settings that a seating depends on."""
Fold = Callable[[Tournament, Any], None]
FOLDS: dict[type[Event], Fold] = {}


def folds(event: type[E]) -> Callable[[Callable[[Tournament, E], None]], Callable[[Tournament, E], None]]:
    """Registers a function as the fold of `event`. The state's version is increased before it runs."""

    def register(fold: Callable[[Tournament, E], None]) -> Callable[[Tournament, E], None]:
        def fold_and_count(state: Tournament, event: E) -> None:
            state.version += 1
            fold(state, event)

        FOLDS[event] = fold_and_count
        return fold

    return register


def changed_entry(state: Tournament, entry_id: str) -> Entry:
    """The entry, marked as changed by something that a seating depends on."""
    entry = state.entries[entry_id]
    entry.version = state.version
    mark_moved(state)
    return entry


def mark_moved(state: Tournament) -> None:
    """Notes that the standings or the entries changed: a seating made earlier is stale, including a draft."""
    if state.draft is not None and not state.is_stale:
        state.draft.version = state.version
    state.moved_at = state.version


def remove_clocks(round: Round) -> None:
    round.clock = None
    for table in round.tables:
        table.clock = None
        for game in table.games:
            game.game_clock = None


def changed_round(state: Tournament, round_id: str) -> Round:
    """The round, marked as changed. The newest rounds change most, so the search starts at the end."""
    round = next(round for round in reversed(state.rounds) if round.id == round_id)
    round.version = state.version
    return round


def changed_round_and_tables(state: Tournament, round_id: str) -> Round:
    """The round, marked as changed together with all its tables."""
    round = changed_round(state, round_id)
    for table in round.tables:
        table.version = state.version
    return round


def changed_table(state: Tournament, table_id: str) -> Table:
    table = state.tables[table_id]
    table.version = state.version
    changed_round(state, table.round)
    return table


def changed_game(state: Tournament, table_id: str, game: int | UnsetType) -> Table:
    """A game at a table, marked as changed. game: unset means the first."""
    table = changed_table(state, table_id)
    return table if game is UNSET else table.games[game - 1]
