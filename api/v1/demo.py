"""`clubs/{id}/demo`: a club to look around in, with a night that is running."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.parsing import Empty
from api.permissions import ExistsForMembers, IsPerson, may
from api.v1.clubs import Club, club_answer, permitted_club
from league import models
from league.access.actions import Action
from league.access.origin import public_origin
from league.services import demo


class ClubDemo(Resource):
    """The demo of a director."""

    parent = models.Club
    permission_classes = [ExistsForMembers & IsPerson & may(Action.CLUB)]
    dry_run = DryRun.NONE

    @describes(Club, status=201, body=Empty)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director gets a demo: a club of its own with made-up people, a season, last week's night and a running one.

        It has the language and the time zone of the club in the path. Somebody who has a demo already gets that one.
        """
        assert isinstance(request.user, models.User)
        parsing.read(Empty, request.data)
        made = demo.fill(request.user, like=permitted_club(self), at=timezone.now())
        return Reply(club_answer(made, public_origin(request), is_staff=True), 201, reverse("api:club", args=[made.pk]))

    @describes()
    @writes
    def delete(self, request: Request, id: UUID) -> Reply:
        """A director removes their demo, with everything that was tried in it."""
        assert isinstance(request.user, models.User)
        permitted_club(self)
        demo.remove(request.user)
        return Reply()
