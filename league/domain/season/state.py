"""A season as folded from its events, and the fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date as Date  # noqa: N812
from typing import Any

from games.kernel import Event
from league.domain.season.events import SeasonChanged, SeasonCreated, TournamentAdded, TournamentRemoved
from league.domain.season.scheme import Scheme, SeasonPoints


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A tournament of the season."""

    id: str
    tournament: str
    date: Date | None


@dataclass(slots=True)
class Season:
    """The state before the first event has a scheme of nothing; nobody looks at it then. events: by id, as added."""

    club: str = ""
    name: str = ""
    time_zone: str = ""
    scheme: Scheme = field(default_factory=lambda: Scheme(SeasonPoints((0,))))
    version: int = 0
    events: dict[str, SeasonEvent] = field(default_factory=dict)


def _created(state: Season, event: SeasonCreated) -> None:
    state.version += 1
    state.club = event.club
    state.name, state.time_zone, state.scheme = event.name, event.time_zone, event.scheme


def _changed(state: Season, event: SeasonChanged) -> None:
    state.version += 1
    state.name, state.time_zone, state.scheme = event.name, event.time_zone, event.scheme


def _added(state: Season, event: TournamentAdded) -> None:
    state.version += 1
    state.events[event.event] = SeasonEvent(event.event, event.tournament, event.date)


def _removed(state: Season, event: TournamentRemoved) -> None:
    state.version += 1
    del state.events[event.event]


EVOLVE: Mapping[type[Event], Callable[[Season, Any], None]] = {
    SeasonCreated: _created,
    SeasonChanged: _changed,
    TournamentAdded: _added,
    TournamentRemoved: _removed,
}
