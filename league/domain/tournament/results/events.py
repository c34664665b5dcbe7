"""Events about results and penalties."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from games.kernel import Json, PublicEvent
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.tournament.results.reports import Claim, Source
from league.domain.tournament.results.scores import LevelMatch
from league.domain.values.fields import At
from league.domain.values.numbers import Written


def _nobody_away(data: Json) -> Json:
    """Schema 1 had no awards, absences or stand-ins."""
    return {**data, "awards": None, "absent": [], "left": [], "stand_in": {}}


class ResultRecorded(PartlyPublicEvent, frozen=True):
    """A table has a result. source: the game played at it, or a report at the table. by: the reporter.

    as_entry: the entry at the table that used its link.
    """

    type = "tournament.result_recorded"
    schema = 2
    upcasts = {1: _nobody_away}
    staff_fields = ("by", "as_entry")
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
    as_entry: str | UnsetType = UNSET


class ResultWithdrawn(PublicEvent, frozen=True):
    """A table has no result any more; its game goes on."""

    type = "tournament.result_withdrawn"
    table: str
    game: int | UnsetType = UNSET


class ResultConfirmed(PartlyPublicEvent, frozen=True):
    """A second person confirmed a table's result; their own dispute of it is settled."""

    type = "tournament.result_confirmed"
    staff_fields = ("by", "as_entry")
    table: str
    at: At
    by: str
    game: int | UnsetType = UNSET
    as_entry: str | UnsetType = UNSET


class ResultDisputed(PartlyPublicEvent, frozen=True):
    """A table's result was disputed. claim: the result it should be; unset: only the note says what is wrong."""

    type = "tournament.result_disputed"
    staff_fields = ("by", "note", "as_entry")
    table: str
    at: At
    by: str
    note: str | None
    claim: Claim | UnsetType = UNSET
    game: int | UnsetType = UNSET
    as_entry: str | UnsetType = UNSET


class DisputeWithdrawn(PartlyPublicEvent, frozen=True):
    """A dispute was withdrawn without confirming the result."""

    type = "tournament.dispute_withdrawn"
    staff_fields = ("by", "as_entry")
    table: str
    at: At
    by: str
    game: int | UnsetType = UNSET
    as_entry: str | UnsetType = UNSET


class ResultRuled(PartlyPublicEvent, frozen=True):
    """Staff decided a dispute. upheld: the standing result was right."""

    type = "tournament.result_ruled"
    staff_fields = ("by", "reason")
    table: str
    upheld: bool
    at: At
    by: str
    reason: str
    game: int | UnsetType = UNSET


def _byes_stay(data: Json) -> Json:
    """Schema 1 left the byes of later rounds as they were decided."""
    return {**data, "byes": {}}


class ResultCorrected(PartlyPublicEvent, frozen=True):
    """Staff replaced a result. points: recalculated, if the round is closed.

    byes: in edition 1, new points of byes in later closed rounds that pay the mean of earlier ones; by round and entry.
    level: who goes on, if the table is level by the result in a closed round of a knockout.
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
    level: LevelMatch | UnsetType = UNSET


class LevelDecided(PartlyPublicEvent, frozen=True):
    """It is decided who goes on from a table of a knockout that has ended level. It counts as long as they are level.

    on, out, decided_by, lot: as in `LevelMatch`; the close of the round repeats them.
    """

    type = "tournament.level_decided"
    staff_fields = ("by", "reason", "as_entry")
    table: str
    on: tuple[str, ...]
    out: tuple[str, ...]
    decided_by: Literal["play_off", "lot", "director"]
    at: At
    by: str
    reason: str | None = None
    lot: str | UnsetType = UNSET
    as_entry: str | UnsetType = UNSET


class PenaltyGiven(PartlyPublicEvent, frozen=True):
    """Points are taken off in the standings after that round and all later ones.

    added: the number as it was given, where the lowest total ranks first; `points` is then its opposite.
    """

    type = "tournament.penalty_given"
    staff_fields = ("reason",)
    penalty: str
    entry: str
    points: Written
    after_round: int
    reason: str
    added: Written | UnsetType = UNSET


class PenaltyLifted(PublicEvent, frozen=True):
    """A penalty doesn't count any more."""

    type = "tournament.penalty_lifted"
    penalty: str
