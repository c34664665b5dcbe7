"""A ranking by a chain of keys, with shared places and the criterion that decided each place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

Key = tuple[Fraction | int, ...]
"""Compared as a tuple; greater is better."""

SHARED = "shared"


class Ranked(NamedTuple):
    """A name's place (1, 2, 2, 4) and the criterion that separates it from its neighbours, or `shared`."""

    name: str
    place: int
    decided_by: str


def ranked(keys: Mapping[str, tuple[Key, ...]], criteria: Sequence[str]) -> list[Ranked]:
    """The best first; fully equal rows are in order of name. criteria: the name of each key."""
    order = sorted(sorted(keys), key=lambda name: keys[name], reverse=True)
    rows: list[Ranked] = []
    for at, name in enumerate(order):
        shares = at > 0 and keys[name] == keys[order[at - 1]]
        around = [keys[other] for other in order[max(at - 1, 0) : at + 2] if other != name]
        place = rows[-1].place if shares else at + 1
        rows.append(Ranked(name, place, _decided_by(criteria, keys[name], around)))
    return rows


def _decided_by(criteria: Sequence[str], key: tuple[Key, ...], around: Sequence[tuple[Key, ...]]) -> str:
    """The last criterion needed to separate the row from its neighbours."""
    needed = [next((n for n, own in enumerate(key) if own != other[n]), len(key)) for other in around]
    return [*criteria, SHARED][max(needed, default=0)]
