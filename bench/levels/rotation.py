"""Planned rotation against its levels: repeats beside the bound no plan goes below, and the CPU a plan takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import median
from time import process_time
from typing import TypeVar

from bench.levels import Row
from league.domain.seating.problem import Bounds, Problem
from league.domain.seating.rotation import PlannedRound, RotationPlan, plan_rotation
from league.domain.seating.rotation.seats import seat

T = TypeVar("T")

RUNS = 3
FOURS = Bounds(4, 4, 4)
THREES_AND_FOURS = Bounds(3, 4, 4)
FOURS_AND_FIVES = Bounds(4, 5, 4)
FIVES_AND_FOURS = Bounds(4, 5, 5)

NO_REPEAT = [
    (20, FOURS, 5, 1.0),
    (24, FOURS, 7, 1.0),
    (32, FOURS, 8, 1.0),
    (40, FOURS, 6, 1.0),
    (100, FOURS, 6, 1.0),
    (37, THREES_AND_FOURS, 6, 1.0),
    (37, FOURS_AND_FIVES, 6, 1.0),
    (37, FIVES_AND_FOURS, 6, 1.0),
    (32, FOURS, 9, 10.0),
]
FORCED = [(20, 7), (20, 8), (20, 9), (20, 10), (16, 6), (16, 7), (16, 8)]
SEAT_ROUNDS = [(120, 8), (120, 6), (120, 12), (60, 7)]
MOST_SEAT_SECONDS = 0.05
EVENING = [*range(25, 101)]
MOST_EVENING_SECONDS = 0.2


def problem_of(players: int, bounds: Bounds) -> Problem:
    """So many players before the first round."""
    return Problem(1, "bench", tuple(f"e{number:04}" for number in range(players)), bounds)


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """What it gives, and the median CPU seconds of a few runs."""
    times = []
    for _ in range(RUNS):
        started = process_time()
        found = work()
        times.append(process_time() - started)
    return found, median(times)


def rows() -> Iterable[Row]:
    """The rows, measured now."""
    for players, bounds, rounds, seconds in NO_REPEAT:
        yield repeats_row(players, bounds, rounds, 0, seconds)
    yield repeats_row(32, FOURS, 10, 25, 5.0)
    for players, rounds in FORCED:
        yield repeats_row(players, FOURS, rounds, None, None)
    for players, rounds in SEAT_ROUNDS:
        yield seats_row(players, rounds)
    for prefer in (FOURS_AND_FIVES, FIVES_AND_FOURS):
        yield evening_row(prefer)


def repeats_row(players: int, bounds: Bounds, rounds: int, most: int | None, seconds: float | None) -> Row:
    """A plan's repeats. most: None is the bound. seconds: of CPU at most."""
    plan, spent = timed(lambda: plan_rotation(problem_of(players, bounds), rounds))
    least = plan.bound if most is None else most
    sizes = sorted({len(table) for planned in plan.rounds for table in planned.tables}, reverse=True)
    preferred = f", rather {bounds.prefer}" if len(sizes) > 1 else ""
    what = f"{players} players, tables of {' and '.join(map(str, sizes))}{preferred}, {rounds} rounds"
    measured = f"{plan.repeats} repeats (bound {plan.bound}), {spent:.3f} s, {plan.steps:,} steps, {plan.method}"
    level = f"<= {least} repeats" + ("" if seconds is None else f", <= {seconds:g} s")
    return Row(what, measured, level, plan.repeats <= least and (seconds is None or spent <= seconds))


def seats_row(players: int, rounds: int) -> Row:
    """How evenly the seats of equal tables are had."""
    plan = plan_rotation(problem_of(players, FOURS), rounds, steps=0)
    tables = [[[int(entry[1:]) for entry in table] for table in planned.tables] for planned in plan.rounds]
    _, spent = timed(lambda: seat(tables, {}, problem_of(players, FOURS).chance("seats")))
    apart = most_apart(plan.rounds, FOURS.max)
    most = int(rounds % FOURS.max > 0)
    what = f"seats: {players} players, tables of 4, {rounds} rounds"
    level = f"counts differ by <= {most}, <= {MOST_SEAT_SECONDS * 1000:g} ms"
    measured = f"by {apart}, {spent * 1000:.1f} ms"
    return Row(what, measured, level, apart <= most and spent <= MOST_SEAT_SECONDS)


def most_apart(rounds: Sequence[PlannedRound], seats: int) -> int:
    """Between the seat that a player has most and the one that they have least, at most."""
    had = seats_had(rounds)
    counts = [[had[entry, seat] for seat in range(seats)] for table in rounds[0].tables for entry in table]
    return max(max(own) - min(own) for own in counts)


def evening_row(bounds: Bounds) -> Row:
    """Three rounds at fours and fives, for every number of players."""
    pairs, seats, slowest = 0, 0, 0.0
    for players in EVENING:
        plan, spent = timed(partial(three_rounds, players, bounds))
        pairs = max(pairs, plan.repeats)
        seats = max(seats, *seats_had(plan.rounds).values())
        slowest = max(slowest, spent)
    what = f"three rounds, {EVENING[0]} to {EVENING[-1]} players, fours and fives, rather {bounds.prefer}"
    measured = f"{pairs} pairs twice, a seat at most {seats} x, the slowest {slowest:.3f} s"
    reached = pairs == 0 and seats == 1 and slowest <= MOST_EVENING_SECONDS
    return Row(what, measured, f"0 pairs twice, 1 x, <= {MOST_EVENING_SECONDS:g} s", reached)


def three_rounds(players: int, bounds: Bounds) -> RotationPlan:
    return plan_rotation(problem_of(players, bounds), 3)


def seats_had(rounds: Sequence[PlannedRound]) -> Counter[tuple[str, int]]:
    """How often each entry has each seat, from 0."""
    return Counter((entry, seat) for planned in rounds for table in planned.tables for seat, entry in enumerate(table))
