"""What can be asked of a tournament. Ids and times are filled in by the caller: the domain draws and reads neither.

`Create` opens the stream (`start`); all others are sent to it. `at` is when, aware.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.values.numbers import Number
from league.domain.tournament.rounds.seating import Redo, RoundNumber, Seat, TableNumber
from league.domain.tournament.rounds.commands import RepairMerge, RepairSeat, RepairSwap
from league.domain.tournament.results.reports import Away, ConfirmResult, CorrectResult, DisputeResult, Place, RuleResult, Said, Source
from league.domain.tournament.settings import (
    At,
    Balance,
    Format,
    Game,
    GameNumber,
    GamesPerRound,
    Hall,
    Id,
    Name,
    Part,
    PointScheme,
    Rating,
    Reason,
    Rounds,
    Seconds,
    Secret,
    Separation,
    Settings,
    TableSize,
    TieBreaks,
)
from league.domain.tournament.stages.commands import BeginStage, UndoStage


class Create(Settings, frozen=True, kw_only=True):
    """Opens a tournament; the body of `POST tournaments`. table_size: None is what the game allows."""

    club: Id
    table_size: TableSize | None = None  # type: ignore[assignment]

    def settings(self) -> Settings:
        """What is set, without the club."""
        chosen = {name: getattr(self, name) for name in Settings.__struct_fields__}
        return Settings(**chosen | {"table_size": self.table_size or TableSize()})


class Change(Command, frozen=True, tag="change", kw_only=True):
    """Sets anew what it names; null takes a limit, a clock or a date away. What is closed stays as decided."""

    name: Name | UnsetType = UNSET
    game: Game | UnsetType = UNSET
    game_options: dict[str, Any] | UnsetType = UNSET
    format: Format | UnsetType = UNSET
    rounds: Rounds | UnsetType | None = UNSET
    table_size: TableSize | UnsetType = UNSET
    points: PointScheme | UnsetType = UNSET
    tie_breaks: TieBreaks | UnsetType = UNSET
    clock_seconds: Seconds | UnsetType | None = UNSET
    games_per_round: GamesPerRound | UnsetType = UNSET
    starts_at: At | UnsetType | None = UNSET
    apart: Separation | UnsetType = UNSET
    hall: Hall | UnsetType = UNSET
    balance: Balance | UnsetType = UNSET


class NewEntry(Part, frozen=True):
    """A person, or a team of members. Its team's name lives beside the log. from_round: None is the next.

    rating: what it is rated, where a first round is seated or a bracket seeded by that.
    """

    id: Id
    person: Id | None = None
    members: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    from_round: RoundNumber | None = None
    rating: Rating | None = None


class Register(Command, frozen=True, tag="register"):
    """Enters people or teams, all or nothing."""

    entries: Annotated[tuple[NewEntry, ...], Meta(min_length=1, max_length=2000)]


class CheckIn(Command, frozen=True, tag="check_in"):
    """An entry is here."""

    entry: Id


class Drop(Command, frozen=True, tag="drop"):
    """An entry leaves: now, or after a round to come."""

    entry: Id
    after_round: RoundNumber | None = None


class Return(Command, frozen=True, tag="return"):
    """An entry that left, or said it would, is back."""

    entry: Id


class FixTable(Command, frozen=True, tag="fix_table"):
    """An entry always sits at the table of that number, from the next seating on; null: at any."""

    entry: Id
    table: TableNumber | None


class Swap(Command, frozen=True, tag="swap"):
    """Two entries of a draft change places: their seats, or a seat and a bye. Sent again, they change back."""

    round: Id
    a: Id
    b: Id


class Move(Command, frozen=True, tag="move"):
    """An entry of a draft takes the last seat of another table."""

    round: Id
    entry: Id
    table: Id


class Discard(Command, frozen=True, tag="discard"):
    """Throws a draft away; its attempt stays counted."""

    round: Id


class Publish(Command, frozen=True, tag="publish"):
    """Shows a draft to everybody."""

    round: Id


class Start(Command, frozen=True, tag="start"):
    """Starts a round and its clock; a draft is published with it."""

    round: Id
    at: At


class Pause(Command, frozen=True, tag="pause"):
    """Stops a round's clock; the rest is kept."""

    round: Id
    at: At
    reason: Reason | None = None


class Resume(Command, frozen=True, tag="resume"):
    """Lets a paused clock run on."""

    round: Id
    at: At


class Extend(Command, frozen=True, tag="extend"):
    """Gives a round more time, or one table of it."""

    round: Id
    at: At
    seconds: Seconds
    reason: Reason | None = None
    table: Id | None = None


class Expire(Command, frozen=True, tag="expire"):
    """Notes that a round's clock, or that of a table with extra time, has run out by `at` and it is not noted yet."""

    round: Id
    at: At


class StartTableClock(Command, frozen=True, tag="start_table_clock"):
    """Starts the clock that a table's game wants now. key: what it is for. visible: whether players see the time."""

    table: Id
    key: Annotated[str, Meta(min_length=1, max_length=100)]
    seconds: Seconds
    at: At
    visible: bool = True
    game: GameNumber | UnsetType = UNSET


class StopTableClock(Command, frozen=True, tag="stop_table_clock"):
    """Takes the clock of a table's game away: the game wants none any more."""

    table: Id
    at: At
    game: GameNumber | UnsetType = UNSET


class ExpireTableClock(Command, frozen=True, tag="expire_table_clock"):
    """Notes that the clock of a table's game has run out, if it has by `at` and it is not noted yet."""

    table: Id
    at: At
    game: GameNumber | UnsetType = UNSET


class RecordResult(Command, frozen=True, tag="result"):
    """A table's result, told as in `Said`. by: who reports."""

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

    @property
    def said(self) -> Said:
        """What is told, alone."""
        return Said(**{name: getattr(self, name) for name in Said.__struct_fields__})


class WithdrawResult(Command, frozen=True, tag="withdraw_result"):
    """Takes a table's result back, since its game goes on, or since it was none."""

    table: Id
    reason: Reason | None = None
    game: GameNumber | UnsetType = UNSET


class Penalise(Command, frozen=True, tag="penalise"):
    """Takes points off (negative: gives them), from the standings after that round on; None: the last closed."""

    id: Id
    entry: Id
    points: Number
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    after_round: Annotated[int, Meta(ge=0, le=100)] | None = None


class LiftPenalty(Command, frozen=True, tag="lift_penalty"):
    """As if the penalty had never been."""

    penalty: Id


class CloseRound(Command, frozen=True, tag="close_round"):
    """Ends a round whose tables have all reported."""

    round: Id


class Close(Command, frozen=True, tag="close"):
    """Ends the tournament: the final standings, and the secret of its draws. at: None where nobody looks at it."""

    at: At | None = None


class Reopen(Command, frozen=True, tag="reopen"):
    """Lets a closed tournament go on. secret: of the draws to come, 128 random bits as 32 hex digits."""

    at: At
    secret: Secret
    reason: Reason | None = None


class Cancel(Command, frozen=True, tag="cancel"):
    """Calls the tournament off."""

    reason: Reason | None = None


COMMANDS: tuple[type[Command], ...] = (
    Change,
    Register,
    CheckIn,
    Drop,
    Return,
    FixTable,
    Seat,
    Redo,
    Swap,
    Move,
    Discard,
    Publish,
    RepairSeat,
    RepairMerge,
    RepairSwap,
    Start,
    Pause,
    Resume,
    Extend,
    Expire,
    StartTableClock,
    StopTableClock,
    ExpireTableClock,
    RecordResult,
    WithdrawResult,
    ConfirmResult,
    DisputeResult,
    RuleResult,
    CorrectResult,
    Penalise,
    LiftPenalty,
    CloseRound,
    BeginStage,
    UndoStage,
    Close,
    Reopen,
    Cancel,
)
