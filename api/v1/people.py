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
from api.command_bodies import change_of, changes_in
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.problems import bad_field
from api.replies import Reply
from api.writing import writes
from games.kernel import N_
from league import models
from league.access.roles import STAFF, clubs_of
from league.services import clubs

Name = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")]
Text = Annotated[str, Meta(max_length=120)]


class NewPerson(Body, frozen=True):
    """A person to create.

    club: the id of the person's club. name: the full name. family_name: seen by staff only. household: the same text
    for all people of one household. home_club: the club that the person comes from. born: a year or a date.
    email: seen by staff only. shown_as: the name that standings show.
    """

    club: UUID
    name: Name
    family_name: Text = ""
    household: Text = ""
    home_club: Text = ""
    born: Text = ""
    email: Text = ""
    shown_as: Text = ""


ChangePerson = change_of(NewPerson, "club", name="ChangePerson")
STAFF_FIELDS = tuple(field for field in NewPerson.__struct_fields__ if field != "club")


class Person(msgspec.Struct):
    """A person; members see the public name alone.

    version: rises with each change. household: the same text for all people of one household. home_club: the club
    that the person comes from. born: a year or a date. shown_as: the name that standings show.
    """

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


def person_of(row: models.Person, *, for_staff: bool) -> Person:
    """A person as an answer: all fields for staff, else the public name."""
    if not for_staff:
        return Person(row.id, row.version, row.club_id, row.public_name)
    fields = {name: getattr(row, name) for name in STAFF_FIELDS}
    return Person(id=row.id, version=row.version, club=row.club_id, **fields)


class PeopleFilter(django_filters.FilterSet):
    """People of one club."""

    club = django_filters.UUIDFilter()

    class Meta:
        model = models.Person
        fields = ["club"]


class People(Resource):
    """The people of the caller's clubs."""

    dry_run = DryRun.NONE

    @describes(Page[Person], query=(("club", "Of this club alone."), ("ordering", "id or name")))
    def get(self, request: Request) -> Reply:
        """The people whom the caller's clubs know."""
        require_login(request)
        mine, led = clubs_of(request.user), clubs_of(request.user, *STAFF)
        rows = models.Person.objects.all() if mine is None else models.Person.objects.filter(club__in=mine)

        def shown(found: list[models.Person]) -> list[Person]:
            return [person_of(person, for_staff=led is None or person.club_id in led) for person in found]

        return page(self, rows, shown, orderings=("id", "name"), filters=PeopleFilter)

    @describes(Person, body=NewPerson, status=201)
    @writes
    def post(self, request: Request) -> Reply:
        """Staff make somebody known to their club."""
        asked = parsing.read(NewPerson, request.data)
        self.staff(asked.club)
        if not models.Club.objects.filter(id=asked.club).exists():
            raise bad_field("club", "unknown_club", N_("There is no such club."))
        fields: dict[str, Any] = msgspec.structs.asdict(asked)
        person = clubs.make_person({"club_id": fields.pop("club"), **fields})
        return Reply(person_of(person, for_staff=True), 201, reverse("api:person", args=[person.id]))


class OnePerson(Resource):
    """A person."""

    dry_run = DryRun.NONE

    @describes(Person)
    def get(self, request: Request, id: UUID) -> Reply:
        """The person: all of it for staff, the name for members."""
        person = self.found(id)
        return Reply(person_of(person, for_staff=self.member(person.club_id).is_staff))

    @describes(Person, body=ChangePerson)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """Staff change it."""
        person = self.found(id)
        self.staff(person.club_id)
        asked = parsing.read(ChangePerson, request.data)
        return Reply(person_of(clubs.change(person, changes_in(asked)), for_staff=True))

    def found(self, id: UUID) -> models.Person:
        """The person, if the caller has a role in their club."""
        require_login(self.request)
        person = get_object_or_404(models.Person, id=id)
        if self.caller(person.club_id).role is None:
            raise Http404
        return person
