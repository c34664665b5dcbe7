"""The bodies of `seasons/{id}/events`, and the commands that they ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date as Date  # noqa: N812
from typing import Any, TypeVar
from uuid import UUID

from msgspec import UNSET, UnsetType
from uuid6 import uuid7

from api import parsing
from api.parsing import Body
from api.problems import bad_field
from games.kernel import N_
from league.domain.season.commands import AddResult, AddTournament, CorrectEvent, Name
from league.domain.season.results import Awards, Extra, Extras, Places, Shared, Status
from league.domain.values.fields import Reason
from league.domain.values.numbers import Number
from league.models import Person, Tournament

Value = TypeVar("Value")


class NewTournamentEvent(Body, frozen=True):
    """A tournament of the club that counts in the season. date: another day than that on which it starts."""

    tournament: UUID
    date: Date | None = None
    multiplier: Number = 1
    extra: Extras = ()
    shared: Shared = ()
    final: bool = False


class NewResult(Body, frozen=True):
    """The result of an event that was not played here. All people are of the club, given by their ids.

    places: shared and missing ones are allowed. status: of those without a place (DNF). awards: points instead of
    the scheme's, for the people named, or with awards_only for all of the event. shared: people who had one result.
    """

    name: Name | None = None
    date: Date | None = None
    places: Places = {}
    status: Status = {}
    awards: Awards = {}
    awards_only: bool = False
    multiplier: Number = 1
    extra: Extras = ()
    shared: Shared = ()
    final: bool = False


class EventChange(Body, frozen=True):
    """What of an event shall be other; what is left out stays. The event stays where it is among the others.

    Of a tournament's event that is date (null: the day on which it starts), multiplier, extra, shared and final. What
    people have in a bare result is replaced field by field: places are all places. reason: kept in the log.
    """

    reason: Reason | None = None
    name: Name | UnsetType | None = UNSET
    date: Date | UnsetType | None = UNSET
    places: Places | UnsetType = UNSET
    status: Status | UnsetType = UNSET
    awards: Awards | UnsetType = UNSET
    awards_only: bool | UnsetType = UNSET
    multiplier: Number | UnsetType = UNSET
    extra: Extras | UnsetType = UNSET
    shared: Shared | UnsetType = UNSET
    final: bool | UnsetType = UNSET


def command(club: UUID, body: Any) -> AddTournament | AddResult:
    """What a body asks for; its people known and their ids in one spelling. Raises Problem."""
    id = str(uuid7())
    if isinstance(body, dict) and "tournament" in body:
        asked = parsing.read(NewTournamentEvent, body)
        if not Tournament.objects.filter(club=club, id=asked.tournament).exists():
            raise bad_field("tournament", "unknown_tournament", N_("The club has no such tournament."))
        _require_people(club, _named_beside(asked))
        beside = _extra(asked.extra), _shared(asked.shared), asked.final
        return AddTournament(id, str(asked.tournament), asked.date, asked.multiplier, *beside)
    told = parsing.read(NewResult, body)
    _require_people(club, [*_named_in(told), *_named_beside(told)])
    return AddResult(
        id=id,
        name=told.name,
        date=told.date,
        places=_by_person("places", told.places),
        status=_by_person("status", told.status),
        awards=_by_person("awards", told.awards),
        awards_only=told.awards_only,
        multiplier=told.multiplier,
        extra=_extra(told.extra),
        shared=_shared(told.shared),
        final=told.final,
    )


def correction(club: UUID, event: UUID, body: Any) -> CorrectEvent:
    """What a body asks for; its people known and their ids in one spelling. Raises Problem."""
    asked = parsing.read(EventChange, body)
    _require_people(club, [*_named_in(asked), *_named_beside(asked)])
    return CorrectEvent(
        id=str(event),
        reason=asked.reason,
        name=asked.name,
        date=asked.date,
        places=UNSET if asked.places is UNSET else _by_person("places", asked.places),
        status=UNSET if asked.status is UNSET else _by_person("status", asked.status),
        awards=UNSET if asked.awards is UNSET else _by_person("awards", asked.awards),
        awards_only=asked.awards_only,
        multiplier=asked.multiplier,
        extra=UNSET if asked.extra is UNSET else _extra(asked.extra),
        shared=UNSET if asked.shared is UNSET else _shared(asked.shared),
        final=asked.final,
    )


def _named_in(told: NewResult | EventChange) -> Iterator[tuple[str, str]]:
    """The people of a result, each with the field that names them."""
    fields: dict[str, Mapping[str, Any] | UnsetType] = {
        "places": told.places,
        "status": told.status,
        "awards": told.awards,
    }
    for field, people in fields.items():
        for person in people or ():
            yield f"{field}.{person}", person


def _named_beside(told: NewResult | NewTournamentEvent | EventChange) -> Iterator[tuple[str, str]]:
    """The people beside a result, each with the field that names them."""
    for at, more in enumerate(told.extra or ()):
        yield f"extra.{at}.person", more.person
    for at, people in enumerate(told.shared or ()):
        for number, person in enumerate(people):
            yield f"shared.{at}.{number}", person


def _require_people(club: UUID, named: Iterable[tuple[str, str]]) -> None:
    """Raises Problem for somebody whom the club does not know. named: fields of the body with their people."""
    fields = {field: parsing.id_of(field, person) for field, person in named}
    known = set(Person.objects.filter(club=club).values_list("id", flat=True)) if fields else set()
    for field, id in fields.items():
        if id not in known:
            raise bad_field(field, "unknown_person", N_("The club has nobody of that id."))


def _by_person(field: str, people: Mapping[str, Value]) -> dict[str, Value]:
    """What stands in a field for each person, by id as the log writes it. Raises Problem."""
    spelled = {str(UUID(person)): value for person, value in people.items()}
    if len(spelled) < len(people):
        raise bad_field(field, "invalid", N_("Somebody stands there twice."))
    return spelled


def _extra(told: Extras) -> tuple[Extra, ...]:
    return tuple(Extra(str(UUID(more.person)), more.points, more.for_) for more in told)


def _shared(told: Shared) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(UUID(person)) for person in people) for people in told)
