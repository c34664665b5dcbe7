"""The plan of the coming rounds: tables by `search`, then seats."""

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
"""Steps of a search times the seats of the largest table, since a step looks at two tables."""
FEWEST_STEPS = 150_000
LOTS = 7
"""The lots drawn for all fields of a shape: of several tried, those that serve best."""


@dataclass(frozen=True)
class PlannedRound:
    """A coming round. tables: entries from seat 1 on, larger tables first. byes: given by the pairing."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True)
class RotationPlan:
    """All coming rounds. steps: of the search; the same number finds the same plan again.

    repeats: sum over pairs of present players of max(0, meetings - 1), including past meetings.
    bound: no plan has fewer.
    """

    rounds: tuple[PlannedRound, ...]
    method: Method
    steps: int
    repeats: int
    bound: int


def default_steps(round_problem: Problem) -> int:
    return usual_steps(round_problem.bounds.max)


def usual_steps(largest: int) -> int:
    """The usual number of steps if the largest table has this many seats: about a second."""
    return max(FEWEST_STEPS, STEPS_TIMES_SEATS // largest)


def plan_rotation(
    round_problem: Problem,
    rounds: int,
    *,
    steps: int | None = None,
    standing: Sequence[PlannedRound] = (),
    progress: Progress | None = None,
) -> RotationPlan:
    """The plan of this round and those after it, `rounds` in all, for the present players and their past.

    steps: at most; None: `default_steps`. Planning again with the steps of a plan gives an equal plan.
    standing: the same rounds as planned before players left or came; the new plan is never worse.
    progress: called every few thousand steps; if it returns False, the best plan so far is taken.
    Raises Rejected: `too_few_entries`, `apart` (a hard separation can't be kept), `fixed` (no room at a fixed table).
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
    index = {entry: at for at, entry in enumerate(round_problem.players)}
    rounds = [[[index[entry] for entry in table if entry in index] for table in planned.tables] for planned in standing]
    return adapted(problem, rounds)


def _solution(round_problem: Problem, problem: RotationProblem, budget: Budget, before: Schedule | None) -> Solution:
    """The tables. If players differ only by separations, the search starts from a plan that ignores them."""
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
    if found.cost.hard:
        times = meetings(problem, found.schedule)
        pairs = [pair for pair, weight in problem.separations.items() if weight == HARD]
        meeting = [pair for pair in pairs if times[pair] > problem.met.get(pair, 0)]
        raise refused(
            [round_problem.players[player] for player in sorted(dict.fromkeys(p for pair in meeting for p in pair))]
        )


def _seated(round_problem: Problem, problem: RotationProblem, schedule: Schedule) -> tuple[PlannedRound, ...]:
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
