"""Events as they are read here: with the people whom their ids mean now, and without another site's users.

The log keeps each event as it was hashed. After a merge of people, or an import, some ids mean somebody else; that is
put right when events are decoded, so that no fold and no projection has to know of it. A club's own stream keeps the
ids of people, since it says what was done with each.

| in an event | read as |
| --- | --- |
| the id of a person who was merged into another | the other |
| in an imported event: the id of its club | the club that has it now |
| in an imported event: `user:…`, `token:…` | `origin:user:…`: nobody here |
| in an imported event: a player of a friendly game, a member of the club | an id that nobody here has |
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max

from league.log.envelope import Stored
from league.models import Identity

CLUB = "club"
"""The kind of a club's own stream, whose id is the club's. Its events trace what was done with each id."""
FOREIGN = "origin:"
"""Put before the users and tokens of another site."""
CACHED_CLUBS = 256
_id = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_account = re.compile(r'"(?=(?:user|token):[0-9a-f-]{36}")')


class Identities(NamedTuple):
    """By id of the log: the people meant in all events of a club; the users meant in imported ones."""

    people: Mapping[str, str]
    users: Mapping[str, str]


@lru_cache(CACHED_CLUBS)
def identities(club: UUID, newest: int) -> Identities:
    """Who is meant by the ids of a club's log, after its identity of that number. People stand for no third."""
    people: dict[str, str] = {}
    users: dict[str, str] = {}
    rows = Identity.objects.filter(club=club, number__lte=newest).order_by("number")
    for known_as, stands_for, of_users in rows.values_list("known_as", "stands_for", "of_users"):
        known = users if of_users else people
        if stands_for is None:
            known.pop(str(known_as), None)
        else:
            known[str(known_as)] = str(stands_for)
    return Identities({id: _last(people, id) for id in people}, users)


def newest(club: UUID) -> int:
    """The number of a club's newest identity; 0 where it has none."""
    return Identity.objects.filter(club=club).aggregate(newest=Max("number"))["newest"] or 0


def add(club: UUID, known: Mapping[UUID, UUID | None], *, of_users: bool = False) -> None:
    """From now on these ids mean those people, or themselves again. To be called under the lock of the club's stream.

    The numbers are times, since one that was taken back with its transaction may not be given to something else.
    """
    first = max(newest(club) + 1, time.time_ns() // 1000)
    rows = enumerate(known.items(), first)
    Identity.objects.bulk_create(
        Identity(club_id=club, number=number, known_as=known_as, stands_for=stands_for, of_users=of_users)
        for number, (known_as, stands_for) in rows
    )


def here(row: Stored, text: str) -> str:
    """The JSON `text` of an event, its data or its command, as it is read here."""
    return text_here(text, row.club, row.kind, row.origin, row.people)


def text_here(text: str, club: UUID, kind: str, origin: UUID | None, people: int) -> str:
    """As `here`. club: that has the event. kind, origin, people: as of a stored event."""
    if not people and origin is None:
        return text
    known = identities(club, people)
    ids: Mapping[str, str] = {} if kind == CLUB else known.people
    if origin is not None:
        text = _account.sub(f'"{FOREIGN}', text)
        ids = {**ids, **known.users, str(origin): str(club)}
    return _id.sub(lambda found: ids.get(found[0], found[0]), text)


def actor_here(actor: str) -> str:
    """The actor of an imported event, as it is kept here."""
    return f"{FOREIGN}{actor}" if actor.startswith(("user:", "token:", FOREIGN)) else actor


def _last(people: Mapping[str, str], id: str) -> str:
    """The person at the end of a row of merges."""
    while id in people:
        id = people[id]
    return id
