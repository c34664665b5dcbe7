"""Areas: tables filled from the standings in falling order, the best in area A; the first round by lot.

Without `k` an area is a table, the larger tables first. With `k` an area is k entries at several tables, drawn by lot
within the area; the last area takes the rest, and joins the one above if it can't be seated alone.
Entries that should be kept apart swap places with others close to them (`separation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from games.kernel import N_, Rejected, draw
from league.domain.seating import pods
from league.domain.seating.areas.separation import in_sizes, rebuilt_apart, swapped_apart
from league.domain.seating.byes import sit_out
from league.domain.seating.problem import Bounds, Problem, Seated, Seating
from league.domain.seating.season_weights import season_byes
from league.domain.seating.seats import balanced
from league.domain.seating.sizes import seats_all, table_sizes


class AreaTable(NamedTuple):
    area: str
    entries: tuple[str, ...]


def seat(problem: Problem, *, k: int | None) -> Seating:
    """The round's tables, area by area. cost: `borders_by_lot`, areas whose first entry shares a place with the area
    above.

    Raises Rejected: `too_few_entries`, `bad_area` (k entries can't all be seated at tables of these sizes), and `apart`
    (a hard separation can't be kept).
    """
    byes = table_sizes(len(problem.players), *problem.bounds).byes
    out = sit_out(problem.players, byes, problem.byes_had, problem.place, season_byes(problem))
    order = [entry for entry in problem.by_standing if entry not in out]
    _require_areas(problem, len(order), k)
    groups = _parted(problem, fill(order, k, problem.bounds, problem.seed))
    seats = balanced(problem, [group.entries for group in groups])
    tables = tuple(Seated(of, group.area) for of, group in zip(seats, groups, strict=True))
    return Seating(tables, out, {"borders_by_lot": _borders_by_lot(problem, groups)})


def _require_areas(problem: Problem, entries: int, k: int | None) -> None:
    """Refuse areas that leave an entry over: a round's game may need narrower bounds than the tournament."""
    if k is not None and k <= entries and not seats_all(k, problem.bounds.min, problem.bounds.max):
        raise Rejected("bad_area", N_("{k} entries can't fill tables of these sizes."), {"k": k}, "format.k")


def _parted(problem: Problem, groups: Sequence[AreaTable]) -> list[AreaTable]:
    """The tables after separations. If swaps are not enough, they are seated as pods, or searched exhaustively."""
    areas = [group.area for group in groups]
    tables = swapped_apart(problem, [group.entries for group in groups], areas)
    if tables is None:
        sizes = [len(group.entries) for group in groups]
        usual = table_sizes(len(problem.players), *problem.bounds).tables
        if sorted(sizes) == sorted(usual):
            tables = in_sizes([table.seats for table in pods.seat(problem).tables], sizes)
        else:
            tables = rebuilt_apart(problem, [group.entries for group in groups])
    return [AreaTable(area, tuple(entries)) for area, entries in zip(areas, tables, strict=True)]


def _borders_by_lot(problem: Problem, groups: Sequence[AreaTable]) -> int:
    """The number of areas whose first entry shares a place with one of the area above."""
    last: dict[str, int] = {}
    first: dict[str, int] = {}
    for group in groups:
        places = [problem.place.get(entry, 0) for entry in group.entries]
        last[group.area] = max([*places, last.get(group.area, 0)])
        first[group.area] = min([*places, first.get(group.area, max(places))])
    areas = list(first)
    if not problem.place:
        return 0
    return sum(first[below] == last[above] for above, below in pairwise(areas))


def fill(order: Sequence[str], k: int | None, bounds: Bounds, seed: str) -> list[AreaTable]:
    """The tables of all in `order`, best first. bounds: of table sizes; everyone can be seated."""
    if k is None:
        tables = _cut(order, table_sizes(len(order), *bounds).tables)
        return [AreaTable(letters(number), table) for number, table in enumerate(tables)]
    groups = []
    for number, area in enumerate(_cut(order, area_sizes(len(order), k, bounds.min, bounds.max))):
        drawn = draw(seed, f"area:{number + 1}", area)
        tables = _cut(drawn, table_sizes(len(drawn), *bounds).tables)
        groups += [AreaTable(letters(number), table) for table in tables]
    return groups


def area_sizes(entries: int, k: int, smallest: int, largest: int) -> list[int]:
    """Areas of k, and a last one with the rest; each can be seated without byes."""
    whole = entries // k
    while whole and entries > whole * k and not seats_all(entries - whole * k, smallest, largest):
        whole -= 1
    left = entries - whole * k
    return [k] * whole + ([left] if left else [])


def letters(number: int) -> str:
    """The name of an area, from 0: A, B, ... Z, AA, AB, ..."""
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    pieces, at = [], 0
    for size in sizes:
        pieces.append(tuple(order[at : at + size]))
        at += size
    return pieces
