"""Separations in areas: as few entries as possible swap places, with others as close as possible.

| separation | swaps |
| --- | --- |
| soft | within an area or between equal places in the standings, so that nobody loses by it |
| hard | with the closest entry, preferably of the same area; if no swap helps: `pods`, then `rebuilt_apart` |
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from league.domain.seating.costs import separated_pairs
from league.domain.seating.masks import masks_of
from league.domain.seating.partition import partition
from league.domain.seating.problem import Problem, pairs
from league.domain.seating.separation import refusal, require_separable

Tables = list[list[str]]
STEPS = 20_000
Partners = Mapping[str, Mapping[str, None]]


def swapped_apart(problem: Problem, tables: Sequence[Sequence[str]], areas: Sequence[str]) -> Tables | None:
    """The tables with hard separations kept and fewer broken soft ones; None if no swap helps. areas: of each table."""
    hard, soft = _partners(problem, hard=True), _partners(problem, hard=False)
    found = [list(table) for table in tables]
    if not hard and not soft:
        return found
    rank = {entry: at for at, entry in enumerate(entry for table in tables for entry in table)}
    while (conflict := _first(found, hard)) is not None:
        change = _nearest(problem, found, areas, rank, conflict, hard, {}, free=False)
        if change is None:
            return None
        _swap(found, *change)
    for pair in [pair for table in found for pair in pairs(table) if pair[1] in soft.get(pair[0], {})]:
        at = next(number for number, table in enumerate(found) if pair[0] in table)
        if pair[1] in found[at] and (
            change := _nearest(problem, found, areas, rank, (at, pair), soft, hard, free=True)
        ):
            _swap(found, *change)
    return found


def rebuilt_apart(problem: Problem, tables: Sequence[Sequence[str]]) -> Tables:
    """Tables of the same sizes without hard pairs, preferably of entries close in the standings.

    Raises Rejected `apart` if there are none, or none was found.
    """
    sizes = [len(table) for table in tables]
    there = dict.fromkeys(entry for table in tables for entry in table)
    seated = masks_of(replace(problem, fixed={}), [entry for entry in problem.by_standing if entry in there])
    require_separable(seated, sizes)
    found = partition(seated.hard, sizes, steps=STEPS)
    if found is None:
        number = {entry: at for at, entry in enumerate(seated.entries)}
        raise refusal(seated, [[number[entry] for entry in table] for table in tables], ())
    found.sort(key=sum)
    return in_sizes([[seated.entries[member] for member in table] for table in found], sizes)


def in_sizes(tables: Sequence[Sequence[str]], sizes: Sequence[int]) -> Tables:
    """The tables in the order of these sizes."""
    left = list(tables)
    return [list(left.pop(next(at for at, table in enumerate(left) if len(table) == size))) for size in sizes]


def _partners(problem: Problem, *, hard: bool) -> dict[str, dict[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for (a, b), is_hard in separated_pairs(problem).items():
        if is_hard == hard:
            found.setdefault(a, {})[b] = None
            found.setdefault(b, {})[a] = None
    return found


def _first(tables: Tables, partners: Partners) -> tuple[int, tuple[str, str]] | None:
    for at, table in enumerate(tables):
        for pair in pairs(table):
            if pair[1] in partners.get(pair[0], {}):
                return at, pair
    return None


def _nearest(
    problem: Problem,
    tables: Tables,
    areas: Sequence[str],
    rank: Mapping[str, int],
    conflict: tuple[int, tuple[str, str]],
    partners: Partners,
    barred: Partners,
    *,
    free: bool,
) -> tuple[int, str, int, str] | None:
    """The shortest swap that separates a pair and leaves fewer pairs together; None if there is none.

    barred: pairs that may not be brought together. free: only swaps by which nobody loses.
    """
    at, pair = conflict
    ways: list[tuple[bool, int, int, tuple[int, str, int, str]]] = []
    for mine in pair:
        before = _met(mine, tables[at], partners)
        elsewhere = [(there, other) for there, table in enumerate(tables) if there != at for other in table]
        for there, other in elsewhere:
            same_area = areas[at] == areas[there]
            if free and not same_area and problem.place.get(mine, 0) != problem.place.get(other, 0):
                continue
            change = _met(mine, tables[there], partners, other) + _met(other, tables[at], partners, mine)
            if change < before + _met(other, tables[there], partners) and not (
                _met(mine, tables[there], barred, other) or _met(other, tables[at], barred, mine)
            ):
                way = abs(rank[mine] - rank[other])
                ways.append((not same_area, way, rank[other], (at, mine, there, other)))
    return min(ways)[3] if ways else None


def _met(entry: str, table: Sequence[str], partners: Partners, gone: str = "") -> int:
    """The number of partners at the table, not counting `gone`."""
    mine = partners.get(entry, {})
    return sum(other in mine for other in table if other != gone)


def _swap(tables: Tables, at: int, mine: str, there: int, other: str) -> None:
    tables[at][tables[at].index(mine)] = other
    tables[there][tables[there].index(other)] = mine
