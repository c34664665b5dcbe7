"""The events of a tournament. They hold ids, never names; numbers are written exactly.

`game` is the number of one of several games at a table; unset means the first.

Only staff see drafts and reasons. Nobody sees the secret before the close reveals it.
"""

from __future__ import annotations

import msgspec

from games.kernel import Event, Json, PublicEvent, Viewer
from league.domain.tournament.clocks.events import (
    ClockExpired,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    TableClockExpired,
    TableClockStarted,
    TableClockStopped,
)
from league.domain.tournament.closing.events import (
    RoundClosed,
    StandingsRevised,
    TournamentCancelled,
    TournamentClosed,
    TournamentReopened,
)
from league.domain.tournament.entries.events import (
    EntryCheckedIn,
    EntryDropped,
    EntryRegistered,
    EntryReturned,
    TableFixed,
)
from league.domain.tournament.results.events import (
    DisputeWithdrawn,
    PenaltyGiven,
    PenaltyLifted,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
    ResultRuled,
    ResultWithdrawn,
)
from league.domain.tournament.rounds.events import (
    DraftChanged,
    DraftDiscarded,
    EntriesKeptApart,
    RotationPlanned,
    RoundPublished,
    RoundRepaired,
    RoundSeated,
    RoundStarted,
    SeasonCounted,
)
from league.domain.tournament.settings import Settings
from league.domain.tournament.stages.events import StageBegun, StageRevised, StageUndone

__all__ = [
    "EVENTS",
    "ClockExpired",
    "ClockExtended",
    "ClockPaused",
    "ClockResumed",
    "DisputeWithdrawn",
    "DraftChanged",
    "DraftDiscarded",
    "EntriesKeptApart",
    "EntryCheckedIn",
    "EntryDropped",
    "EntryRegistered",
    "EntryReturned",
    "PenaltyGiven",
    "PenaltyLifted",
    "ResultConfirmed",
    "ResultCorrected",
    "ResultDisputed",
    "ResultRecorded",
    "ResultRuled",
    "ResultWithdrawn",
    "RotationPlanned",
    "RoundClosed",
    "RoundPublished",
    "RoundRepaired",
    "RoundSeated",
    "RoundStarted",
    "SeasonCounted",
    "StageBegun",
    "StageRevised",
    "StageUndone",
    "StandingsRevised",
    "TableClockExpired",
    "TableClockStarted",
    "TableClockStopped",
    "TableFixed",
    "TournamentCancelled",
    "TournamentChanged",
    "TournamentClosed",
    "TournamentCreated",
    "TournamentReopened",
]


class TournamentCreated(Event, frozen=True):
    """A tournament was opened. secret: 32 hex digits; seed_hash: SHA-256 of its 16 bytes, in hex."""

    type = "tournament.created"
    club: str
    settings: Settings
    secret: str
    seed_hash: str

    def show(self, viewer: Viewer) -> Json | None:
        shown: Json = msgspec.to_builtins(self)
        del shown["secret"]
        return shown


class TournamentChanged(PublicEvent, frozen=True):
    """The settings that apply from now on; what is closed stays as it was decided."""

    type = "tournament.changed"
    settings: Settings


EVENTS: tuple[type[Event], ...] = (
    TournamentCreated,
    TournamentChanged,
    EntryRegistered,
    EntryCheckedIn,
    EntryDropped,
    EntryReturned,
    TableFixed,
    EntriesKeptApart,
    SeasonCounted,
    RotationPlanned,
    RoundSeated,
    DraftChanged,
    DraftDiscarded,
    RoundPublished,
    RoundRepaired,
    RoundStarted,
    ClockPaused,
    ClockResumed,
    ClockExtended,
    ClockExpired,
    TableClockStarted,
    TableClockStopped,
    TableClockExpired,
    ResultRecorded,
    ResultWithdrawn,
    ResultConfirmed,
    ResultDisputed,
    DisputeWithdrawn,
    ResultRuled,
    ResultCorrected,
    PenaltyGiven,
    PenaltyLifted,
    RoundClosed,
    StageBegun,
    StageRevised,
    StageUndone,
    TournamentClosed,
    TournamentReopened,
    StandingsRevised,
    TournamentCancelled,
)
