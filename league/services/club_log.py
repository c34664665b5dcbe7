"""The trace that changes of a club, its members and its people leave in its log.

The club's own stream has the club's id. Nothing is folded from it. Its lock is taken after those of tournaments and
seasons, and before the events of any stream are appended.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from uuid6 import uuid7

from games.codec import canonical
from games.kernel import Event
from league.domain.club.events import RULES
from league.log import store
from league.log.store import Batch, Fact, writing
from league.projections.waking import wake
from league.repository.streams import CLUB


def note(club: UUID, *events: Event, actor: str, at: datetime) -> None:
    """Appends events to the club's own stream; to be called in the transaction that changes the rows."""
    with writing():
        store.lock(club)
        last = store.head(club, club)
        version = last.version if last else 0
        before = store.load(club, club, version - 1)[-1] if last else None
        facts = [Fact(event.type, event.schema, canonical(event)) for event in events]
        batch = Batch(
            stream=club,
            kind=CLUB,
            rules=RULES,
            after=version,
            previous_hash=last.hash if last else "",
            not_before=before.recorded_at if before else None,
            facts=facts,
        )
        store.append(club, [batch], actor=actor, correlation=uuid7(), at=at)
    wake([club])
