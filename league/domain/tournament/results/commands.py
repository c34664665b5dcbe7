"""Commands about results and penalties."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.tournament.results.reports import Away, Place, Report, Source
from league.domain.values.fields import MOST_ROUNDS, At, GameNumber, Id, Part, Reason
from league.domain.values.numbers import Number


class RecordResult(Command, frozen=True, tag="result"):
    """Reports a table's result, with the fields of `Report`. by: the reporter.

    as_entry: the entry that uses the table's link.
    """

    table: Id
    places: dict[Id, Place] | None
    at: At
    scores: dict[Id, Number] | None = None
    source: Source = "game"
    by: str | None = None
    awards: dict[Id, Number] | None = None
    absent: Away = ()
    left: Away = ()
    stand_in: dict[Id, Id] = {}
    game: GameNumber | UnsetType = UNSET
    as_entry: Id | UnsetType = UNSET

    @property
    def report(self) -> Report:
        return Report(**{name: getattr(self, name) for name in Report.__struct_fields__})


class WithdrawResult(Command, frozen=True, tag="withdraw_result"):
    """Withdraws a table's result, because its game goes on or the result was a mistake."""

    table: Id
    reason: Reason | None = None
    game: GameNumber | UnsetType = UNSET


class Penalise(Command, frozen=True, tag="penalise"):
    """Makes an entry's total worse, from the standings after a round on.

    entry: the id of an entry. points: taken off, or added where the lowest total ranks first; negative numbers the
    other way. reason: for staff. after_round: the number of the round; None means the last closed round.
    """

    id: Id
    entry: Id
    points: Number
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    after_round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None


class LiftPenalty(Command, frozen=True, tag="lift_penalty"):
    """Lifts a penalty, as if it had never been given."""

    penalty: Id


class ConfirmResult(Command, frozen=True, tag="confirm_result"):
    """Confirms a table's result. by_staff: staff may confirm their own report. as_entry: who uses the table's link."""

    table: Id
    at: At
    by: str
    by_staff: bool = False
    game: GameNumber | UnsetType = UNSET
    as_entry: Id | UnsetType = UNSET


class DisputeResult(Command, frozen=True, tag="dispute_result"):
    """Disputes a table's result. said: the result it should be; None: the note says what is wrong.

    as_entry: the entry that uses the table's link.
    """

    table: Id
    said: Report | None
    at: At
    by: str
    note: Reason | None = None
    game: GameNumber | UnsetType = UNSET
    as_entry: Id | UnsetType = UNSET


class RuleResult(Command, frozen=True, tag="rule_result"):
    """Decides a dispute. said: the correct result; None: the standing one."""

    table: Id
    said: Report | None
    at: At
    by: str
    reason: Reason
    source: Source = "table"
    game: GameNumber | UnsetType = UNSET


GoesOn = Annotated[tuple[Id, ...], Meta(max_length=12)]
Decider = Literal["play_off", "lot", "director"]
"""How it is decided who goes on from a level table: by a play-off, by a lot, or as the director says."""


class LevelDecision(Part, frozen=True, kw_only=True):
    """Who goes on from a level table, and how that was decided; the fields of `DecideLevel`."""

    decided_by: Decider
    goes_on: GoesOn = ()
    reason: Reason | None = None


class DecideLevel(Command, frozen=True, tag="decide_level"):
    """Decides who goes on from a table of a knockout that has ended level.

    table: its id. decided_by: a `play_off` that was played, a `lot` that is drawn now, or the `director`. goes_on: the
    entries that go on; none with a lot. reason: of the director, for staff. by_staff: staff may decide in any way, and
    once more. as_entry: the entry that uses the table's link.
    """

    table: Id
    decided_by: Decider
    at: At
    by: str
    goes_on: GoesOn = ()
    reason: Reason | None = None
    by_staff: bool = False
    as_entry: Id | UnsetType = UNSET


class CorrectResult(Command, frozen=True, tag="correct_result"):
    """Replaces a result, even after its round is closed.

    goes_on: in a closed round of a knockout, of the entries that are level by this result those that go on.
    decided_by: what says so; unset: the director. With a lot nobody is named.
    """

    table: Id
    said: Report
    at: At
    by: str
    reason: Reason
    source: Source = "table"
    game: GameNumber | UnsetType = UNSET
    goes_on: GoesOn = ()
    decided_by: Decider | UnsetType = UNSET
