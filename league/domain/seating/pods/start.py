"""Where a search for pods starts: the standings cut into tables, smaller ones where they cost least.

Entries with a common fixed table are put together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from league.domain.seating.masks import Masks, mask_of


class Start(NamedTuple):
    """Tables of members. at: by fixed table number, the index of the table where its entries were put."""

    tables: list[list[int]]
    at: Mapping[int, int]


def in_order(masks: Masks, sizes: Sequence[int], short_weight: int) -> list[list[int]]:
    """The standings' order, cut at the least cost of score differences and earlier smaller tables.

    sizes: at most two different ones, larger first; between equals the better entries get the larger tables.
    """
    large, small = sizes.count(sizes[0]), len(sizes) - sizes.count(sizes[0])
    if not small:
        return _cut(sizes)
    cost = _CutCost(masks, short_weight)
    best: dict[tuple[int, int], tuple[int, tuple[int, int]]] = {(0, 0): (0, (0, 0))}
    for larger in range(large + 1):
        for smaller in range(small + 1):
            at = larger * sizes[0] + smaller * sizes[-1]
            ways = []
            if smaller:
                known = best[larger, smaller - 1][0]
                ways.append((known + cost.of(at - sizes[-1], at, short=True), (larger, smaller - 1)))
            if larger:
                known = best[larger - 1, smaller][0]
                ways.append((known + cost.of(at - sizes[0], at, short=False), (larger - 1, smaller)))
            if ways:
                best[larger, smaller] = min(ways, key=lambda way: way[0])
    cuts, state = [], (large, small)
    while state != (0, 0):
        cuts.append(sizes[0] if best[state][1][0] < state[0] else sizes[-1])
        state = best[state][1]
    return _cut(cuts[::-1])


def start(masks: Masks, tables: Sequence[Sequence[int]]) -> Start:
    """The tables with entries of a common fixed table put together, as close to their places as possible.

    Each fixed table is a table of its own. A single entry with a fixed table stays where it is.
    """
    placed = [list(table) for table in tables]
    at: dict[int, int] = {}
    groups = sorted(masks.labels.items(), key=lambda item: (-len(item[1]), item[0]))
    for number, members in groups:
        free = [index for index in range(len(placed)) if index not in at.values()]
        if len(members) > 1 and free:
            wanted = min(len(members), max(len(placed[index]) for index in free))
            middle = sorted(members)[len(members) // 2]
            home = min(
                (index for index in free if len(placed[index]) >= wanted),
                key=lambda index: (abs(sum(placed[index]) - middle * len(placed[index])), index),
            )
            at[number] = home
            _gather(placed, home, members[:wanted])
    return Start(placed, at)


class _CutCost:
    """Cost of a piece of the order as a table."""

    def __init__(self, masks: Masks, short_weight: int) -> None:
        self.scores = list(accumulate(masks.scores, initial=0))
        self.squares = list(accumulate((score * score for score in masks.scores), initial=0))
        self.short = list(accumulate((short_weight * had for had in masks.short_had), initial=0))

    def of(self, start: int, end: int, *, short: bool) -> int:
        score = self.scores[end] - self.scores[start]
        cost = (end - start) * (self.squares[end] - self.squares[start]) - score * score
        return cost + (self.short[end] - self.short[start] if short else 0)


def _cut(sizes: Sequence[int]) -> list[list[int]]:
    ends = list(accumulate(sizes, initial=0))
    return [list(range(start, end)) for start, end in pairwise(ends)]


def _gather(tables: list[list[int]], home: int, members: Sequence[int]) -> None:
    """Bring the members to the table `home`, each in exchange for somebody else there."""
    wanted = mask_of(members)
    for member in members:
        if member not in tables[home]:
            other = next(there for there in tables[home] if not wanted >> there & 1)
            source = next(table for table in tables if member in table)
            source[source.index(member)] = other
            tables[home][tables[home].index(other)] = member
