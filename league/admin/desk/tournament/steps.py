"""The steps that a tournament's desk offers, by name, and those that make sense now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from league.admin.desk.step import Step, StepLink
from league.admin.desk.tournament import (
    arrival,
    by_hand,
    closing,
    entering,
    entries,
    hall,
    one_table,
    plan,
    repair,
    results,
    rounds,
    seating_costs,
    settings,
    sheet,
    sign_up_list,
    sign_ups,
    stages,
)
from league.admin.desk.tournament.desk import TournamentDesk
from league.domain.seating import course
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.formats import Knockout, Manual, Prescribed
from league.domain.tournament.rounds.state import Round

OPEN = ("open", "running")
"""The states of a tournament in which it goes on."""
STEPS = {
    step.name: step
    for step in (
        arrival.Arrive,
        arrival.AllOfLastTime,
        entering.Register,
        entering.EnterTeam,
        entering.EnterFile,
        entries.CheckInAll,
        entries.CheckIn,
        entries.WithdrawCheckIn,
        entries.Drop,
        entries.DropAfter,
        entries.Return,
        entries.FixTable,
        sign_up_list.SetSignUps,
        sign_ups.AcceptSignUp,
        sign_ups.AcceptSignUps,
        sign_ups.RemoveSignUp,
        sign_ups.StandBy,
        settings.ChangeSettings,
        one_table.OneTable,
        rounds.Seat,
        rounds.SeatWithByes,
        by_hand.SeatByHand,
        plan.ReadPlan,
        plan.ImportPlan,
        rounds.Redo,
        rounds.SearchLonger,
        rounds.Discard,
        rounds.Swap,
        rounds.Move,
        rounds.Publish,
        repair.RepairSeat,
        repair.RepairSwap,
        repair.RepairMerge,
        repair.RepairReplace,
        repair.RepairEmpty,
        rounds.Start,
        rounds.Pause,
        rounds.Resume,
        rounds.Extend,
        rounds.CancelRound,
        results.RecordResult,
        sheet.RecordSheet,
        results.ConfirmResult,
        results.RuleResult,
        results.DecideLevel,
        results.CorrectResult,
        closing.Penalise,
        closing.LiftPenalty,
        closing.CloseRound,
        closing.CloseAndSeat,
        hall.AnswerCall,
        hall.NoticeEntry,
        hall.Announce,
        hall.WithdrawAnnouncement,
        hall.SetScreen,
        stages.BeginStage,
        stages.UndoStage,
        closing.Close,
        closing.Reopen,
        closing.Cancel,
    )
}


Offered = Step | StepLink


def offered(desk: TournamentDesk, at: datetime) -> dict[str, Offered]:
    """The steps about the tournament and its open round that make sense now and that the person may take, by name."""
    return {step.name.replace("-", "_"): step for step in _offered(desk, at) if desk.may(STEPS[step.name])}


def _offered(desk: TournamentDesk, at: datetime) -> Iterator[Offered]:
    state = desk.state
    last = state.rounds[-1] if state.rounds else None
    if state.state not in OPEN:
        yield from [closing.Reopen(desk)] if state.state == "closed" else []
        return
    yield StepLink.to(settings.ChangeSettings, desk, "")
    if any(map(is_expected, state.entries.values())):
        yield entries.CheckInAll(desk)
    if plan.may_be_planned(state):
        yield plan.ReadPlan(desk)
    yield closing.Cancel(desk)
    if last is not None and last.state != "closed":
        kinds = (*_about_round(desk, last, at), *_repairs(desk, last))
        for kind in kinds:  # the form that closes a round has all missing results
            is_long = issubclass(kind, closing.CloseRound)
            yield StepLink.to(kind, desk, last.id) if is_long else kind(desk, last.id)
        return
    if state.effective_settings.rounds is None or len(state.rounds) < state.effective_settings.rounds:
        yield by_hand.SeatByHand(desk)
        is_over = (
            last is not None and isinstance(state.effective_settings.format, Knockout) and course.is_over(state, last)
        )
        yield from [] if is_over or isinstance(state.effective_settings.format, Manual) else [rounds.Seat(desk)]
        yield from [one_table.OneTable(desk)] if one_table.larger_table(desk) else []
        if not isinstance(state.effective_settings.format, Manual | Prescribed | Knockout):
            yield rounds.SeatWithByes(desk)
    if last is not None:
        is_waiting = stages.is_waiting(state)
        yield from [stages.UndoStage(desk)] if is_waiting else [stages.BeginStage(desk), closing.Close(desk)]


def _about_round(desk: TournamentDesk, round: Round, at: datetime) -> Sequence[type[Step]]:
    """The steps about a round that is not closed."""
    redo = () if round.given else (rounds.Redo,)
    if round.state == "draft":
        rotation = seating_costs.rotation_of(desk.state, round)
        search = (rounds.SearchLonger,) if rotation is not None and rotation.repeats > rotation.bound else ()
        return (*redo, *search, rounds.Discard, rounds.Swap, rounds.Move, rounds.Publish, rounds.Start)
    if round.state == "published":
        return (rounds.Start, *redo, rounds.Discard, rounds.CancelRound)
    extend = () if round.clock is None else (rounds.Extend,)
    close = (closing.CloseRound, *((closing.CloseAndSeat,) if course.is_followed(desk.state, round) else ()))
    if round.is_paused:
        return (*close, rounds.Resume, *extend, rounds.CancelRound)
    is_running = any(clock.remaining_at(at) > timedelta() for clock in round.clocks)
    return (*close, *((rounds.Pause,) if is_running else ()), *extend, rounds.CancelRound)


def _repairs(desk: TournamentDesk, round: Round) -> Sequence[type[Step]]:
    return repair.offered(desk, round) if round.state in ("published", "running") else ()


def is_expected(entry: Entry) -> bool:
    """Whether an entry may still come."""
    return not entry.checked_in and not entry.left
