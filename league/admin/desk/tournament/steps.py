"""All steps by name."""

from __future__ import annotations

from collections.abc import Mapping

from league.admin.desk.tournament import (
    by_hand,
    rounds,
)
from league.admin.desk.tournament import (
    closing as ending,
)
from league.admin.desk.tournament import (
    entries as entering,
)
from league.admin.desk.tournament import (
    plan as planning,
)
from league.admin.desk.tournament import (
    repair as repairing,
)
from league.admin.desk.tournament import (
    results as reporting,
)
from league.admin.desk.tournament import (
    settings as setting,
)
from league.admin.desk.tournament import (
    stages as finals,
)
from league.admin.desk.tournament.step import Step

STEPS: Mapping[str, type[Step]] = {
    step.name: step
    for step in (
        entering.Enter,
        entering.AllHere,
        entering.Here,
        entering.Left,
        entering.Leaving,
        entering.Back,
        entering.OwnTable,
        setting.SetAnew,
        rounds.SeatNext,
        by_hand.SeatByHand,
        planning.ReadPlan,
        planning.TakePlan,
        rounds.Redo,
        rounds.SearchLonger,
        rounds.ThrowAway,
        rounds.Exchange,
        rounds.Transfer,
        rounds.ShowAll,
        repairing.TakeSeat,
        repairing.ChangePlaces,
        repairing.Merge,
        rounds.Begin,
        rounds.Stop,
        rounds.GoOn,
        rounds.Longer,
        reporting.Report,
        reporting.Confirm,
        reporting.Rule,
        reporting.Correct,
        ending.Punish,
        ending.Lift,
        ending.EndRound,
        finals.BeginFinal,
        finals.UndoFinal,
        ending.EndTournament,
        ending.Reopening,
        ending.CallOff,
    )
}
