"""Clubs, their members and their people: plain rows with a counter, changed here and nowhere else.

Each function is one change; those that change a row lock it first. Raises ValidationError for bad fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from games.kernel import N_, Rejected
from league.domain.values.faults import Fault, refuse
from league.domain.values.text import as_uuid
from league.models import Club, Membership, Person, Role, User

Row = TypeVar("Row", Club, Person)


def make_club(fields: Mapping[str, Any], director: User) -> Club:
    """A new club, whose director is whoever made it."""
    club = Club(**fields)
    club.full_clean()
    with transaction.atomic():
        club.save(force_insert=True)
        Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
    return club


def make_person(fields: Mapping[str, Any]) -> Person:
    """Somebody new whom a club knows; a second one of the same name is another person."""
    person = Person(**fields)
    person.full_clean()
    person.save(force_insert=True)
    return person


def change(row: Row, fields: Mapping[str, Any]) -> Row:
    """The row with other values in some fields; its version rises if any of them is new."""
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
    return Fault(field, "unknown_person", N_("The club knows nobody of that id."))


def add_member(club: Club, username: str, role: Role, password: str | None) -> Membership:
    """Somebody with a role in the club: an account that is there, or a new one where a password is given.

    Raises Rejected `duplicate` for somebody who is in the club, and for a password to a name that is taken.
    """
    there = Rejected("duplicate", N_("{username} is there already."), {"username": username}, "username")
    try:
        with transaction.atomic():
            user = User.objects.filter(username=username).first()
            if user is None:
                user = _new_user(username, password)
            elif password is not None:
                raise there
            return Membership.objects.create(club=club, user=user, role=role)
    except IntegrityError as somebody:
        raise there from somebody


def _new_user(username: str, password: str | None) -> User:
    if password is None:
        raise ValidationError({"username": ValidationError(_("There is nobody of that name."), "unknown_user")})
    user = User(username=username)
    try:
        validate_password(password, user)
    except ValidationError as weak:
        raise ValidationError({"password": weak}) from weak
    user.set_password(password)
    user.full_clean()
    user.save(force_insert=True)
    return user


def change_role(club: Club, username: str, role: Role) -> Membership:
    """Another role for a member. Raises Rejected `last_director` where the club would be left without one."""
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        member = Membership.objects.filter(club=club, user__username=username).select_related("user").first()
        if member is None:
            raise ValidationError({"username": ValidationError(_("There is nobody of that name."), "unknown_user")})
        others = Membership.objects.filter(club=club, role=Role.DIRECTOR).exclude(pk=member.pk)
        if role != Role.DIRECTOR and not others.exists():
            raise Rejected("last_director", N_("A club has a director."), field="role")
        member.role = role
        member.save()
    return member
