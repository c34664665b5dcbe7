"""The clock that the game at a table asks for itself. It stands still while the round is paused, and says nothing of
when the round is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from games.kernel import Event
from league.domain.tournament.clocks.commands import ExpireTableClock, StartTableClock, StopTableClock
from league.domain.tournament.clocks.events import TableClockExpired, TableClockStarted, TableClockStopped
from league.domain.tournament.require import require_running, table_of
from league.domain.tournament.state import Tournament


def start(state: Tournament, command: StartTableClock) -> Iterator[Event]:
    """Starts the clock that the game wants now, in place of the one before; it stands while the round is paused."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    deadline = None if found.is_paused else command.at + timedelta(seconds=command.seconds)
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
    """The game wants no clock any more; nothing where it has run out, or there is none."""
    table, found = table_of(state, command.table, command.game)
    require_running(state, found)
    if table.game_clock is not None and not table.game_clock.clock.expired:
        yield TableClockStopped(table.id, table.game_clock.key, command.at, table.event_game)


def expire(state: Tournament, command: ExpireTableClock) -> Iterator[Event]:
    """Notes once that the deadline has passed; nothing where nothing is due, or the table has told its result."""
    table, found = table_of(state, command.table, command.game)
    known = None if table.is_reported_by_hand else table.game_clock
    if found.state == "running" and known is not None and known.is_due(command.at) and known.clock.deadline:
        yield TableClockExpired(
            table=table.id,
            key=known.key,
            at=command.at,
            deadline=known.clock.deadline,
            visible=known.visible,
            game=table.event_game,
        )
