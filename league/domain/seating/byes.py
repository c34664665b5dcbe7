"""Who sits out: who has had the fewest byes, of these the lowest in the standings, of these by lot.

Where the season is looked at, of those with the fewest byes in the tournament those with the fewest in the season.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

NOBODY: Mapping[str, int] = {}


def sit_out(
    order: Sequence[str],
    count: int,
    had: Mapping[str, int],
    place: Mapping[str, int],
    in_season: Mapping[str, int] = NOBODY,
) -> tuple[str, ...]:
    """The entries that get the `count` byes, the surest first.

    order: of the lots. had: byes so far. place: in the standings, equal where shared. in_season: byes in the season
    before. All are 0 where they name nobody.
    """
    by_claim = sorted(order, key=lambda entry: (had.get(entry, 0), in_season.get(entry, 0), -place.get(entry, 0)))
    return tuple(by_claim[:count])
