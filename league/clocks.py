"""The sweep of the clocks of rounds and of tables: the deadline is in the log, the sweep notes once that it passed."""

from __future__ import annotations

from datetime import datetime

import structlog

from games.kernel import Rejected
from league import services
from league.domain.tournament.commands import Expire
from league.models import Round
from league.streams import TOURNAMENT

CLOCK = "clock"
log = structlog.get_logger(__name__)


def sweep(now: datetime) -> int:
    """Sends `Expire` for each round where a clock has run out by `now`; how many expiries it appended.

    A tournament that can't be read or written just now is left to the next sweep and does not hold up the others.
    """
    expired = 0
    for due in Round.objects.filter(due_at__lte=now).order_by("due_at", "id"):
        command = Expire(round=str(due.id), at=now)
        try:
            done = services.execute(TOURNAMENT, due.tournament_id, command, club=due.club_id, actor=CLOCK, at=now)
        except (services.Busy, Rejected) as reason:
            log.warning("clock left to the next sweep", round=str(due.id), reason=str(reason))
            continue
        except Exception:
            log.exception("clock left to the next sweep", round=str(due.id))
            continue
        expired += len(done.events)
    return expired
