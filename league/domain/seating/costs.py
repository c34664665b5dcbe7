"""Costs of a seating, by name, as whole numbers. They are the same for every format, so seatings can be compared.

| name | definition |
| --- | --- |
| `repeats` | pairs at a table that have met before |
| `repeats_bound` | for a plan of several rounds: pairs that must meet again in any plan; 0 otherwise |
| `rounds_left` | for a round robin only: the rounds needed after this one until everybody has met |
| `score_spread` | points between the first and the last at a table, summed over the tables, rounded up |
| `seat` | per entry: times in the current seat minus times in its rarest seat at the table, summed |
| `apart` | pairs at a table that belong to one household or club and should be kept apart |
| `short` | per entry at a smaller table: times at a smaller table before, summed |
| `season_repeats` | meetings of the pairs at a table in other tournaments of the season |
| `season_seat` | as `seat`, with the season included |
| `season_short` | as `short`, counting only other tournaments of the season |

The season's costs are present only if the seating looks at the season.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil

from league.domain.seating.problem import Pair, Problem, pairs
from league.domain.seating.season_weights import seats_with_season


def cost(problem: Problem, tables: Sequence[Sequence[str]]) -> dict[str, int]:
    """The costs of these tables. tables: entries from seat 1 on."""
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
    """The season's costs of these tables; empty without a season. largest: size of the largest table of the round."""
    if (known := problem.season) is None:
        return {}
    return {
        "season_repeats": sum(known.met.get(pair, 0) for seats in tables for pair in pairs(seats)),
        "season_seat": sum(_uneven([seats_with_season(problem, entry) for entry in seats]) for seats in tables),
        "season_short": sum(known.short.get(entry, 0) for seats in tables if len(seats) < largest for entry in seats),
    }


def spread(problem: Problem, seats: Iterable[str]) -> Fraction:
    points = [problem.points.get(entry, Fraction(0)) for entry in seats]
    return max(points) - min(points)


def seat_cost(problem: Problem, seats: Sequence[str]) -> int:
    return _uneven([problem.seats_had.get(entry, Counter()) for entry in seats])


def _uneven(had: Sequence[Counter[int]]) -> int:
    """For each player: times in the current seat minus times in their rarest seat, summed. Seats count from 1."""
    seats = range(1, len(had) + 1)
    return sum(mine[seat] - min(mine[other] for other in seats) for seat, mine in zip(seats, had, strict=True))


def separated_pairs(problem: Problem, *, hard: bool | None = None) -> dict[Pair, bool]:
    """The pairs that should be kept apart, each with whether it is hard. hard: select only hard, or only soft, ones."""
    found: dict[Pair, bool] = {}
    for group in problem.separated:
        if hard is None or group.hard == hard:
            for pair in pairs(group.entries):
                found[pair] = found.get(pair, False) or group.hard
    return found
