"""What a seating costs, by name and as whole numbers: the same for every format, so that seatings can be compared.

| name | definition |
| --- | --- |
| `repeats` | pairs at a table who have met before |
| `repeats_bound` | of all rounds planned ahead: pairs that have to meet again, whatever the plan; 0 without one |
| `score_spread` | points between the first and the last at a table, summed over the tables, rounded up |
| `seat` | how often whoever has a seat has had it more than the seat of the table that it had least |
| `apart` | pairs at a table who are of one household or club, and are not to meet |
| `short` | how often whoever sits at a smaller table has done so before |
| `season_repeats` | how often those at a table have met in other tournaments of the season |
| `season_seat` | as `seat`, with the season counted in |
| `season_short` | how often whoever sits at a smaller table has done so in the season |

What is of the season is there where the seating looks at that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from league.domain.seating.problem import Pair, Problem, pairs
from league.domain.seating.season_weights import seats_with_season


def cost(problem: Problem, tables: Sequence[Sequence[str]]) -> dict[str, int]:
    """What these tables cost, seats from 1 on, by the names above."""
    apart = separated_pairs(problem)
    together = [pair for seats in tables for pair in pairs(seats)]
    largest = max((len(seats) for seats in tables), default=0)
    return {
        "repeats": sum(pair in problem.met for pair in together),
        "repeats_bound": 0,
        "score_spread": ceil(sum(spread(problem, seats) for seats in tables)),
        "seat": sum(seat_cost(problem, seats) for seats in tables),
        "apart": sum(pair in apart for pair in together),
        "short": sum(problem.short_had[entry] for seats in tables if len(seats) < largest for entry in seats),
        **season_cost(problem, tables, largest),
    }


def season_cost(problem: Problem, tables: Sequence[Sequence[str]], largest: int) -> dict[str, int]:
    """What these tables cost in the season; nothing where that is not looked at. largest: of the round."""
    if (known := problem.season) is None:
        return {}
    return {
        "season_repeats": sum(known.met.get(pair, 0) for seats in tables for pair in pairs(seats)),
        "season_seat": sum(_uneven([seats_with_season(problem, entry) for entry in seats]) for seats in tables),
        "season_short": sum(known.short.get(entry, 0) for seats in tables if len(seats) < largest for entry in seats),
    }


def spread(problem: Problem, seats: Iterable[str]) -> Fraction:
    """Points between the first and the last of a table, exact."""
    points = [problem.points.get(entry, Fraction(0)) for entry in seats]
    return max(points) - min(points)


def seat_cost(problem: Problem, seats: Sequence[str]) -> int:
    """How unevenly the seats of a table have been had by those who have them now."""
    return _uneven([problem.seats_had.get(entry, Counter()) for entry in seats])


def _uneven(had: Sequence[Counter[int]]) -> int:
    """How much more often than the seat that each has had least they have had the one they have now, from 1 on."""
    seats = range(1, len(had) + 1)
    return sum(mine[seat] - min(mine[other] for other in seats) for seat, mine in zip(seats, had, strict=True))


def separated_pairs(problem: Problem, *, hard: bool | None = None) -> dict[Pair, bool]:
    """The pairs that are not to meet, each with whether it is hard. hard: only such ones, or only the others."""
    found: dict[Pair, bool] = {}
    for group in problem.separated:
        if hard is None or group.hard == hard:
            for pair in pairs(group.entries):
                found[pair] = found.get(pair, False) or group.hard
    return found
