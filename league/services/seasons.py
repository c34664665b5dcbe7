"""Seasons: opened, alone or after another, and sent commands. The people that these name are of the season's club."""

from __future__ import annotations

import zoneinfo
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType
from uuid6 import uuid7

from games.kernel import N_, Aggregate, Command
from league.domain.season import rules as season
from league.domain.season.commands import AddTournament, Create, Name, TimeZone
from league.domain.season.results import Extra
from league.domain.season.table.groups import Categories, Division, Divisions
from league.domain.season.table.scheme import Scheme
from league.domain.values.faults import BadFields, Fault
from league.domain.values.fields import Part
from league.domain.values.text import as_uuid
from league.models import Season, Tournament
from league.projections import league_tables
from league.repository.streams import SEASON, Stream
from league.services import clubs, execution
from league.services.execution import Done, Work

PEOPLE = ("places", "status", "awards", "extra", "shared", "divisions")
"""The fields of a command that name people."""
C = TypeVar("C", bound=msgspec.Struct)


class NewSeason(Part, frozen=True, kw_only=True):
    """A season to open.

    club: the id of a club. name: the season's name. scheme: how events count; required unless `after` is given.
    time_zone: of the IANA list, as Europe/Berlin; in it an event has its date. divisions: the highest first.
    categories: groups of people with places of their own. after: the id of the previous season of the club. Fields
    that are left out are as in that season; its divisions follow from its league table, promotions included.
    """

    club: UUID
    name: Name
    scheme: Scheme | None = None
    time_zone: TimeZone | None = None
    divisions: Divisions | UnsetType = UNSET
    categories: Categories | UnsetType = UNSET
    after: UUID | None = None


def settled(new: NewSeason) -> Create:
    """What a new season has, with what is left out as in the previous one.

    Raises BadFields, and Rejected where it is undecided who is promoted or relegated.
    """
    if new.after is not None:
        return _following(new, new.after)
    if new.scheme is None:
        raise BadFields([Fault("scheme", "required", N_("This is missing."))])
    return Create(
        club=str(new.club),
        name=new.name,
        scheme=new.scheme,
        time_zone=new.time_zone or "UTC",
        divisions=new.divisions or (),
        categories=new.categories or (),
    )


def open_season(created: Create, *, actor: str, at: datetime) -> Done:
    """Opens a season. Raises BadFields."""
    _refuse_time_zone(created.time_zone)
    aggregate = Aggregate(season.RULES)
    aggregate.begin(season.start(_with_known_people(UUID(created.club), created)))
    return execution.begin(SEASON, uuid7(), aggregate, club=UUID(created.club), actor=actor, at=at)


def send(row: Season, *commands: Command, actor: str, at: datetime) -> Done:
    """Sends commands to a season, all or none. Raises BadFields for people, a tournament or a time zone not known."""
    checked = [_checked(row.club_id, command) for command in commands]

    def run(work: Work) -> Stream:
        stream = work.stream(SEASON, row.pk)
        for command in checked:
            if isinstance(command, AddTournament):
                _refuse_tournament(row.club_id, command.tournament)  # it may have been deleted meanwhile
            work.send(stream, command)
        return stream

    return execution.commit(run, waits_for=row.pk, club=row.club_id, actor=actor, at=at)


def _checked(club: UUID, command: C) -> C:
    if zone := getattr(command, "time_zone", None):
        _refuse_time_zone(zone)
    return _with_known_people(club, command)


def _following(new: NewSeason, after: UUID) -> Create:
    row = Season.objects.filter(club=new.club, id=after).first()
    if row is None:
        raise BadFields([Fault("after", "unknown_season", N_("The club has no such season."))])
    previous = league_tables.settings_after(row, new.divisions)
    return Create(
        club=str(new.club),
        name=new.name,
        scheme=new.scheme or previous.scheme,
        time_zone=new.time_zone or previous.time_zone,
        divisions=previous.divisions,
        categories=previous.categories if new.categories is UNSET else new.categories,
        after=str(after),
    )


def _refuse_time_zone(name: str) -> None:
    if name not in zoneinfo.available_timezones():
        raise BadFields([Fault("time_zone", "bad_time_zone", N_("There is no time zone {name}."), {"name": name})])


def _refuse_tournament(club: UUID, tournament: str) -> None:
    id = as_uuid(tournament)
    if id is None or not Tournament.objects.filter(club=club, id=id).exists():
        raise BadFields([Fault("tournament", "unknown_tournament", N_("The club has no such tournament."))])


def _with_known_people(club: UUID, named: C) -> C:
    """The command with the ids of its people as the log writes them. Raises BadFields unless all are of the club."""
    values = {name: value for name in PEOPLE if (value := getattr(named, name, UNSET))}
    clubs.require_people(club, (person for name in values for person in _people(name, values[name])))
    return msgspec.structs.replace(named, **{name: _spelled(name, value) for name, value in values.items()})


def _people(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Each person in a field, with the dotted path to them."""
    match value:
        case str():
            yield path, value
        case dict():
            for person in value:
                yield f"{path}.{person}", person
        case tuple():
            for at, part in enumerate(value):
                yield from _people(f"{path}.{at}", part)
        case Extra(person=person):
            yield f"{path}.person", person
        case Division(people=people):
            yield from _people(f"{path}.people", people)


def _spelled(path: str, value: Any) -> Any:
    """The value of a field with each id in the usual spelling of a UUID. Raises BadFields for two of one person."""
    match value:
        case str():
            return str(UUID(value))
        case dict():
            spelled = {str(UUID(person)): given for person, given in value.items()}
            if len(spelled) < len(value):
                twice = Counter(str(UUID(person)) for person in value).most_common(1)[0][0]
                raise BadFields([Fault(path, "invalid", N_("{person} is named twice."), {"person": twice})])
            return spelled
        case tuple():
            return tuple(_spelled(path, part) for part in value)
        case Extra(person=person):
            return msgspec.structs.replace(value, person=_spelled(path, person))
        case Division(people=people):
            return msgspec.structs.replace(value, people=_spelled(path, people))
