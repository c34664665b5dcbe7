"""`seasons/{id}/events`: tournaments and results from elsewhere that count in a season."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from uuid6 import uuid7

from api import csv_upload
from api.base import Reply, Resource, ResourceSet, WholeList, writes
from api.command_bodies import body_of, decode
from api.openapi.schema import Page, describes
from api.parsing import StrictJson
from api.permissions import ReadOnly, may
from api.problems import Problem
from api.v1.seasons import SeasonEvent, season_json, send
from games.kernel import N_, Json
from league.access.actions import Action
from league.domain.season.commands import AddResult, AddTournament, CorrectEvent, RemoveEvent
from league.domain.season.table.scheme import Scheme
from league.files import result_import
from league.files.result_import import ResultsRead
from league.models import Season
from league.repository import streams
from league.repository.streams import SEASON
from league.services import preconditions
from league.services.execution import Done

CSV_EXAMPLE = "event,date,name,place,status\nAway,2026-12-08,Ada L.,1,\n,,Bea,2,\n,,Cleo,,DNF\n"
TEXT = {
    "type": "string",
    "description": "Results of events that were not played here, as CSV. A row is a person in an event: `name` (the "
    "name shown, or the id) and `place`, `status` or `points` (instead of the scheme's); `extra` and `for`: points "
    "added, and why; `shared`: the same text for people who played as one. `event`, `date` and `multiplier` belong to "
    "the event; where they are left out, those of the row before count.",
    "example": CSV_EXAMPLE,
}


class ResultsQuery(csv_upload.UploadQuery, frozen=True):
    """How a file of results is taken.

    again: whether its results count although the season has the very same ones.
    """

    again: bool = False


ADD_EVENT = (body_of(AddTournament, ("id",)), body_of(AddResult, ("id",)))


class ImportedResults(msgspec.Struct):
    """The events that were added from a file. results: the events. read: how much was read."""

    results: list[SeasonEvent]
    read: ResultsRead


class NoResults(csv_upload.NoCsv):
    """Any other body."""

    refusal = N_("An event has to be JSON, or CSV: as text/csv, or in the field “file” of a form.")


class SeasonEvents(WholeList):
    """The events of a season."""

    parent = Season
    permission_classes = [ReadOnly | may(Action.SEASONS)]
    parser_classes = [StrictJson, csv_upload.CsvBody, csv_upload.CsvInForm, NoResults]

    @describes(Page[SeasonEvent])
    def list(self, request: Request, id: UUID) -> Reply:
        """The events of the season in their order."""
        return self.page_of(season_json(self, self.get_parent(Season))["events"])

    @describes((SeasonEvent, ImportedResults), body=ADD_EVENT, status=201, or_found=True, query=ResultsQuery, file=TEXT)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """A director adds a tournament of the club, or results from elsewhere. A file is added whole or not at all."""
        row = self.get_parent(Season)
        body: Any = request.data
        if isinstance(body, bytes):
            return self._from_file(request, row)
        kind: Any = AddTournament if isinstance(body, dict) and "tournament" in body else AddResult
        command: AddTournament | AddResult = decode(kind, body, id=str(uuid7()))
        done = send(self, row, command)
        added = next(event for event in season_json(self, row, done)["events"] if _is_added(event, command))
        return Reply(added, 201, reverse("api:season-event", args=[id, added["id"]])) if done.events else Reply(added)

    def _from_file(self, request: Request, row: Season) -> Reply:
        asked = self.asked(ResultsQuery)
        with csv_upload.reading():
            content = csv_upload.content_of(request)
            results, read = result_import.from_file(row.club_id, content, asked.encoding, _scheme_of(row).moving_up)
        actor = self.caller(row.club_id).actor
        done = result_import.take(row, results, actor=actor, at=timezone.now(), again=asked.again)
        ids = {result.id for result in results}
        added = [event for event in season_json(self, row, done)["events"] if event["id"] in ids]
        return Reply({"results": added, "read": read}, 201, reverse("api:season-events", args=[row.id]))


def _scheme_of(row: Season) -> Scheme:
    with streams.reading(row.club_id, SEASON, row.id) as stream:
        scheme: Scheme = stream.aggregate.state.scheme
        return scheme


def _is_added(event: Json, command: AddTournament | AddResult) -> bool:
    """Whether a command added the event, or found it: a tournament counts once."""
    if isinstance(command, AddTournament):
        return bool(event["tournament"] == command.tournament)
    return bool(event["id"] == command.id)


class OneSeasonEvent(ResourceSet):
    """An event of a season."""

    parent = Season
    permission_classes = [ReadOnly | may(Action.SEASONS)]
    lookup_url_kwarg = "event"

    def newest_version(self) -> int:
        """The event's own version; its season is locked."""
        row = self.get_parent(Season)
        preconditions.version_of(row)
        version: int = _event(self, row, self.kwargs["event"])["version"]
        return version

    @describes(SeasonEvent)
    def retrieve(self, request: Request, id: UUID, event: UUID) -> Reply:
        """The event as it was entered."""
        return Reply(_event(self, self.get_parent(Season), event))

    @describes(SeasonEvent, body=body_of(CorrectEvent, ("id",), like=AddResult))
    @writes
    def partial_update(self, request: Request, id: UUID, event: UUID) -> Reply:
        """A director corrects the event, which keeps its position: it counts as if it had been entered like this."""
        row = self.get_parent(Season)
        _event(self, row, event)
        done = send(self, row, decode(CorrectEvent, request.data, id=str(event)))
        return Reply(_event(self, row, event, done))

    @describes(None)
    @writes
    def destroy(self, request: Request, id: UUID, event: UUID) -> Reply:
        """A director removes the event from the season; a tournament may be added again."""
        row = self.get_parent(Season)
        _event(self, row, event)
        send(self, row, RemoveEvent(str(event)))
        return Reply()


def _event(resource: Resource, row: Season, event: UUID, done: Done | None = None) -> Json:
    """The event as an answer. Raises Problem 404."""
    for found in season_json(resource, row, done)["events"]:
        if found["id"] == str(event):
            return dict(found)
    raise Problem(404)
