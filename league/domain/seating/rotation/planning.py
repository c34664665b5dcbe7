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
from league.domain.seating.rotation.problem import HARD, RotationProblem, Schedule, meetings, problem_of, refused
from league.domain.seating.rotation.search import Found, Method, repeats_of, search
from league.domain.seating.rotation.seasonal import even_seats, evened
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


def default_steps(field: Problem) -> int:
    """How many steps a search makes at most where nobody says otherwise."""
    return usual_steps(field.bounds.max)


def usual_steps(largest: int) -> int:
    """The usual number of steps where the largest table has so many seats: about a second."""
    return max(FEWEST_STEPS, STEPS_TIMES_SEATS // largest)


def plan_rotation(
    field: Problem,
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
    problem = problem_of(field, rounds, [planned.byes for planned in standing])
    budget = Budget(default_steps(field) if steps is None else steps, progress)
    found = _found(field, problem, budget, _before(field, problem, standing))
    _require_kept_apart(field, problem, found)
    if field.season is not None:
        found = found._replace(schedule=evened(field, problem, found.schedule, field.chance("season")))
    return RotationPlan(
        _seated(field, problem, found.schedule),
        found.method,
        budget.done,
        repeats_of(problem, found.schedule),
        repeats_bound(problem),
    )


def _before(field: Problem, problem: RotationProblem, standing: Sequence[PlannedRound]) -> Schedule | None:
    """The plan before, of whoever is there."""
    index = {entry: at for at, entry in enumerate(field.players)}
    rounds = [[[index[entry] for entry in table if entry in index] for table in planned.tables] for planned in standing]
    return adapted(problem, rounds)


def _found(field: Problem, problem: RotationProblem, budget: Budget, before: Schedule | None) -> Found:
    """The tables. Where players differ only by whom they are not to meet, a plan for any of them comes first."""
    blank = replace(problem, apart={})
    if before is not None or not blank.alike:
        return search(problem, budget, field.chance("rotation"), None if before is None else ("annealing", before))
    budget.limit = default_steps(field) // 2 if problem.apart else None
    shape = f"rotation {LOTS}/{problem.sizes}/{problem.players}/{problem.rounds}"
    found = search(blank, budget, Random(shape))  # noqa: S311
    if not problem.apart:
        return found
    budget.limit = None
    start = relabelled(problem, found.schedule, field.chance("labels"))
    return search(problem, budget, field.chance("rotation"), (found.method, start))


def _require_kept_apart(field: Problem, problem: RotationProblem, found: Found) -> None:
    """Refuses a plan in which a pair meets that must not."""
    if found.cost.hard:
        times = meetings(problem, found.schedule)
        pairs = [pair for pair, weight in problem.apart.items() if weight == HARD]
        meeting = [pair for pair in pairs if times[pair] > problem.met.get(pair, 0)]
        raise refused([field.players[player] for player in sorted(dict.fromkeys(p for pair in meeting for p in pair))])


def _seated(field: Problem, problem: RotationProblem, schedule: Schedule) -> tuple[PlannedRound, ...]:
    """The plan by entries, with seats that are had as evenly as it goes."""
    tables = [[players[begin:end] for begin, end in problem.tables] for players in schedule]
    had: dict[int, Mapping[int, int]] = {
        player: field.seats_had.get(entry, {}) for player, entry in enumerate(field.players)
    }
    by_seat = seat(tables, had, field.chance("seats"))
    if field.season is not None:
        even_seats(field, by_seat, field.chance("season seats"))
    return tuple(
        PlannedRound(
            tuple(tuple(field.players[player] for player in table) for table in seated),
            tuple(field.players[player] for player in players[problem.seated :]),
        )
        for seated, players in zip(by_seat, schedule, strict=True)
    )
