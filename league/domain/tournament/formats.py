"""The formats: how the rounds of a tournament are seated, and their options."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from league.domain.values.fields import LARGEST_TABLE, MOST_ROUNDS, SMALLEST_TABLE, Id, Part
from league.domain.values.numbers import Number, exact

First = Literal["lot", "rating"]
"""What orders the first round, before there are standings."""


class Areas(Part, frozen=True, tag_field="type", tag="areas"):
    """Tables are filled from the standings in descending order.

    k: entries per area; None: each table is an area. first: what orders the first round; lots if left out.
    """

    k: Annotated[int, Meta(ge=SMALLEST_TABLE, le=2000)] | None = None
    first: First | UnsetType = UNSET


class Swiss(Part, frozen=True, tag_field="type", tag="swiss"):
    """Entries of similar score meet, without repeats, at tables of any size or in pairs.

    repeat_weight: cost of a repeat relative to the spread of scores; None: the recommended one. system: how pairs are
    found: by weighted matching, or by the FIDE Dutch system if it is installed. first: what orders the first round;
    lots if left out.
    """

    repeat_weight: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    system: Literal["matching", "dutch"] | UnsetType = UNSET
    first: First | UnsetType = UNSET

    @property
    def is_dutch(self) -> bool:
        return self.system == "dutch"


class Rotation(Part, frozen=True, tag_field="type", tag="rotation"):
    """All rounds are planned ahead: entries meet as many others as possible and have each seat equally often."""


Withdrawn = Literal["keep", "strike"]


class RoundRobin(Part, frozen=True, tag_field="type", tag="round_robin"):
    """Two at a table; everybody meets everybody.

    double: twice, with the seats swapped. withdrawn: whether the results of an entry that left before half of its games
    are kept (if left out) or struck.
    """

    double: bool = False
    withdrawn: Withdrawn | UnsetType = UNSET


class Knockout(Part, frozen=True, tag_field="type", tag="knockout"):
    """The best entries of each table reach the next round.

    advance: how many. third_place: the losing semi-finalists play for it. level: what decides who goes on from a table
    whose entries did equally well: the director at the close of the round (the same if unset), or the seeding.
    """

    advance: Annotated[int, Meta(ge=1, le=LARGEST_TABLE - 1)] = 1
    third_place: bool = False
    level: Literal["director", "seed"] | UnsetType = UNSET


class Manual(Part, frozen=True, tag_field="type", tag="manual"):
    """The director gives the tables of each round."""


Chosen = Id | Annotated[int, Meta(ge=1, le=10_000)]
"""An entry in a plan: by id, or by its place in the standings when the round is seated."""


PlannedSeats = Annotated[tuple[Chosen, ...], Meta(min_length=SMALLEST_TABLE, max_length=LARGEST_TABLE)]
ByeKind = Literal["pairing", "requested"]
"""Whether the pairing left the entry without a table, or the entry asked for the bye."""


class ByeTerms(Part, frozen=True):
    """How a bye counts.

    points: None means what the scheme pays for a bye. kind: whether the pairing left the entry without a table, or the
    entry asked for the bye.
    """

    points: Number | None = None
    kind: ByeKind = "pairing"

    @property
    def stays_away(self) -> bool:
        """Whether the entry asked for a bye without points."""
        return self.kind == "requested" and self.points is not None and exact(self.points) == 0


STAYS_AWAY = ByeTerms(0, "requested")


class Bye(Part, frozen=True):
    """A bye in a plan with terms of its own.

    entry: its id, or its place in the standings when the round is seated. points: None means what the scheme pays for a
    bye. kind: whether the pairing left the entry without a table, or the entry asked for the bye.
    """

    entry: Chosen
    points: Number | None = None
    kind: ByeKind = "pairing"

    @property
    def terms(self) -> ByeTerms:
        return ByeTerms(self.points, self.kind)


class RoundPlan(Part, frozen=True):
    """A round as given. tables: the entries of each, in seat order from seat 1. byes: entries that sit out."""

    tables: Annotated[tuple[PlannedSeats, ...], Meta(min_length=1, max_length=1000)]
    byes: Annotated[tuple[Chosen | Bye, ...], Meta(max_length=2000)] = ()


class Prescribed(Part, frozen=True, tag_field="type", tag="prescribed"):
    """Each round is seated from a plan, which names every entry that plays. plan: the rounds, from the first one."""

    plan: Annotated[tuple[RoundPlan, ...], Meta(min_length=1, max_length=MOST_ROUNDS)]


Format = Areas | Swiss | Rotation | RoundRobin | Knockout | Manual | Prescribed
