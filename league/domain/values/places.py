"""Places computed from points, and a check that given places form a ranking. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction


def is_ranking(places: Sequence[int]) -> bool:
    """Whether the places form a ranking in which equal entries share a number: 1, 1, 3."""
    return all(place == 1 + sum(other < place for other in places) for place in places)


def places_by(points: Mapping[str, Fraction], *, low: bool = False) -> dict[str, int]:
    """Places by points, the most points first, or the fewest if `low`; equal points share a place."""
    counted = {name: -mine if low else mine for name, mine in points.items()}
    return {name: 1 + sum(other > mine for other in counted.values()) for name, mine in counted.items()}
