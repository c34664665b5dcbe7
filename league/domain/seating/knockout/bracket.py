"""A bracket for two at a table, as slots: slot i of n meets slot n + 1 - i, and the winner has the better slot.

The slots of the first round are the seeds, with empty slots up to a power of two: so the best seeds have the byes, the
first meets the last, and the first two can't meet before the final.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Slots = tuple[str | None, ...]
"""The entry in each slot, from the best on; None if empty. Their number is a power of two."""


class Pairing(NamedTuple):
    """The matches, better slot first, and the entries without an opponent; both in order of slots."""

    matches: tuple[tuple[str, ...], ...]
    walkovers: tuple[str, ...]


class PlayedMatch(NamedTuple):
    """The entries of a table, or the one with a bye, and the winner; None if nobody goes on."""

    entries: tuple[str, ...]
    winner: str | None


def bracket_of(entries: Sequence[str | None]) -> Slots:
    """The slots of these entries, best first."""
    size = 1
    while size < len(entries):
        size *= 2
    return (*entries, *[None] * (size - len(entries)))


def pairing(slots: Slots) -> Pairing:
    """The next matches. Rounds that consist of walkovers are skipped; there are at least two entries."""
    met = _met(folded(slots))
    return Pairing(
        tuple(entries for entries in met if len(entries) == 2),
        tuple(entries[0] for entries in met if len(entries) == 1),
    )


def folded(slots: Slots) -> Slots:
    """The slots of the next round with a match; of one entry alone, its slot."""
    while len(slots) > 1 and all(len(entries) < 2 for entries in _met(slots)):
        slots = tuple(entries[0] if entries else None for entries in _met(slots))
    return slots


def shown_order(matches: int) -> list[int]:
    """The numbers of the matches of a round from top to bottom, so that neighbours meet in the next round.

    matches: how many there are, a power of two. Match i, from 0, is that of slot i: of four these are 0, 3, 1, 2.
    """
    order = [0]
    while len(order) < matches:
        size = 2 * len(order)
        order = [match for upper in order for match in (upper, size - 1 - upper)]
    return order


def after(slots: Slots, played: Sequence[PlayedMatch]) -> Slots:
    """The slots of the next round. played: each table of the round, and each bye.

    If entries were not seated by the bracket, so that two claim a slot or somebody has none, a new bracket is made of
    all who are left, in the order of their slots.
    """
    half = max(1, len(slots) // 2)
    slot_of = {entry: min(at, len(slots) - 1 - at) for at, entry in enumerate(slots) if entry is not None}
    claims = [(min(slot_of.get(entry, half) for entry in entries), winner) for entries, winner in played]
    taken = dict(claims)
    if len(taken) == len(claims) and half not in taken:
        return tuple(taken.get(at) for at in range(half))
    in_order = sorted(claims, key=lambda claim: claim[0])
    return bracket_of([winner for _, winner in in_order if winner is not None])


def _met(slots: Sequence[str | None]) -> list[tuple[str, ...]]:
    return [tuple(entry for entry in (slots[at], slots[-1 - at]) if entry is not None) for at in range(len(slots) // 2)]
