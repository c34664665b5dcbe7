"""The events of a season. All of them are public."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812

from msgspec import UNSET, UnsetType

from games.kernel import Event, Json, PublicEvent
from league.domain.season.results import Extra
from league.domain.season.table.groups import Category, Division
from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import Number


def _each_has_the_shared_result(data: Json) -> Json:
    """Schema 1 had no shared seats, so any rule for them gives the same table."""
    return {**data, "scheme": {**data["scheme"], "shared_seat": "full"}}


def _counts_once(data: Json) -> Json:
    """Schema 1 had no multiplier, extra points or shared seats."""
    return {**data, "multiplier": 1, "extra": [], "shared": []}


class SeasonCreated(PublicEvent, frozen=True):
    """A season was opened. divisions, categories, after: set if it has any, or continues another season."""

    type = "season.created"
    schema = 2
    upcasts = {1: _each_has_the_shared_result}
    club: str
    name: str
    time_zone: str
    scheme: Scheme
    divisions: tuple[Division, ...] | UnsetType = UNSET
    categories: tuple[Category, ...] | UnsetType = UNSET
    after: str | UnsetType = UNSET


class SeasonChanged(PublicEvent, frozen=True):
    """The name, time zone and scheme that apply from now on. divisions, categories: set if they changed."""

    type = "season.changed"
    schema = 2
    upcasts = {1: _each_has_the_shared_result}
    name: str
    time_zone: str
    scheme: Scheme
    divisions: tuple[Division, ...] | UnsetType = UNSET
    categories: tuple[Category, ...] | UnsetType = UNSET


class TournamentAdded(PublicEvent, frozen=True):
    """A tournament counts in the season, as the event with that id. date: None means the day on which it starts.

    final: set if it is the season's final, which the scheme may weigh differently. abandoned: set if it counts for
    nothing.
    """

    type = "season.tournament_added"
    schema = 2
    upcasts = {1: _counts_once}
    event: str
    tournament: str
    date: Date | None
    multiplier: Number
    extra: tuple[Extra, ...]
    shared: tuple[tuple[str, ...], ...]
    final: bool | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET


class ResultAdded(PublicEvent, frozen=True):
    """The result of an event that was not played here counts in the season."""

    type = "season.result_added"
    event: str
    name: str | None
    date: Date | None
    places: dict[str, int]
    status: dict[str, str]
    awards: dict[str, Number]
    awards_only: bool
    multiplier: Number
    extra: tuple[Extra, ...]
    shared: tuple[tuple[str, ...], ...]
    final: bool | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET


class TournamentRecounted(PublicEvent, frozen=True):
    """How a tournament counts was corrected. All fields are given, as when it was added."""

    type = "season.tournament_recounted"
    event: str
    date: Date | None
    multiplier: Number
    extra: tuple[Extra, ...]
    shared: tuple[tuple[str, ...], ...]
    reason: str | None
    final: bool | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET


class ResultCorrected(PublicEvent, frozen=True):
    """The result of an event that was not played here was corrected. All fields are given."""

    type = "season.result_corrected"
    event: str
    name: str | None
    date: Date | None
    places: dict[str, int]
    status: dict[str, str]
    awards: dict[str, Number]
    awards_only: bool
    multiplier: Number
    extra: tuple[Extra, ...]
    shared: tuple[tuple[str, ...], ...]
    reason: str | None
    final: bool | UnsetType = UNSET
    abandoned: bool | UnsetType = UNSET


class EventRemoved(PublicEvent, frozen=True):
    """An event was removed, a tournament or a result."""

    type = "season.tournament_removed"
    event: str


class SeasonRemoved(PublicEvent, frozen=True):
    """The season was removed; it is not shown anywhere."""

    type = "season.removed"


EVENTS: tuple[type[Event], ...] = (
    SeasonCreated,
    SeasonChanged,
    TournamentAdded,
    ResultAdded,
    TournamentRecounted,
    ResultCorrected,
    EventRemoved,
    SeasonRemoved,
)
