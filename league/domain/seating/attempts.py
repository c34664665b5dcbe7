"""The seatings in a tournament's log: every attempt at a round, and the changes made to it by hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeVar

from games.kernel import Event
from league.domain.tournament.fold import EVOLVE
from league.domain.tournament.formats import STAYS_AWAY
from league.domain.tournament.rounds.events import (
    DraftChanged,
    EntriesKeptApart,
    RotationPlanned,
    RoundRepaired,
    RoundSeated,
    SeasonCounted,
)
from league.domain.tournament.state import Tournament

MADE_FROM = (EntriesKeptApart, SeasonCounted, RotationPlanned)
"""Events that a seating appends just before its own."""
E = TypeVar("E", bound=Event)
ByHand = DraftChanged | RoundRepaired


@dataclass(frozen=True)
class Attempt:
    """One attempt at seating a round. first, seated: versions of its first event and of the seating itself.

    apart: the separation groups, if it set them. rotation: the rounds it planned ahead, if any.
    counted: the season counts, if it took them.
    """

    first: int
    seated: int
    event: RoundSeated
    apart: EntriesKeptApart | None = None
    rotation: RotationPlanned | None = None
    counted: SeasonCounted | None = None

    @property
    def away(self) -> list[str]:
        """Entries that asked for a bye without points in this round, and so were not to be seated."""
        event = self.event
        return [entry for entry in event.byes if event.bye_terms.get(entry) == STAYS_AWAY and not event.given]


@dataclass(frozen=True)
class ManualChange:
    """A change by the director to a seating. version: of the event in the log."""

    version: int
    event: ByHand


def attempts_at(events: Sequence[Event], number: int) -> list[Attempt]:
    """Every attempt at the round, in order. events: the tournament's log from its first event."""
    return [
        _attempt(events, at, event)
        for at, event in enumerate(events)
        if isinstance(event, RoundSeated) and event.number == number
    ]


def _attempt(events: Sequence[Event], at: int, event: RoundSeated) -> Attempt:
    preceding = reversed(events[max(at - len(MADE_FROM), 0) : at])
    parts = list(takewhile(lambda part: isinstance(part, MADE_FROM), preceding))
    return Attempt(
        first=at + 1 - len(parts),
        seated=at + 1,
        event=event,
        apart=_first(parts, EntriesKeptApart),
        rotation=_first(parts, RotationPlanned),
        counted=_first(parts, SeasonCounted),
    )


def _first(events: Sequence[Event], kind: type[E]) -> E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def state_at(events: Sequence[Event], version: int, edition: int) -> Tournament:
    """The tournament after its first `version` events. edition: in which it was opened."""
    state = Tournament(edition=edition)
    for event in events[:version]:
        EVOLVE[type(event)](state, event)
    return state


def changes_after(events: Sequence[Event], drawing: Attempt) -> Iterator[ManualChange]:
    """The manual changes to the attempt, in order."""
    for version, event in enumerate(events[drawing.seated :], drawing.seated + 1):
        if isinstance(event, RoundSeated) and event.number == drawing.event.number:
            return
        if isinstance(event, DraftChanged | RoundRepaired) and event.round == drawing.event.round:
            yield ManualChange(version, event)
