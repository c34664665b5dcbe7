"""What writers wait for: the stream that a change of a row goes to."""

from __future__ import annotations

from functools import lru_cache
from uuid import UUID

from league.models import Announcement, DirectorCall, Entry, Penalty, Round, SignUp, Table

CACHED_ROWS = 10_000


def stream_about(id: UUID) -> UUID:
    """The tournament of a round, table, entry, penalty, call, announcement, sign-up; of other things the id itself."""
    try:
        return _tournament_of(id)
    except LookupError:
        return id


@lru_cache(CACHED_ROWS)
def _tournament_of(id: UUID) -> UUID:
    """Raises LookupError, so that only what stays so is cached."""
    found = [
        Table.objects.filter(pk=id, round__isnull=False).order_by().values_list("round__tournament_id"),
        *(
            model._default_manager.filter(pk=id).order_by().values_list("tournament_id")
            for model in (Round, Entry, Penalty, DirectorCall, Announcement, SignUp)
        ),
    ]
    for (tournament,) in found[0].union(*found[1:], all=True):
        return UUID(str(tournament))
    raise LookupError(id)
