"""How the rounds of a tournament are seated: the formats and their options."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from league.domain.values.fields import LARGEST_TABLE, MOST_ROUNDS, SMALLEST_TABLE, Id, Part
from league.domain.values.numbers import Number

First = Literal["lot", "rating"]
"""What orders the first round, when there are no standings yet."""


class Areas(Part, frozen=True, tag_field="type", tag="areas"):
    """Tables are filled from the standings in falling order. k: entries an area; None: an area is a table."""

    k: Annotated[int, Meta(ge=SMALLEST_TABLE, le=2000)] | None = None
    first: First | UnsetType = UNSET


class Swiss(Part, frozen=True, tag_field="type", tag="swiss"):
    """Equals meet equals, and nobody the same one twice: at tables of any size, or two by two.

    repeat_weight: what a repeat costs against a spread in score; None is what has proved good. system: of two at a
    table, the matching by weights, or the FIDE Dutch system where it is installed. first: of the first round.
    """

    repeat_weight: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    system: Literal["matching", "dutch"] | UnsetType = UNSET
    first: First | UnsetType = UNSET

    @property
    def is_dutch(self) -> bool:
        """Whether two at a table are paired by the FIDE Dutch system."""
        return self.system == "dutch"


class Rotation(Part, frozen=True, tag_field="type", tag="rotation"):
    """All rounds are planned ahead: everybody meets as many others as can be, and has each seat as often."""


class RoundRobin(Part, frozen=True, tag_field="type", tag="round_robin"):
    """Two at a table; everybody meets everybody once, or twice with the start changed."""

    double: bool = False


class Knockout(Part, frozen=True, tag_field="type", tag="knockout"):
    """Heats of a table; so many advance, the others are out. third_place: the losers before the final play for it."""

    advance: Annotated[int, Meta(ge=1, le=LARGEST_TABLE - 1)] = 1
    third_place: bool = False


class Manual(Part, frozen=True, tag_field="type", tag="manual"):
    """The director gives the tables of each round."""


Chosen = Id | Annotated[int, Meta(ge=1, le=10_000)]
"""Somebody in a plan: by entry id, or by place in the standings when the round is seated."""


PlannedSeats = Annotated[tuple[Chosen, ...], Meta(min_length=SMALLEST_TABLE, max_length=LARGEST_TABLE)]
ByeKind = Literal["pairing", "requested"]
"""Who wanted it so: the pairing, which found nobody to play with, or the entry itself."""


class ByeTerms(Part, frozen=True):
    """How a bye counts. points: None is what the scheme pays for a bye."""

    points: Number | None = None
    kind: ByeKind = "pairing"


STAYS_AWAY = ByeTerms(0, "requested")


class Bye(Part, frozen=True):
    """Who sits out on terms of its own. points: None is what the scheme pays for a bye."""

    entry: Chosen
    points: Number | None = None
    kind: ByeKind = "pairing"

    @property
    def terms(self) -> ByeTerms:
        """How it counts."""
        return ByeTerms(self.points, self.kind)


class RoundPlan(Part, frozen=True):
    """The tables of a round as they are given, seats from 1 on, and who sits out."""

    tables: Annotated[tuple[PlannedSeats, ...], Meta(min_length=1, max_length=1000)]
    byes: Annotated[tuple[Chosen | Bye, ...], Meta(max_length=2000)] = ()


class Prescribed(Part, frozen=True, tag_field="type", tag="prescribed"):
    """Each round is seated by its part of the plan, which names everybody who plays."""

    plan: Annotated[tuple[RoundPlan, ...], Meta(min_length=1, max_length=MOST_ROUNDS)]


Format = Areas | Swiss | Rotation | RoundRobin | Knockout | Manual | Prescribed
