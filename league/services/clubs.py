"""Clubs and their people: plain rows with a version, changed only here.

Each function is one change and leaves a trace in the club's log; those that change a row lock it first. All raise
ValidationError for bad fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.kernel import N_, Rejected
from league.domain.club.events import ClubChanged, MemberAdded, PeopleAdded, PersonChanged
from league.domain.values.faults import Fault, refuse
from league.domain.values.text import as_uuid
from league.log.store import writing
from league.models import Club, Membership, Person, Role, User, slugs
from league.models.slug_field import taken
from league.services.club_log import note
from league.services.preconditions import raise_version

Row = TypeVar("Row", Club, Person)
BATCH = 500


def make_club(fields: Mapping[str, Any], director: User, *, at: datetime) -> Club:
    """Makes a club with its first director."""
    club = Club(**fields)
    club.full_clean()
    with writing():
        _insert(club)
        Membership.objects.create(club=club, user=director, role=Role.DIRECTOR)
        note(club.pk, MemberAdded(str(director.pk), role=Role.DIRECTOR), actor=f"user:{director.pk}", at=at)
    return club


def _insert(club: Club) -> None:
    """Stores a new club. Where another one takes its slug at the same moment, it gets the next one."""
    try:
        with transaction.atomic():
            club.save(force_insert=True)
    except IntegrityError:
        club.slug = ""
        club.save(force_insert=True)


def add_people(people: Sequence[Person], *, actor: str, at: datetime) -> None:
    """Adds people of one club. Two people may have the same name."""
    for person in people:
        person.clean_fields(exclude=["id", "club"])
    if people:
        with writing():
            Person.objects.bulk_create(people, batch_size=BATCH)
            note_people(people[0].club_id, [person.pk for person in people], actor=actor, at=at)


def faults_of(people: Mapping[str, Person]) -> Iterator[Fault]:
    """What is wrong with the fields of new people, each below its path. Names are brought to the stored form."""
    for path, person in people.items():
        try:
            person.clean_fields(exclude=["id", "club"])
        except ValidationError as wrong:
            for field, errors in wrong.error_dict.items():
                for error in errors:
                    reason = " ".join(error.messages)
                    yield Fault(f"{path}.{field}", error.code or "invalid", "{reason}", {"reason": reason})


def note_people(club: UUID, people: Iterable[UUID], *, actor: str, at: datetime) -> None:
    """Notes in the club's log that people were added."""
    raise_version(Club, club)
    note(club, PeopleAdded(tuple(map(str, people))), actor=actor, at=at)


def change(row: Row, fields: Mapping[str, Any], *, actor: str, at: datetime) -> Row:
    """Changes fields of a row and returns it. Its version rises unless all values are the same.

    Only the changed fields are checked, so that a name from before the rule for names can stay.
    """
    with writing():
        newest = type(row).objects.select_for_update().get(pk=row.pk)
        if getattr(newest, "is_forgotten", False):
            raise Rejected("forgotten", N_("This person was forgotten: nobody may learn who it was."))
        before = {name: getattr(newest, name) for name in fields}
        for name, value in fields.items():
            setattr(newest, name, value)
        newest.full_clean(exclude={field.name for field in newest._meta.fields} - set(fields))
        changed = tuple(name for name, value in before.items() if getattr(newest, name) != value)
        if not changed:
            return newest
        newest.version += 1
        _update(newest)
        if isinstance(newest, Club):
            if newest.slug != before.get("slug", newest.slug):
                slugs.keep(newest, before["slug"])
            note(newest.pk, ClubChanged(changed), actor=actor, at=at)
        else:
            note(newest.club_id, PersonChanged(str(newest.pk), changed), actor=actor, at=at)
    return newest


def _update(row: Row) -> None:
    """Raises ValidationError where another club has taken the slug at the same moment."""
    try:
        row.save()
    except IntegrityError as error:
        raise ValidationError({"slug": taken()}) from error


def require_people(club: UUID, named: Iterable[tuple[str, str]]) -> None:
    """Refuses people whom the club does not know; as `unknown_people`. Raises BadFields."""
    refuse(unknown_people(club, named))


def unknown_people(club: UUID, named: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """The faults of fields that name nobody of the club. named: (field, person's id).

    Codes: `bad_id`, `unknown_person`, and `merged` for somebody whom another one stands for.
    """
    ids = {field: as_uuid(person) for field, person in named}
    wanted = [id for id in ids.values() if id]
    rows = Person.objects.filter(club=club, pk__in=wanted).values_list("pk", "merged_into") if wanted else ()
    known = dict(rows)
    return (_unknown(field, id, known) for field, id in ids.items() if id not in known or known[id] is not None)


def _unknown(field: str, id: UUID | None, known: Mapping[UUID, UUID | None]) -> Fault:
    if id is None:
        return Fault(field, "bad_id", N_("An id is a UUID."))
    if (into := known.get(id)) is not None:
        template = N_("This person was merged into another one: send {into}.")
        return Fault(field, "merged", template, {"into": str(into)})
    return Fault(field, "unknown_person", N_("The club has no person with this id."))


def refuse_forgotten(club: UUID, named: Iterable[tuple[str, str]]) -> None:
    """Refuses new entries of people who were forgotten. Raises BadFields.

    named: (field, person's id). Nobody of them is merged until the commit. To be called inside a transaction, before
    streams are locked.
    """
    fields = {id: field for field, person in named if (id := as_uuid(person))}
    rows = Person.objects.select_for_update(no_key=True).filter(club=club, pk__in=fields).order_by("pk")
    template = N_("This person was forgotten: somebody who plays again is a new person.")
    refuse([Fault(fields[row.pk], "forgotten", template) for row in rows if row.is_forgotten])
