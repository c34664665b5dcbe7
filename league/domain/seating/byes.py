"""Who sits out: who has had the fewest byes, of these the lowest in the standings, of these by lot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def sit_out(order: Sequence[str], count: int, had: Mapping[str, int], place: Mapping[str, int]) -> tuple[str, ...]:
    """The entries that get the `count` byes, the surest first.

    order: of the lots. had: byes so far. place: in the standings, equal where shared; both 0 where they name nobody.
    """
    by_claim = sorted(order, key=lambda entry: (had.get(entry, 0), -place.get(entry, 0)))
    return tuple(by_claim[:count])
