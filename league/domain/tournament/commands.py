"""What can be asked of a tournament. Ids and times are filled in by the caller: the domain draws and reads neither.

`Create` opens the stream (`start`); all others are sent to it. `at` is when, aware.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from games.kernel import Command
from league.domain.tournament.clocks.commands import (
    Expire,
    ExpireTableClock,
    Extend,
    Pause,
    Resume,
    StartTableClock,
    StopTableClock,
)
from league.domain.tournament.closing.commands import Cancel, Close, CloseRound, Reopen
from league.domain.tournament.entries.commands import CheckIn, Drop, FixTable, NewEntry, Register, Return
from league.domain.tournament.formats import Format
from league.domain.tournament.results.commands import (
    ConfirmResult,
    CorrectResult,
    DisputeResult,
    LiftPenalty,
    Penalise,
    RecordResult,
    RuleResult,
    WithdrawResult,
)
from league.domain.tournament.rounds.commands import (
    Discard,
    Move,
    Publish,
    Redo,
    RepairMerge,
    RepairSeat,
    RepairSwap,
    Seat,
    Start,
    Swap,
)
from league.domain.tournament.settings import Balance, Hall, PointScheme, Separation, Settings, TableSize, TieBreaks
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.domain.values.fields import (
    At,
    Game,
    GamesPerRound,
    Id,
    Name,
    Rounds,
    Seconds,
)

__all__ = [
    "COMMANDS",
    "BeginStage",
    "Cancel",
    "Change",
    "CheckIn",
    "Close",
    "CloseRound",
    "ConfirmResult",
    "CorrectResult",
    "Create",
    "Discard",
    "DisputeResult",
    "Drop",
    "Expire",
    "ExpireTableClock",
    "Extend",
    "FixTable",
    "LiftPenalty",
    "Move",
    "NewEntry",
    "Pause",
    "Penalise",
    "Publish",
    "RecordResult",
    "Redo",
    "Register",
    "Reopen",
    "RepairMerge",
    "RepairSeat",
    "RepairSwap",
    "Resume",
    "Return",
    "RuleResult",
    "Seat",
    "Start",
    "StartTableClock",
    "StopTableClock",
    "Swap",
    "UndoStage",
    "WithdrawResult",
]


class Create(Settings, frozen=True, kw_only=True):
    """Opens a tournament; the body of `POST tournaments`.

    club: the id of a club. table_size: None means the sizes that the game allows.
    """

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
