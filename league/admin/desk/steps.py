"""All steps by name."""

from __future__ import annotations

from collections.abc import Mapping

from league.admin.desk import ending, entering, reporting, rounds
from league.admin.desk.step import Step

STEPS: Mapping[str, type[Step]] = {
    step.name: step
    for step in (
        entering.Enter,
        entering.AllHere,
        entering.Here,
        entering.Left,
        entering.Leaving,
        entering.Back,
        rounds.SeatNext,
        rounds.Redo,
        rounds.ThrowAway,
        rounds.Exchange,
        rounds.ShowAll,
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
        ending.EndTournament,
        ending.CallOff,
    )
}
