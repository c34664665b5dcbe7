"""What an organiser enters about an event of a season, and its faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import date as Date  # noqa: N812
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from games.kernel import N_
from league.domain.season.table.scheme import Code
from league.domain.values.faults import Fault
from league.domain.values.fields import Id, Part
from league.domain.values.names import compared
from league.domain.values.numbers import Number, exact

MOST_PEOPLE = 5000
EventPlace = Annotated[int, Meta(ge=1, le=1_000_000)]
Places = Annotated[dict[Id, EventPlace], Meta(max_length=MOST_PEOPLE)]
Status = Annotated[dict[Id, Code], Meta(max_length=MOST_PEOPLE)]
Awards = Annotated[dict[Id, Number], Meta(max_length=MOST_PEOPLE)]
Shared = Annotated[
    tuple[Annotated[tuple[Id, ...], Meta(min_length=2, max_length=20)], ...], Meta(max_length=MOST_PEOPLE)
]


class Extra(Part, frozen=True):
    """Points added to an event's (negative: subtracted), for a public reason.

    person: their id. points: may be negative. for: the reason, which everybody may read.
    """

    person: Id
    points: Number
    for_: Annotated[str, Meta(max_length=120)] = msgspec.field(name="for", default="")


Extras = Annotated[tuple[Extra, ...], Meta(max_length=MOST_PEOPLE)]


class HasOutcome(Protocol):
    """A result, as it was sent or as it stands."""

    @property
    def places(self) -> Mapping[str, int]: ...

    @property
    def status(self) -> Mapping[str, str]: ...

    @property
    def awards(self) -> Mapping[str, Number]: ...


def identity_of(name: str | None, day: Date | None, result: HasOutcome) -> tuple[object, ...]:
    """What the very same results have in common: name, day and outcome, however names and numbers are written."""
    awards = frozenset((person, exact(points)) for person, points in result.awards.items())
    return compared(name or ""), day, frozenset(result.places.items()), frozenset(result.status.items()), awards


def faults_of_result(
    places: Mapping[str, int],
    status: Mapping[str, str],
    awards: Mapping[str, Number],
    shared: Shared,
    move_up: Collection[str] = (),
) -> Iterator[Fault]:
    """Faults in an entered result that types can't express: nobody named, somebody named twice, unequal partners.

    move_up: the codes for which a place may be given, too: the one that was lost.
    """
    if not (places or status or awards):
        yield Fault("places", "required", N_("A result must name somebody."))
    for person in places:
        if person in status and status[person] not in move_up:
            facts = {"person": person}
            yield Fault(f"status.{person}", "invalid", N_("{person} can't have both a place and a status."), facts)
    outcomes = {**places, **status}
    for at, people in enumerate(shared):
        if any(len({given[person] for person in people if person in given}) > 1 for given in (outcomes, places)):
            template = N_("{people} share a seat: they must have the same place or status.")
            yield Fault(f"shared.{at}", "invalid", template, {"people": list(people)})


def faults_of_shared(shared: Shared) -> Iterator[Fault]:
    """Refuses people who share two seats of one event."""
    times = Counter(person for people in shared for person in people)
    if twice := [person for person, often in times.items() if often > 1]:
        template = N_("These are listed twice among the shared seats: {people}.")
        yield Fault("shared", "invalid", template, {"people": twice})


def faults_of_multiplier(multiplier: Number) -> Iterator[Fault]:
    if exact(multiplier) < 0:
        yield Fault("multiplier", "too_small", N_("A weight must be 0 or more."))
