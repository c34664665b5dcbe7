"""Clubs, their members and their people: plain rows with a version, changed only here.

Each function is one change; those that change a row lock it first. All raise ValidationError for bad fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.kernel import N_, Rejected
from league.domain.values.faults import Fault, refuse
from league.domain.values.text import as_uuid
from league.models import Club, Membership, Person, Role, User
from league.services import accounts

Row = TypeVar("Row", Club, Person)


def make_club(fields: Mapping[str, Any], director: User) -> Club:
    """Makes a club with its first director."""
    club = Club(**fields)
    club.full_clean()
    with transaction.atomic():
        club.save(force_insert=True)
        Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    return club


def make_person(fields: Mapping[str, Any]) -> Person:
    """Makes a person of a club. Two people may have the same name."""
    person = Person(**fields)
    person.full_clean()
    person.save(force_insert=True)
    return person


def change(row: Row, fields: Mapping[str, Any]) -> Row:
    """Changes fields of a row and returns it. Its version rises unless all values are the same."""
    with transaction.atomic():
        newest = type(row).objects.select_for_update().get(pk=row.pk)
        if all(getattr(newest, name) == value for name, value in fields.items()):
            return newest
        for name, value in fields.items():
            setattr(newest, name, value)
        newest.version += 1
        newest.full_clean()
        newest.save()
    return newest


def require_people(club: UUID, named: Iterable[tuple[str, str]]) -> None:
    """Refuses people whom the club does not know; as `unknown_people`. Raises BadFields."""
    refuse(unknown_people(club, named))


def unknown_people(club: UUID, named: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """The faults of fields that name nobody of the club: `bad_id` or `unknown_person`. named: (field, person's id)."""
    ids = {field: as_uuid(person) for field, person in named}
    wanted = [id for id in ids.values() if id]
    known = set(Person.objects.filter(club=club, pk__in=wanted).values_list("pk", flat=True)) if wanted else set()
    return (_unknown(field, id) for field, id in ids.items() if id not in known)


def _unknown(field: str, id: UUID | None) -> Fault:
    if id is None:
        return Fault(field, "bad_id", N_("An id is a UUID."))
    return Fault(field, "unknown_person", N_("The club has no person with this id."))


def add_member(club: Club, username: str, role: Role, password: str | None) -> Membership:
    """Gives a user a role in the club: an existing user, or with a password a new one.

    Raises Rejected `duplicate` for a member of the club, and for a password with a user name that is taken.
    """
    taken = Rejected(
        "duplicate", N_("{username} is a member already, or the name is taken."), {"username": username}, "username"
    )
    try:
        with transaction.atomic():
            user = User.objects.filter(username=username).first()
            if user is None:
                user = _new_user(username, password)
            elif password is not None:
                raise taken
            return Membership.objects.create(club=club, user=user, role=role)
    except IntegrityError as error:
        raise taken from error


def _new_user(username: str, password: str | None) -> User:
    if password is None:
        raise ValidationError({"username": ValidationError(_("There is no user of that name."), "unknown_user")})
    user = User(username=username)
    accounts.set_password(user, password)
    user.full_clean()
    user.save(force_insert=True)
    return user


def change_role(club: Club, username: str, role: Role) -> Membership:
    """Changes a member's role. Raises Rejected `last_director` if the club would have no director."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        member = Membership.objects.filter(club=club, user__username=username).select_related("user").first()
        if member is None:
            raise ValidationError({"username": ValidationError(_("There is no user of that name."), "unknown_user")})
        others = Membership.objects.filter(club=club, role=Role.DIRECTOR).exclude(pk=member.pk)
        if role != Role.DIRECTOR and not others.exists():
            raise Rejected("last_director", N_("A club needs a director."), field="role")
        member.role = role
        member.save()
    return member
