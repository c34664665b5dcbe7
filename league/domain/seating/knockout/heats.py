"""Heats of n of which q go on: how many tables and rounds, and who is in which, dealt by seeding in a snake.

The snake deals the best of each table from the first table to the last, the second best from the last to the first,
and so on. Of two at a table it makes the first round of a bracket.
"""

from __future__ import annotations

from collections.abc import Sequence

from league.domain.seating.problem import Bounds
from league.domain.seating.sizes import Sizes, table_sizes


def dealt(seeds: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """The tables of these sizes, each best first."""
    tables: list[list[str]] = [[] for _ in sizes]
    for seed, table in zip(seeds, _turns(sizes), strict=True):
        tables[table].append(seed)
    return tables


def undealt(tables: Sequence[Sequence[str]]) -> list[str]:
    """The seeds, best first, of tables that were dealt so."""
    left = [iter(table) for table in tables]
    return [next(left[table]) for table in _turns([len(table) for table in tables])]


def _turns(sizes: Sequence[int]) -> list[int]:
    """The table of each seed."""
    turns = []
    for row in range(max(sizes, default=0)):
        tables = [table for table, size in enumerate(sizes) if size > row]
        turns += tables[::-1] if row % 2 else tables
    return turns


def heat_rounds(entries: int, bounds: Bounds, advance: int) -> int:
    """How many rounds there are with so many entries, until all left are at one table. Raises Rejected."""
    sizes, rounds = table_sizes(entries, *bounds), 1
    while not is_final(sizes):
        entries = max(len(sizes.tables) * advance + sizes.byes, bounds.min)
        sizes, rounds = table_sizes(entries, *bounds), rounds + 1
    return rounds


def is_final(sizes: Sizes) -> bool:
    """Whether all are at one table."""
    return len(sizes.tables) == 1 and not sizes.byes


def small_final(groups: Sequence[Sequence[str]], bounds: Bounds) -> list[str]:
    """Who of the beaten plays a small final; nobody where it can't be seated. groups: equally placed, best first.

    As many groups as find room; where these are too few for a table, the better seeded of the next fill it up.
    """
    if not groups or len(groups[0]) > bounds.max:
        return []
    players: list[str] = []
    for group in groups:
        room = (bounds.max if len(players) + len(group) <= bounds.max else bounds.min) - len(players)
        players += group[: max(room, 0)]
        if len(group) > room:
            break
    return players if len(players) >= bounds.min else []
