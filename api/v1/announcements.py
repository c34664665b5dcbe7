"""What the desk tells the hall: announcements, and what the screens show."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from uuid6 import uuid7

from api import parsing
from api.base import Reply, Resource, ResourceSet, WholeList, writes
from api.command_bodies import body_of, command_of
from api.openapi.schema import Page, describes
from api.permissions import ReadOnly, may
from api.steps import send
from api.v1.home import home_of
from games.kernel import Json
from league import models
from league.access.actions import Action
from league.domain.tournament.desk.commands import Announce, SetScreen, Shows, WithdrawAnnouncement
from league.domain.tournament.desk.state import Announcement as State
from league.domain.tournament.view import announcement_view, announcements_at
from league.log.time import steady
from league.repository import streams
from league.repository.streams import TOURNAMENT

NewAnnouncement = body_of(Announce, ("announcement",), "NewAnnouncement")


class Announcement(msgspec.Struct):
    """A sentence for everybody in the hall.

    id: of the announcement. version: rises with each change. tournament: the id of its tournament. club: the id of its
    club. text: the sentence. at: when it was made. until: when it goes away by itself; null: when it is withdrawn.
    """

    id: UUID
    version: int
    tournament: UUID
    club: UUID
    text: str
    at: datetime
    until: datetime | None


class TournamentAnnouncements(WholeList):
    """The announcements of a tournament."""

    parent = models.Tournament
    permission_classes = [ReadOnly | may(Action.ANNOUNCEMENTS)]

    @describes(Page[Announcement])
    def list(self, request: Request, id: UUID) -> Reply:
        """The announcements that are shown now, for everybody, the newest first."""
        row = self.get_parent(models.Tournament)
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            shown = announcements_at(stream.aggregate.state, steady(timezone.now()))
            found = [announcement_view(announcement) | home_of(row) for announcement in shown]
        return self.page_of(found)

    @describes(Announcement, body=NewAnnouncement, status=201)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """Staff announce something; screens and phones show it."""
        row = self.get_parent(models.Tournament)
        command = command_of(Announce, parsing.read(NewAnnouncement, request.data), announcement=str(uuid7()))
        state = send(self, row, command).stream.aggregate.state
        location = reverse("api:announcement", args=[command.announcement])
        made = announcement_view(state.announcements[command.announcement])
        return Reply(made | home_of(row), 201, location)


class Announcements(ResourceSet):
    """Single announcements."""

    queryset = models.Announcement.objects.select_related("tournament")
    permission_classes = [ReadOnly | may(Action.ANNOUNCEMENTS)]

    @describes(Announcement)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The announcement, for everybody, while it is shown."""
        return self.one(self.get_object())

    @describes()
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """Staff withdraw the announcement."""
        row = self.get_object()
        send(self, row.tournament, command_of(WithdrawAnnouncement, parsing.Empty(), announcement=str(id)))
        return Reply()

    def represent(self, rows: Sequence[models.Announcement]) -> Sequence[Json]:
        return [announcement_view(_shown(row)) | home_of(row) for row in rows]


def _shown(row: models.Announcement) -> State:
    """The announcement of a row. Raises Http404 once it is over."""
    with streams.reading(row.club_id, TOURNAMENT, row.tournament_id) as stream:
        found: State = stream.aggregate.state.announcements[str(row.pk)]
        if not found.is_shown(steady(timezone.now())):
            raise Http404
        return found


class Screen(msgspec.Struct):
    """What the screens show.

    shows: the content; `auto`: what fits the phase of the night. step: how much of it, as the places of a podium that
    are shown already.
    """

    shows: Shows
    step: int


class TournamentScreen(Resource):
    """The screens of a tournament."""

    queryset = models.Tournament.objects.all()
    permission_classes = [ReadOnly | may(Action.ANNOUNCEMENTS)]

    @describes(Screen)
    def get(self, request: Request, id: UUID) -> Reply:
        """What the screens show, for everybody; `auto`: what fits the phase of the night."""
        row = self.get_object()
        with streams.reading(row.club_id, TOURNAMENT, id) as stream:
            return Reply(Screen(*stream.aggregate.state.screen))

    @describes(Screen, body=body_of(SetScreen))
    @writes
    def put(self, request: Request, id: UUID) -> Reply:
        """Staff choose what the screens show."""
        row = self.get_object()
        command = command_of(SetScreen, parsing.read(body_of(SetScreen), request.data))
        return Reply(Screen(*send(self, row, command).stream.aggregate.state.screen))
