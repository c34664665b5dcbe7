"""What was counted in the season, as seatings weigh it: below everything that was had in the tournament itself.

| what | how |
| --- | --- |
| meetings | in LEVELS steps from the pair that has met least to that which has met most; the square of a step weighs |
| short tables | in as many steps: the last weighs half as much as one short table in the tournament |
| byes | who has had the fewest in the season, among those who have had as many in the tournament |
| seats | of two who have had a seat as often in the tournament, who has had it less often in the season |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import comb
from typing import TypeVar

from league.domain.seating.problem import Pair, Problem

LEVELS = 4
MEETING = 40_000
"""What a pair of the first step costs, the square of the whole span of the points being a million."""
PAIRS = 8
"""Of the dearest in the season, who together cost no more than one repeat: as many as a change of two places parts."""
SHORT_UNIT = 8
"""Steps of short tables in the season that weigh as much as one in the tournament: nobody has as many."""
K = TypeVar("K", bound=Hashable)


def meeting_weight(repeat: int) -> int:
    """What a pair of the first step costs where a repeat here costs so much: PAIRS of the dearest cost no more."""
    return min(MEETING, repeat // (PAIRS * LEVELS**2))


def met_steps(problem: Problem) -> dict[Pair, int]:
    """By pair the step from 1 to LEVELS; pairs that have met least are left out."""
    if problem.season is None:
        return {}
    here = frozenset(problem.players)
    counts = {pair: times for pair, times in problem.season.met.items() if pair[0] in here and pair[1] in here}
    return _steps(counts, all_counted=len(counts) == comb(len(problem.players), 2))


def short_steps(problem: Problem) -> dict[str, int]:
    """By entry the step from 1 to LEVELS; entries with the fewest short tables are left out."""
    if problem.season is None:
        return {}
    counts = {entry: problem.season.short[entry] for entry in problem.players if entry in problem.season.short}
    return _steps(counts, all_counted=len(counts) == len(problem.players))


def season_byes(problem: Problem) -> Mapping[str, int]:
    """Byes in the season beside those of the tournament."""
    return problem.season.byes if problem.season else {}


def starts_more(problem: Problem, entry: str) -> int:
    """How much more often an entry has had seat 1 than seat 2, in the tournament and the season; 0 if none is asked."""
    had = seats_with_season(problem, entry)
    return had[1] - had[2]


def seats_with_season(problem: Problem, entry: str) -> Counter[int]:
    """How often an entry has had each seat, in the tournament and the season together; nothing where none is asked."""
    if problem.season is None:
        return Counter()
    had = Counter(dict(enumerate(problem.season.seats.get(entry, ()), 1)))
    return had + problem.seats_had.get(entry, Counter())


def _steps(counts: Mapping[K, int], *, all_counted: bool) -> dict[K, int]:
    """all_counted: nobody is left out of the counts, who would have had nothing."""
    least = min(counts.values(), default=0) if all_counted else 0
    span = max(counts.values(), default=0) - least
    if span > LEVELS:
        return {key: -(-(count - least) * LEVELS // span) for key, count in counts.items() if count > least}
    return {key: count - least for key, count in counts.items() if count > least}
