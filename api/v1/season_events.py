"""`seasons/{id}/events`: tournaments and bare results that count in a season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date as Date  # noqa: N812
from typing import Any, TypeVar
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.request import Request
from uuid6 import uuid7

from api import bodies
from api.bodies import Body
from api.door import Door, Shown, writes
from api.problems import Problem, bad_field
from api.schema import Page, describes
from api.v1.seasons import SeasonEvent, season_shown, sent
from games.kernel import N_, Json
from league.domain.numbers import Number
from league.domain.season.commands import AddResult, AddTournament, Name, RemoveEvent
from league.domain.season.results import Awards, Extra, Extras, Places, Shared, Status
from league.models import Person, Season, Tournament

Value = TypeVar("Value")


class NewTournamentEvent(Body, frozen=True):
    """A tournament of the club that counts in the season. date: another day than that on which it starts."""

    tournament: UUID
    date: Date | None = None
    multiplier: Number = 1
    extra: Extras = ()
    shared: Shared = ()


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


class SeasonEvents(Door):
    """The events of a season."""

    @describes(Page[SeasonEvent], public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """The season's events in its order; they fit on one page."""
        shown = season_shown(get_object_or_404(Season, id=id))
        return Shown({"next": None, "previous": None, "results": shown["events"]})

    @describes(SeasonEvent, body=(NewTournamentEvent, NewResult), status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """The director lets a tournament of the club count, once, or the result of an event from elsewhere."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        command = _command(row.club_id, request.data)
        done = sent(self, row, command)
        listed: list[Json] = season_shown(row, done)["events"]
        made = next(event for event in listed if _is_of(command, event))
        return Shown(made, 201, reverse("api:season-event", args=[id, made["id"]])) if done.events else Shown(made)


def _is_of(command: AddTournament | AddResult, event: Json) -> bool:
    """Whether the event is the command's, or of the same tournament since before."""
    if isinstance(command, AddTournament):
        return bool(event["tournament"] == command.tournament)
    return bool(event["id"] == command.id)


class OneSeasonEvent(Door):
    """An event of a season."""

    @describes(SeasonEvent, public=True)
    def get(self, request: Request, id: UUID, event: UUID) -> Shown:
        """The event, as it was given."""
        return Shown(_event(get_object_or_404(Season, id=id), event))

    @describes(None)
    @writes
    def delete(self, request: Request, id: UUID, event: UUID) -> Shown:
        """The director takes it out; a tournament may be taken in again."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        _event(row, event)
        sent(self, row, RemoveEvent(str(event)))
        return Shown()


def _event(row: Season, event: UUID) -> Json:
    found = (known for known in season_shown(row)["events"] if known["id"] == str(event))
    shown: Json | None = next(found, None)
    if shown is None:
        raise Problem(404)
    return shown


def _command(club: UUID, body: Any) -> AddTournament | AddResult:
    """What a body asks for; its people known and their ids in one spelling. Raises Problem."""
    id = str(uuid7())
    if isinstance(body, dict) and "tournament" in body:
        asked = bodies.read(NewTournamentEvent, body)
        if not Tournament.objects.filter(club=club, id=asked.tournament).exists():
            raise bad_field("tournament", "unknown_tournament", N_("The club has no such tournament."))
        _require_people(club, _named_beside(asked))
        beside = _extra(asked), _shared(asked)
        return AddTournament(id, str(asked.tournament), asked.date, asked.multiplier, *beside)
    told = bodies.read(NewResult, body)
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
        extra=_extra(told),
        shared=_shared(told),
    )


def _named_in(told: NewResult) -> Iterator[tuple[str, str]]:
    """The people of a result, each with the field that names them."""
    fields: dict[str, Mapping[str, Any]] = {"places": told.places, "status": told.status, "awards": told.awards}
    for field, people in fields.items():
        for person in people:
            yield f"{field}.{person}", person


def _named_beside(told: NewResult | NewTournamentEvent) -> Iterator[tuple[str, str]]:
    """The people beside a result, each with the field that names them."""
    for at, more in enumerate(told.extra):
        yield f"extra.{at}.person", more.person
    for at, people in enumerate(told.shared):
        for number, person in enumerate(people):
            yield f"shared.{at}.{number}", person


def _require_people(club: UUID, named: Iterable[tuple[str, str]]) -> None:
    """Raises Problem for somebody whom the club does not know. named: fields of the body with their people."""
    fields = {field: bodies.id_of(field, person) for field, person in named}
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


def _extra(told: NewResult | NewTournamentEvent) -> tuple[Extra, ...]:
    return tuple(Extra(str(UUID(more.person)), more.points, more.for_) for more in told.extra)


def _shared(told: NewResult | NewTournamentEvent) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(str(UUID(person)) for person in people) for people in told.shared)
