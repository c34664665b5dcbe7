"""How a season adds up its events, and faults of a scheme."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.kernel import N_
from league.domain.tournament.settings import Ties
from league.domain.values.faults import Fault
from league.domain.values.fields import Part
from league.domain.values.numbers import NUMBER_PATTERN, Number, Whole, exact, too_fine

MOST_EVENTS = 1000
SeasonPointList = Annotated[tuple[Number, ...], Meta(min_length=1, max_length=500)]
SeasonTieBreak = Literal[
    "count_back", "count_back_counted", "count_back_scoring", "best_last", "lower_gross", "first_to_reach"
]
Count = Annotated[int, Meta(ge=0, le=MOST_EVENTS)]
Best = Annotated[int, Meta(ge=1, le=MOST_EVENTS)]
EventNumber = Annotated[int, Meta(ge=1, le=MOST_EVENTS)]
Code = Annotated[str, Meta(min_length=1, max_length=20)]
"""The reason why somebody has no place in an event: DNF, DSQ, ..."""

CodePoints = (
    Whole
    | Annotated[
        str,
        Meta(
            pattern=rf"^(starters|entries)\+[0-9]{{1,3}}$(?!\n)|{NUMBER_PATTERN}",
            extra={
                "sentence": N_("Points are a number such as 3, 2.5 or 7/3, or starters+1, entries+1."),
                "of_member": N_("{key}: {value} is not a number such as 3, 2.5 or 7/3, nor starters+1 or entries+1."),
            },
        ),
    ]
)
"""Points for a code: a number, or a number more than the starters of the event or the entries of the season."""


class LowPoint(Part, frozen=True):
    """Each place scores its number, and the lowest total wins.

    codes: points of people without a place; codes that are not listed score "entries+1". undroppable: codes whose
    points always count.
    """

    codes: dict[Code, CodePoints] = {}
    undroppable: Annotated[tuple[Code, ...], Meta(max_length=100)] = ()


class SeasonPoints(Part, frozen=True):
    """Points for a place in an event, in one of two ways.

    by_place: 0 beyond the list. ties: pay of a shared place. low_point: a place scores its number.
    """

    by_place: SeasonPointList | UnsetType = UNSET
    ties: Ties = "average"
    low_point: LowPoint | UnsetType = UNSET


class Split(Part, frozen=True):
    """A part of a season of which the best events count.

    events: numbers of its first and last event, from 1. best: how many of its events count.
    """

    events: tuple[EventNumber, EventNumber]
    best: Best


class Scheme(Part, frozen=True):
    """points: None: only awards. best: how many events count, None: all.

    drop_worst: how many don't count, or steps (from this many events on, this many don't) in increasing order. splits:
    parts of the season, each with its best; an event in no part always counts. attendance: points for each event
    played. minimum: rows with fewer events come last, without a place. shared_seat: pay of people who had one result
    together: full, a part each, or nothing. places: "1224" or "dense" (1, 2, 2, 3). final: multiplier for the points of
    the season's final. move_up: codes (DSQ) after which everybody behind the lost place moves up one (rule A6.1). ties:
    the tie-breaks, in order.
    """

    points: SeasonPoints | None = None
    best: Best | None = None
    drop_worst: Count | Annotated[tuple[tuple[EventNumber, Count], ...], Meta(max_length=100)] = 0
    splits: Annotated[tuple[Split, ...], Meta(max_length=100)] | None = None
    attendance: Number = 0
    minimum: Count = 0
    shared_seat: Literal["full", "split", "none"] = "full"
    ties: Annotated[tuple[SeasonTieBreak, ...], Meta(max_length=6)] = ()
    places: Literal["1224", "dense"] = "1224"
    final: Number | UnsetType = UNSET
    move_up: Annotated[tuple[Code, ...], Meta(max_length=100)] | UnsetType = UNSET

    @property
    def moving_up(self) -> tuple[Code, ...]:
        """The codes after which everybody behind moves up."""
        return () if self.move_up is UNSET else self.move_up

    @property
    def low_point(self) -> LowPoint | None:
        """The low-point rule, if the scheme has it."""
        return self.points.low_point or None if self.points else None


def faults(scheme: Scheme) -> Iterator[Fault]:
    """Faults that types can't express: two ways to pay or to drop, parts out of order, numbers that can't be added."""
    yield from _faults_of_points(scheme.points)
    if sum(map(bool, (scheme.best, scheme.drop_worst, scheme.splits))) > 1:
        field = "scheme.splits" if scheme.splits else "scheme.drop_worst"
        yield Fault(
            field,
            "invalid",
            N_("Choose one: the best results count, the worst are dropped, or splits."),
        )
    if not isinstance(scheme.drop_worst, int):
        steps = [step for step, _ in scheme.drop_worst]
        if any(step >= later for step, later in pairwise(steps)):
            yield Fault("scheme.drop_worst", "invalid", N_("The numbers of events must increase from step to step."))
    ends = [number for split in scheme.splits or () for number in split.events]
    if any(split.events[0] > split.events[1] for split in scheme.splits or ()) or any(
        last >= first for last, first in zip(ends[1::2], ends[2::2], strict=False)
    ):
        yield Fault("scheme.splits", "invalid", N_("The splits of a season must be in order and must not overlap."))
    if len(set(scheme.ties)) < len(scheme.ties):
        yield Fault("scheme.ties", "invalid", N_("A tie-break is listed more than once."))
    if scheme.final is not UNSET and exact(scheme.final) < 0:
        yield Fault("scheme.final", "too_small", N_("A weight must be 0 or more."))
    if too_fine(numbers(scheme)):
        template = N_("The fractions are too fine to be added up exactly: use simpler ones.")
        yield Fault("scheme.points", "too_fine", template)


def _faults_of_points(points: SeasonPoints | None) -> Iterator[Fault]:
    if points is None:
        return
    if points.by_place is UNSET and points.low_point is UNSET:
        yield Fault("scheme.points.by_place", "required", N_("Points need either by_place or low_point."))
    if points.by_place is not UNSET and points.low_point is not UNSET:
        yield Fault("scheme.points.low_point", "invalid", N_("Points can't have both by_place and low_point."))


def numbers(scheme: Scheme) -> list[int | str]:
    """The numbers of points in a scheme."""
    listed: list[int | str] = [scheme.attendance]
    if scheme.final is not UNSET:
        listed.append(scheme.final)
    if scheme.points and scheme.points.by_place:
        listed += scheme.points.by_place
    if rule := scheme.low_point:
        listed += [points for points in rule.codes.values() if not is_relative(points)]
    return listed


def is_relative(points: int | str) -> bool:
    """Whether a code's points depend on a count: "starters+1"."""
    return isinstance(points, str) and "+" in points
