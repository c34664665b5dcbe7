"""`people/{id}/merge` and `people/{id}/unmerge`: who is the same person; and the way from one id to the other."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, writes
from api.openapi.schema import describes
from api.parsing import Body
from api.permissions import ExistsForMembers, may
from api.v1.people import Person, person_of, require_current
from league import models
from league.access.actions import Action
from league.services import people


class MergePerson(Body, frozen=True):
    """The person who stays. into: the id of another person of the club, who stands for both from now on."""

    into: UUID


class UnmergePerson(Body, frozen=True):
    """The person who comes out again. person: the id of one who was merged into this one."""

    person: UUID


class PersonMerge(Resource):
    """Merging a person into another."""

    queryset = models.Person.objects.all()
    permission_classes = [ExistsForMembers & may(Action.PEOPLE)]
    dry_run = DryRun.NONE

    @describes(Person, body=MergePerson)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director says that the person is the same as another one, who stands for both in all that was and will be.

        Standings, league tables, ratings and records follow. The answer is the other person. Two people who took part
        in one event can't be the same: `same_event` says which events.
        """
        person, wanted = require_current(request, self.get_object()), parsing.read(MergePerson, request.data)
        actor = self.caller(person.club_id).actor
        return Reply(person_of(people.merge(person, wanted.into, actor=actor, at=timezone.now()), in_full=True))


class PersonUnmerge(Resource):
    """Separating a person from another."""

    queryset = models.Person.objects.all()
    permission_classes = [ExistsForMembers & may(Action.PEOPLE)]
    dry_run = DryRun.NONE

    @describes(Person, body=UnmergePerson)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """A director takes somebody out again who was merged into this person. All is as it was before the merge.

        What was recorded after the merge stays with this person. The answer is the person who was taken out.
        """
        person, wanted = require_current(request, self.get_object()), parsing.read(UnmergePerson, request.data)
        actor = self.caller(person.club_id).actor
        return Reply(person_of(people.separate(person, wanted.person, actor=actor, at=timezone.now()), in_full=True))
