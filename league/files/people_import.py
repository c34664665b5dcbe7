"""A list of people made known to a club: all of it or nothing, and nobody twice.

| a row and somebody of the same name | what follows |
| --- | --- |
| the name letter by letter, and born or e-mail the same | the same person: not made again |
| the name letter by letter, nothing that differs, and whom the club knew before | the same person, for one row |
| the dates of birth differ, and no e-mail is the same | two people, as there may be |
| anything else, such as one name in NFC and in NFD | made, and pointed out as a possible duplicate |
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction

from games.kernel import N_
from league.domain.values.faults import Fault, refuse
from league.files.people_file import COLUMNS, PeopleFile, Row
from league.models import Club, Person

YEAR_DIGITS = 4
BATCH = 500
HEADS = {fills: head for head, fills in COLUMNS.items()}


@dataclass
class Known:
    """Somebody of a name. line: on this list; None: whom the club knew. is_taken: a row has been found to be them."""

    person: Person
    line: int | None = None
    is_taken: bool = False


@dataclass(frozen=True)
class PossibleDuplicate:
    """The row of that line was made, but may be somebody whom the club knew or an earlier row made."""

    line: int
    name: str
    person: UUID
    like: UUID
    like_name: str
    like_line: int | None


@dataclass(frozen=True)
class ImportedPeople:
    """What a list came to. ignored: heads of columns that were not read."""

    created: int
    matched: int
    possible_duplicates: list[PossibleDuplicate]
    ignored: list[str]


def import_people(club: UUID, listed: PeopleFile, *, dry_run: bool = False) -> ImportedPeople:
    """Makes everybody on the list known to the club who is not yet. Raises BadFields with the faults of all rows.

    dry_run: says what would follow and writes nothing; the ids of new people are not theirs then.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club)  # two lists at once would make the same people
        new = [Person(club_id=club, **row.fields) for row in listed.rows]
        refuse(fault for row, person in zip(listed.rows, new, strict=True) for fault in _faults(row, person))
        made, duplicates = _sorted_out(Person.objects.filter(club=club), listed.rows, new)
        if not dry_run:
            Person.objects.bulk_create(made, batch_size=BATCH)
    return ImportedPeople(len(made), len(new) - len(made), duplicates, list(listed.ignored))


def _faults(row: Row, person: Person) -> Iterator[Fault]:
    """What is wrong with a row, column by column."""
    if row.surplus:
        template = N_("Line {line}: {surplus} cells stand beyond the last column.")
        yield Fault(str(row.line), "surplus_cells", template, {"line": row.line, "surplus": row.surplus})
    try:
        person.clean_fields(exclude=["id", "club"])
    except ValidationError as wrong:
        for name, errors in wrong.error_dict.items():
            for error in errors:
                facts = {"line": row.line, "column": HEADS[name], "reason": " ".join(error.messages)}
                code = error.code or "invalid"
                yield Fault(f"{row.line}.{HEADS[name]}", code, N_("Line {line}, {column}: {reason}"), facts)


def _sorted_out(
    before: Iterable[Person], rows: Sequence[Row], new: Sequence[Person]
) -> tuple[list[Person], list[PossibleDuplicate]]:
    """Who of the new ones is to be made, and who of those may be somebody else on the list or in the club."""
    known: dict[str, list[Known]] = {}
    for person in before:
        known.setdefault(_alike(person.name), []).append(Known(person))
    taken = [_claim(known.get(_alike(person.name), ()), person) for person in new]
    made: list[Person] = []
    duplicates: list[PossibleDuplicate] = []
    for row, person, is_known in zip(rows, new, taken, strict=True):
        namesakes = known.setdefault(_alike(person.name), [])
        if is_known or _claim(namesakes, person) or _claim_free(namesakes, person):
            continue
        like = next((one for one in namesakes if not _is_another(one.person, person)), None)
        if like is not None:
            found = PossibleDuplicate(row.line, person.name, person.id, like.person.id, like.person.name, like.line)
            duplicates.append(found)
        made.append(person)
        namesakes.append(Known(person, row.line, is_taken=True))
    return made, duplicates


def _alike(name: str) -> str:
    """The same for names that look the same."""
    return unicodedata.normalize("NFC", " ".join(name.split())).casefold()


def _claim(namesakes: Iterable[Known], person: Person) -> bool:
    """Takes somebody who is surely the person, whoever took them before."""
    return _take(one for one in namesakes if one.person.name == person.name and _agree(one.person, person))


def _claim_free(namesakes: Iterable[Known], person: Person) -> bool:
    """Takes somebody of whom nothing differs and whom no row has taken."""
    free = (one for one in namesakes if not one.is_taken)
    return _take(one for one in free if one.person.name == person.name and not _differ(one.person, person))


def _take(found: Iterator[Known]) -> bool:
    first = next(found, None)
    if first is not None:
        first.is_taken = True
    return first is not None


def _agree(one: Person, other: Person) -> bool:
    """Whether both give the same date of birth, or the same address."""
    return _same_born(one, other) is True or _same_email(one, other) is True


def _differ(one: Person, other: Person) -> bool:
    """Whether both give a date of birth, or an address, and not the same."""
    return _same_born(one, other) is False or _same_email(one, other) is False


def _is_another(one: Person, other: Person) -> bool:
    """Whether two of a name are told apart by their dates of birth."""
    return _same_born(one, other) is False and not _agree(one, other)


def _same_born(one: Person, other: Person) -> bool | None:
    """Whether two dates go together, a year with each day in it; None where one is not given."""
    if not (one.born and other.born):
        return None
    digits = YEAR_DIGITS if YEAR_DIGITS in (len(one.born), len(other.born)) else None
    return one.born[:digits] == other.born[:digits]


def _same_email(one: Person, other: Person) -> bool | None:
    if not (one.email and other.email):
        return None
    return one.email.casefold() == other.email.casefold()
