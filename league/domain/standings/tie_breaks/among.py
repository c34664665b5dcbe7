"""Tie-breaks within a group of tied entries, repeated for those still tied."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

Groups = Sequence[Sequence[str]]
"""Names in order, the best first; a group shares one rank."""


def tied(keys: Mapping[str, object]) -> Groups:
    """Groups of two or more with equal keys."""
    groups: dict[object, list[str]] = {}
    for entry, key in keys.items():
        groups.setdefault(key, []).append(entry)
    return [group for group in groups.values() if len(group) > 1]


def still_tied(groups: Groups, keys: Mapping[str, object]) -> Groups:
    """The members of each group that are tied by these keys too."""
    return [part for group in groups for part in tied({entry: keys[entry] for entry in group})]


def places_among(group: Sequence[str], split: Callable[[Sequence[str]], Groups]) -> dict[str, int]:
    """The place of each member of a group (1, 2, 2, 4). split: the group's parts in order, or the whole group.

    Each part is split again by the games of its own members, until nothing separates them.
    """
    parts = split(group)
    if len(parts) < 2:
        return dict.fromkeys(group, 1)
    places: dict[str, int] = {}
    for part in parts:
        above = len(places)
        inner = places_among(part, split) if len(part) > 1 else dict.fromkeys(part, 1)
        places |= {entry: above + place for entry, place in inner.items()}
    return places


def grouped(values: Mapping[str, object], best_first: Sequence[object]) -> Groups:
    """The names by value, in the given order of the values."""
    groups: dict[object, list[str]] = {value: [] for value in best_first}
    for entry, value in values.items():
        groups[value].append(entry)
    return list(groups.values())
