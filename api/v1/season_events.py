"""`seasons/{id}/events`: tournaments and bare results that count in a season."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from api import csv_upload
from api.base import Resource
from api.openapi.schema import DoorSchema, Page, describes, schema_of
from api.parsing import StrictJson
from api.problems import Problem
from api.replies import Reply
from api.v1.season_event_bodies import EventChange, NewResult, NewTournamentEvent, command, correction
from api.v1.seasons import SeasonEvent, season_shown, sent
from api.writing import writes
from games.kernel import N_, Json
from league.domain.season.commands import AddResult, AddTournament, RemoveEvent
from league.files import result_import
from league.files.result_import import ResultsRead
from league.models import Season
from league.services.execution import Done

CSV_EXAMPLE = "event,date,name,place,status\nAway,2026-12-08,Ada L.,1,\n,,Bea,2,\n,,Cleo,,DNF\n"
TEXT = {
    "type": "string",
    "description": "Results of events that were not played here, as CSV. A row is somebody in an event: `name` (as "
    "shown, or id), and `place`, `status` or `points` (in the stead of the scheme's); `extra` and `for`: on top; "
    "`shared`, a word that those have in common who shared a seat. `event`, `date` and `multiplier` are of the event; "
    "left out, they are as in the row before.",
    "example": CSV_EXAMPLE,
}


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
        return {"application/json": schema_of((NewTournamentEvent, NewResult)), **csv_upload.bodies_of(TEXT)}


class NoResults(csv_upload.NoCsv):
    """Any other body."""

    refusal = N_("An event is JSON, or CSV: as text/csv, or in the field file of a form.")


class SeasonEvents(Resource):
    """The events of a season."""

    parser_classes = [StrictJson, csv_upload.CsvBody, csv_upload.CsvInForm, NoResults]
    schema = EventsSchema()

    @describes(Page[SeasonEvent], public=True)
    def get(self, request: Request, id: UUID) -> Reply:
        """The season's events in its order; they fit on one page."""
        shown = season_shown(get_object_or_404(Season, id=id))
        return Reply({"next": None, "previous": None, "results": shown["events"]})

    @describes(
        (SeasonEvent, ResultsTaken), body=(NewTournamentEvent, NewResult), status=201, query=(csv_upload.ENCODING,)
    )
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director lets a tournament of the club count, once, or results from elsewhere: of a file all or none."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        content: Any = request.data
        if isinstance(content, bytes):
            return self._from_file(request, row)
        asked = command(row.club_id, request.data)
        done = sent(self, row, asked)
        listed: list[Json] = season_shown(row, done)["events"]
        made = next(event for event in listed if _is_of(asked, event))
        return Reply(made, 201, reverse("api:season-event", args=[id, made["id"]])) if done.events else Reply(made)

    def _from_file(self, request: Request, row: Season) -> Reply:
        encoding = csv_upload.encoding_of(request)
        with csv_upload.reading():
            results, read = result_import.from_file(row.club_id, csv_upload.content_of(request), encoding)
        actor = self.caller(row.club_id).actor
        done = result_import.take(row.id, results, club=row.club_id, actor=actor, at=timezone.now())
        made = {result.id for result in results}
        listed = [event for event in season_shown(row, done)["events"] if event["id"] in made]
        return Reply({"results": listed, "read": read}, 201, reverse("api:season-events", args=[row.id]))

    def raw_body(self) -> bytes:
        """A file's bytes, which are what makes two requests the same; else the body."""
        content: Any = self.request.data
        return content if isinstance(content, bytes) else super().raw_body()


def _is_of(asked: AddTournament | AddResult, event: Json) -> bool:
    """Whether the event is what was asked for, or of the same tournament since before."""
    if isinstance(asked, AddTournament):
        return bool(event["tournament"] == asked.tournament)
    return bool(event["id"] == asked.id)


class OneSeasonEvent(Resource):
    """An event of a season."""

    @describes(SeasonEvent, public=True)
    def get(self, request: Request, id: UUID, event: UUID) -> Reply:
        """The event, as it was given."""
        return Reply(_event(get_object_or_404(Season, id=id), event))

    @describes(SeasonEvent, body=EventChange)
    @writes
    def patch(self, request: Request, id: UUID, event: UUID) -> Reply:
        """The director corrects it in place: it counts as if it had been so from the first."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        _event(row, event)
        return Reply(_event(row, event, sent(self, row, correction(row.club_id, event, request.data))))

    @describes(None)
    @writes
    def delete(self, request: Request, id: UUID, event: UUID) -> Reply:
        """The director takes it out; a tournament may be taken in again."""
        row = get_object_or_404(Season, id=id)
        self.director(row.club_id)
        _event(row, event)
        sent(self, row, RemoveEvent(str(event)))
        return Reply()


def _event(row: Season, event: UUID, done: Done | None = None) -> Json:
    found = (known for known in season_shown(row, done)["events"] if known["id"] == str(event))
    shown: Json | None = next(found, None)
    if shown is None:
        raise Problem(404)
    return shown
