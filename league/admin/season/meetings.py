"""What the pages of head to head and of a person's record show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from league.admin.season import fairness
from league.domain.season.history.meetings import MeetingCounts
from league.domain.season.history.record import Record
from league.models import Person, Season
from league.queries import names, records


@dataclass(frozen=True)
class Opponent:
    """Somebody met. met: as often as the place was better, worse and level."""

    person: str
    name: str
    met: MeetingCounts


@dataclass(frozen=True)
class Row:
    """A line of the matrix: a cell for each person in the order of the lines, None where they never met."""

    person: str
    name: str
    cells: Sequence[MeetingCounts | None]


@dataclass(frozen=True)
class Part:
    """A record under a title. place: in the season's league table. ledger: what they have had in it."""

    title: str
    season: UUID | None
    place: int | None
    record: Record
    opponents: Sequence[Opponent]
    ledger: fairness.Row | None = None


def matrix(season: Season) -> dict[str, Any]:
    """Everybody against everybody."""
    meetings = records.season_meetings(season)
    called = names.of_people([UUID(person) for person in meetings])
    people = names.in_order(meetings, called)
    rows = [Row(person, called.get(person, ""), [meetings[person].get(other) for other in people]) for person in people]
    return {"rows": rows}


def record_of(person: Person) -> dict[str, Any]:
    """A person's records, that of all time first."""
    found = records.history(person)
    called = names.of_people({person.pk, *(UUID(other) for other in found.all_time.opponents)})
    parts = [
        Part(_("Of all time"), None, None, found.all_time, _opponents(found.all_time, called)),
        *(_in_season(str(person.pk), one, called) for one in found.seasons),
    ]
    return {"person": person, "name": called.get(str(person.pk), ""), "club": person.club, "parts": parts}


def _in_season(person: str, one: records.InSeason, called: Mapping[str, str]) -> Part:
    had = fairness.of_person(person, Season.objects.get(pk=one.season))
    return Part(one.name, one.season, one.place, one.record, _opponents(one.record, called), had)


def _opponents(record: Record, called: Mapping[str, str]) -> list[Opponent]:
    return [
        Opponent(person, called.get(person, ""), record.opponents[person])
        for person in names.in_order(record.opponents, called)
    ]
