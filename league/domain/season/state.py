"""A season as folded from its events, and the fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date as Date  # noqa: N812
from typing import Any

import msgspec
from msgspec import UNSET

from games.kernel import Event
from league.domain.season.events import (
    EventRemoved,
    ResultAdded,
    ResultCorrected,
    SeasonChanged,
    SeasonCreated,
    SeasonRemoved,
    TournamentAdded,
    TournamentRecounted,
)
from league.domain.season.results import Extra
from league.domain.season.table.groups import Category, Division
from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import Number

EDITION = 2
"""The edition of the rules for new seasons. A season keeps the one in which it was opened, as tournaments do."""


@dataclass(frozen=True, slots=True)
class BareResult:
    """The result of an event that was not played here, by person."""

    name: str | None
    places: Mapping[str, int]
    status: Mapping[str, str]
    awards: Mapping[str, Number]
    awards_only: bool


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A tournament or an entered result in the season. date: None for a tournament means the day on which it starts.

    version: of the season at the last event about it.
    """

    id: str
    date: Date | None
    tournament: str | None = None
    result: BareResult | None = None
    multiplier: Number = 1
    extra: tuple[Extra, ...] = ()
    shared: tuple[tuple[str, ...], ...] = ()
    final: bool = False
    abandoned: bool = False
    version: int = 0


@dataclass(slots=True)
class Season:
    """The state of a season; before the first event its scheme is empty. events: by id, in the order added.

    divisions: the highest first. after: the previous season, if it continues one.
    """

    edition: int = EDITION
    club: str = ""
    name: str = ""
    time_zone: str = ""
    scheme: Scheme = field(default_factory=Scheme)
    divisions: tuple[Division, ...] = ()
    categories: tuple[Category, ...] = ()
    after: str | None = None
    version: int = 0
    events: dict[str, SeasonEvent] = field(default_factory=dict)
    is_removed: bool = False

    @property
    def least_counted(self) -> int:
        """How many results of a person count however many are dropped."""
        return 0 if self.edition == 1 else 1


Fold = Callable[[Season, Any], None]


def _created(state: Season, event: SeasonCreated) -> None:
    state.club, state.after = event.club, event.after or None
    _changed(state, event)


def _changed(state: Season, event: SeasonCreated | SeasonChanged) -> None:
    state.name, state.time_zone, state.scheme = event.name, event.time_zone, event.scheme
    if event.divisions is not UNSET:
        state.divisions = tuple(map(_each_once, event.divisions))
    if event.categories is not UNSET:
        state.categories = event.categories


def _each_once(division: Division) -> Division:
    """The division with each member once: two of them may have turned out to be the same person since."""
    return msgspec.structs.replace(division, people=tuple(dict.fromkeys(division.people)))


def _tournament_added(state: Season, event: TournamentAdded) -> None:
    state.events[event.event] = _season_event(state, event, tournament=event.tournament)


def _result_entered(state: Season, event: ResultAdded | ResultCorrected) -> None:
    """A corrected result keeps its position among the events, because its key stays."""
    result = BareResult(event.name, event.places, event.status, event.awards, event.awards_only)
    state.events[event.event] = _season_event(state, event, result=result)


def _tournament_recounted(state: Season, event: TournamentRecounted) -> None:
    state.events[event.event] = _season_event(state, event, tournament=state.events[event.event].tournament)


def _season_event(
    state: Season,
    event: TournamentAdded | TournamentRecounted | ResultAdded | ResultCorrected,
    tournament: str | None = None,
    result: BareResult | None = None,
) -> SeasonEvent:
    return SeasonEvent(
        id=event.event,
        date=event.date,
        tournament=tournament,
        result=result,
        multiplier=event.multiplier,
        extra=event.extra,
        shared=event.shared,
        final=event.final is True,
        abandoned=event.abandoned is True,
        version=state.version,
    )


def _event_removed(state: Season, event: EventRemoved) -> None:
    del state.events[event.event]


def _removed(state: Season, event: SeasonRemoved) -> None:
    state.is_removed = True


def _counted(fold: Fold) -> Fold:
    """The fold with the state's version increased first."""

    def fold_and_count(state: Season, event: Any) -> None:
        state.version += 1
        fold(state, event)

    return fold_and_count


EVOLVE: Mapping[type[Event], Fold] = {
    SeasonCreated: _counted(_created),
    SeasonChanged: _counted(_changed),
    TournamentAdded: _counted(_tournament_added),
    ResultAdded: _counted(_result_entered),
    TournamentRecounted: _counted(_tournament_recounted),
    ResultCorrected: _counted(_result_entered),
    EventRemoved: _counted(_event_removed),
    SeasonRemoved: _counted(_removed),
}
