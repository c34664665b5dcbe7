"""How a season adds its tournaments up, and what is wrong with a scheme."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from games.kernel import N_
from league.domain.fields import Fault
from league.domain.numbers import Number, too_fine
from league.domain.tournament.settings import Part, Ties

MOST_EVENTS = 1000
SeasonPointList = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=500)]
SeasonTieBreak = Literal["count_back"]
Count = Annotated[int, Meta(ge=0, le=MOST_EVENTS)]


class SeasonPoints(Part, frozen=True):
    """Points of a place in the final standings of a tournament; 0 beyond the list."""

    by_place: SeasonPointList
    ties: Ties = "average"


class Scheme(Part, frozen=True):
    """best: how many events count, None: all. drop_worst: how many do not. attendance: points for each event played.

    minimum: with fewer events played a row stands last without a place. splits: parts of a season, not offered: None.
    places: "1224" or "dense" (1, 2, 2, 3).
    """

    points: SeasonPoints
    best: Annotated[int, Meta(ge=1, le=MOST_EVENTS)] | None = None
    drop_worst: Count = 0
    splits: None = None
    attendance: Number = 0
    minimum: Count = 0
    ties: Annotated[tuple[SeasonTieBreak, ...], Meta(max_length=1)] = ()
    places: Literal["1224", "dense"] = "1224"


def faults(scheme: Scheme) -> Iterator[Fault]:
    """What types can't say: either the best are counted or the worst dropped; numbers that can be added up."""
    if scheme.best is not None and scheme.drop_worst:
        yield Fault("scheme.drop_worst", "invalid", N_("Either the best count or the worst are dropped, not both."))
    if too_fine([*scheme.points.by_place, scheme.attendance]):
        yield Fault("scheme.points", "too_fine", N_("These points have too large a common denominator."))
