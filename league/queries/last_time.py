"""The people and teams of last time: of the tournament before this one in its season, or else in its club."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain, islice
from uuid import UUID

from django.db.models import QuerySet

from league.access.audience import CLUB
from league.models import Entry, Person, Tournament
from league.queries import names
from league.repository import streams
from league.repository.streams import TOURNAMENT

LOOKED_AT = 100
"""Tournaments among which the one before is looked for, the newest first."""
TRIED = 10
"""Of these, nobody may have come to the newest."""
UUID7_TIME_SHIFT = 80


@dataclass(frozen=True)
class LastEntry:
    """An entry of last time. id: in that tournament. people: ids. name: as shown. team: its name; "" for a person."""

    id: str
    people: Sequence[str]
    name: str
    team: str


@dataclass(frozen=True)
class LastTime:
    """The tournament before, and those who were there, in the order of their names."""

    tournament: Tournament
    entries: Sequence[LastEntry]


def last_time(row: Tournament) -> LastTime | None:
    """The last tournament before this one to which somebody came; None where there is none."""
    others = Tournament.objects.filter(club=row.club_id).exclude(pk=row.pk).exclude(state="cancelled")
    of_season = others.filter(seasons__in=row.seasons.all()).distinct()
    for found in islice(chain(_before(row, of_season), _before(row, others)), TRIED):
        if entries := _who_came(found):
            return LastTime(found, entries)
    return None


def _before(row: Tournament, others: QuerySet[Tournament]) -> Iterator[Tournament]:
    newest = sorted(others.order_by("-id")[:LOOKED_AT], key=_when, reverse=True)
    return (other for other in newest if _when(other) <= _when(row))


def _when(row: Tournament) -> datetime:
    """The start of a tournament, or if it has none the time at which it was opened, which its id has."""
    return row.starts_at or datetime.fromtimestamp((row.pk.int >> UUID7_TIME_SHIFT) / 1000, UTC)


def _who_came(row: Tournament) -> list[LastEntry]:
    with streams.reading(row.club_id, TOURNAMENT, row.pk) as stream:
        came = [(entry.id, entry.people) for entry in stream.aggregate.state.entries.values() if entry.checked_in]
    ids = {UUID(person) for _id, people in came for person in people}
    current = {str(id) for id in Person.objects.current().filter(pk__in=ids).values_list("pk", flat=True)}
    teams = {str(id): team for id, team in Entry.objects.filter(tournament=row).values_list("pk", "team") if team}
    shown = names.of_people(ids, CLUB)
    entries = [
        LastEntry(id, people, teams.get(id) or shown[people[0]], teams.get(id, ""))
        for id, people in came
        if current.issuperset(people)
    ]
    return sorted(entries, key=lambda entry: names.as_listed(entry.name))
