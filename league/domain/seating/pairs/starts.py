"""Who starts at a table of two: seat 1, which is white or the first move. Counted are games that were played.

Starts are fair where nobody has the same seat three times running, nobody has one seat three times more often than the
other, and each has both about as often. Source: the colour rules of the FIDE Swiss systems, by their sense.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from games.kernel import draw
from league.domain.seating.problem import Problem
from league.domain.seating.season_weights import starts_more

MOST_RUNNING = 2
MOST_MORE = 2


class Starts(NamedTuple):
    """What one has had. more: times in seat 1 less times in seat 2. last: 1 (seat 1), -1 or, before the first game, 0.

    running: how often `last` has come in a row, up to MOST_RUNNING.
    """

    more: int = 0
    last: int = 0
    running: int = 0

    def strained(self, side: int) -> bool:
        """Whether `side`, 1 or -1 as in `last`, is too much now: the third running, or a difference of three."""
        return (self.last == side and self.running >= MOST_RUNNING) or self.more * side >= MOST_MORE


class StartCost(NamedTuple):
    """What a start does to the two of a table, the less the better. strained: for how many it is too much."""

    strained: int
    uneven: int


def histories(problem: Problem) -> dict[str, tuple[int, ...]]:
    """The seats at tables of two that each player has had, in order: 1 for seat 1, -1 for seat 2."""
    had: dict[str, list[int]] = {entry: [] for entry in problem.players}
    for past in problem.full_history:
        for table in past.tables:
            if table.played and len(table.seats) == 2:
                for side, entry in zip((1, -1), table.seats, strict=True):
                    if entry in had:
                        had[entry].append(side)
    return {entry: tuple(sides) for entry, sides in had.items()}


def starts_of(sides: Sequence[int]) -> Starts:
    """The history of one, told in short."""
    if not sides:
        return Starts()
    running = sum(1 for _ in next(groupby(reversed(sides)))[1])
    return Starts(sum(sides), sides[-1], min(running, MOST_RUNNING))


def start_cost(first: Starts, second: Starts) -> StartCost:
    """What it does to the two if `first` starts: squares of the differences after it, then seats had twice running."""
    strained = first.strained(1) + second.strained(-1)
    squares = (first.more + 1) ** 2 + (second.more - 1) ** 2
    return StartCost(strained, 2 * squares + (first.last == 1) + (second.last == -1))


def better_start_cost(a: Starts, b: Starts) -> StartCost:
    """What the better start of the two does to them."""
    return min(start_cost(a, b), start_cost(b, a))


def starter_first(a: str, b: str, sides: Mapping[str, Sequence[int]], lots: Mapping[str, int]) -> tuple[str, str]:
    """The two, who starts first: whoever has started less often, then whoever did not the last time that they differ.

    Rather than that, nobody starts, or does not start, a third time running. lots: decide the rest, the lower starts.
    """
    own, other = starts_of(sides[a]), starts_of(sides[b])
    ahead, behind = start_cost(own, other), start_cost(other, own)
    if ahead != behind:
        return (a, b) if ahead < behind else (b, a)
    for mine, theirs in zip(reversed(sides[a]), reversed(sides[b]), strict=False):
        if mine != theirs:
            return (a, b) if mine < theirs else (b, a)
    return (a, b) if lots[a] < lots[b] else (b, a)


def start_lots(problem: Problem) -> dict[str, int]:
    """The lots that decide who starts, where nothing else does; before them the starts in the season, where asked."""
    drawn = draw(problem.seed, "starts", problem.players)
    return {entry: lot for lot, entry in enumerate(sorted(drawn, key=lambda entry: starts_more(problem, entry)))}
