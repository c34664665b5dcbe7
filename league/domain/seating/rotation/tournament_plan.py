"""The rotation plan of a tournament: made once, and again when the players have changed."""

from __future__ import annotations

from collections.abc import Callable

from league.domain.seating.costs import separated_pairs
from league.domain.seating.problem import Bounds, Problem, Seated, Seating, pairs
from league.domain.seating.rotation import PlannedRound, plan_rotation
from league.domain.seating.sizes import table_sizes
from league.domain.tournament.rounds.seating import RotationPlan, RotationRound
from league.domain.tournament.state import Tournament

Progress = Callable[[int, int, int], bool]
"""Called with steps done, steps at most, and the best plan's repeats. The search goes on while it returns True."""

MOST_AHEAD = 12
"""Rounds planned ahead if the tournament has no number of rounds."""


def plan_in_force(state: Tournament, problem: Problem) -> RotationPlan | None:
    """The plan that the round belongs to, if its players are here and all rounds since were played as planned.

    A draft that is drawn again has none: it and everything after it is planned again.
    """
    plan = state.rotation
    if plan is None or state.draft is not None or not plan.first <= problem.number < plan.first + len(plan.rounds):
        return None
    if state.attempts.get(problem.number, 0) or sorted(plan.entries) != sorted(problem.players):
        return None
    for past in problem.history:
        if past.number >= plan.first and _tables(plan, past.number) != [table.seats for table in past.tables]:
            return None
    return plan if _fits(plan, problem) else None


def _fits(plan: RotationPlan, problem: Problem) -> bool:
    """Whether the coming rounds still have the right table sizes and break no hard separation or fixed table."""
    sizes = list(table_sizes(len(problem.players), *problem.bounds).tables)
    apart = separated_pairs(problem, hard=True)
    for number in range(problem.number, plan.first + len(plan.rounds)):
        tables = _tables(plan, number)
        if sorted(map(len, tables), reverse=True) != sizes:
            return False
        for seats in tables:
            places = {problem.fixed[entry] for entry in seats if entry in problem.fixed}
            if len(places) > 1 or any(pair in apart for pair in pairs(seats)):
                return False
    return True


def new_plan(state: Tournament, problem: Problem, steps: int | None, progress: Progress | None) -> RotationPlan:
    """A new plan of the round and those after it, based on the previous plan if players have left or come since."""
    before = _to_come(state.rotation, problem.number) if state.rotation else ()
    made = plan_rotation(problem, rounds_ahead(problem), steps=steps, standing=before, progress=progress)
    entries = tuple(sorted(problem.players))
    number = {entry: at for at, entry in enumerate(entries)}
    rounds = tuple(
        RotationRound(
            tuple(tuple(number[entry] for entry in seats) for seats in new_plan.tables),
            tuple(number[entry] for entry in new_plan.byes),
        )
        for new_plan in made.rounds
    )
    return RotationPlan(problem.number, entries, rounds, made.method, made.steps, made.repeats, made.bound)


def _to_come(plan: RotationPlan, number: int) -> tuple[PlannedRound, ...]:
    """The rounds of an earlier plan from this number on; empty for a draft drawn again."""
    if plan.first == number:
        return ()
    later = range(number, plan.first + len(plan.rounds))
    return tuple(PlannedRound(tuple(_tables(plan, one)), _byes(plan, one)) for one in later)


def rounds_ahead(problem: Problem) -> int:
    """The number of rounds to plan: all that are left, or as many as are possible without a repeat, at most 12."""
    if problem.rounds is not None:
        return max(problem.rounds - problem.number + 1, 1)
    return min(max(most_without_repeats(len(problem.players), problem.bounds), 1), MOST_AHEAD)


def most_without_repeats(entries: int, bounds: Bounds) -> int:
    """The number of rounds after which a player has met as many others as there are."""
    return (entries - 1) // (max(min(bounds.prefer, entries), 2) - 1)


def round_of(plan: RotationPlan, number: int) -> Seating:
    """A round of a plan. cost: repeats of all its rounds, and their lower bound."""
    tables = tuple(Seated(seats) for seats in _tables(plan, number))
    cost = {"repeats_bound": plan.bound, "repeats_planned": plan.repeats}
    return Seating(tables, _byes(plan, number), cost, plan.steps)


def _tables(plan: RotationPlan, number: int) -> list[tuple[str, ...]]:
    return [tuple(plan.entries[at] for at in seats) for seats in plan.rounds[number - plan.first].tables]


def _byes(plan: RotationPlan, number: int) -> tuple[str, ...]:
    return tuple(plan.entries[at] for at in plan.rounds[number - plan.first].byes)
