"""What the folds of a tournament's events share: the table they enter themselves into, and what they touch."""

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
    "games_per_round",
)  # fmt: skip
"""The settings that a seating depends on."""
Fold = Callable[[Tournament, Any], None]
FOLDS: dict[type[Event], Fold] = {}


def folds(event: type[E]) -> Callable[[Callable[[Tournament, E], None]], Callable[[Tournament, E], None]]:
    """Makes a function the fold of `event`; the version is counted before it."""

    def take(fold: Callable[[Tournament, E], None]) -> Callable[[Tournament, E], None]:
        def counted(state: Tournament, event: E) -> None:
            state.version += 1
            fold(state, event)

        FOLDS[event] = counted
        return fold

    return take


def changed_entry(state: Tournament, entry_id: str) -> Entry:
    """An entry that something happened to which a seating depends on."""
    entry = state.entries[entry_id]
    entry.version = state.version
    mark_moved(state)
    return entry


def mark_moved(state: Tournament) -> None:
    """Notes that the standings moved, or who is there: a seating made before is stale, a draft's too."""
    if state.draft is not None and not state.is_stale:
        state.draft.version = state.version
    state.moved_at = state.version


def remove_clocks(found: Round) -> None:
    """Takes a round's clocks away."""
    found.clock = None
    for table in found.tables:
        table.clock = None
        for game in table.games:
            game.game_clock = None


def changed_round(state: Tournament, round_id: str) -> Round:
    """A round that something happened to; only the newest ones change, so it is looked for from the end."""
    found = next(found for found in reversed(state.rounds) if found.id == round_id)
    found.version = state.version
    return found


def changed_round_and_tables(state: Tournament, round_id: str) -> Round:
    """A round that something happened to which each of its tables shows."""
    found = changed_round(state, round_id)
    for table in found.tables:
        table.version = state.version
    return found


def changed_table(state: Tournament, table_id: str) -> Table:
    table = state.tables[table_id]
    table.version = state.version
    changed_round(state, table.round)
    return table


def changed_game(state: Tournament, table_id: str, game: int | UnsetType) -> Table:
    """A game at a table that something happened to; unset is the first."""
    table = changed_table(state, table_id)
    return table if game is UNSET else table.games[game - 1]
