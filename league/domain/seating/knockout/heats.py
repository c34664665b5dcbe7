"""Heats of n of which q go on: the number of rounds, and who is at which table, dealt by seed in a snake.

The snake deals the best of each table from the first table to the last, the second best from the last to the first,
and so on. With two at a table it makes the first round of a bracket.
"""

from __future__ import annotations

from collections.abc import Sequence

from league.domain.seating.problem import Bounds
from league.domain.seating.sizes import Sizes, table_sizes


def dealt(seeds: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """The tables of these sizes, each best first."""
    tables: list[list[str]] = [[] for _ in sizes]
    for seed, table in zip(seeds, turns(sizes), strict=True):
        tables[table].append(seed)
    return tables


def undealt(tables: Sequence[Sequence[str]]) -> list[str]:
    """The seeds, best first, of tables dealt by `dealt`."""
    left = [iter(table) for table in tables]
    return [next(left[table]) for table in turns([len(table) for table in tables])]


def turns(sizes: Sequence[int]) -> list[int]:
    """The table of each seed."""
    turns = []
    for row in range(max(sizes, default=0)):
        tables = [table for table, size in enumerate(sizes) if size > row]
        turns += tables[::-1] if row % 2 else tables
    return turns


def heat_rounds(entries: int, bounds: Bounds, advance: int) -> int:
    """The number of rounds until all who are left fit one table. Raises Rejected."""
    sizes, rounds = table_sizes(entries, *bounds), 1
    while not is_final(sizes):
        entries = max(len(sizes.tables) * advance + sizes.byes, bounds.min)
        sizes, rounds = table_sizes(entries, *bounds), rounds + 1
    return rounds


def is_final(sizes: Sizes) -> bool:
    return len(sizes.tables) == 1 and not sizes.byes


def small_final(groups: Sequence[Sequence[str]], bounds: Bounds) -> list[str]:
    """The players of a small final; empty if it can't be seated. groups: of equal results, best first.

    As many groups as fit; if these are too few for a table, the better seeds of the next group fill it up.
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
