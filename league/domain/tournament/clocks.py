"""A round's clock: pause, resume, extend, expire."""

from __future__ import annotations

from collections.abc import Iterator

from games.kernel import N_, Event, Rejected
from league.domain import clock
from league.domain.tournament.commands import Expire, Extend, Pause, Resume
from league.domain.tournament.events import ClockExpired, ClockExtended, ClockPaused, ClockResumed
from league.domain.tournament.require import clock_of, going_on, round_of
from league.domain.tournament.state import Tournament


def pause(state: Tournament, command: Pause) -> Iterator[Event]:
    """Stops the clock; nothing if it stands. What has run out can't be stopped."""
    going_on(state)
    found = round_of(state, command.round)
    running = clock_of(found)
    if running.running_since is None:
        return
    if running.expired or running.is_due(command.at):
        raise Rejected("clock_expired", N_("The clock of round {number} has run out."), {"number": found.number})
    yield ClockPaused(found.id, command.at, command.reason)


def resume(state: Tournament, command: Resume) -> Iterator[Event]:
    """Runs on to a new deadline; nothing if it runs."""
    going_on(state)
    found = round_of(state, command.round)
    standing = clock_of(found)
    if standing.running_since is None:
        deadline = command.at + standing.remaining_at(command.at)
        yield ClockResumed(found.id, command.at, deadline)


def extend(state: Tournament, command: Extend) -> Iterator[Event]:
    """Moves the deadline, in overtime too: then what had elapsed already is gone."""
    going_on(state)
    found = round_of(state, command.round)
    more = clock.extended(clock_of(found), command.seconds, command.at)
    yield ClockExtended(found.id, command.at, command.seconds, more.deadline, command.reason)


def expire(state: Tournament, command: Expire) -> Iterator[Event]:
    """Notes once that the deadline has passed, however often it is asked; nothing where nothing is due."""
    found = round_of(state, command.round)
    if found.state == "running" and found.clock and found.clock.is_due(command.at) and found.clock.deadline:
        yield ClockExpired(found.id, command.at, found.clock.deadline)
