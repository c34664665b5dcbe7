"""Seasons: opened; their events added and corrected. People and tournaments of events are the club's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET
from uuid6 import uuid7

from games.kernel import N_, Aggregate
from league.domain.season import rules as season
from league.domain.season.commands import AddResult, AddTournament, CorrectEvent
from league.domain.season.commands import Create as CreateSeason
from league.domain.values.faults import BadFields, Fault
from league.domain.values.text import as_uuid
from league.models import Tournament
from league.repository.streams import SEASON
from league.services import clubs, execution
from league.services.execution import Done

EventCommand = AddTournament | AddResult | CorrectEvent
BY_PERSON = ("places", "status", "awards")
"""Fields of events that are keyed by the person's id."""


def open_season(created: CreateSeason, *, actor: str, at: datetime) -> Done:
    """Opens a season."""
    aggregate = Aggregate(season.RULES)
    aggregate.begin(season.start(created))
    return execution.begin(SEASON, uuid7(), aggregate, club=UUID(created.club), actor=actor, at=at)


def send_event(id: UUID, command: EventCommand, *, club: UUID, actor: str, at: datetime) -> Done:
    """Adds an event to a season, or corrects it.

    Raises BadFields for people and tournaments that the club does not know, and what `execution.execute` raises.
    """
    if isinstance(command, AddTournament):
        _require_tournament(club, command.tournament)
    clubs.require_people(club, _people(command))
    return execution.execute(SEASON, id, _in_one_spelling(command), club=club, actor=actor, at=at)


def _require_tournament(club: UUID, text: str) -> None:
    id = as_uuid(text)
    if id is None or not Tournament.objects.filter(club=club, pk=id).exists():
        raise BadFields([Fault("tournament", "unknown_tournament", N_("The club has no such tournament."))])


def _people(command: EventCommand) -> Iterator[tuple[str, str]]:
    """The people of an event, each with the field that names them."""
    for field in BY_PERSON:
        yield from ((f"{field}.{person}", person) for person in getattr(command, field, None) or ())
    for at, extra in enumerate(command.extra or ()):
        yield f"extra.{at}.person", extra.person
    for at, people in enumerate(command.shared or ()):
        yield from ((f"shared.{at}.{number}", person) for number, person in enumerate(people))


def _in_one_spelling(command: EventCommand) -> EventCommand:
    """The command with its ids as the log writes them. Raises BadFields where one person is named twice."""
    given: dict[str, Any] = {name: getattr(command, name, UNSET) for name in (*BY_PERSON, "extra", "shared")}
    spelled: dict[str, Any] = {name: _by_person(name, given[name]) for name in BY_PERSON if given[name] is not UNSET}
    if given["extra"] is not UNSET:
        spelled["extra"] = tuple(msgspec.structs.replace(more, person=_id(more.person)) for more in given["extra"])
    if given["shared"] is not UNSET:
        spelled["shared"] = tuple(tuple(map(_id, people)) for people in given["shared"])
    return msgspec.structs.replace(command, **spelled)


def _by_person(field: str, people: Mapping[str, Any]) -> dict[str, Any]:
    spelled: dict[str, Any] = {_id(person): value for person, value in people.items()}
    if len(spelled) < len(people):
        raise BadFields([Fault(field, "invalid", N_("A person is named twice."))])
    return spelled


def _id(person: str) -> str:
    return str(UUID(person))
