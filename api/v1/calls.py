"""Calls for the director: from a table, from an entry; listed for staff, and answered."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import Reply, Resource, WholeList, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import IsAtTable, may
from api.steps import Step, Steps
from api.v1.home import home_of
from api.v1.tables import Call, TableResource
from games.kernel import Json
from league import models
from league.access.actions import Action
from league.domain.tournament.desk.commands import AnswerCall
from league.domain.tournament.desk.state import latest_call
from league.domain.tournament.state import Tournament as State
from league.domain.tournament.view import call_view
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.services import calls
from league.services.execution import Done

Note = Annotated[str, Meta(max_length=500)] | None


class CallFromEntry(Body, frozen=True):
    """Calls the director. note: what it is about."""

    note: Note = None


class CallFromTable(CallFromEntry, frozen=True):
    """Calls the director to a table. as: with the link of a table, the entry seated there that calls."""

    as_entry: UUID | UnsetType = msgspec.field(default=UNSET, name="as")


class TableCall(TableResource):
    """The call from a table."""

    permission_classes = [IsAtTable]

    @describes(Call, body=CallFromTable)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Calls the director to the table. While a call is open, another one changes nothing, and is the answer."""
        table, body = self.get_object(), parsing.read(CallFromTable, request.data)
        as_entry = UNSET if body.as_entry is UNSET else str(body.as_entry)
        who = self.caller(table.club_id)
        done = calls.from_table(table, body.note, actor=who.actor, at=timezone.now(), as_entry=as_entry)
        return Reply(_latest(self, table, done))


class EntryCall(Resource):
    """The call from an entry."""

    queryset = models.Entry.objects.select_related("tournament")
    permission_classes = [may(Action.CALLS, or_entry=True)]

    @describes(Call, body=CallFromEntry)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """Calls the director to the entry, for its own link and for staff; a second call as at a table."""
        entry, body = self.get_object(), parsing.read(CallFromEntry, request.data)
        who = self.caller(entry.club_id)
        return Reply(_latest(self, entry, calls.from_entry(entry, body.note, actor=who.actor, at=timezone.now())))


def _latest(resource: Resource, row: models.Table | models.Entry, done: Done) -> Json:
    """The newest call of a table or entry, after its command."""
    call = latest_call(done.stream.aggregate.state.calls, str(row.pk))
    assert call is not None, "a call was sent or is open"
    return call_view(call, resource.caller(row.club_id).viewer) | home_of(row)


class TournamentCalls(WholeList):
    """The calls of a tournament."""

    parent = models.Tournament
    permission_classes = [may(Action.CALLS)]

    @describes(Page[Call])
    def list(self, request: Request, id: UUID) -> Reply:
        """The calls of the tournament, for staff, in their order."""
        row = self.get_parent(models.Tournament)
        viewer = self.caller(row.club_id).viewer
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            found = [call_view(call, viewer) | home_of(row) for call in stream.aggregate.state.calls.values()]
        return self.page_of(found)


class Calls(Steps):
    """Single calls."""

    queryset = models.DirectorCall.objects.select_related("tournament")
    item_field = "call"
    answer_type = Call
    steps = (Step("answer", AnswerCall, "answer_call", "Staff say that the director has come."),)

    def answer(self, row: models.DirectorCall, state: State) -> Json:
        return call_view(state.calls[str(row.pk)], self.caller(row.club_id).viewer) | home_of(row)
