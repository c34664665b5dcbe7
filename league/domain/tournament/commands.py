"""The commands of a tournament. The caller supplies ids and times: the domain generates neither.

`Create` opens the stream (`start`); all others are sent to it. `at`: the time of the command, with a time zone.
"""

from __future__ import annotations

from league.domain.tournament.clocks.commands import (
    Expire,
    ExpireTableClock,
    Extend,
    Pause,
    Resume,
    StartTableClock,
    StopTableClock,
)
from league.domain.tournament.closing.commands import Cancel, Close, CloseRound, Remove, Reopen
from league.domain.tournament.desk.commands import (
    Announce,
    AnswerCall,
    CallDirector,
    NoticeEntry,
    SetScreen,
    WithdrawAnnouncement,
)
from league.domain.tournament.entries.commands import (
    CheckIn,
    Drop,
    FixTable,
    NewEntry,
    Register,
    Return,
    WithdrawCheckIn,
)
from league.domain.tournament.results.commands import (
    ConfirmResult,
    CorrectResult,
    DecideLevel,
    DisputeResult,
    LiftPenalty,
    Penalise,
    RecordResult,
    RuleResult,
    WithdrawResult,
)
from league.domain.tournament.rounds.commands import (
    CancelRound,
    Discard,
    Move,
    Publish,
    Redo,
    RepairEmpty,
    RepairMerge,
    RepairReplace,
    RepairSeat,
    RepairSwap,
    Seat,
    Start,
    Swap,
)
from league.domain.tournament.settings import Change, Settings, TableSize
from league.domain.tournament.stages.commands import BeginStage, UndoStage
from league.domain.values.fields import Id

__all__ = [
    "Announce",
    "AnswerCall",
    "BeginStage",
    "CallDirector",
    "Cancel",
    "CancelRound",
    "Change",
    "CheckIn",
    "Close",
    "CloseRound",
    "ConfirmResult",
    "CorrectResult",
    "Create",
    "DecideLevel",
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
    "NoticeEntry",
    "Pause",
    "Penalise",
    "Publish",
    "RecordResult",
    "Redo",
    "Register",
    "Remove",
    "Reopen",
    "RepairEmpty",
    "RepairMerge",
    "RepairReplace",
    "RepairSeat",
    "RepairSwap",
    "Resume",
    "Return",
    "RuleResult",
    "Seat",
    "SetScreen",
    "Start",
    "StartTableClock",
    "StopTableClock",
    "Swap",
    "UndoStage",
    "WithdrawAnnouncement",
    "WithdrawCheckIn",
    "WithdrawResult",
]


class Create(Settings, frozen=True, kw_only=True):
    """Opens a tournament; the body of `POST tournaments`.

    club: the id of a club. table_size: None means the sizes that the game allows.
    """

    club: Id
    table_size: TableSize | None = None  # type: ignore[assignment]

    def settings(self) -> Settings:
        """The settings alone, without the club."""
        chosen = {name: getattr(self, name) for name in Settings.__struct_fields__}
        return Settings(**chosen | {"table_size": self.table_size or TableSize()})
