"""Who takes whose part in a round when an earlier result is corrected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

Exchange = tuple[str | None, str | None]
"""An entry that should not be there, and the one that should; None if there is nobody."""


def exchanged(extra: Sequence[str], lacking: Sequence[str], tables: Iterable[Sequence[str]]) -> list[Exchange]:
    """Each of `extra` with one of `lacking` in its place: of the same table of the round before, or else in order."""
    pairs: list[Exchange] = []
    for seats in tables:
        here, there = ([entry for entry in entries if entry in seats] for entries in (extra, lacking))
        pairs += zip(here, there, strict=False)
    done = frozenset(entry for pair in pairs for entry in pair)
    left, right = ([entry for entry in entries if entry not in done] for entries in (extra, lacking))
    return [*pairs, *zip_longest(left, right)]
