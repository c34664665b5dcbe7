"""Who has met whom at the tables of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from league.domain.tournament.state import Tournament


def repeats(state: Tournament, tables: Iterable[Sequence[str]]) -> int:
    """How many pairs of entries that share a table have shared one in a round that is closed. tables: their seats."""
    met = {pair for found in state.closed_rounds for table in found.tables for pair in _pairs(table.seats)}
    return sum(pair in met for seats in tables for pair in _pairs(seats))


def _pairs(seats: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return combinations(sorted(seats), 2)
