"""Who reads names. Members of a club read all names of its people; others only those that may be public.

`league.domain.values.consent` decides who may be named; `league.queries.names` names nobody else.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass


@dataclass(frozen=True)
class Audience:
    """The readers of names. is_club: members of the club alone. own: ids of entries, or people, in any case."""

    is_club: bool
    own: frozenset[str] = frozenset()

    def knowing(self, ids: Collection[str]) -> Audience:
        """Also the names of these entries or people, such as those at the reader's own table."""
        return Audience(self.is_club, self.own.union(ids))


CLUB = Audience(is_club=True)
"""For what only a club's members read: the admin, the desk, commands."""
EVERYBODY = Audience(is_club=False)
