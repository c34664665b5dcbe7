"""The search behind pods: swaps of two entries of two tables, accepted if cheaper, or early on hardly dearer.

Source: threshold accepting (Dueck and Scheuer), with whole numbers and a fixed number of tries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from league.domain.seating.masks import Masks, mask_of

Tables = Sequence[Sequence[int]]
Layer = tuple[Sequence[int], int]

STRICT = 10**10
"""A repeat that is taken only if unavoidable; no sum of the other costs comes near it."""
HARD = 10**15
"""A pair of a hard separation: more than all repeats together."""
SPREAD = 1000
"""Cost per point between a table's first and last, on top of the squared differences."""


class Weights(NamedTuple):
    """Costs, where the squared score difference of a pair at a table costs 1 per unit.

    repeat: per pair and earlier meeting. soft: per pair of a soft separation. short: per entry at a smaller table, for
    each time before. season: per pair that met in the season, times the square of its step.
    """

    repeat: int
    soft: int
    short: int
    season: int = 0

    def layers(self, masks: Masks) -> list[Layer]:
        """The masks of pairs that should not meet, each with its cost per pair."""
        layers = [*((row, self.repeat) for row in masks.met), (masks.hard, HARD), (masks.soft, self.soft)]
        layers += [(row, self.season * (2 * step - 1)) for step, row in enumerate(masks.in_season, 1)]
        return [(row, weight) for row, weight in layers if weight and any(row)]


class Phase(NamedTuple):
    """A part of a search. tries: swaps with a partner less than `window` places further down, mostly close.

    heat: the most that a swap may cost at first; it falls to 0 in three quarters of the tries.
    """

    tries: int
    window: int
    heat: int


def total(masks: Masks, tables: Tables, weights: Weights) -> int:
    """The cost of a seating: its score differences and its faults."""
    cost = faults(masks, tables, weights)
    for table in tables:
        scores = [masks.scores[member] for member in table]
        cost += len(table) * sum(score * score for score in scores) - sum(scores) ** 2
        cost += SPREAD * (max(scores) - min(scores))
    return cost


def faults(masks: Masks, tables: Tables, weights: Weights) -> int:
    """The cost of a seating apart from score differences: who meets, and who is at a smaller table."""
    layers, largest, cost = weights.layers(masks), max(map(len, tables)), 0
    for table in tables:
        everybody = mask_of(table)
        for row, weight in layers:
            cost += weight * sum((row[member] & everybody).bit_count() for member in table) // 2
        if len(table) < largest:
            cost += weights.short * sum(masks.short_had[member] for member in table)
    return cost


class Search:
    """Tables under search, changed in place. Pinned members stay at their table."""

    def __init__(
        self, masks: Masks, tables: Tables, weights: Weights, pinned: int, random: Callable[[], float]
    ) -> None:
        """random: returns lots from 0 to below 1. pinned: a mask."""
        self.masks, self.pinned, self.random = masks, pinned, random
        self.sizes = [len(table) for table in tables]
        self.table_masks = [mask_of(table) for table in tables]
        self.sums = [sum(masks.scores[member] for member in table) for table in tables]
        self.table_of = [0] * len(masks)
        for number, table in enumerate(tables):
            for member in table:
                self.table_of[member] = number
        self.weigh(weights)

    def weigh(self, weights: Weights) -> None:
        """Continue with other weights."""
        self.layers, size = weights.layers(self.masks), len(self.masks)
        self.strangers, self.barred = [0] * size, [0] * size
        for row, weight in self.layers:
            self.strangers = [known | new for known, new in zip(self.strangers, row, strict=True)]
            if weight >= STRICT:
                self.barred = [known | new for known, new in zip(self.barred, row, strict=True)]
        largest = max(self.sizes)
        self.short = [weights.short if size < largest else 0 for size in self.sizes]

    def run(self, stage: Phase) -> None:
        random, table_of, table_masks, pinned = self.random, self.table_of, self.table_masks, self.pinned
        barred, cost_of, swap = self.barred, self.cost_of, self.swap
        tries, window, heat = stage
        last, cooling = len(self.masks) - 1, tries * 3 // 4
        for left in range(cooling, cooling - tries, -1):
            lot = random() * last
            a = int(lot)
            lot -= a
            b = a + 1 + int(lot * lot * window)
            if b > last:
                continue
            at, to = table_of[a], table_of[b]
            if at == to:
                continue
            here, there = table_masks[at] ^ (1 << a), table_masks[to] ^ (1 << b)
            if (barred[a] & there or barred[b] & here) and not (barred[a] & here or barred[b] & there):
                continue
            if pinned >> a & 1 or pinned >> b & 1:
                continue
            cost = cost_of(a, b)
            if cost <= 0 or (left > 0 and cost <= int(random() * heat * left) // cooling):
                swap(a, b)

    def polish(self, stage: Phase) -> None:
        """Try swaps that bring no barred pair together: from a random place, with the next member that fits."""
        random, table_of, table_masks, pinned = self.random, self.table_of, self.table_masks, self.pinned
        barred, cost_of, everybody = self.barred, self.cost_of, (1 << len(self.masks)) - 1
        tries, window, heat = stage
        tables = self.found()
        last, cooling = len(self.masks) - 1, tries * 3 // 4
        for left in range(cooling, cooling - tries, -1):
            lot = random() * last
            a = int(lot)
            lot -= a
            at = table_of[a]
            blocked = pinned | table_masks[at]
            for member in tables[at]:
                if member != a:
                    blocked |= barred[member]
            b = a + 1 + int(lot * lot * window)
            welcome = (everybody & ~blocked) >> b
            if not welcome or pinned >> a & 1:
                continue
            b += (welcome & -welcome).bit_length() - 1
            to = table_of[b]
            if barred[a] & (table_masks[to] ^ (1 << b)):
                continue
            cost = cost_of(a, b) + self._wider(tables[at], a, b) + self._wider(tables[to], b, a)
            if cost <= 0 or (left > 0 and cost <= int(random() * heat * left) // cooling):
                self.swap(a, b)
                tables[at][tables[at].index(a)] = b
                tables[to][tables[to].index(b)] = a

    def repair(self, windows: Sequence[int], most: int) -> None:
        """Give those with a bad meeting the cheapest swap, in ever wider windows. most: swaps to weigh."""
        for window in windows:
            for a in range(len(self.masks)):
                if most > 0 and self.strangers[a] & self.table_masks[self.table_of[a]]:
                    most -= self._repair(a, range(max(0, a - window), min(len(self.masks), a + window + 1)))

    def _repair(self, a: int, near: Sequence[int]) -> int:
        """Swap one member with the cheapest of those near, if that costs less. Returns the number of swaps weighed."""
        at, pinned = self.table_of[a], self.pinned
        if pinned >> a & 1:
            return 0
        others = [b for b in near if self.table_of[b] != at and not pinned >> b & 1]
        cost, _, b = min(((self.cost_of(a, b), abs(a - b), b) for b in others), default=(0, 0, a))
        if cost < 0:
            self.swap(a, b)
        return len(others)

    def _wider(self, table: Sequence[int], leaves: int, comes: int) -> int:
        scores = self.masks.scores
        if scores[leaves] == scores[comes]:
            return 0
        before = [scores[member] for member in table]
        after = [scores[member] for member in table if member != leaves]
        after.append(scores[comes])
        return SPREAD * (max(after) - min(after) - max(before) + min(before))

    def cost_of(self, a: int, b: int) -> int:
        """The cost of swapping two members of two tables."""
        scores, at, to = self.masks.scores, self.table_of[a], self.table_of[b]
        rise = scores[b] - scores[a]
        cost = 2 * rise * (self.sums[to] - self.sums[at] - rise)
        if self.sizes[at] != self.sizes[to]:
            cost += (self.sizes[at] - self.sizes[to]) * (scores[b] ** 2 - scores[a] ** 2)
            had = self.masks.short_had
            cost += (self.short[at] - self.short[to]) * (had[b] - had[a])
        here, there = self.table_masks[at] ^ (1 << a), self.table_masks[to] ^ (1 << b)
        if self.strangers[a] & (here | there) or self.strangers[b] & (here | there):
            for row, weight in self.layers:
                more = (row[a] & there).bit_count() + (row[b] & here).bit_count()
                less = (row[a] & here).bit_count() + (row[b] & there).bit_count()
                cost += weight * (more - less)
        return cost

    def swap(self, a: int, b: int) -> None:
        at, to = self.table_of[a], self.table_of[b]
        rise, both = self.masks.scores[b] - self.masks.scores[a], 1 << a | 1 << b
        self.table_of[a], self.table_of[b] = to, at
        self.table_masks[at] ^= both
        self.table_masks[to] ^= both
        self.sums[at] += rise
        self.sums[to] -= rise

    def found(self) -> list[list[int]]:
        tables: list[list[int]] = [[] for _ in self.sizes]
        for member, number in enumerate(self.table_of):
            tables[number].append(member)
        return tables
