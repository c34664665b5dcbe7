"""A round's clock, and those of its tables with extra time: pause, resume, extend, expire.

A table's clock is the round's with more time: it stands and runs with it.
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
    """Stops the clocks; nothing if they stand. What has run out everywhere can't be stopped."""
    require_going_on(state)
    found = running_round(state, command.round)
    if not found.clocks:
        raise Rejected("no_clock", N_("Round {number} has no clock."), {"number": found.number})
    if found.is_paused:
        return
    if all(ticking.remaining_at(command.at) <= timedelta() for ticking in found.clocks):
        raise Rejected("clock_expired", N_("The clock of round {number} has run out."), {"number": found.number})
    yield from _expiries(found, command.at)
    yield ClockPaused(found.id, command.at, command.reason)


def resume(state: Tournament, command: Resume) -> Iterator[Event]:
    """Runs on to a new deadline; nothing if it runs.

    A paused round goes on even where the game that had the only clock has stopped it meanwhile.
    """
    require_going_on(state)
    found = running_round(state, command.round)
    if found.is_paused:
        deadline = None if found.clock is None else command.at + found.clock.remaining_at(command.at)
        yield ClockResumed(found.id, command.at, deadline)
    elif not found.clocks:
        raise Rejected("no_clock", N_("Round {number} has no clock."), {"number": found.number})


def extend(state: Tournament, command: Extend) -> Iterator[Event]:
    """Moves the deadline of all tables or of one, in overtime too: then what had elapsed already is gone."""
    require_going_on(state)
    found = round_of(state, command.round)
    known = clock_of(found)
    if command.table is not None:
        table = next((table for table in found.tables if table.id == command.table), None)
        if table is None:
            raise Rejected("unknown_table", N_("There is no table {table} here."), {"table": command.table}, "table")
        known = table.clock or known
    more = clock.extended(known, command.seconds, command.at)
    yield ClockExtended(
        round=found.id,
        at=command.at,
        seconds=command.seconds,
        deadline=more.deadline,
        reason=command.reason,
        table=command.table,
    )


def expire(state: Tournament, command: Expire) -> Iterator[Event]:
    """Notes once that the deadline has passed, however often it is asked; nothing where nothing is due."""
    found = round_of(state, command.round)
    if found.state == "running":
        yield from _expiries(found, command.at)


def _expiries(found: Round, at: datetime) -> Iterator[ClockExpired]:
    """What has run out by `at` and is not noted yet: the round's clock, then those of tables with extra time."""
    holders = [(None, found.clock), *((table.id, table.clock) for table in found.tables)]
    for table, ticking in holders:
        if ticking is not None and ticking.deadline is not None and ticking.is_due(at):
            yield ClockExpired(found.id, at, ticking.deadline, table)
