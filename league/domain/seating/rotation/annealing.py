"""Swap annealing: two players of a round swap tables; the cost is a sum over a matrix of meetings.

A pair's (k + 1)-th meeting costs k, so k meetings cost k * (k - 1) / 2. Separated pairs start with as many meetings as
their weight, others with their past ones. A search with fewer steps is the beginning of one with more.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from league.domain.seating.rotation.budget import SCALE, Budget, odds
from league.domain.seating.rotation.problem import RotationProblem, Schedule, duty, movable, shorts


class Heat(NamedTuple):
    """How rarely a worse step is accepted: at the start and at the end of a run, the odds fall by this factor per
    repeat.

    duty: cost, in repeats, of short tables shared unevenly by one.
    """

    first: int
    last: int
    duty: int = 4


FRESH = Heat(14, 20)
"""From a random schedule."""
COLD = Heat(8, 300)
"""From a random schedule, with time for a long run."""
POLISH = Heat(24, 60)
"""From a schedule that is nearly good."""
EQUALISE = Heat(30, 100)
"""From a schedule whose short tables still have to be shared."""
SURE = 8
"""Of players without a repeat at their table, one in this many is considered."""


def anneal(
    problem: RotationProblem, start: Schedule, steps: int, heat: Heat, budget: Budget, chance: Random
) -> Schedule:
    """The best schedule met in at most `steps` steps from `start`, never a worse one. `start` is not changed."""
    search = _Search(problem, start, heat.duty)
    if len(problem.sizes) > 1 and all(search.free):
        made = 0
        while made < steps and (some := budget.chunk(steps - made)):
            per_unit = heat.first + (heat.last - heat.first) * made // steps
            spent = search.walk(some, odds(per_unit), chance)
            made += spent
            budget.spend(spent)
            if search.best <= search.least:
                break
    search.back_to_best()
    return search.schedule


class _Search:
    """A schedule under search. met: the matrix. had: short tables by player. journal: swaps since the best."""

    def __init__(self, problem: RotationProblem, start: Schedule, uneven: int) -> None:
        self.problem, self.uneven = problem, uneven
        self.schedule = [list(players) for players in start]
        self.free = movable(problem, start)
        self.met = _matrix(problem)
        self.had = shorts(problem, start)
        self.cost, self.least = self._seat_all(), _least(problem)
        self.best = self.cost
        self.journal: list[tuple[list[int], int, int]] = []

    def _seat_all(self) -> int:
        """Fill the matrix with the schedule, and return its cost."""
        cost = self.uneven * (duty(self.had) - self.problem.fewest_duty)
        for players in self.schedule:
            for begin, end in self.problem.tables:
                for at in range(begin, end):
                    row = self.met[players[at]]
                    for other in players[at + 1 : end]:
                        cost += row[other]
                        row[other] += 1
                        self.met[other][players[at]] += 1
        return cost

    def walk(self, steps: int, accept: list[int], chance: Random) -> int:  # noqa: C901 - one loop, written for speed
        """Make up to this many steps; return how many were made before the bound was reached."""
        random, met, had = chance.random, self.met, self.had
        spans, short, dearest = self.problem.spans, self.problem.short, len(accept)
        uneven = self.uneven
        rounds = list(zip(self.schedule, self.free, strict=True))
        count = len(rounds)
        for step in range(steps):
            players, free = rounds[int(random() * count)]
            at = free[int(random() * len(free))]
            begin, end = spans[at]
            a = players[at]
            row_a = met[a]
            here = players[begin:end]
            seen = 0
            for player in here:
                seen += row_a[player]
            if seen < end - begin and random() * SURE >= 1:
                continue
            other = free[int(random() * len(free))]
            other_begin, other_end = spans[other]
            if other_begin == begin:
                continue
            b = players[other]
            row_b = met[b]
            there = players[other_begin:other_end]
            dearer = end - begin + other_end - other_begin - 2 - 2 * row_a[b]
            for player in here:
                dearer += row_b[player] - row_a[player]
            for player in there:
                dearer += row_a[player] - row_b[player]
            if short[at] != short[other]:
                up, down = (a, b) if short[other] else (b, a)
                dearer += uneven * (had[up] - had[down] + 1)
            if dearer > 0 and (dearer >= dearest or random() * SCALE >= accept[dearer]):
                continue
            self._swap(players, at, other)
            self.cost += dearer
            if self.cost < self.best:
                self.best = self.cost
                self.journal.clear()
                if self.best <= self.least:
                    return step + 1
            else:
                self.journal.append((players, at, other))
        return steps

    def _swap(self, players: list[int], at: int, other: int) -> None:
        a, b = players[at], players[other]
        self._move(a, b, players[slice(*self.problem.spans[at])])
        self._move(b, a, players[slice(*self.problem.spans[other])])
        players[at], players[other] = b, a
        turn = self.problem.short[other] - self.problem.short[at]
        self.had[a] += turn
        self.had[b] -= turn

    def _move(self, gone: int, come: int, table: Iterable[int]) -> None:
        """Replace `gone` by `come` in the matrix, at this table."""
        row_gone, row_come = self.met[gone], self.met[come]
        for player in table:
            if player != gone:
                row = self.met[player]
                row_gone[player] -= 1
                row[gone] -= 1
                row_come[player] += 1
                row[come] += 1

    def back_to_best(self) -> None:
        """Undo the swaps since the best schedule."""
        for players, at, other in reversed(self.journal):
            players[at], players[other] = players[other], players[at]


def _matrix(problem: RotationProblem) -> list[list[int]]:
    met = [[0] * problem.players for _ in range(problem.players)]
    for costs in (problem.met, problem.separations):
        for (a, b), weight in costs.items():
            met[a][b] += weight
            met[b][a] += weight
    return met


def _least(problem: RotationProblem) -> int:
    """A lower bound of the cost: all meetings given to the pairs for which they are cheapest."""
    left = problem.rounds * sum(size * (size - 1) // 2 for size in problem.sizes)
    pairs = problem.players * (problem.players - 1) // 2
    known: dict[tuple[int, int], int] = dict(problem.met)
    for pair, weight in problem.separations.items():
        known[pair] = known.get(pair, 0) + weight
    at_level: dict[int, int] = {0: pairs - len(known)}
    for times in known.values():
        at_level[times] = at_level.get(times, 0) + 1
    cost, level, open_pairs = 0, 0, 0
    while left:
        open_pairs += at_level.get(level, 0)
        used = min(left, open_pairs)
        cost += used * level
        left -= used
        level += 1
    return cost
