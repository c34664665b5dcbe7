"""Whom somebody has met before: tonight, and in other tournaments of the same seasons."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.cache import cache

from league.domain.tournament.results.presence import played_at
from league.domain.tournament.state import Tournament as State
from league.models import Tournament
from league.queries.records import day_of
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.web.night import Night

KEPT_SECONDS = 3600
CLOSED = "closed"


@dataclass(frozen=True)
class Met:
    """The last meeting with somebody. round: tonight's; on: the day of another tournament; neither: none is known."""

    round: int | None = None
    on: date | None = None


def met(row: Tournament, night: Night, entry: str, people: Mapping[str, Sequence[str]]) -> dict[str, Met]:
    """The last meeting of an entry with each of the others, by entry. people: of each entry, by id.

    Entries of whom nothing can be said yet are missing: in a first round without a season to look into.
    """
    tonight = _tonight(night, entry)
    earlier = _earlier(row, people.get(entry, ()))
    is_known = bool(night.rounds[1:]) or earlier is not None
    found = {}
    for other in people:
        days = [(earlier or {}).get(person) for person in people[other]]
        on = max((day for day in days if day), default=None)
        if other != entry and is_known:
            found[other] = Met(tonight[other]) if other in tonight else Met(on=on)
    return found


def _tonight(night: Night, entry: str) -> dict[str, int]:
    """The number of the last closed round in which the entry sat with another one."""
    closed = [round for round in night.rounds if round.state == CLOSED]
    tables = [(round.number, table) for round in closed for table in round.tables]
    mine = [(number, [seat.entry for seat in table.seats]) for number, table in tables]
    return {other: number for number, seats in mine if entry in seats for other in seats}


def _earlier(row: Tournament, people: Sequence[str]) -> dict[str, date] | None:
    """The last day on which any of these people met another person; None without a season to look into."""
    if not people or not row.seasons.exists():
        return None
    others = Tournament.objects.filter(seasons__in=row.seasons.all(), state=CLOSED).exclude(pk=row.pk)
    ids = list(others.order_by("pk").distinct().values_list("pk", flat=True))
    key = f"hall.met.{sha256(repr((sorted(people), ids)).encode()).hexdigest()}"
    found: dict[str, date] | None = cache.get(key)
    if found is None:
        found = dict(_days(row, ids, people))
        cache.set(key, found, KEPT_SECONDS)
    return found


def _days(row: Tournament, ids: Sequence[UUID], people: Collection[str]) -> Iterator[tuple[str, date]]:
    """Every meeting of these people, in the order of the tournaments' days."""
    zone = ZoneInfo(row.club.time_zone)
    read = streams.each(TOURNAMENT, [(row.club_id, id) for id in ids])
    nights = sorted((day_of(stream, zone), list(_others(stream.aggregate.state, people))) for stream in read)
    for day, others in nights:
        for other in others:
            yield other, day


def _others(state: State, people: Collection[str]) -> Iterator[str]:
    """Everybody with whom one of these people has played at a table."""
    for table in state.tables.values():
        for game in table.games:
            played = list(played_at(state, game).values())
            if any(person in people for seat in played for person in seat):
                yield from (person for seat in played for person in seat if person not in people)
