"""`people`: the people of a club. Directors read and change all fields, other members of the club read names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import django_filters
import msgspec
from django.db.models import Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, ResourceSet, writes
from api.command_bodies import change_of, changes_in
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import ExistsForMembers, ReadOnly, may
from api.problems import Problem
from api.v1.clubs import require_club
from games.kernel import N_
from league import models
from league.access.actions import Action
from league.access.audience import Audience
from league.access.roles import Caller, clubs_of
from league.domain.values.faults import Fault, refuse
from league.domain.values.names import search_key
from league.services import clubs, people

Name = Annotated[str, Meta(min_length=1, max_length=120, pattern=r"\S")]
Text = Annotated[str, Meta(max_length=120)]
LONGEST_SEARCH = 200
MOVED = N_("This person was merged into another one: ask for {into}.")
MOST_PEOPLE = 2000


class NewEntrant(Body, frozen=True):
    """A person to create in the club of a tournament.

    name: the full name. family_name: for directors only. household: the same text for all people of one household.
    home_club: the club that the person comes from. born: a year or a date. email: for directors only. shown_as: the
    name that standings show. public: whether pages that everybody may read name the person; null: yes, unless they are
    known to be under 18.
    """

    name: Name
    family_name: Text = ""
    household: Text = ""
    home_club: Text = ""
    born: Text = ""
    email: Text = ""
    shown_as: Text = ""
    public: bool | None = None


class NewPerson(NewEntrant, frozen=True, kw_only=True):
    """A person to create. club: the id of the person's club."""

    club: UUID


PeopleList = Annotated[list[NewPerson], Meta(min_length=1, max_length=MOST_PEOPLE)]
ChangePerson = change_of(NewPerson, "club", name="ChangePerson")
DETAILS = NewEntrant.__struct_fields__


class Person(msgspec.Struct):
    """A person; members see the public name alone.

    version: rises with each change. household: the same text for all people of one household. home_club: the club that
    the person comes from. born: a year or a date. shown_as: the name that standings show. public: whether pages that
    everybody may read name the person; null: yes, unless they are known to be under 18. id: of the person. club: the
    id of their club. name: the full name, or the public name for members. family_name: for directors only. email: for
    directors only. forgotten: true where the names were deleted at the person's wish.
    """

    id: UUID
    version: int
    club: UUID
    name: str
    forgotten: bool | UnsetType = UNSET
    family_name: str | UnsetType = UNSET
    household: str | UnsetType = UNSET
    home_club: str | UnsetType = UNSET
    born: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    shown_as: str | UnsetType = UNSET
    public: bool | UnsetType | None = UNSET


def new_person(club: UUID, new: NewEntrant) -> models.Person:
    """The row of a person to create."""
    return models.Person(club_id=club, **{name: getattr(new, name) for name in DETAILS})


def person_of(row: models.Person, *, in_full: bool) -> Person:
    """A person as an answer: all fields for directors, else the public name."""
    forgotten = row.is_forgotten or UNSET
    if not in_full:
        return Person(row.id, row.version, row.club_id, row.public_name, forgotten)
    fields = {name: getattr(row, name) for name in DETAILS}
    return Person(id=row.id, version=row.version, club=row.club_id, forgotten=forgotten, **fields)


def require_current(request: Request, person: models.Person) -> models.Person:
    """The person, unless they were merged into another: then Problem 308 leads to the same address of the other."""
    if person.merged_into is None:
        return person
    other, query = str(people.final(person).pk), request.META.get("QUERY_STRING", "")
    path = request.path.replace(str(person.pk), other) + (f"?{query}" if query else "")
    raise Problem(308, "merged", MOVED, {"into": other}, headers={"Location": path})


def audience_of(who: Caller, person: models.Person) -> Audience:
    """The reader of what a person has played: their own link reads it as the club does.

    Raises Http404 for readers who may not know who the person is.
    """
    if person.may_be_named or who.audience.is_club:
        return who.audience
    if not _is_own(who, person):
        raise Http404
    return who.audience.knowing([str(person.pk)])


def _is_own(who: Caller, person: models.Person) -> bool:
    return who.link is not None and person.entries.filter(pk=who.link.id).exists()


class CreatedPeople(msgspec.Struct):
    """The people that a list created. results: in the order of the list."""

    results: list[Person]


class PeopleFilter(django_filters.FilterSet):
    """People of one club, or with words in their names."""

    club = django_filters.UUIDFilter()
    search = django_filters.CharFilter(
        method="with_words",
        max_length=LONGEST_SEARCH,
        help_text="Words of a name, without case and accents; staff find those of home clubs and e-mails too.",
    )

    def with_words(self, people: QuerySet[models.Person], _name: str, words: str) -> QuerySet[models.Person]:
        """The people in whose texts each word occurs."""
        staff_of = clubs_of(self.request.user, Action.PEOPLE)
        for word in search_key(words).split():
            for_staff = Q(search_key__contains=word)
            if staff_of is not None:
                for_staff &= Q(club__in=staff_of)
            people = people.filter(for_staff | Q(public_key__contains=word))
        return people

    class Meta:
        model = models.Person
        fields = ["club"]


class People(ResourceSet):
    """The people of the caller's clubs."""

    queryset = models.Person.objects.all()
    permission_classes = [ExistsForMembers & (ReadOnly | may(Action.PEOPLE))]
    filterset_class = PeopleFilter
    ordering_fields = ("id", "name")
    list_name = "people"
    dry_run = DryRun.NONE

    def get_object(self) -> models.Person:
        """The person in the path. Raises Problem 308 for one who was merged into another."""
        return require_current(self.request, super().get_object())

    def get_permissions(self) -> Any:
        """As for all its methods; a director creates a person."""
        return [may(Action.PEOPLE)()] if self.action == "create" else super().get_permissions()

    @describes(Page[Person])
    def list(self, request: Request) -> Reply:
        """The people of the clubs in which the caller has a role, without those who were merged or forgotten."""
        ids, rows = clubs_of(request.user), models.Person.objects.current()
        return self.page(rows if ids is None else rows.filter(club__in=ids))

    @describes((Person, CreatedPeople), body=(NewPerson, PeopleList), status=201)
    @writes
    def create(self, request: Request) -> Reply:
        """A director creates a person of their club, or a list of them: all or nothing. Nobody is looked for."""
        if isinstance(request.data, list):
            return self._create_all(parsing.read(PeopleList, request.data))
        new = parsing.read(NewPerson, request.data)
        require_club(self, new.club)
        person = new_person(new.club, new)
        clubs.add_people([person], actor=self.caller(new.club).actor, at=timezone.now())
        return Reply(person_of(person, in_full=True), 201, reverse("api:person", args=[person.id]))

    def _create_all(self, new: Sequence[NewPerson]) -> Reply:
        club = new[0].club
        require_club(self, club, "0.club")
        template = N_("All people of a list are of one club.")
        others = [Fault(f"{at}.club", "other_club", template) for at, one in enumerate(new) if one.club != club]
        people = [new_person(club, one) for one in new]
        refuse([*others, *clubs.faults_of({str(at): person for at, person in enumerate(people)})])
        clubs.add_people(people, actor=self.caller(club).actor, at=timezone.now())
        made = [person_of(person, in_full=True) for person in people]
        return Reply(CreatedPeople(made), 201, f"{reverse('api:people')}?club={club}")

    @describes(Person)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The person: all fields for directors, the public name for referees and members."""
        return self.one(self.get_object())

    @describes(Person, body=ChangePerson)
    @writes
    def partial_update(self, request: Request, id: UUID) -> Reply:
        """A director changes the person."""
        person = self.get_object()
        changes, actor = changes_in(parsing.read(ChangePerson, request.data)), self.caller(person.club_id).actor
        return self.one(clubs.change(person, changes, actor=actor, at=timezone.now()))

    @describes(None)
    @writes
    def destroy(self, request: Request, id: UUID) -> Reply:
        """A director forgets the person: names and contacts are deleted everywhere, and nobody can bring them back.

        What was played stays, by “Forgotten person”.
        """
        person = self.get_object()
        people.forget(person, actor=self.caller(person.club_id).actor, at=timezone.now())
        return Reply()

    def represent(self, rows: Sequence[models.Person]) -> Sequence[Person]:
        ids = clubs_of(self.request.user, Action.PEOPLE)
        return [person_of(row, in_full=ids is None or row.club_id in ids) for row in rows]
