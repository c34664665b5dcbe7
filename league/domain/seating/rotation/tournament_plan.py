"""The plan of a rotation, as it stands in a tournament's log: made once, and anew when the field has changed."""

from __future__ import annotations

from collections.abc import Callable

from league.domain.seating.costs import apart_pairs
from league.domain.seating.problem import Bounds, Problem, Seated, Seating, pairs
from league.domain.seating.rotation import PlannedRound, plan_rotation
from league.domain.seating.sizes import table_sizes
from league.domain.tournament.rounds.seating import RotationPlan, RotationRound
from league.domain.tournament.state import Tournament

Progress = Callable[[int, int, int], bool]
"""Told of a search: steps done, steps at most, repeats of the best so far. It goes on while the answer is true."""

MOST_AHEAD = 12
"""Rounds planned ahead where nobody has said how many there will be."""


def standing(state: Tournament, field: Problem) -> RotationPlan | None:
    """The plan that the round belongs to: its field is here, and what was played since was played as planned.

    A draft that is drawn again has none: everything from it on is planned anew.
    """
    plan = state.rotation
    if plan is None or state.draft is not None or not plan.first <= field.number < plan.first + len(plan.rounds):
        return None
    if state.attempts.get(field.number, 0) or sorted(plan.entries) != sorted(field.players):
        return None
    for past in field.past:
        if past.number >= plan.first and _tables(plan, past.number) != [table.seats for table in past.tables]:
            return None
    return plan if _fits(plan, field) else None


def _fits(plan: RotationPlan, field: Problem) -> bool:
    """Whether the rounds to come are as the field still wants them: tables of its sizes, nobody who must not meet."""
    sizes = list(table_sizes(len(field.players), *field.bounds).tables)
    apart = apart_pairs(field, hard=True)
    for number in range(field.number, plan.first + len(plan.rounds)):
        tables = _tables(plan, number)
        if sorted(map(len, tables), reverse=True) != sizes:
            return False
        for seats in tables:
            places = {field.fixed[entry] for entry in seats if entry in field.fixed}
            if len(places) > 1 or any(pair in apart for pair in pairs(seats)):
                return False
    return True


def planned(state: Tournament, field: Problem, steps: int | None, progress: Progress | None) -> RotationPlan:
    """A new plan of the round and of those to come; from the one before, where people have left or come since."""
    before = _to_come(state.rotation, field.number) if state.rotation else ()
    made = plan_rotation(field, rounds_ahead(field), steps=steps, standing=before, progress=progress)
    entries = tuple(sorted(field.players))
    number = {entry: at for at, entry in enumerate(entries)}
    rounds = tuple(
        RotationRound(
            tuple(tuple(number[entry] for entry in seats) for seats in planned.tables),
            tuple(number[entry] for entry in planned.byes),
        )
        for planned in made.rounds
    )
    return RotationPlan(field.number, entries, rounds, made.method, made.steps, made.repeats, made.bound)


def _to_come(plan: RotationPlan, number: int) -> tuple[PlannedRound, ...]:
    """The rounds from that one on of a plan for earlier ones; a draft drawn again does not begin with its own."""
    if plan.first == number:
        return ()
    later = range(number, plan.first + len(plan.rounds))
    return tuple(PlannedRound(tuple(_tables(plan, one)), _byes(plan, one)) for one in later)


def rounds_ahead(field: Problem) -> int:
    """How many rounds are planned: all that are left, or as many as could be without a repeat, 12 at most."""
    if field.rounds is not None:
        return max(field.rounds - field.number + 1, 1)
    return min(max(most_without_repeats(len(field.players), field.bounds), 1), MOST_AHEAD)


def most_without_repeats(entries: int, bounds: Bounds) -> int:
    """In how many rounds everybody has met as many others as there are."""
    return (entries - 1) // (max(min(bounds.prefer, entries), 2) - 1)


def round_of(plan: RotationPlan, number: int) -> Seating:
    """A round of a plan. cost: what all its rounds come to, and have to."""
    tables = tuple(Seated(seats) for seats in _tables(plan, number))
    cost = {"repeats_bound": plan.bound, "repeats_planned": plan.repeats}
    return Seating(tables, _byes(plan, number), cost, plan.steps)


def _tables(plan: RotationPlan, number: int) -> list[tuple[str, ...]]:
    return [tuple(plan.entries[at] for at in seats) for seats in plan.rounds[number - plan.first].tables]


def _byes(plan: RotationPlan, number: int) -> tuple[str, ...]:
    return tuple(plan.entries[at] for at in plan.rounds[number - plan.first].byes)
