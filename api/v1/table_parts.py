"""The parts of the answer for a table: its clock, its results, and the outcome of its game."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from league.domain.tournament.results.reports import Source
from league.domain.tournament.results.state import ResultState
from league.domain.values.numbers import Written

TableState = Literal["waiting", "playing", "reported", "confirmed", "disputed", "ruled"]
"""Before its round starts, while it plays, and then the state of its result."""


class Clock(msgspec.Struct):
    """The clock of a round, a table or a game.

    state: `off` without a clock; `expired` once the time has run out. deadline: when the time runs out if nothing
    pauses the clock; null while it is paused, and without a clock. remaining_seconds: negative in overtime; null
    without a clock. extended_seconds: added to the time so far. now: the service's time, by which a client corrects its
    own; null without a clock.
    """

    state: Literal["off", "running", "paused", "expired"]
    deadline: datetime | None
    remaining_seconds: float | None
    extended_seconds: int
    now: datetime | None


class Claim(msgspec.Struct):
    """A result as somebody has reported it, for every seat.

    places: by entry; null if only a note was sent. scores: by entry; null if the result was reported by places. awards:
    points by entry that staff gave in place of those for the places; else null. absent: entries that never came. left:
    entries that went before the end. stand_in: by entry, the person who played in its seat.
    """

    places: dict[str, int] | None
    scores: dict[str, Written] | None
    awards: dict[str, Written] | None
    absent: list[UUID]
    left: list[UUID]
    stand_in: dict[str, UUID]


class ResultDispute(Claim):
    """A dispute, with the result as it should be.

    by: who disputes, for staff only. as_entry: the entry that used the table's link, for staff only. at: when it was
    sent. note: what is wrong, for staff only.
    """

    by: str | None
    as_entry: UUID | None
    at: datetime
    note: str | None


class TableResult(Claim):
    """The result of a table, or of one of several games at it.

    points: by entry, as decided at the close of the round; before that as reported so far. In a friendly game there are
    none. state: `reported` until somebody else confirms or disputes it, or staff rule on it. source: `game` if the game
    at the table has ended with it, else `table`. at: when it was reported. by: who reported it, for staff only.
    as_entry: the entry that used the table's link, for staff only. confirmed_by: who confirmed it, for staff only.
    confirmed_as: the entry that used the table's link to confirm it, for staff only. disputes: the open ones. games:
    the result of each game, where several are played at the table.
    """

    points: dict[str, Written]
    state: ResultState
    source: Source
    at: datetime
    by: str | None
    as_entry: UUID | None
    confirmed_by: str | None
    confirmed_as: UUID | None
    disputes: list[ResultDispute]
    games: list[TableResult] | UnsetType = UNSET


class PendingCommand(msgspec.Struct):
    """A command that the game waits for. player: the id of the player, or `referee`. type: of the command."""

    player: str
    type: str


class GameRound(msgspec.Struct):
    """A round of the game that is scored.

    number: of the round. points: by player. breakdown: how they came about, in a form that depends on the game.
    """

    number: int
    points: dict[str, Written]
    breakdown: Any


class PointAdjustment(msgspec.Struct):
    """Points beside those of the rounds.

    player: their id. points: negative if they are taken off. reason: why. round: the number of the game's round.
    """

    player: str
    points: Written
    reason: str
    round: int


class GameOutcome(msgspec.Struct):
    """The outcome of a game so far, by its players' ids.

    finished: whether the game is over. rounds: those scored so far. adjustments: points beside those of the rounds.
    totals: the points of each player. placings: the place of each player; equal places are shared. winners: the players
    in first place, once the game is over. tie_break: the name of what decided about the first place, if totals did not.
    """

    finished: bool
    rounds: list[GameRound]
    adjustments: list[PointAdjustment]
    totals: dict[str, Written]
    placings: dict[str, int]
    winners: list[str]
    tie_break: str | None
