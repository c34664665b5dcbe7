"""The people of an export, and those that an import brings.

With names they are exported as the club knows them; with codes nobody can tell who they are, but the same person has
the same code in each file, and standings, league tables and seatings stay the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from operator import or_
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Q, TextField
from django.db.models.functions import Cast
from uuid6 import uuid7

from games.kernel import N_
from league.domain.values.faults import BadFields, Fault
from league.domain.values.names import compared
from league.models import Club, Event, Person, StreamHead
from league.models.codes import ALPHABET
from league.repository import identities
from league.services import people
from league.services.exchange.format import ExportedIdentity, ExportedPerson, Header, Naming
from league.services.exchange.rows import taken as id_taken

AT_ONCE = 500
IDS_SEARCHED = 100
"""Ids in one search of the log."""
CODE_LENGTH = 6
YEAR_DIGITS = 4
DETAILS = ("name", "family_name", "household", "home_club", "born", "shown_as", "public")


def exported(
    club: Club, named: Collection[str], naming: Naming, *, is_whole: bool
) -> tuple[list[ExportedPerson], list[ExportedIdentity]]:
    """The people of a club among `named`, with those who were merged into them, and which ids mean them.

    is_whole: the export is of the whole club, with e-mail addresses.
    """
    known = identities.identities(club.pk, identities.newest(club.pk)).people
    others = [ExportedIdentity(UUID(id), UUID(person)) for id, person in known.items() if person in named]
    wanted = {*map(UUID, named), *(other.known_as for other in others)}
    rows = [row for row in Person.objects.filter(club=club).order_by("pk") if row.pk in wanted]
    if naming == "codes":
        return _coded(rows), others
    return [_named(row, is_whole=is_whole) for row in rows], others


def _named(row: Person, *, is_whole: bool) -> ExportedPerson:
    if row.is_forgotten:
        return ExportedPerson(id=row.pk, forgotten=True)
    details = {name: getattr(row, name) for name in DETAILS}
    return ExportedPerson(id=row.pk, email=row.email if is_whole else "", **details)


def _coded(rows: Iterable[Person]) -> list[ExportedPerson]:
    """People by code. Their household becomes a number; the year of birth and the home club are kept."""
    households: dict[str, int] = {}
    return [
        ExportedPerson(
            id=row.pk,
            code=code_of(row.pk, "P"),
            household=str(households.setdefault(compared(row.household), len(households) + 1)) if row.household else "",
            home_club=row.home_club,
            born=row.born[:YEAR_DIGITS],
            public=row.public,
            forgotten=row.is_forgotten,
        )
        for row in rows
    ]


def code_of(id: UUID, letter: str) -> str:
    """A code that follows from an id, `P-7KQM4D`, the same in each export."""
    digest = int.from_bytes(sha256(id.bytes).digest())
    signs = (ALPHABET[digest // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CODE_LENGTH))
    return f"{letter}-{''.join(signs)}"


@dataclass
class Brought:
    """The people of an import. ids: who is meant here by an id of the file. created: those who are new."""

    ids: dict[UUID, UUID] = field(default_factory=dict)
    created: dict[UUID, Person] = field(default_factory=dict)

    def here(self, id: UUID) -> UUID:
        return self.ids.get(id, id)


def bring(club: Club, export: Header) -> Brought:
    """Makes the people of an export whom the club does not know by their id. Raises BadFields.

    A person whom it knows stays as they are. An id that another club's person has gets another one here. Nobody who
    was forgotten on this site gets their name back. To be called under the lock of the club's stream.
    """
    rows = {row.pk: row for row in Person.objects.filter(pk__in=[person.id for person in export.persons])}
    meant = identities.identities(club.pk, identities.newest(club.pk)).people
    gone = {id for id, row in rows.items() if row.is_forgotten} | people.ids()
    brought = Brought()
    for number, person in enumerate(export.persons):
        row = rows.get(person.id)
        if str(person.id) in meant or (row is not None and row.club_id == club.pk):
            brought.ids[person.id] = UUID(meant.get(str(person.id), str(person.id)))
        else:
            made = _made(club, person, f"persons.{number}", is_forgotten=person.id in gone)
            made.pk = person.id if row is None else uuid7()
            brought.ids[person.id] = made.pk
            brought.created[made.pk] = made
    Person.objects.bulk_create(brought.created.values(), batch_size=AT_ONCE)
    _identify(club, export, brought, meant)
    return brought


def _made(club: Club, person: ExportedPerson, path: str, *, is_forgotten: bool) -> Person:
    if is_forgotten or person.forgotten:
        return Person(club=club, name=people.forgotten_name(club), is_forgotten=True)
    name = person.name or person.code or code_of(person.id, "P")
    made = Person(club=club, name=name, email=person.email, born=person.born, public=person.public)
    for detail in ("family_name", "household", "home_club", "shown_as"):
        setattr(made, detail, getattr(person, detail))
    try:
        made.clean_fields(exclude=["id", "club", "merged_into"])
    except ValidationError as error:
        faults = (
            Fault(f"{path}.{name}", "invalid", N_("This is wrong: {reason}."), {"reason": " ".join(messages)})
            for name, messages in error.message_dict.items()
        )
        raise BadFields(faults) from error
    return made


def _identify(club: Club, export: Header, brought: Brought, meant: Mapping[str, str]) -> None:
    """Notes who is meant by ids: those that another club's people have here, and those that were merged elsewhere.

    A merge is taken over only with a person who is new here: what a director has decided here stays.
    """
    taken: dict[UUID, UUID | None] = {id: now for id, now in brought.ids.items() if now != id and str(id) not in meant}
    merged, merged_here = {one.known_as for one in export.identities}, list[UUID]()
    ids = {brought.here(id) for one in export.identities for id in (one.known_as, one.person)}
    known = set(Person.objects.filter(club=club, pk__in=ids).values_list("pk", flat=True))
    for one in export.identities:
        source, target = brought.here(one.known_as), brought.here(one.person)
        if target not in known or one.person in merged or source == target:
            continue
        if source in brought.created or (source not in known and str(source) not in meant):
            taken[source] = target
            merged_here.append(source)
        elif target in brought.created and target not in taken:
            taken[target] = source
    _refuse_used(club, merged_here)
    for source, into in taken.items():
        if source in brought.created:
            Person.objects.filter(pk=source).update(merged_into=into)
    if taken:
        identities.add(club.pk, taken)


def _refuse_used(club: Club, ids: Sequence[UUID]) -> None:
    """Refuses ids that the club's log has for something else, which would be read as a person from now on."""
    log = Event.objects.filter(club=club.pk).annotate(text=Cast("data", TextField()))
    for at in range(0, len(ids), IDS_SEARCHED):
        part = ids[at : at + IDS_SEARCHED]
        named = reduce(or_, (Q(text__contains=str(id)) for id in part))
        streams = {club.pk, *StreamHead.objects.filter(stream__in=part).values_list("stream", flat=True)}
        if used := streams.intersection(part):
            raise id_taken(str(min(used)))
        for text in log.filter(named).values_list("text", flat=True)[:1]:
            raise id_taken(next(str(id) for id in part if str(id) in text))
