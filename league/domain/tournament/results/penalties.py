"""Rules of penalties."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from games.kernel import N_, Event, Rejected
from league.domain.standings import stage_parts
from league.domain.tournament.require import entry_of, require_going_on
from league.domain.tournament.results.commands import LiftPenalty, Penalise
from league.domain.tournament.results.events import PenaltyGiven, PenaltyLifted
from league.domain.tournament.stages.rules import revised
from league.domain.tournament.state import Tournament
from league.domain.values.numbers import exact, written


def penalise(state: Tournament, command: Penalise) -> Iterator[Event]:
    """Takes points off, or adds them where the lowest total ranks first; no event if the penalty exists.

    Frozen standings with those points get a new edition.
    """
    require_going_on(state)
    entry = entry_of(state, command.entry)
    if exact(command.points) == 0:
        raise Rejected("bad_points", N_("A penalty can't have 0 points."), field="points")
    closed = len(state.closed_rounds)
    after = closed if command.after_round is None else command.after_round
    if command.id not in state.penalties:
        is_added = stage_parts.part_for_penalty(state, entry.id, after).sign < 0
        yield PenaltyGiven(
            penalty=command.id,
            entry=entry.id,
            points=written(-exact(command.points)) if is_added else command.points,
            after_round=after,
            reason=command.reason,
            added=command.points if is_added else UNSET,
        )
        yield from revised(state, command.reason)


def lift(state: Tournament, command: LiftPenalty) -> Iterator[Event]:
    """Lifts a penalty; no event if it is lifted already."""
    require_going_on(state)
    if command.penalty not in state.penalties:
        raise Rejected("unknown_penalty", N_("There is no penalty {penalty} here."), {"penalty": command.penalty})
    if not state.penalties[command.penalty].lifted:
        yield PenaltyLifted(command.penalty)
        yield from revised(state, None)
