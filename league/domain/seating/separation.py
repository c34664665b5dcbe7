"""Hard separations: cases that obviously can't work, and the refusal that names the entries."""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel import N_, Rejected
from league.domain.seating.masks import Masks, mask_of, members_of
from league.domain.seating.partition import partition

MOST_NAMED = 60
"""Entries up to which a refusal is reduced to those who really conflict."""
STEPS = 20_000


def require_separable(masks: Masks, sizes: Sequence[int]) -> None:
    """Raises Rejected `apart` if a group has more members than there are tables.

    Also if two of a group have the same fixed table.
    """
    for members in masks.labels.values():
        for member in members:
            clash = masks.hard[member] & mask_of(members)
            if clash:
                raise _refusal(masks, [member, members_of(clash)[0]], sizes)
    _require_tables(masks, [*masks.groups, [members[0] for members in masks.labels.values()]], sizes)


def refusal(masks: Masks, tables: Sequence[Sequence[int]], together: Sequence[Sequence[int]]) -> Rejected:
    """The refusal for entries that could not be kept apart. tables: the nearest solution found.

    Up to MOST_NAMED entries, it names only those who conflict; above, those who still share a table.
    """
    sizes = [len(table) for table in tables]
    try:
        _require_tables(masks, _cliques(masks), sizes)
    except Rejected as found:
        return found
    if len(masks) > MOST_NAMED:
        left = [member for mask in map(mask_of, tables) for member in members_of(mask) if masks.hard[member] & mask]
        return _refusal(masks, sorted(left), sizes)
    return _refusal(masks, _core(masks, sizes, together), sizes)


def dealt(masks: Masks, sizes: Sequence[int]) -> list[list[int]]:
    """Tables dealt group by group: members of only one group don't meet, if the group is no larger than the table
    count.
    """
    order, seen = [], 0
    for members in [*sorted(masks.groups, key=len, reverse=True), range(len(masks))]:
        order += [member for member in members if not seen >> member & 1]
        seen |= mask_of(members)
    return [order[number :: len(sizes)] for number in range(len(sizes))]


def _core(masks: Masks, sizes: Sequence[int], together: Sequence[Sequence[int]]) -> list[int]:
    """Members that can't all be kept apart, none of whom can be left out."""
    barred = list(masks.hard)
    for member in range(len(masks)):
        if barred[member]:
            fewer = [mask & ~(1 << member) for mask in barred]
            fewer[member] = 0
            if partition(fewer, sizes, together, STEPS // len(masks)) is None:
                barred = fewer
    return [member for member, mask in enumerate(barred) if mask]


def _cliques(masks: Masks) -> list[list[int]]:
    cliques = []
    for member, others in enumerate(masks.hard):
        clique, left = [member], others
        while left:
            chosen = (left & -left).bit_length() - 1
            clique.append(chosen)
            left &= masks.hard[chosen]
        cliques.append(sorted(clique))
    return cliques


def _require_tables(masks: Masks, groups: Sequence[Sequence[int]], sizes: Sequence[int]) -> None:
    """Raises Rejected if a group has more members than there are tables."""
    for members in groups:
        if len(members) > len(sizes):
            raise _refusal(masks, members[: len(sizes) + 1], sizes)


def _refusal(masks: Masks, members: Sequence[int], sizes: Sequence[int]) -> Rejected:
    facts = {"entries": [masks.entries[member] for member in members], "count": len(members), "tables": len(sizes)}
    template = N_("These {count} can't be kept apart at {tables} tables: {entries}.")
    return Rejected("apart", template, facts)
