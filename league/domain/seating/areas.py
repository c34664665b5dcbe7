"""Areas: tables filled from the standings in falling order, the best in area A; round 1 by lot.

Without `k` an area is a table, the larger tables first. With `k` an area is k entries at several tables, drawn by lot
within the area; the last area takes what is left, and joins with the one above it where it could not be seated alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.kernel import draw
from league.domain.seating.sizes import seats_all, table_sizes


class Group(NamedTuple):
    """The entries of a table and its area."""

    area: str
    entries: tuple[str, ...]


def fill(order: Sequence[str], k: int | None, bounds: tuple[int, int, int], seed: str) -> list[Group]:
    """The tables of all in `order`, best first. bounds: smallest, largest and preferred size; all can be seated."""
    if k is None:
        tables = _cut(order, table_sizes(len(order), *bounds).tables)
        return [Group(letters(number), table) for number, table in enumerate(tables)]
    groups = []
    for number, area in enumerate(_cut(order, area_sizes(len(order), k, *bounds[:2]))):
        drawn = draw(seed, f"area:{number + 1}", area)
        tables = _cut(drawn, table_sizes(len(drawn), *bounds).tables)
        groups += [Group(letters(number), table) for table in tables]
    return groups


def area_sizes(entries: int, k: int, smallest: int, largest: int) -> list[int]:
    """Areas of k and a last one of what is left, each to be seated without a bye."""
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
    """The order cut into pieces of these sizes."""
    pieces, at = [], 0
    for size in sizes:
        pieces.append(tuple(order[at : at + size]))
        at += size
    return pieces
