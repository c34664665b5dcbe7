"""Weights of the season's counts in a seating. They are below everything that happened in the tournament itself.

| what | how |
| --- | --- |
| meetings | in LEVELS steps from the pair that has met least to the one that has met most; weight: step squared |
| short tables | in as many steps; the last weighs half of one short table in the tournament |
| byes | fewest in the season first, among entries with equally many in the tournament |
| seats | fewest times in the season first, among entries with equally many in the tournament |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import comb
from typing import TypeVar

from league.domain.seating.problem import Pair, Problem

LEVELS = 4
MEETING = 40_000
"""Cost of a pair of the first step, where the square of the whole range of points is a million."""
PAIRS = 8
"""This many pairs of the last step cost no more than one repeat: as many as one swap can separate."""
SHORT_UNIT = 8
"""Steps of short tables in the season that weigh as much as one in the tournament; nobody has that many."""
K = TypeVar("K", bound=Hashable)


def meeting_weight(repeat: int) -> int:
    """Cost of a pair of the first step. repeat: cost of a repeat in the tournament; PAIRS of the last step don't exceed
    it.
    """
    return min(MEETING, repeat // (PAIRS * LEVELS**2))


def met_steps(problem: Problem) -> dict[Pair, int]:
    """By pair: a step from 1 to LEVELS. Pairs that have met least are left out."""
    if problem.season is None:
        return {}
    here = frozenset(problem.players)
    counts = {pair: times for pair, times in problem.season.met.items() if pair[0] in here and pair[1] in here}
    return _steps(counts, all_counted=len(counts) == comb(len(problem.players), 2))


def short_steps(problem: Problem) -> dict[str, int]:
    """By entry: a step from 1 to LEVELS. Entries with the fewest short tables are left out."""
    if problem.season is None:
        return {}
    counts = {entry: problem.season.short[entry] for entry in problem.players if entry in problem.season.short}
    return _steps(counts, all_counted=len(counts) == len(problem.players))


def season_byes(problem: Problem) -> Mapping[str, int]:
    return problem.season.byes if problem.season else {}


def starts_more(problem: Problem, entry: str) -> int:
    """Times in seat 1 minus times in seat 2, in the tournament and the season; 0 if the season doesn't count."""
    had = seats_with_season(problem, entry)
    return had[1] - had[2]


def seats_with_season(problem: Problem, entry: str) -> Counter[int]:
    """Times in each seat, in the tournament and the season; empty if the season doesn't count."""
    if problem.season is None:
        return Counter()
    had = Counter(dict(enumerate(problem.season.seats.get(entry, ()), 1)))
    return had + problem.seats_had.get(entry, Counter())


def _steps(counts: Mapping[K, int], *, all_counted: bool) -> dict[K, int]:
    """all_counted: everyone is in the counts, so the least count need not be 0."""
    least = min(counts.values(), default=0) if all_counted else 0
    span = max(counts.values(), default=0) - least
    if span > LEVELS:
        return {key: -(-(count - least) * LEVELS // span) for key, count in counts.items() if count > least}
    return {key: count - least for key, count in counts.items() if count > least}
