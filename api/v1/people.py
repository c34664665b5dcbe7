"""`people`: who is known to a club. Staff see and change all; members read names; for others nobody is there."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import django_filters
import msgspec
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource, require_login
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.problems import bad_field
from api.replies import Reply
from api.v1.clubs import changes
from api.writing import writes
from games.kernel import N_
from league.access.roles import STAFF, clubs_of
from league.models import Club, Person
from league.services import clubs

Name = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")]
Text = Annotated[str, Meta(max_length=120)]


class PersonChange(Body, frozen=True):
    """What shall be other. born: a year or a date. shown_as: the name that standings show."""

    name: Name | UnsetType = UNSET
    family_name: Text | UnsetType = UNSET
    household: Text | UnsetType = UNSET
    home_club: Text | UnsetType = UNSET
    born: Text | UnsetType = UNSET
    email: Text | UnsetType = UNSET
    shown_as: Text | UnsetType = UNSET


class NewPerson(Body, frozen=True):
    """Somebody new. born: a year or a date. shown_as: the name that standings show."""

    club: UUID
    name: Name
    family_name: Text = ""
    household: Text = ""
    home_club: Text = ""
    born: Text = ""
    email: Text = ""
    shown_as: Text = ""


class PersonShown(msgspec.Struct):
    """A person; members see the public name alone."""

    id: UUID
    version: int
    club: UUID
    name: str
    family_name: str | UnsetType = UNSET
    household: str | UnsetType = UNSET
    home_club: str | UnsetType = UNSET
    born: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    shown_as: str | UnsetType = UNSET


def person_shown(person: Person, *, whole: bool) -> PersonShown:
    """A person's body: whole for staff, else the public name."""
    if not whole:
        return PersonShown(person.id, person.version, person.club_id, person.public_name)
    fields = {name: getattr(person, name) for name in PersonChange.__struct_fields__}
    return PersonShown(id=person.id, version=person.version, club=person.club_id, **fields)


class PeopleFilter(django_filters.FilterSet):
    """People of one club."""

    club = django_filters.UUIDFilter()

    class Meta:
        model = Person
        fields = ["club"]


class People(Resource):
    """The people of the caller's clubs."""

    dry_run = DryRun.NONE

    @describes(Page[PersonShown], query=(("club", "Of this club alone."), ("ordering", "id or name")))
    def get(self, request: Request) -> Reply:
        """The people whom the caller's clubs know."""
        require_login(request)
        mine, led = clubs_of(request.user), clubs_of(request.user, *STAFF)
        rows = Person.objects.all() if mine is None else Person.objects.filter(club__in=mine)

        def shown(found: list[Person]) -> list[PersonShown]:
            return [person_shown(person, whole=led is None or person.club_id in led) for person in found]

        return page(self, rows, shown, orderings=("id", "name"), filters=PeopleFilter)

    @describes(PersonShown, body=NewPerson, status=201)
    @writes
    def post(self, request: Request) -> Reply:
        """Staff make somebody known to their club."""
        asked = parsing.read(NewPerson, request.data)
        self.staff(asked.club)
        if not Club.objects.filter(id=asked.club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        fields: dict[str, Any] = msgspec.structs.asdict(asked)
        person = clubs.make_person({"club_id": fields.pop("club"), **fields})
        return Reply(person_shown(person, whole=True), 201, reverse("api:person", args=[person.id]))


class OnePerson(Resource):
    """A person."""

    dry_run = DryRun.NONE

    @describes(PersonShown)
    def get(self, request: Request, id: UUID) -> Reply:
        """The person: all of it for staff, the name for members."""
        person = self.found(id)
        return Reply(person_shown(person, whole=self.member(person.club_id).is_staff))

    @describes(PersonShown, body=PersonChange)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """Staff change it."""
        person = self.found(id)
        self.staff(person.club_id)
        asked = parsing.read(PersonChange, request.data)
        return Reply(person_shown(clubs.change(person, changes(asked)), whole=True))

    def found(self, id: UUID) -> Person:
        """The person, if the caller has a role in their club."""
        require_login(self.request)
        person = get_object_or_404(Person, id=id)
        if self.caller(person.club_id).role is None:
            raise Http404
        return person
