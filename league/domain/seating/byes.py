"""Byes: fewest byes so far, then the lowest in the standings, then by lot.

The season, if it counts, decides between entries with equally many byes in the tournament: fewest in the season first.
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

    order: of the lots. had: byes so far. place: in the standings, equal if shared. in_season: byes in the season.
    Entries that a mapping does not name have 0.
    """
    by_claim = sorted(order, key=lambda entry: (had.get(entry, 0), in_season.get(entry, 0), -place.get(entry, 0)))
    return tuple(by_claim[:count])
