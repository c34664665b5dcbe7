"""The page of a tournament's desk, and the steps that it offers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _

from league.access.actions import Action
from league.admin.desk.step import Step
from league.admin.desk.tournament import (
    by_hand,
    closing,
    entries,
    plan,
    repair,
    results,
    rounds,
    seating_costs,
    settings,
    settings_fields,
    stages,
)
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.round_cards import OPEN, round_cards
from league.admin.desk.views import DeskPages
from league.admin.formatting.stages import stage_sentences
from league.domain.standings.stage_parts import as_counted
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.formats import Knockout, Manual, Prescribed
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.warnings import warnings
from league.domain.values.numbers import written
from league.log.time import steady
from league.queries.names import as_listed
from league.queries.refusals import sentence
from league.queries.wording import Points, points

STEPS = {
    step.name: step
    for step in (
        entries.Register,
        entries.CheckInAll,
        entries.CheckIn,
        entries.Drop,
        entries.DropAfter,
        entries.Return,
        entries.FixTable,
        settings.ChangeSettings,
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
        results.ConfirmResult,
        results.RuleResult,
        results.CorrectResult,
        closing.Penalise,
        closing.LiftPenalty,
        closing.CloseRound,
        stages.BeginStage,
        stages.UndoStage,
        closing.Close,
        closing.Reopen,
        closing.Cancel,
    )
}


@dataclass(frozen=True)
class EntryRow:
    """An entry with its steps. state: its code; state_name: in words. facts: its rating and its fixed table."""

    name: str
    state: str
    state_name: str
    facts: Sequence[str]
    steps: Sequence[Step]


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty. is_added: its points are added, because the lowest total ranks first. lift: None if it is lifted, or
    if the tournament is over."""

    name: str
    points: Points
    is_added: bool
    reason: str
    lift: Step | None


def _context(desk: TournamentDesk, query: QueryDict) -> dict[str, Any]:
    """What the page shows. The query's `find` limits the people offered to enter."""
    state, at = desk.state, steady(timezone.now())
    is_open = state.state in OPEN
    cards = round_cards(desk, at)
    last, players = cards[-1] if cards else None, state.players(state.next_number)
    steps = [step for step in _offered(desk, at) if desk.may(type(step))]
    can_enter = is_open and desk.may(entries.Register) and not state.stages
    return {
        "is_going": is_open,
        "may_seat": desk.who.may(Action.SEATING),
        "current": last if last and last.shown.state != "closed" else None,
        "past": [card for card in reversed(cards) if card.shown.state == "closed"],
        "entries": sorted(
            (_entry(desk, entry) for entry in state.entries.values()), key=lambda row: as_listed(row.name)
        ),
        "here": len(players),
        "people": sum(len(entry.people) for entry in players),
        "plays_on": bool(state.stages),
        "expected": sum(_is_expected(entry) for entry in state.entries.values()),
        "warnings": [sentence(warning.template, warning.facts) for warning in warnings(state)],
        "penalties": [_penalty(desk, id) for id in state.penalties],
        "steps": {step.name.replace("-", "_"): step for step in steps},
        "repairs": [step for step in steps if isinstance(step, repair.RepairStep)],
        "enter": entries.Register(desk, search=query.get("find", "")) if can_enter else None,
        "penalise": closing.Penalise(desk) if is_open and state.entries and desk.may(closing.Penalise) else None,
        "round_now": len(state.closed_rounds) + 1,
        "rounds_in_all": state.effective_settings.rounds,
        "how_seated": settings_fields.format_in_words(state.effective_settings.format),
        "stages": stage_sentences(state, desk.names),
    }


def _offered(desk: TournamentDesk, at: datetime) -> Iterator[Step]:
    """The steps about the tournament and its open round that make sense now."""
    state = desk.state
    last = state.rounds[-1] if state.rounds else None
    if state.state not in OPEN:
        yield from [closing.Reopen(desk)] if state.state == "closed" else []
        return
    yield settings.ChangeSettings(desk)
    if any(map(_is_expected, state.entries.values())):
        yield entries.CheckInAll(desk)
    if plan.may_be_planned(state):
        yield plan.ReadPlan(desk)
    yield closing.Cancel(desk)
    if last is not None and last.state != "closed":
        yield from (kind(desk, last.id) for kind in (*_about_round(desk, last, at), *_repairs(desk, last)))
        return
    if state.effective_settings.rounds is None or len(state.rounds) < state.effective_settings.rounds:
        yield by_hand.SeatByHand(desk)
        yield from [] if isinstance(state.effective_settings.format, Manual) else [rounds.Seat(desk)]
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
    if round.is_paused:
        return (closing.CloseRound, rounds.Resume, *extend, rounds.CancelRound)
    is_running = any(clock.remaining_at(at) > timedelta() for clock in round.clocks)
    return (closing.CloseRound, *((rounds.Pause,) if is_running else ()), *extend, rounds.CancelRound)


def _repairs(desk: TournamentDesk, round: Round) -> Sequence[type[Step]]:
    return repair.offered(desk, round) if round.state in ("published", "running") else ()


def _is_expected(entry: Entry) -> bool:
    return not entry.checked_in and not entry.left


def _entry(desk: TournamentDesk, entry: Entry) -> EntryRow:
    state, state_name, kinds = _entry_state(desk, entry)
    is_open = desk.state.state in OPEN
    steps = [kind(desk, entry.id) for kind in kinds if is_open and desk.may(kind)]
    return EntryRow(desk.name(entry.id), state, state_name, list(_facts(desk, entry)), steps)


def _facts(desk: TournamentDesk, entry: Entry) -> Iterator[str]:
    if entry.rating is not None:
        yield _("rated {rating}").format(rating=entry.rating)
    if entry.table is not None:
        yield _("always at table {number}").format(number=desk.table(entry.table))


def _entry_state(desk: TournamentDesk, entry: Entry) -> tuple[str, str, list[type[Step]]]:
    """The code and the name of an entry's state, and the steps about it."""
    if entry.left:
        return "left", _("has left"), [entries.Return]
    if not entry.checked_in:
        return "expected", _("not checked in"), [entries.CheckIn, entries.Drop, entries.FixTable]
    if entry.dropped_after is not None:
        name = _("leaves after round {number}").format(number=entry.dropped_after)
        return "leaving", name, [entries.Return, entries.Drop]
    drop_after = [entries.DropAfter] if desk.state.open_round else []
    return "here", _("checked in"), [entries.Drop, *drop_after, entries.FixTable]


def _penalty(desk: TournamentDesk, id: str) -> PenaltyRow:
    penalty = desk.state.penalties[id]
    can_lift = not penalty.lifted and desk.state.state in OPEN and desk.may(closing.LiftPenalty)
    lift = closing.LiftPenalty(desk, id) if can_lift else None
    return PenaltyRow(
        name=desk.name(penalty.entry),
        points=points(written(penalty.worsens_by)),
        is_added=as_counted(desk.state, penalty).are_added,
        reason=penalty.reason,
        lift=lift,
    )


PAGES = DeskPages(TournamentDesk, STEPS, _context)
