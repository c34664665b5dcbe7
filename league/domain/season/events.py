"""What an organiser can have decided about a season. Everybody may see it."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812

from games.kernel import Event, PublicEvent
from league.domain.season.scheme import Scheme


class SeasonCreated(PublicEvent, frozen=True):
    """A season was opened."""

    type = "season.created"
    club: str
    name: str
    time_zone: str
    scheme: Scheme


class SeasonChanged(PublicEvent, frozen=True):
    """The season is called so, is held in that zone, and adds up so from now on."""

    type = "season.changed"
    name: str
    time_zone: str
    scheme: Scheme


class TournamentAdded(PublicEvent, frozen=True):
    """A tournament counts in the season, as the event of that id."""

    type = "season.tournament_added"
    event: str
    tournament: str
    date: Date | None


class TournamentRemoved(PublicEvent, frozen=True):
    """An event counts no more."""

    type = "season.tournament_removed"
    event: str


EVENTS: tuple[type[Event], ...] = (SeasonCreated, SeasonChanged, TournamentAdded, TournamentRemoved)
