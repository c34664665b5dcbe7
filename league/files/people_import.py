"""Import a list of people into a club from a CSV file: all of it or nothing, and nobody twice.

| a row and somebody of the same name | result |
| --- | --- |
| the name letter by letter, and born or e-mail equal | the same person: not created again |
| the name letter by letter, nothing that differs, and known to the club before | the same person, for one row |
| the dates of birth differ, and no e-mail is equal | two people |
| anything else, such as one name in NFC and in NFD | created, and reported as a possible duplicate |
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError

from games.kernel import N_
from league.domain.values.faults import Fault, refuse
from league.files.csv_file import Unreadable
from league.files.csv_table import Column, CsvTable, Layout, Row, cell_fault, read_table
from league.log.store import writing
from league.models import Club, Person
from league.services import clubs

FIELDS = {
    "name": "name",
    "club": "home_club",
    "born": "born",
    "email": "email",
    "household": "household",
    "family_name": "family_name",
}
"""The columns by their heads, with the field of a person that each fills; the model validates them."""
HEADS = {field: head for head, field in FIELDS.items()}
MOST_ROWS = 5000
LAYOUT = Layout(dict.fromkeys(FIELDS, Column()), MOST_ROWS, N_("A list has at most {most} people."))
YEAR_DIGITS = 4


@dataclass(frozen=True)
class PossibleDuplicate:
    """The row of that line was created, but may be somebody whom the club knew, or whom an earlier row created."""

    line: int
    name: str
    person: UUID
    like: UUID
    like_name: str
    like_line: int | None


@dataclass(frozen=True)
class ImportedPeople:
    """The outcome of a list. ignored: heads of columns that were not read."""

    created: int
    matched: int
    possible_duplicates: list[PossibleDuplicate]
    ignored: list[str]


@dataclass
class Namesake:
    """Somebody with a name. line: on this list; None: known to the club before. is_taken: a row has been matched."""

    person: Person
    line: int | None = None
    is_taken: bool = False

    def is_sure(self, person: Person) -> bool:
        return self.person.name == person.name and True in _equal(self.person, person)

    def is_free(self, person: Person) -> bool:
        return not self.is_taken and self.person.name == person.name and False not in _equal(self.person, person)

    def may_be(self, person: Person) -> bool:
        born, email = _equal(self.person, person)
        return born is not False or email is True


def _equal(one: Person, other: Person) -> tuple[bool | None, bool | None]:
    """Return whether dates of birth and e-mails are equal; None where one is missing. A year equals each day in it."""
    digits = YEAR_DIGITS if YEAR_DIGITS in (len(one.born), len(other.born)) else None
    return (
        one.born[:digits] == other.born[:digits] if one.born and other.born else None,
        one.email.casefold() == other.email.casefold() if one.email and other.email else None,
    )


def read(raw: bytes, encoding: str | None = None) -> CsvTable:
    """Return the list in a file. Raises Unreadable."""
    table = read_table(raw, LAYOUT, encoding)
    if "name" not in table.heads:
        raise Unreadable("no_name_column", N_("The first line names the columns; name must be one of them."), line=1)
    return table


def import_people(
    club: UUID, raw: bytes, encoding: str | None = None, *, actor: str, at: datetime, dry_run: bool = False
) -> ImportedPeople:
    """Create everybody on the list whom the club doesn't know yet.

    Raises csv_file.Unreadable, and BadFields with the faults of all rows.
    dry_run: nothing is written; the ids of new people are not the ones that they will get.
    """
    table = read(raw, encoding)
    rows = list(table.rows)
    with writing():
        Club.objects.select_for_update().get(pk=club)  # two lists at once would create the same people
        new = [Person(club_id=club, **{field: row.text(head) for head, field in FIELDS.items()}) for row in rows]
        faults = [replace(fault, field=fault.field.rstrip(".")) for fault in table.faults]  # of whole rows
        faults += (fault for row, person in zip(rows, new, strict=True) for fault in _faults(row, person))
        refuse(sorted(faults, key=lambda fault: int(fault.facts["line"])))
        created, duplicates = _created(Person.objects.filter(club=club), rows, new)
        if not dry_run:
            clubs.add_people(created, actor=actor, at=at)
    return ImportedPeople(len(created), len(new) - len(created), duplicates, list(table.ignored))


def _faults(row: Row, person: Person) -> Iterator[Fault]:
    """Yield what the model finds wrong in a row."""
    try:
        person.clean_fields(exclude=["id", "club"])
    except ValidationError as wrong:
        for field, errors in wrong.error_dict.items():
            for error in errors:
                template, reason = N_("Line {line}, {column}: {reason}"), " ".join(error.messages)
                yield cell_fault(row.line, HEADS[field], error.code or "invalid", template, reason=reason)


def _created(
    before: Iterable[Person], rows: Sequence[Row], new: Sequence[Person]
) -> tuple[list[Person], list[PossibleDuplicate]]:
    """Return the new people to create, and those of them who may be somebody else on the list or in the club."""
    known: dict[str, list[Namesake]] = {}
    for person in before:
        known.setdefault(_alike(person.name), []).append(Namesake(person))
    sure = [_take(known.get(_alike(person.name), ()), person, Namesake.is_sure) for person in new]
    created: list[Person] = []
    duplicates: list[PossibleDuplicate] = []
    for row, person, is_known in zip(rows, new, sure, strict=True):
        namesakes = known.setdefault(_alike(person.name), [])
        if is_known or _take(namesakes, person, Namesake.is_sure) or _take(namesakes, person, Namesake.is_free):
            continue
        like = next((one for one in namesakes if one.may_be(person)), None)
        if like is not None:
            found = PossibleDuplicate(row.line, person.name, person.id, like.person.id, like.person.name, like.line)
            duplicates.append(found)
        created.append(person)
        namesakes.append(Namesake(person, row.line, is_taken=True))
    return created, duplicates


def _alike(name: str) -> str:
    """Return the same text for names that look the same."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


def _take(namesakes: Iterable[Namesake], person: Person, is_match: Callable[[Namesake, Person], bool]) -> bool:
    """Return whether a namesake matches; the first one is taken then."""
    found = next((one for one in namesakes if is_match(one, person)), None)
    if found is not None:
        found.is_taken = True
    return found is not None
