"""The plan of the rounds to come: tables by `search`, then the seats at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from league.domain.seating.problem import Problem
from league.domain.seating.rotation.adaptation import adapted
from league.domain.seating.rotation.bound import repeats_bound
from league.domain.seating.rotation.budget import Budget, Progress
from league.domain.seating.rotation.labels import relabelled
from league.domain.seating.rotation.problem import (
    HARD,
    RotationProblem,
    Schedule,
    meetings,
    refused,
    rotation_problem_of,
)
from league.domain.seating.rotation.search import Method, Solution, repeats_of, search
from league.domain.seating.rotation.seasonal import balance_seats_over_season, balanced_over_season
from league.domain.seating.rotation.seats import seat

STEPS_TIMES_SEATS = 2_000_000
"""Steps of a search times the seats of the largest table: a step looks at two tables."""
FEWEST_STEPS = 150_000
LOTS = 7
"""Which lots are drawn where all fields of a shape get the same: of several tried, those that serve best."""


@dataclass(frozen=True)
class PlannedRound:
    """A round to come. tables: entries from seat 1 on, the larger tables first. byes: of whoever has none."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RotationPlan:
    """All rounds to come. steps: of the search, as many as it takes to find the same plan again.

    repeats: sum over pairs of max(0, meetings - 1), of those who are there, past meetings counted in.
    bound: no plan has fewer.
    """

    rounds: tuple[PlannedRound, ...]
    method: Method
    steps: int
    repeats: int
    bound: int


def default_steps(round_problem: Problem) -> int:
    """How many steps a search makes at most where nobody says otherwise."""
    return usual_steps(round_problem.bounds.max)


def usual_steps(largest: int) -> int:
    """The usual number of steps where the largest table has so many seats: about a second."""
    return max(FEWEST_STEPS, STEPS_TIMES_SEATS // largest)


def plan_rotation(
    round_problem: Problem,
    rounds: int,
    *,
    steps: int | None = None,
    standing: Sequence[PlannedRound] = (),
    progress: Progress | None = None,
) -> RotationPlan:
    """The plan of this round and those to come, `rounds` together, for the players of the field with its past fixed.

    steps: at most so many; None is `default_steps`. The steps of a plan give an equal plan.
    standing: the same rounds as they were planned before somebody left or came; never is the plan worse than these.
    progress: asked every few thousand steps; where it answers False the best so far stands.
    Raises Rejected: `too_few_entries`, `apart` (who is never to meet has to) and `fixed` (no room where they sit).
    """
    problem = rotation_problem_of(round_problem, rounds, [planned.byes for planned in standing])
    budget = Budget(default_steps(round_problem) if steps is None else steps, progress)
    found = _solution(round_problem, problem, budget, _before(round_problem, problem, standing))
    _require_kept_apart(round_problem, problem, found)
    if round_problem.season is not None:
        found = found._replace(
            schedule=balanced_over_season(round_problem, problem, found.schedule, round_problem.chance("season"))
        )
    return RotationPlan(
        _seated(round_problem, problem, found.schedule),
        found.method,
        budget.done,
        repeats_of(problem, found.schedule),
        repeats_bound(problem),
    )


def _before(round_problem: Problem, problem: RotationProblem, standing: Sequence[PlannedRound]) -> Schedule | None:
    """The plan before, of whoever is there."""
    index = {entry: at for at, entry in enumerate(round_problem.players)}
    rounds = [[[index[entry] for entry in table if entry in index] for table in planned.tables] for planned in standing]
    return adapted(problem, rounds)


def _solution(round_problem: Problem, problem: RotationProblem, budget: Budget, before: Schedule | None) -> Solution:
    """The tables. Where players differ only by whom they are not to meet, a plan for any of them comes first."""
    blank = replace(problem, separations={})
    if before is not None or not blank.alike:
        return search(
            problem, budget, round_problem.chance("rotation"), None if before is None else ("annealing", before)
        )
    budget.limit = default_steps(round_problem) // 2 if problem.separations else None
    shape = f"rotation {LOTS}/{problem.sizes}/{problem.players}/{problem.rounds}"
    found = search(blank, budget, Random(shape))  # noqa: S311
    if not problem.separations:
        return found
    budget.limit = None
    start = relabelled(problem, found.schedule, round_problem.chance("labels"))
    return search(problem, budget, round_problem.chance("rotation"), (found.method, start))


def _require_kept_apart(round_problem: Problem, problem: RotationProblem, found: Solution) -> None:
    """Refuses a plan in which a pair meets that must not."""
    if found.cost.hard:
        times = meetings(problem, found.schedule)
        pairs = [pair for pair, weight in problem.separations.items() if weight == HARD]
        meeting = [pair for pair in pairs if times[pair] > problem.met.get(pair, 0)]
        raise refused(
            [round_problem.players[player] for player in sorted(dict.fromkeys(p for pair in meeting for p in pair))]
        )


def _seated(round_problem: Problem, problem: RotationProblem, schedule: Schedule) -> tuple[PlannedRound, ...]:
    """The plan by entries, with seats that are had as evenly as it goes."""
    tables = [[players[begin:end] for begin, end in problem.tables] for players in schedule]
    had: dict[int, Mapping[int, int]] = {
        player: round_problem.seats_had.get(entry, {}) for player, entry in enumerate(round_problem.players)
    }
    by_seat = seat(tables, had, round_problem.chance("seats"))
    if round_problem.season is not None:
        balance_seats_over_season(round_problem, by_seat, round_problem.chance("season seats"))
    return tuple(
        PlannedRound(
            tuple(tuple(round_problem.players[player] for player in table) for table in seated),
            tuple(round_problem.players[player] for player in players[problem.seated :]),
        )
        for seated, players in zip(by_seat, schedule, strict=True)
    )
