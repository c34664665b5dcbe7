"""Who starts at a table of two, that is, has seat 1: white, or the first move. Only games that were played count.

Starts are fair if nobody has the same seat three times in a row or three times more often than the other, and everyone
has both about equally often. Source: follows the colour rules of the FIDE Swiss systems.
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
    """A player's history. more: times in seat 1 minus times in seat 2. last: 1 (seat 1), -1, or 0 before the first
    game.

    running: how many times `last` has come in a row, up to MOST_RUNNING.
    """

    more: int = 0
    last: int = 0
    running: int = 0

    def strained(self, side: int) -> bool:
        """Whether `side`, 1 or -1 as in `last`, would be the third in a row or make a difference of three."""
        return (self.last == side and self.running >= MOST_RUNNING) or self.more * side >= MOST_MORE


class StartCost(NamedTuple):
    """The cost of a start for the two of a table. strained: for how many of them it is too much."""

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
    if not sides:
        return Starts()
    running = sum(1 for _ in next(groupby(reversed(sides)))[1])
    return Starts(sum(sides), sides[-1], min(running, MOST_RUNNING))


def start_cost(first: Starts, second: Starts) -> StartCost:
    """The cost if `first` starts: squares of the differences after it, then seats had twice in a row."""
    strained = first.strained(1) + second.strained(-1)
    squares = (first.more + 1) ** 2 + (second.more - 1) ** 2
    return StartCost(strained, 2 * squares + (first.last == 1) + (second.last == -1))


def better_start_cost(a: Starts, b: Starts) -> StartCost:
    """The cost of the better start of the two."""
    return min(start_cost(a, b), start_cost(b, a))


def starter_first(a: str, b: str, sides: Mapping[str, Sequence[int]], lots: Mapping[str, int]) -> tuple[str, str]:
    """The two, starter first: who has started less often, then who did not start when their histories last differed.

    A third start in a row is avoided before that. lots: decide the rest; the lower starts.
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
    """Lots that decide who starts if nothing else does; starts in the season, if it counts, come before them."""
    drawn = draw(problem.seed, "starts", problem.players)
    return {entry: lot for lot, entry in enumerate(sorted(drawn, key=lambda entry: starts_more(problem, entry)))}
