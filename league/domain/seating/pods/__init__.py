"""Score pods: tables of entries with similar scores, few repeats, and fairly shared short tables and byes.

Source: swap annealing from the standings' order (`swaps`). Not covered: two at every table (see `pairs`).

| what | how |
| --- | --- |
| similar scores | squared score differences, over the pairs of a table |
| repeats | forbidden at first; if no such seating is found, REPEAT for each earlier meeting |
| hard separations, fixed tables | always kept, or the round is refused with the names |
| soft separations | SOFT per pair: more than a repeat that can't be avoided, less than one that can |
| short tables | SHORT for each time before |
| season | if it counts (`season_weights`): a meeting costs less than a repeat, a short table less than one here |
| byes | given before the search, so that a cheaper seating never moves a bye |
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from league.domain.seating.byes import sit_out
from league.domain.seating.masks import TOP, Masks, mask_of, masks_of
from league.domain.seating.partition import partition
from league.domain.seating.pods.start import in_order, start
from league.domain.seating.pods.swaps import STRICT, Phase, Search, Weights, faults, total
from league.domain.seating.problem import Problem, Seated, Seating
from league.domain.seating.season_weights import meeting_weight, season_byes
from league.domain.seating.seats import balanced
from league.domain.seating.separation import dealt, refusal, require_separable
from league.domain.seating.sizes import table_sizes

REPEAT = TOP**2
"""Cost of a pair as far apart as the whole range of points."""
SOFT = 4 * TOP**2
"""Four times that: more than a swap across a gap in the scores, less than an avoidable repeat."""
SHORT = 40_000
EARLY_REPEAT = 400_000
"""For the first part of a search that later forbids repeats, since good seatings may be reached through some."""
UNIT = 100
"""Cost of one unit of `repeat_weight`: the square of a hundredth of the range of points."""


def seat(problem: Problem, *, repeat_weight: int | None = None) -> Seating:
    """The tables of the next round, best first, with balanced seats.

    repeat_weight: cost of a repeat for each earlier meeting, in squares of a hundredth of the range of points; None:
    avoid repeats wherever possible. Raises Rejected `too_few_entries`, and `apart` if a hard separation can't be kept.
    """
    sizes = table_sizes(len(problem.players), *problem.bounds)
    byes = sit_out(problem.players, sizes.byes, problem.byes_had, problem.place, season_byes(problem))
    resting = frozenset(byes)
    seated = masks_of(problem, [entry for entry in problem.by_standing if entry not in resting])
    require_separable(seated, sizes.tables)
    pods = _Pods(problem, seated, sizes.tables)
    tables = pods.strict() if repeat_weight is None else pods.weighed(min(repeat_weight * UNIT, STRICT - 1))
    if pods.refused(tables):
        raise refusal(seated, tables, pods.together)
    tables.sort(key=lambda table: (Fraction(sum(table), len(table)), table))
    seats = balanced(problem, [[seated.entries[member] for member in table] for table in tables])
    numbers = _numbers(seated, tables)
    seated_tables = tuple(Seated(of, None, numbers.get(at)) for at, of in enumerate(seats))
    return Seating(seated_tables, byes, {}, pods.tried)


def _numbers(seated: Masks, tables: Sequence[Sequence[int]]) -> dict[int, int]:
    """By index, the number of each table that must be a certain one: the one with most entries fixed there."""
    return {
        max(range(len(tables)), key=lambda at: (len(set(tables[at]).intersection(members)), -at)): number
        for number, members in seated.labels.items()
    }


class _Pods:
    def __init__(self, problem: Problem, seated: Masks, sizes: tuple[int, ...]) -> None:
        self.masks, self.sizes, self.tried = seated, sizes, 0
        self.random = problem.chance("pods").random
        self.start = start(seated, in_order(seated, sizes, SHORT // seated.short_unit))
        homes = self.start.at.items()
        self.together = [
            [member for member in self.start.tables[home] if member in seated.labels[number]] for number, home in homes
        ]
        self.pinned = mask_of([member for members in self.together for member in members])

    def strict(self) -> list[list[int]]:
        """Tables without repeats if some were found, else with as few as the scores allow."""
        early, strict = self._weights(EARLY_REPEAT), self._weights(STRICT)
        found = self._separated(early, strict)
        if faults(self.masks, found, strict) < STRICT:
            return found
        strangers = partition(self.masks.barred_without_repeats, self.sizes, self.together)
        return self._searched(strangers, strict, strict) if strangers else self.weighed(REPEAT)

    def weighed(self, repeat: int) -> list[list[int]]:
        """Tables for this cost of a repeat."""
        return self._separated(self._weights(repeat), self._weights(repeat))

    def _weights(self, repeat: int) -> Weights:
        return Weights(repeat, SOFT, SHORT // self.masks.short_unit, meeting_weight(repeat))

    def _separated(self, first: Weights, then: Weights) -> list[list[int]]:
        """Tables found from the start; if these break hard separations, from tables that keep all of them."""
        if not faults(self.masks, self.start.tables, then):
            return self.start.tables
        found = self._searched(self.start.tables, first, then)
        if not self.refused(found):
            return found
        apart = partition(self.masks.hard, self.sizes, self.together)
        if apart is None and not self.together:
            apart = dealt(self.masks, self.sizes)
        return found if apart is None else self._searched(apart, then, then)

    def refused(self, tables: list[list[int]]) -> bool:
        """Whether a hard separation is broken."""
        return any(self.masks.hard[member] & mask_of(table) for table in tables for member in table)

    def _searched(self, tables: list[list[int]], first: Weights, then: Weights) -> list[list[int]]:
        """Tables found from these: by the first weights, then by the others."""
        if len(tables) == 1:
            return tables
        size = len(self.masks)
        near, far = Phase(40 * min(size, 500) + 10 * size, 30, 100_000), Phase(50 * min(size, 1000), 60, 10_000)
        tries = min(400 * size, 18_000) + 20 * size
        last = Phase(tries if then.repeat == STRICT else tries // 2, 20, 200_000)
        search = Search(self.masks, tables, first, self.pinned, self.random)
        search.run(near)
        search.weigh(then)
        search.run(far)
        search.repair((60, 300, size), 5_000 + 50 * size)
        search.polish(last)
        self.tried += near.tries + far.tries + last.tries
        return min(tables, search.found(), key=lambda tables: total(self.masks, tables, then))
