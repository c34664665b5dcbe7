"""The clock that the game at a table requests. It is paused with the round and has no effect once that is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games.kernel import Event
from league.domain.tournament.clocks.commands import ExpireTableClock, StartTableClock, StopTableClock
from league.domain.tournament.clocks.events import TableClockExpired, TableClockStarted, TableClockStopped
from league.domain.tournament.require import require_running, table_of
from league.domain.tournament.state import Tournament


def start(state: Tournament, command: StartTableClock) -> Iterator[Event]:
    """Starts a clock for the game, in place of an earlier one; while the round is paused it doesn't run."""
    table, round = table_of(state, command.table, command.game)
    require_running(state, round)
    deadline = None if round.is_paused else command.at + timedelta(seconds=command.seconds)
    yield TableClockStarted(
        table=table.id,
        key=command.key,
        at=command.at,
        seconds=command.seconds,
        deadline=deadline,
        visible=command.visible,
        game=table.event_game,
    )


def stop(state: Tournament, command: StopTableClock) -> Iterator[Event]:
    """Removes the game's clock; no event if it has expired or there is none."""
    table, round = table_of(state, command.table, command.game)
    require_running(state, round)
    if table.game_clock is not None and not table.game_clock.clock.expired:
        yield TableClockStopped(table.id, table.game_clock.key, command.at, table.event_game)


def expire(state: Tournament, command: ExpireTableClock) -> Iterator[Event]:
    """Notes once that the deadline has passed; no event if it hasn't, or if the table has reported by hand."""
    table, round = table_of(state, command.table, command.game)
    known = None if table.is_reported_by_hand else table.game_clock
    if round.state == "running" and known is not None and known.is_due(command.at) and known.clock.deadline:
        yield TableClockExpired(
            table=table.id,
            key=known.key,
            at=command.at,
            deadline=known.clock.deadline,
            visible=known.visible,
            game=table.event_game,
        )
