"""Events about the clocks of rounds, tables and games."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from games.kernel import REFEREE, Json, PublicEvent, Viewer
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.values.fields import At


class ClockPaused(PartlyPublicEvent, frozen=True):
    """A round's clocks were paused."""

    type = "tournament.clock_paused"
    staff_fields = ("reason",)
    round: str
    at: At
    reason: str | None


class ClockResumed(PublicEvent, frozen=True):
    """A round's clocks run again. deadline: of the round; None if only games at its tables have clocks."""

    type = "tournament.clock_resumed"
    round: str
    at: At
    deadline: At | None


def _whole_round(data: Json) -> Json:
    """Schema 1 had no extra time for a single table."""
    return {**data, "table": None}


class ClockExtended(PartlyPublicEvent, frozen=True):
    """A round, or one table of it, got more time. deadline: the new one; None while the clock is paused."""

    type = "tournament.clock_extended"
    schema = 2
    upcasts = {1: _whole_round}
    staff_fields = ("reason",)
    round: str
    at: At
    seconds: int
    deadline: At | None
    reason: str | None
    table: str | None = None


class ClockExpired(PublicEvent, frozen=True):
    """A round's clock, or that of a table with extra time, had run out by `at`; tables still report."""

    type = "tournament.clock_expired"
    schema = 2
    upcasts = {1: _whole_round}
    round: str
    at: At
    deadline: At
    table: str | None = None


class TableClockStarted(PublicEvent, frozen=True):
    """The game at a table has a clock of its own. key: its purpose. deadline: None while the round is paused."""

    type = "tournament.table_clock_started"
    table: str
    key: str
    at: At
    seconds: int
    deadline: At | None
    visible: bool
    game: int | UnsetType = UNSET

    def show(self, viewer: Viewer) -> Json | None:
        """If the time is hidden, players don't learn when it started either."""
        return super().show(viewer) if self.visible or viewer == REFEREE else None


class TableClockStopped(PublicEvent, frozen=True):
    """The clock of the game at a table was removed."""

    type = "tournament.table_clock_stopped"
    table: str
    key: str
    at: At
    game: int | UnsetType = UNSET


class TableClockExpired(PublicEvent, frozen=True):
    """The clock of the game at a table had run out by `at`."""

    type = "tournament.table_clock_expired"
    table: str
    key: str
    at: At
    deadline: At
    visible: bool
    game: int | UnsetType = UNSET

    def show(self, viewer: Viewer) -> Json | None:
        fields: Json = msgspec.to_builtins(self)
        if not self.visible and viewer != REFEREE:
            del fields["deadline"]
        return fields
