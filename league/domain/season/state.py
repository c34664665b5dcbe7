"""A season as folded from its events, and the fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date as Date  # noqa: N812
from typing import Any

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
    """A tournament or a bare result in the season. date: None for a tournament: the day on which it starts."""

    id: str
    date: Date | None
    tournament: str | None = None
    result: BareResult | None = None
    multiplier: Number = 1
    extra: tuple[Extra, ...] = ()
    shared: tuple[tuple[str, ...], ...] = ()
    final: bool = False


@dataclass(slots=True)
class Season:
    """The state before the first event has a scheme of nothing; nobody looks at it then. events: by id, as added.

    divisions: the highest first. after: the season before it, where it follows one.
    """

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


def _created(state: Season, event: SeasonCreated) -> None:
    state.version += 1
    state.club = event.club
    state.name, state.time_zone, state.scheme = event.name, event.time_zone, event.scheme
    _set_groups(state, event)
    state.after = None if event.after is UNSET else event.after


def _changed(state: Season, event: SeasonChanged) -> None:
    state.version += 1
    state.name, state.time_zone, state.scheme = event.name, event.time_zone, event.scheme
    _set_groups(state, event)


def _set_groups(state: Season, event: SeasonCreated | SeasonChanged) -> None:
    if event.divisions is not UNSET:
        state.divisions = event.divisions
    if event.categories is not UNSET:
        state.categories = event.categories


def _tournament_added(state: Season, event: TournamentAdded) -> None:
    state.version += 1
    state.events[event.event] = SeasonEvent(
        event.event,
        event.date,
        event.tournament,
        None,
        event.multiplier,
        event.extra,
        event.shared,
        event.final is True,
    )


def _result_told(state: Season, event: ResultAdded | ResultCorrected) -> None:
    """One that is corrected keeps its number among the events, for it keeps its key."""
    state.version += 1
    result = BareResult(event.name, event.places, event.status, event.awards, event.awards_only)
    state.events[event.event] = SeasonEvent(
        event.event, event.date, None, result, event.multiplier, event.extra, event.shared, event.final is True
    )


def _tournament_recounted(state: Season, event: TournamentRecounted) -> None:
    state.version += 1
    state.events[event.event] = replace(
        state.events[event.event],
        date=event.date,
        multiplier=event.multiplier,
        extra=event.extra,
        shared=event.shared,
        final=event.final is True,
    )


def _event_removed(state: Season, event: EventRemoved) -> None:
    state.version += 1
    del state.events[event.event]


def _removed(state: Season, event: SeasonRemoved) -> None:
    state.version += 1
    state.is_removed = True


EVOLVE: Mapping[type[Event], Callable[[Season, Any], None]] = {
    SeasonCreated: _created,
    SeasonChanged: _changed,
    TournamentAdded: _tournament_added,
    ResultAdded: _result_told,
    TournamentRecounted: _tournament_recounted,
    ResultCorrected: _result_told,
    EventRemoved: _event_removed,
    SeasonRemoved: _removed,
}
