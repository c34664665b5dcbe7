"""The sweep of the clocks of rounds, of tables and of their games.

The deadline is in the log; the sweep notes once that it passed, and tells the game whose clock it was.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from uuid import UUID

import structlog

from games.kernel import Rejected
from league import services, streams
from league.domain.tournament.commands import Expire, ExpireTableClock
from league.domain.tournament.require import round_of
from league.models import Round
from league.streams import GAME, TOURNAMENT

CLOCK = "clock"
log = structlog.get_logger(__name__)


def sweep(now: datetime) -> int:
    """Sends `Expire` for each round where a clock has run out by `now`; how many expiries it appended.

    A tournament that can't be read or written just now is left to the next sweep and does not hold up the others.
    """
    expired = 0
    for due in Round.objects.filter(due_at__lte=now).order_by("due_at", "id"):
        try:
            expired += _expired(due, now)
        except (services.Busy, Rejected) as reason:
            log.warning("clock left to the next sweep", round=str(due.id), reason=str(reason))
        except Exception:
            log.exception("clock left to the next sweep", round=str(due.id))
    return expired


def _expired(due: Round, now: datetime) -> int:
    """Notes what has run out in a round; how many clocks."""
    games = sum(_time_up(due, table, now) for table in _tables_due(due, now))
    command = Expire(round=str(due.id), at=now)
    done = services.execute(TOURNAMENT, due.tournament_id, command, club=due.club_id, actor=CLOCK, at=now)
    return games + len(done.events)


def _tables_due(due: Round, now: datetime) -> list[UUID]:
    """The tables whose game's clock has run out."""
    with streams.reading(due.club_id, TOURNAMENT, due.tournament_id) as stream:
        found = round_of(stream.aggregate.state, str(due.id))
        return [UUID(table.id) for table in found.tables if table.game_clock and table.game_clock.is_due(now)]


def _time_up(due: Round, table: UUID, now: datetime) -> int:
    """Tells the game at a table that its time is up, and notes it: once, whoever else sweeps.

    A game that has no use for it (it is reported by sheets, or its table has told the result) is left as it is.
    """

    def run(work: services.Work) -> streams.Stream:
        game = work.stream(GAME, table)
        tournament = work.stream(TOURNAMENT, due.tournament_id)
        if work.send(tournament, ExpireTableClock(str(table), now)):
            with suppress(Rejected):
                work.send(game, [{"type": "time_up"}])
        return tournament

    return len(services.commit(run, club=due.club_id, actor=CLOCK, at=now).events) and 1
