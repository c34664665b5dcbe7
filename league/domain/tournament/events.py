"""What can have happened in a tournament. Events hold ids and not names; numbers are written exactly.

`game` says which of several games at a table an event is about; unset is the first.

Drafts are for the staff; reasons too. The secret is shown to nobody before it is revealed by the close.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer
from league.domain.values.numbers import Written
from league.domain.tournament.rounds.seating import SeatedTable
from league.domain.tournament.results.reports import Claim, Source
from league.domain.tournament.rounds.events import (
    DraftChanged,
    DraftDiscarded,
    EntriesKeptApart,
    RotationPlanned,
    RoundPublished,
    RoundSeated,
    SeasonCounted,
    TableFixed,
)
from league.domain.tournament.settings import At, Part, Settings
from league.domain.tournament.stages.stage import FinalPlace
from league.domain.tournament.stages.events import StageBegun, StageRevised, StageUndone

FIRST_EDITION = 1
"""Of the final standings: the one of the first close."""


class PartlyPublicEvent(Event, frozen=True):
    """An event that everybody may see, but for the fields that are the staff's."""

    staff_fields: ClassVar[tuple[str, ...]] = ()

    def show(self, viewer: Viewer) -> Json | None:
        shown: Json = msgspec.to_builtins(self)
        if viewer != REFEREE:
            for name in self.staff_fields:
                del shown[name]
        return shown


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
    """The tournament is held so from now on; what is closed stays as it was decided."""

    type = "tournament.changed"
    settings: Settings


def _unrated(data: Json) -> Json:
    """Schema 1 of an entry knew no ratings."""
    return {**data, "rating": None}


class EntryRegistered(PublicEvent, frozen=True):
    """A person or a team was entered; it plays from that round on."""

    type = "tournament.entry_registered"
    schema = 2
    upcasts = {1: _unrated}
    entry: str
    person: str | None
    members: tuple[str, ...]
    from_round: int
    rating: int | None = None


class EntryCheckedIn(PublicEvent, frozen=True):
    """An entry is here."""

    type = "tournament.entry_checked_in"
    entry: str


class EntryDropped(PublicEvent, frozen=True):
    """An entry plays no round after `after_round`; with `at_once` it has left already."""

    type = "tournament.entry_dropped"
    entry: str
    after_round: int
    at_once: bool


class EntryReturned(PublicEvent, frozen=True):
    """An entry is back and will be seated again."""

    type = "tournament.entry_returned"
    entry: str


class GoneTable(Part, frozen=True):
    """A table that is no more. into: the id of the one in its place, or of the one that its seats went to."""

    id: str
    number: int
    into: str


class RoundRepaired(PartlyPublicEvent, frozen=True):
    """Who sits where in a published or running round was changed by hand, before anything was played there.

    tables: those that changed, as they are now. gone: those that are no more; their games are never played.
    byes: of the whole round. joined: who came late and plays from this round on. cost: of the whole round.
    """

    type = "tournament.round_repaired"
    staff_fields = ("cost", "reason")
    round: str
    tables: tuple[SeatedTable, ...]
    gone: tuple[GoneTable, ...]
    byes: tuple[str, ...]
    joined: tuple[str, ...]
    cost: dict[str, int]
    reason: str | None


class RoundStarted(PublicEvent, frozen=True):
    """A round began. clock_seconds and deadline: None without a clock."""

    type = "tournament.round_started"
    round: str
    at: At
    clock_seconds: int | None
    deadline: At | None


class ClockPaused(PartlyPublicEvent, frozen=True):
    """A round's clock was stopped."""

    type = "tournament.clock_paused"
    staff_fields = ("reason",)
    round: str
    at: At
    reason: str | None


class ClockResumed(PublicEvent, frozen=True):
    """A round's clock runs again, to the new deadline; None where only the games at its tables have clocks."""

    type = "tournament.clock_resumed"
    round: str
    at: At
    deadline: At | None


def _whole_round(data: Json) -> Json:
    """Schema 1 of a clock's events knew no extra time of one table."""
    return {**data, "table": None}


class ClockExtended(PartlyPublicEvent, frozen=True):
    """A round, or one table of it, got more time. deadline: the new one of either; None while the clock is paused."""

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
    """The game at a table has a clock of its own, for what `key` names. deadline: None while the round is paused."""

    type = "tournament.table_clock_started"
    table: str
    key: str
    at: At
    seconds: int
    deadline: At | None
    visible: bool
    game: int | UnsetType = UNSET

    def show(self, viewer: Viewer) -> Json | None:
        """Where the time is hidden, players are not told when it began either."""
        return super().show(viewer) if self.visible or viewer == REFEREE else None


class TableClockStopped(PublicEvent, frozen=True):
    """The game at a table wants that clock no more."""

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
        shown: Json = msgspec.to_builtins(self)
        if not self.visible and viewer != REFEREE:
            del shown["deadline"]
        return shown


def _nobody_away(data: Json) -> Json:
    """Schema 1 of a result knew neither awards nor who was away."""
    return {**data, "awards": None, "absent": [], "left": [], "stand_in": {}}


class ResultRecorded(PartlyPublicEvent, frozen=True):
    """A table has a result. source: the game played at it, or the table itself. by: who reported."""

    type = "tournament.result_recorded"
    schema = 2
    upcasts = {1: _nobody_away}
    staff_fields = ("by",)
    table: str
    places: dict[str, int]
    scores: dict[str, Written] | None
    source: Source
    at: At
    by: str | None
    awards: dict[str, Written] | None = None
    absent: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    stand_in: dict[str, str] = {}
    game: int | UnsetType = UNSET

    @property
    def claim(self) -> Claim:
        """The result alone."""
        return Claim(self.places, self.scores, self.awards, self.absent, self.left, self.stand_in)


class ResultWithdrawn(PublicEvent, frozen=True):
    """A table has no result any more: its game goes on."""

    type = "tournament.result_withdrawn"
    table: str
    game: int | UnsetType = UNSET


class ResultConfirmed(PartlyPublicEvent, frozen=True):
    """Somebody else says that a table's result is right; what they disputed they dispute no more."""

    type = "tournament.result_confirmed"
    staff_fields = ("by",)
    table: str
    at: At
    by: str
    game: int | UnsetType = UNSET


class ResultDisputed(PartlyPublicEvent, frozen=True):
    """Somebody says that a table's result is another one."""

    type = "tournament.result_disputed"
    staff_fields = ("by", "note")
    table: str
    claim: Claim
    at: At
    by: str
    note: str | None
    game: int | UnsetType = UNSET


class DisputeWithdrawn(PartlyPublicEvent, frozen=True):
    """Somebody disputes a table's result no more, and confirms nothing by it."""

    type = "tournament.dispute_withdrawn"
    staff_fields = ("by",)
    table: str
    at: At
    by: str
    game: int | UnsetType = UNSET


class ResultRuled(PartlyPublicEvent, frozen=True):
    """Staff settled what was disputed. upheld: the result that stood is the one that stands."""

    type = "tournament.result_ruled"
    staff_fields = ("by", "reason")
    table: str
    upheld: bool
    at: At
    by: str
    reason: str
    game: int | UnsetType = UNSET


def _byes_stay(data: Json) -> Json:
    """Schema 1 of a correction left the byes of later rounds as they were decided."""
    return {**data, "byes": {}}


class ResultCorrected(PartlyPublicEvent, frozen=True):
    """Staff put another result in the place of the one that stood. points: as decided anew, in a round that is over.

    byes: what byes of later rounds that are over pay now, since they pay a mean of the rounds before; by round.
    """

    type = "tournament.result_corrected"
    schema = 2
    upcasts = {1: _byes_stay}
    staff_fields = ("by", "reason")
    table: str
    claim: Claim
    source: Source
    points: dict[str, Written] | None
    at: At
    by: str
    reason: str
    byes: dict[str, dict[str, Written]] = {}
    game: int | UnsetType = UNSET


class PenaltyGiven(PartlyPublicEvent, frozen=True):
    """Points are taken off in the standings after that round and all later ones."""

    type = "tournament.penalty_given"
    staff_fields = ("reason",)
    penalty: str
    entry: str
    points: Written
    after_round: int
    reason: str


class PenaltyLifted(PublicEvent, frozen=True):
    """A penalty counts nowhere any more."""

    type = "tournament.penalty_lifted"
    penalty: str


class ScoredGame(Part, frozen=True):
    """Places and points of one of several games at a table as decided."""

    places: dict[str, int]
    points: dict[str, Written]


class TableScore(Part, frozen=True):
    """Places and points of a table as decided. games: of each, where there were several; points are their sums."""

    table: str
    places: dict[str, int]
    points: dict[str, Written]
    games: tuple[ScoredGame, ...] | UnsetType = UNSET


class RoundClosed(PublicEvent, frozen=True):
    """A round is over, with its points as decided: of each table, of the byes and of who missed it."""

    type = "tournament.round_closed"
    round: str
    tables: tuple[TableScore, ...]
    byes: dict[str, Written]
    missed: dict[str, Written]


def _first_edition(data: Json) -> Json:
    """Schema 1 of a close knew no tournament that is closed again."""
    return {**data, "edition": FIRST_EDITION, "at": None}


class TournamentClosed(PublicEvent, frozen=True):
    """The tournament is over, with its final standings as decided; anybody can redraw with the secret.

    secret: of the draws since the opening, or since the tournament was last reopened. edition: of the standings.
    """

    type = "tournament.closed"
    schema = 2
    upcasts = {1: _first_edition}
    standings: tuple[FinalPlace, ...]
    secret: str
    edition: int = FIRST_EDITION
    at: At | None = None


class TournamentReopened(PartlyPublicEvent, frozen=True):
    """A closed tournament goes on; what is drawn from now on comes from a new secret, as in TournamentCreated."""

    type = "tournament.reopened"
    staff_fields = ("reason",)
    at: At
    reason: str | None
    secret: str
    seed_hash: str

    def show(self, viewer: Viewer) -> Json | None:
        shown = super().show(viewer)
        return None if shown is None else {name: value for name, value in shown.items() if name != "secret"}


class StandingsRevised(PartlyPublicEvent, frozen=True):
    """The final standings have a new edition, since something was corrected after the close."""

    type = "tournament.standings_revised"
    staff_fields = ("reason",)
    edition: int
    standings: tuple[FinalPlace, ...]
    at: At
    reason: str


class TournamentCancelled(PartlyPublicEvent, frozen=True):
    """The tournament was called off."""

    type = "tournament.cancelled"
    staff_fields = ("reason",)
    reason: str | None


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
