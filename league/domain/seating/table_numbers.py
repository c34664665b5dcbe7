"""The number in the hall of each table of a seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from games.kernel import draw
from league.domain.seating.problem import Problem, Seated


def number_tables(problem: Problem, tables: Sequence[Seated], *, rotate: bool, hall: int = 0) -> list[int]:
    """The number of each table: 1 to n in order, except where entries have a fixed table.

    If two at a table have different fixed tables, the better placed one decides, and the other table stays free while
    there is another. rotate: distribute the free numbers so that nobody stays long at one table. hall: the number of
    tables in the hall; 0 if it isn't known, and then there is always another.
    """
    found: list[int | None] = []
    taken: dict[int, None] = {}
    for table in tables:
        wanted = (table.number, *(problem.fixed.get(entry) for entry in by_claim(problem, table.seats)))
        number = next((one for one in wanted if one is not None and one not in taken), None)
        found.append(number)
        if number is not None:
            taken[number] = None
    open_ = [at for at, number in enumerate(found) if number is None]
    given = _free(problem, tables, taken, hall)[: len(open_)]
    if rotate:
        given = _rotated(problem, [tables[at].seats for at in open_], given)
    numbers = dict(zip(open_, given, strict=True))
    return [numbers[at] if number is None else number for at, number in enumerate(found)]


def _free(problem: Problem, tables: Sequence[Seated], taken: Collection[int], hall: int) -> list[int]:
    """Enough free numbers, in the order in which they are used: fixed tables of players who sit elsewhere come late."""
    fixed = dict.fromkeys(problem.fixed[entry] for table in tables for entry in table.seats if entry in problem.fixed)
    free = [number for number in range(1, len(tables) + len(taken) + len(fixed) + 1) if number not in taken]
    inside = [number for number in free if not hall or number <= hall]
    kept = [number for number in inside if number in fixed]
    return [*(number for number in inside if number not in fixed), *kept, *free[len(inside) :]]


def by_claim(problem: Problem, seats: Sequence[str]) -> list[str]:
    return sorted(seats, key=lambda entry: (problem.place.get(entry, 0), seats.index(entry)))


def count_moved(problem: Problem, tables: Sequence[Seated], numbers: Sequence[int]) -> int:
    """The number of entries that don't sit at their fixed table."""
    return sum(
        problem.fixed.get(entry, number) != number
        for table, number in zip(tables, numbers, strict=True)
        for entry in table.seats
    )


def _rotated(problem: Problem, tables: Sequence[tuple[str, ...]], numbers: Sequence[int]) -> list[int]:
    """The numbers, swapped until no two tables gain by it. The cost of a number is the square of the times at it."""
    had = Counter(
        (entry, table.number) for past in problem.full_history for table in past.tables for entry in table.seats
    )

    def cost(seats: Sequence[str], number: int) -> int:
        return sum((had[entry, number] + 1) ** 2 for entry in seats)

    given = draw(problem.seed, "furniture", numbers)
    costs = [[cost(seats, number) for number in given] for seats in tables]
    at = list(range(len(given)))
    improved = True
    while improved:
        improved = False
        for one in range(len(at)):
            for other in range(one + 1, len(at)):
                now = costs[one][at[one]] + costs[other][at[other]]
                if costs[one][at[other]] + costs[other][at[one]] < now:
                    at[one], at[other] = at[other], at[one]
                    improved = True
    return [given[index] for index in at]
