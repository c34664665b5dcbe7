"""Tries the three methods in order (construction, cyclic search, annealing) and keeps the best schedule.

If nothing distinguishes the players, the search uses the same lots for every field of that shape, and only the order of
the players is drawn: what is reached for a number of players is reached in every tournament.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Literal, NamedTuple

from league.domain.seating.rotation.annealing import COLD, EQUALISE, FRESH, POLISH, Heat, anneal
from league.domain.seating.rotation.bound import repeats_bound
from league.domain.seating.rotation.budget import Budget
from league.domain.seating.rotation.construction import construction
from league.domain.seating.rotation.cyclic import Wheels, cyclic, wheels_for
from league.domain.seating.rotation.problem import (
    HARD,
    SOFT,
    RotationProblem,
    Schedule,
    duty,
    meetings,
    shorts,
    start_of,
)

Method = Literal["construction", "cyclic", "annealing"]

CYCLIC_STEPS = 12_000
POLISH_STEPS = 12_000
POLISH_STEPS_PER_SEAT = 80
RUN_STEPS = 16_000
EVEN, UNEVEN = 4, 1
"""Cost, in repeats, of short tables shared unevenly by one: as a rule, and as a wish, in turn."""
DUTY_STEPS_PER_ROUND = 22_000
"""After this many, a plan without a new repeat is final, even if short tables could be shared better."""
LONGEST_RUN = 400_000
COLD_STEPS = 200_000
COLD_AT = 2
"""With uneven tables: the run that cools slowly, since short runs leave no time to share short tables."""
NEVER_COLD = 3
"""Up to this many rounds, a construction's uneven sharing does not matter."""


class Cost(NamedTuple):
    """The cost of a plan, gravest first: short tables are shared less evenly rather than a first pair repeats.

    hard: meetings of hard separations. unfair: of byes. repeating: whether there is a new repeat.
    weight: repeats, soft separations and short tables together.
    """

    hard: int
    unfair: int
    repeating: bool
    weight: int


class Solution(NamedTuple):
    cost: Cost
    schedule: Schedule
    method: Method


def search(
    problem: RotationProblem, budget: Budget, chance: Random, standing: tuple[Method, Schedule] | None = None
) -> Solution:
    """The best plan within the budget, never worse than `standing`."""
    hunt = _Hunt(problem, budget, chance)
    for method, schedule in _starts(problem, chance, standing):
        hunt.consider(schedule, method)
    hunt.go_on(polish=standing is not None or hunt.best.method == "construction")
    return hunt.best


def cost_of(problem: RotationProblem, schedule: Schedule) -> Cost:
    times = meetings(problem, schedule)
    together = {pair: times[pair] - problem.met.get(pair, 0) for pair in problem.separations}
    hard = sum(together[pair] for pair, weight in problem.separations.items() if weight == HARD)
    soft = sum(together[pair] for pair, weight in problem.separations.items() if weight == SOFT)
    uneven = EVEN * (duty(shorts(problem, schedule)) - problem.fewest_duty)
    repeats = repeats_of(problem, schedule)
    return Cost(hard, _unfair(problem, schedule), repeats > _past_repeats(problem), repeats + SOFT * soft + uneven)


def _past_repeats(problem: RotationProblem) -> int:
    return sum(times - 1 for times in problem.met.values())


def repeats_of(problem: RotationProblem, schedule: Schedule) -> int:
    """The sum over pairs of max(0, meetings - 1), including past meetings."""
    return sum(times - 1 for times in meetings(problem, schedule).values() if times)


def _unfair(problem: RotationProblem, schedule: Schedule) -> int:
    """How much less evenly byes are shared than by the problem's own byes."""
    had, fair = list(problem.byes_had), list(problem.byes_had)
    for players, out in zip(schedule, problem.byes, strict=True):
        for player in players[problem.seated :]:
            had[player] += 1
        for player in out:
            fair[player] += 1
    return max(0, duty(had) - duty(fair))


def _starts(
    problem: RotationProblem, chance: Random, standing: tuple[Method, Schedule] | None
) -> Iterator[tuple[Method, Schedule]]:
    """Where a search may start: the previous plan, a construction, a random seating."""
    if standing is not None:
        yield standing
    if problem.alike:
        known = construction(problem)
        if known is not None:
            yield "construction", known
    yield "annealing", start_of(problem, chance)


class _Hunt:
    def __init__(self, problem: RotationProblem, budget: Budget, chance: Random) -> None:
        self.problem, self.budget, self.chance = problem, budget, chance
        least = repeats_bound(problem)
        self.bound = Cost(0, 0, least > _past_repeats(problem), least)
        self.found: Solution | None = None

    @property
    def best(self) -> Solution:
        assert self.found is not None
        return self.found

    def consider(self, schedule: Schedule, method: Method) -> bool:
        """Keep the plan if it is the best so far; return whether it is."""
        cost = cost_of(self.problem, schedule)
        better = self.found is None or cost < self.found.cost
        if better:
            self.found = Solution(cost, schedule, method)
            self.budget.repeats = repeats_of(self.problem, schedule)
        return better

    def over(self) -> bool:
        return self.budget.over or self.best.cost <= self.bound or len(self.problem.sizes) == 1 or self._enough

    @property
    def _enough(self) -> bool:
        """Whether only the sharing of short tables could improve, and that has been tried long enough."""
        tried = self.budget.done >= DUTY_STEPS_PER_ROUND * self.problem.rounds
        return tried and not self.problem.separations and self.best.cost < Cost(0, 0, repeating=True, weight=0)

    def go_on(self, *, polish: bool) -> None:
        """Search until the bound is reached or the budget is spent. polish: improve the present plan first."""
        wheels = wheels_for(self.problem)
        if polish:
            known = self.best
            self._polish(known.schedule, EVEN)
            if known.method == "construction" and any(self.problem.short) and self.problem.rounds > NEVER_COLD:
                self._cool_down(min(COLD_STEPS, DUTY_STEPS_PER_ROUND * (self.problem.rounds - NEVER_COLD)))
        for attempt in count():
            if self.over():
                return
            even = EVEN if attempt % 2 == 0 else UNEVEN
            for some in wheels:
                self._turn(some, CYCLIC_STEPS << attempt // 2, even)
            if attempt == COLD_AT and any(self.problem.short):
                self._cool_down(COLD_STEPS)
            else:
                steps = min(LONGEST_RUN, RUN_STEPS << attempt)
                self._anneal(start_of(self.problem, self.chance), steps, FRESH, even)
            self._polish(self.best.schedule, even)

    def _turn(self, wheels: Wheels, steps: int, even: int) -> None:
        if not self.over():
            schedule = cyclic(self.problem, wheels, steps, self.budget, self.chance)
            near = cost_of(self.problem, schedule).weight <= self.best.cost.weight
            self.consider(schedule, "cyclic")
            if near:
                self._polish(schedule, even)

    def _polish(self, schedule: Schedule, even: int) -> None:
        seats = self.problem.rounds * self.problem.seated
        heat = EQUALISE if any(self.problem.short) else POLISH
        self._anneal(schedule, max(POLISH_STEPS, POLISH_STEPS_PER_SEAT * seats), heat, even)

    def _cool_down(self, steps: int) -> None:
        self._anneal(start_of(self.problem, self.chance), steps, COLD, EVEN)

    def _anneal(self, schedule: Schedule, steps: int, heat: Heat, even: int) -> None:
        if not self.over():
            found = anneal(self.problem, schedule, steps, heat._replace(duty=even), self.budget, self.chance)
            self.consider(found, "annealing")
