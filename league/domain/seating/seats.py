"""Seats at the tables of a round: each goes to the entry that has had it least often, exactly; seat 1 weighs most.

The season, if it counts, decides in the same way between seatings that cost the same in the tournament.
Source: the assignment problem, by shortest augmenting paths (Kuhn, Munkres, Jonker and Volgenant). The cost of a seat
is the square of the times that its entry has had it, so a third time costs more than two second times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.kernel import draw
from league.domain.seating.problem import Problem
from league.domain.seating.season_weights import seats_with_season


def balanced(problem: Problem, tables: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Each table's entries from seat 1 on, at the least cost. The lots of a table depend on its number, from 1.

    Lots decide between equals: seat 1 goes to the one drawn first, then seat 2, and so on.
    """
    return tuple(
        _seated(problem, draw(problem.seed, f"seats:{number}", entries)) for number, entries in enumerate(tables, 1)
    )


def _seated(problem: Problem, drawn: Sequence[str]) -> tuple[str, ...]:
    """The entries in their seats. Minimised in this order: cost of seat 1, of the other seats, both with the season
    included, the lots.
    """
    size, nobody = len(drawn), Counter[int]()
    had = [problem.seats_had.get(entry, nobody) for entry in drawn]
    in_season = [seats_with_season(problem, entry) for entry in drawn]
    if not any(map(any, (*(counts.values() for counts in had), *(counts.values() for counts in in_season)))):
        return tuple(drawn)
    lots = size**size
    season_first = (size * _dearest(in_season) + 1) * lots
    others = (_dearest(in_season) + 1) * season_first
    first = (size * _dearest(had) + 1) * others
    costs = [
        [
            had[entry][seat] ** 2 * (first if seat == 1 else others)
            + in_season[entry][seat] ** 2 * (season_first if seat == 1 else lots)
            + entry * size ** (size - seat)
            for entry in range(size)
        ]
        for seat in range(1, size + 1)
    ]
    return tuple(drawn[entry] for entry in cheapest(costs))


def _dearest(had: Sequence[Counter[int]]) -> int:
    return max((times for counts in had for times in counts.values()), default=0) ** 2


def cheapest(costs: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, each column once, with the least sum. costs: a square of whole numbers."""
    size = len(costs)
    row_price, column_price = [0] * size, [0] * (size + 1)
    row_of: list[int | None] = [None] * (size + 1)
    for row in range(size):
        row_of[size] = row
        column, reached = size, [False] * (size + 1)
        distance: list[int | None] = [None] * size
        before = [size] * size
        while (at := row_of[column]) is not None:
            reached[column] = True
            step, nearest = None, size
            for other in range(size):
                if reached[other]:
                    continue
                far = costs[at][other] - row_price[at] - column_price[other]
                known = distance[other]
                if known is None or far < known:
                    distance[other] = known = far
                    before[other] = column
                if step is None or known < step:
                    step, nearest = known, other
            _pay(step or 0, reached, row_of, row_price, column_price, distance)
            column = nearest
        while column != size:
            row_of[column] = row_of[before[column]]
            column = before[column]
    return _columns(row_of[:size])


def _pay(
    step: int,
    reached: Sequence[bool],
    row_of: Sequence[int | None],
    row_price: list[int],
    column_price: list[int],
    distance: list[int | None],
) -> None:
    """Shift the prices by a step, so that the nearest column costs nothing more."""
    for column, done in enumerate(reached):
        row = row_of[column]
        if done and row is not None:
            row_price[row] += step
            column_price[column] -= step
        elif column < len(distance):
            known = distance[column]
            if known is not None:
                distance[column] = known - step


def _columns(row_of: Sequence[int | None]) -> list[int]:
    columns = [0] * len(row_of)
    for column, row in enumerate(row_of):
        if row is not None:
            columns[row] = column
    return columns
