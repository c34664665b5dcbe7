"""The sweep of the clocks of rounds, of tables and of their games.

The deadline is in the log; the sweep notes once that it passed, and tells the game whose clock it was.
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
from league.models import Round
from league.repository import streams
from league.repository.streams import GAME, TOURNAMENT, stream_of
from league.services import execution

CLOCK = "clock"
log = structlog.get_logger(__name__)


def sweep(now: datetime) -> int:
    """Sends `Expire` for each round where a clock has run out by `now`; how many expiries it appended.

    A round or a table that can't be read or written just now is left to the next sweep and does not hold up the others.
    """
    rounds = Round.objects.filter(due_at__lte=now).order_by("due_at", "id")
    return sum(_expired(due, now) for due in rounds)


def _expired(due: Round, now: datetime) -> int:
    """Notes what has run out in a round; how many clocks."""
    expired = 0
    with _holding_up_nobody(due):
        for table in _tables_due(due, now):
            with _holding_up_nobody(due, UUID(table.id)):
                expired += _time_up(due, table, now)
        command = Expire(round=str(due.id), at=now)
        done = execution.execute(TOURNAMENT, due.tournament_id, command, club=due.club_id, actor=CLOCK, at=now)
        expired += len(done.events)
    return expired


@contextmanager
def _holding_up_nobody(due: Round, table: UUID | None = None) -> Iterator[None]:
    """Whatever goes wrong in it is told to the log, and left to the next sweep."""
    about = {"round": str(due.id)} if table is None else {"round": str(due.id), "table": str(table)}
    try:
        yield
    except (execution.Busy, Rejected) as reason:
        log.warning("clock left to the next sweep", **about, reason=str(reason))
    except Exception:
        log.exception("clock left to the next sweep", **about)


def _tables_due(due: Round, now: datetime) -> list[Table]:
    """The games at tables whose clock has run out; a game whose table has told the result waits."""
    with streams.reading(due.club_id, TOURNAMENT, due.tournament_id) as stream:
        found = round_of(stream.aggregate.state, str(due.id))
        waiting = [game for table in found.tables for game in table.games if not game.is_told]
        return [game for game in waiting if game.game_clock and game.game_clock.is_due(now)]


def _time_up(due: Round, table: Table, now: datetime) -> int:
    """Tells the game at a table that its time is up, and notes it: once, whoever else sweeps.

    A game that has no use for it (it is reported by sheets) is left as it is. Where the game takes it
    and what follows is refused, nothing happened.
    """

    def run(work: execution.Work) -> streams.Stream:
        game = work.stream(GAME, stream_of(table.id, table.game))
        tournament = work.stream(TOURNAMENT, due.tournament_id)
        if work.send(tournament, ExpireTableClock(table.id, now, table.told_game)):
            before = game.aggregate.version
            try:
                work.send(game, [{"type": "time_up"}])
            except Rejected:
                if game.aggregate.version != before:
                    raise
        return tournament

    return len(execution.commit(run, club=due.club_id, actor=CLOCK, at=now).events) and 1
