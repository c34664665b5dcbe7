"""The clocks of a round and of its tables with extra time: pause, resume, extend, expire.

A table's clock is the round's with more time; both are paused and resumed together.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from games.kernel import N_, Event, Rejected
from league.domain.tournament.clocks.commands import Expire, Extend, Pause, Resume
from league.domain.tournament.clocks.events import ClockExpired, ClockExtended, ClockPaused, ClockResumed
from league.domain.tournament.require import clock_of, require_going_on, round_of, running_round
from league.domain.tournament.rounds.state import Round
from league.domain.tournament.state import Tournament
from league.domain.values import clock


def pause(state: Tournament, command: Pause) -> Iterator[Event]:
    """Pauses the clocks; no event if they are paused. Refused if every clock has run out."""
    require_going_on(state)
    round = running_round(state, command.round)
    if not round.clocks:
        raise Rejected("no_clock", N_("Round {number} has no clock."), {"number": round.number})
    if round.is_paused:
        return
    if all(ticking.remaining_at(command.at) <= timedelta() for ticking in round.clocks):
        raise Rejected("clock_expired", N_("The clock of round {number} has run out."), {"number": round.number})
    yield from _expiries(round, command.at)
    yield ClockPaused(round.id, command.at, command.reason)


def resume(state: Tournament, command: Resume) -> Iterator[Event]:
    """Resumes the clocks with a new deadline; no event if they run.

    A paused round can be resumed even if its only clock was a game's and has been removed since.
    """
    require_going_on(state)
    round = running_round(state, command.round)
    if round.is_paused:
        deadline = None if round.clock is None else command.at + round.clock.remaining_at(command.at)
        yield ClockResumed(round.id, command.at, deadline)
    elif not round.clocks:
        raise Rejected("no_clock", N_("Round {number} has no clock."), {"number": round.number})


def extend(state: Tournament, command: Extend) -> Iterator[Event]:
    """Moves the deadline of all tables or of one. In overtime the time already elapsed is used up."""
    require_going_on(state)
    round = round_of(state, command.round)
    known = clock_of(round)
    if command.table is not None:
        table = next((table for table in round.tables if table.id == command.table), None)
        if table is None:
            raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": command.table}, "table")
        known = table.clock or known
    more = clock.extended(known, command.seconds, command.at)
    yield ClockExtended(
        round=round.id,
        at=command.at,
        seconds=command.seconds,
        deadline=more.deadline,
        reason=command.reason,
        table=command.table,
    )


def expire(state: Tournament, command: Expire) -> Iterator[Event]:
    """Notes once that a deadline has passed; no event if none has."""
    round = next((found for found in state.begun_rounds if found.id == command.round), None)
    if round is not None and round.state == "running":
        yield from _expiries(round, command.at)


def _expiries(round: Round, at: datetime) -> Iterator[ClockExpired]:
    """Clocks that have run out by `at` and aren't noted yet: the round's, then those of tables with extra time."""
    holders = [(None, round.clock), *((table.id, table.clock) for table in round.tables)]
    for table, ticking in holders:
        if ticking is not None and ticking.deadline is not None and ticking.is_due(at):
            yield ClockExpired(round.id, at, ticking.deadline, table)
