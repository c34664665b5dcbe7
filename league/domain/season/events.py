"""What an organiser can have decided about a season. Everybody may see it."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812

from msgspec import UNSET, UnsetType

from games.kernel import Event, Json, PublicEvent
from league.domain.season.results import Extra
from league.domain.season.table.groups import Category, Division
from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import Number


def _each_has_the_shared_result(data: Json) -> Json:
    """Schema 1 knew no shared seats; none were recorded, so all the same."""
    return {**data, "scheme": {**data["scheme"], "shared_seat": "full"}}


def _counts_once(data: Json) -> Json:
    """Schema 1 had neither multiplier nor extra points."""
    return {**data, "multiplier": 1, "extra": [], "shared": []}


class SeasonCreated(PublicEvent, frozen=True):
    """A season was opened. divisions, categories, after: there where it has any, or follows another season."""

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
    """The season is called so, is held in that zone, and adds up so from now on.

    divisions, categories: there where they were set anew.
    """

    type = "season.changed"
    schema = 2
    upcasts = {1: _each_has_the_shared_result}
    name: str
    time_zone: str
    scheme: Scheme
    divisions: tuple[Division, ...] | UnsetType = UNSET
    categories: tuple[Category, ...] | UnsetType = UNSET


class TournamentAdded(PublicEvent, frozen=True):
    """A tournament counts in the season, as the event of that id. date: None: the day on which it starts.

    final: there where it is the season's final, which the scheme may weigh otherwise.
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


class TournamentRecounted(PublicEvent, frozen=True):
    """A tournament that counts in the season counts so from now on; all of it is said, as when it was added."""

    type = "season.tournament_recounted"
    event: str
    date: Date | None
    multiplier: Number
    extra: tuple[Extra, ...]
    shared: tuple[tuple[str, ...], ...]
    reason: str | None
    final: bool | UnsetType = UNSET


class ResultCorrected(PublicEvent, frozen=True):
    """The result of an event that was not played here is this, and was that from the first; all of it is said."""

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


class EventRemoved(PublicEvent, frozen=True):
    """An event counts no more, a tournament or a result."""

    type = "season.tournament_removed"
    event: str


class SeasonRemoved(PublicEvent, frozen=True):
    """The season counts nothing more and is shown nowhere."""

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
