"""Fields for planned rotation, and what is counted in a plan of one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem
from league.domain.seating.rotation import PlannedRound


def problem_of(count: int, bounds: tuple[int, int, int], seed: str = "seed", **known) -> Problem:
    """So many players; bounds: min, max and prefer."""
    return Problem(1, seed, tuple(f"e{number:03}" for number in range(count)), Bounds(*bounds), **known)


def past_of(rounds: Sequence[PlannedRound]) -> tuple[PastRound, ...]:
    """The rounds as they would have been played."""
    return tuple(
        PastRound(number, tuple(PastTable(at, seats) for at, seats in enumerate(planned.tables, 1)), planned.byes)
        for number, planned in enumerate(rounds, 1)
    )


def met(rounds: Sequence[PlannedRound]) -> Counter[tuple[str, str]]:
    """How often each pair shares a table."""
    return Counter(pair for planned in rounds for table in planned.tables for pair in combinations(sorted(table), 2))


def repeats(rounds: Sequence[PlannedRound]) -> int:
    return sum(times - 1 for times in met(rounds).values())


def byes(rounds: Sequence[PlannedRound]) -> Counter[str]:
    return Counter(entry for planned in rounds for entry in planned.byes)


def short(rounds: Sequence[PlannedRound]) -> Counter[str]:
    """How often each has sat at a table smaller than the largest of its round."""
    return Counter(
        entry
        for planned in rounds
        for table in planned.tables
        if len(table) < max(map(len, planned.tables))
        for entry in table
    )


def seats(rounds: Sequence[PlannedRound]) -> Counter[tuple[str, int]]:
    """How often each has had each seat, from 1."""
    return Counter(
        (entry, seat) for planned in rounds for table in planned.tables for seat, entry in enumerate(table, 1)
    )


def spread(counts: Counter[str], players: Sequence[str]) -> int:
    """Between whoever has most and whoever has least."""
    return max(counts[player] for player in players) - min(counts[player] for player in players)
