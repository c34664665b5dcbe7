"""The sweep: rounds and games at tables whose clocks have run out.

Deadlines are in the log. The sweep notes once that a deadline has passed, and sends the game `time_up`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

import structlog

from games.kernel import Rejected
from league.domain.tournament.clocks.commands import Expire, ExpireTableClock
from league.domain.tournament.require import round_of
from league.domain.tournament.rounds.state import Table
from league.log.time import clock, steady
from league.models import Event, Round
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT, stream_of
from league.services import execution

CLOCK = "clock"
log = structlog.get_logger(__name__)


def begin() -> None:
    """Let the time of this process begin no earlier than the log's newest event."""
    clock.begin(Event.objects.order_by("position").values_list("recorded_at", flat=True).last())


def sweep(now: datetime) -> int:
    """Sends `Expire` for each round with a clock that has run out by `now`. Returns the number of expired clocks.

    now: the wall clock's time; where that was set back, rounds go on nevertheless.

    A round or a table that can't be read or written now is left to the next sweep; the others are swept.
    """
    rounds = Round.objects.filter(due_at__lte=steady(now)).order_by("due_at", "id")
    return sum(_expired(due, now) for due in rounds)


def _expired(due: Round, now: datetime) -> int:
    """Notes the clocks of a round that have run out, and returns their number."""
    expired = 0
    with _left_to_the_next_sweep(due):
        for table in _tables_due(due, now):
            with _left_to_the_next_sweep(due, UUID(table.id)):
                expired += _time_up(due, table, now)
        command = Expire(round=str(due.id), at=now)
        done = execution.execute(TOURNAMENT, due.tournament_id, command, club=due.club_id, actor=CLOCK, at=now)
        expired += len(done.events)
    return expired


@contextmanager
def _left_to_the_next_sweep(due: Round, table: UUID | None = None) -> Iterator[None]:
    """Logs an error instead of raising it: the next sweep tries again."""
    about = {"round": str(due.id)} if table is None else {"round": str(due.id), "table": str(table)}
    try:
        yield
    except (execution.Busy, Rejected) as reason:
        log.warning("clock left to the next sweep", **about, reason=str(reason))
    except Exception:
        log.exception("clock left to the next sweep", **about)


def _tables_due(due: Round, now: datetime) -> list[Table]:
    """The games at tables whose clock has run out, except those whose result the table reported itself."""
    with streams.reading(due.club_id, TOURNAMENT, due.tournament_id) as stream:
        found = round_of(stream.aggregate.state, str(due.id))
        waiting = [game for table in found.tables for game in table.games if not game.is_reported_by_hand]
        return [game for game in waiting if game.game_clock and game.game_clock.is_due(steady(now))]


def _time_up(due: Round, table: Table, now: datetime) -> int:
    """Sends the game at a table `time_up` and notes it once, even if several sweeps run. Returns 0 if it was noted.

    A game that refuses the command (it is reported by sheets) stays as it is. A refusal after the game has taken it
    takes everything back.
    """

    def run(work: execution.Work) -> streams.Stream:
        game = work.stream(GAME, stream_of(table.id, table.game))
        tournament = work.stream(TOURNAMENT, due.tournament_id)
        if work.send(tournament, ExpireTableClock(table.id, now, table.event_game)):
            before = game.aggregate.version
            try:
                work.send(game, [{"type": "time_up"}])
            except Rejected:
                if game.aggregate.version != before:
                    raise
        return tournament

    return len(execution.commit(run, waits_for=due.tournament_id, club=due.club_id, actor=CLOCK, at=now).events) and 1
