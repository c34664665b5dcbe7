"""`seasons/{id}/events`: tournaments and bare results that count in a season."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date as Date  # noqa: N812
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from uuid6 import uuid7

from api import bodies, files
from api.bodies import Body, StrictJson
from api.door import Door, Shown, writes
from api.problems import Problem, bad_field
from api.schema import DoorSchema, Page, describes, schema_of
from api.v1.seasons import SeasonEvent, season_shown, sent
from games.kernel import N_, Json
from league import result_import
from league.csv_file import Unreadable
from league.domain.numbers import Number
from league.domain.season.commands import AddResult, AddTournament, Name, RemoveEvent
from league.domain.season.results import Awards, Extra, Extras, Places, Shared, Status
from league.models import Person, Season, Tournament
from league.result_import import ResultsRead

Value = TypeVar("Value")
CSV_EXAMPLE = "event,date,name,place,status\nAway,2026-12-08,Ada L.,1,\n,,Bea,2,\n,,Cleo,,DNF\n"
TEXT = {
    "type": "string",
    "description": "Results of events that were not played here, as CSV. A row is somebody in an event: `name` (as "
    "shown, or id), and `place`, `status` or `points` (in the stead of the scheme's); `extra` and `for`: on top; "
    "`shared`, a word that those have in common who shared a seat. `event`, `date` and `multiplier` are of the event; "
    "left out, they are as in the row before.",
    "example": CSV_EXAMPLE,
}


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


class ResultsTaken(msgspec.Struct):
    """The events that a file came to. read: how much was read."""

    results: list[SeasonEvent]
    read: ResultsRead


class EventsSchema(DoorSchema):
    """The body is JSON or a file."""

    def get_request_serializer(self) -> Any:
        """By media type."""
        if self.method == "GET":
            return None
        return {"application/json": schema_of((NewTournamentEvent, NewResult)), **files.bodies_of(TEXT)}


class NoResults(files.NoCsv):
    """Any other body."""

    refusal = N_("An event is JSON, or CSV: as text/csv, or in the field file of a form.")


class SeasonEvents(Door):
    """The events of a season."""

    parser_classes = [StrictJson, files.CsvBody, files.CsvInForm, NoResults]
    schema = EventsSchema()

    @describes(Page[SeasonEvent], public=True)
    def get(self, request: Request, id: UUID) -> Shown:
        """The season's events in its order; they fit on one page."""
        shown = season_shown(get_object_or_404(Season, id=id))
        return Shown({"next": None, "previous": None, "results": shown["events"]})

    @describes((SeasonEvent, ResultsTaken), body=(NewTournamentEvent, NewResult), status=201, query=(files.ENCODING,))
    @writes
    def post(self, request: Request, id: UUID) -> Shown:
        """The director lets a tournament of the club count, once, or results from elsewhere: of a file all or none."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        content: Any = request.data
        if isinstance(content, bytes):
            return self._from_file(request, row)
        command = _command(row.club_id, request.data)
        done = sent(self, row, command)
        listed: list[Json] = season_shown(row, done)["events"]
        made = next(event for event in listed if _is_of(command, event))
        return Shown(made, 201, reverse("api:season-event", args=[id, made["id"]])) if done.events else Shown(made)

    def _from_file(self, request: Request, row: Season) -> Shown:
        encoding = files.encoding_of(request)
        try:
            results, read = result_import.from_file(row.club_id, files.content_of(request), encoding)
        except Unreadable as fault:
            raise files.unreadable_file(fault) from None
        actor = self.caller(row.club_id).actor
        done = result_import.take(row.id, results, club=row.club_id, actor=actor, at=timezone.now())
        made = {result.id for result in results}
        listed = [event for event in season_shown(row, done)["events"] if event["id"] in made]
        return Shown({"results": listed, "read": read}, 201, reverse("api:season-events", args=[row.id]))

    def sent(self) -> bytes:
        """A file's bytes, which are what makes two requests the same; else the body."""
        content: Any = self.request.data
        return content if isinstance(content, bytes) else super().sent()


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
        beside = _extra(asked), _shared(asked), asked.final
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
        final=told.final,
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
