"""Tie-breaks that look at the tied alone, and again at those who are still tied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Groups = Sequence[Sequence[str]]
"""Names in order, the best first; those in one group are equal."""


def tied(keys: Mapping[str, object]) -> Groups:
    """Who is equal by the keys, in groups of two and more."""
    found: dict[object, list[str]] = {}
    for entry, key in keys.items():
        found.setdefault(key, []).append(entry)
    return [group for group in found.values() if len(group) > 1]


def still_tied(groups: Groups, keys: Mapping[str, object]) -> Groups:
    """Who of each group is equal by the keys too."""
    return [part for group in groups for part in tied({entry: keys[entry] for entry in group})]


def places_among(group: Sequence[str], split: Callable[[Sequence[str]], Groups]) -> dict[str, int]:
    """The place of each of a group (1, 2, 2, 4). split: a group's parts in order, or the group as its only part.

    Each part is split again by what its own members did among themselves, until nothing parts them any more.
    """
    parts = split(group)
    if len(parts) < 2:
        return dict.fromkeys(group, 1)
    found: dict[str, int] = {}
    for part in parts:
        above = len(found)
        inner = places_among(part, split) if len(part) > 1 else dict.fromkeys(part, 1)
        found |= {entry: above + place for entry, place in inner.items()}
    return found


def grouped(values: Mapping[str, object], best_first: Sequence[object]) -> Groups:
    """The names by value, in that order of the values."""
    found: dict[object, list[str]] = {value: [] for value in best_first}
    for entry, value in values.items():
        found[value].append(entry)
    return list(found.values())
