"""Import a list of people into a club from a CSV file: all of it or nothing, and nobody twice.

| a row and somebody of the same name | result |
| --- | --- |
| born or e-mail equal | the same person: matched, and not created again |
| born or e-mail equal, but another home club or e-mail | the same person: not created, reported as `differing` |
| nothing that differs, and known to the club before | the same person, for one row: matched |
| as before, but more people have the name than rows | not created, reported as `unclear` |
| the dates of birth differ, and no e-mail is equal | two people: created |
| anything else | created, and reported as a possible duplicate |

Names are the same by `names.compared`. Columns: those of COLUMNS, under these heads or OTHER_HEADS.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError

from games.kernel import N_
from league.domain.values.faults import Fault, refuse
from league.domain.values.names import compared
from league.files.csv_file import Unreadable
from league.files.csv_table import Column, CsvTable, Layout, Row, cell_fault, read_table
from league.log.store import writing
from league.models import Club, Person
from league.services import clubs, known_people

NAME, FIRST, FAMILY, PUBLIC = "name", "first_name", "family_name", "public"
FIELDS = {
    NAME: "name",
    FAMILY: "family_name",
    "club": "home_club",
    "born": "born",
    "email": "email",
    "household": "household",
}
"""The columns by their heads, with the field of a person that each fills; the model validates them."""
COLUMNS = (*FIELDS, FIRST)
"""`name` is the full name; in its place a list may have `first_name` and `family_name`."""
WORDS = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
"""What `public` may say: whether pages that everybody may read name the person."""
OTHER_HEADS = {
    "full name": NAME,
    "first name": FIRST,
    "given name": FIRST,
    "forename": FIRST,
    "family name": FAMILY,
    "last name": FAMILY,
    "surname": FAMILY,
    "home club": "club",
    "e mail": "email",
}
HEADS = {field: head for head, field in FIELDS.items()}
DIFFERING = ("home_club", "email")
"""Fields of a person that are pointed out where a list has another value than the club knows."""
MOST_ROWS = 5000
YES_OR_NO = Column(
    lambda text: WORDS[text.casefold()],
    "bad_yes_or_no",
    N_("Line {line}, {column}: write yes or no, or leave it empty."),
)
LAYOUT = Layout(
    {**dict.fromkeys(COLUMNS, Column()), PUBLIC: YES_OR_NO},
    MOST_ROWS,
    N_("A list has at most {most} people."),
    OTHER_HEADS,
)
YEAR_DIGITS = 4


@dataclass(frozen=True)
class PossibleDuplicate:
    """The row of that line was created, but may be somebody whom the club knew, or whom an earlier row created.

    line: of the file. name: in the row. person: the id of the new person. like: the id of the one whom it may be.
    like_name: the name of the one whom it may be. like_line: of the earlier row, if it created that one; else null.
    """

    line: int
    name: str
    person: UUID
    like: UUID
    like_name: str
    like_line: int | None


@dataclass(frozen=True)
class Differing:
    """The row of that line is a known person, of whom the list says something else. The person was not changed.

    column: of the list. known: what the club has. given: what the list has. line: of the file. name: in the row.
    person: the id of the known person.
    """

    line: int
    name: str
    person: UUID
    column: str
    known: str
    given: str


@dataclass(frozen=True)
class Unclear:
    """The row of that line may be any of several people of the club, so nobody was created or matched.

    line: of the file. name: in the row. people: ids of those whom it may be.
    """

    line: int
    name: str
    people: list[UUID]


@dataclass(frozen=True)
class ImportedPeople:
    """The outcome of a list. matched: rows of people whom the club knows, with nothing that differs.

    ignored: heads of columns that were not read. created: the number of new people. possible_duplicates: rows that were
    created, but may be somebody known. differing: rows of people of whom the club knows something else. unclear: rows
    that may be any of several people.
    """

    created: int
    matched: int
    possible_duplicates: list[PossibleDuplicate]
    differing: list[Differing]
    unclear: list[Unclear]
    ignored: list[str]


@dataclass
class Namesake:
    """Somebody with a name. line: on this list; None: known to the club before. is_taken: a row has been matched."""

    person: Person
    line: int | None = None
    is_taken: bool = False

    def is_sure(self, person: Person) -> bool:
        """Whether born or e-mail says that it is the same person."""
        return _same_born(self.person, person) is True or _same(self.person, person, "email") is True

    def is_free(self, person: Person) -> bool:
        """Whether it may be the same person, nothing differs, and no other row is."""
        agreements = (_same_born(self.person, person), *(_same(self.person, person, name) for name in DIFFERING))
        return not self.is_taken and False not in agreements

    def is_free_of_club(self, person: Person) -> bool:
        """As `is_free`, and the home club is the same."""
        return self.is_free(person) and _same(self.person, person, "home_club") is True

    def may_be(self, person: Person) -> bool:
        return _same_born(self.person, person) is not False or _same(self.person, person, "email") is True


def _same(one: Person, other: Person, name: str) -> bool | None:
    """Return whether a field is equal; None where one has none."""
    texts = getattr(one, name), getattr(other, name)
    return compared(texts[0]) == compared(texts[1]) if all(texts) else None


def _said(public: bool | None) -> str:
    return "" if public is None else "yes" if public else "no"


def _same_born(one: Person, other: Person) -> bool | None:
    """Return whether dates of birth are equal; None where one is missing. A year equals each day in it."""
    digits = YEAR_DIGITS if YEAR_DIGITS in (len(one.born), len(other.born)) else None
    return one.born[:digits] == other.born[:digits] if one.born and other.born else None


def read(raw: bytes, encoding: str | None = None, layout: Layout = LAYOUT) -> CsvTable:
    """Return the list in a file. Raises Unreadable."""
    table = read_table(raw, layout, encoding)
    if NAME in table.heads and FIRST in table.heads:
        template = N_("The first line names the columns; give either name, or first_name and family_name.")
        raise Unreadable("two_forms", template, line=1)
    if NAME not in table.heads and not {FIRST, FAMILY} <= set(table.heads):
        template = N_("The first line names the columns; name, or first_name and family_name, must be among them.")
        raise Unreadable("no_name_column", template, line=1)
    return table


def import_people(
    club: UUID, raw: bytes, encoding: str | None = None, *, actor: str, at: datetime, dry_run: bool = False
) -> ImportedPeople:
    """Create everybody on the list whom the club doesn't know yet.

    Raises csv_file.Unreadable, and BadFields with the faults of all rows.
    dry_run: nothing is written; the ids of new people are not the ones that they will get.
    """
    table = read(raw, encoding)
    with writing():
        matching = match(club, table, list(table.rows))
        if not dry_run:
            clubs.add_people(matching.created, actor=actor, at=at)
    return matching.outcome(table.ignored)


def match(club: UUID, table: CsvTable, rows: Sequence[Row]) -> Matching:
    """Find who on a list is known to the club; those in `created` are still to be written. Raises BadFields.

    The club is locked until the end of the transaction: two lists at once would create the same people.
    """
    Club.objects.select_for_update().get(pk=club)
    matching = Matching(club, [row.line for row in rows], people_of(club, table, rows))
    matching.run()
    return matching


def people_of(club: UUID, table: CsvTable, rows: Sequence[Row]) -> list[Person]:
    """The people of a list's rows, as they would be created. Raises BadFields with the faults of all rows."""
    people = [_person(club, row) for row in rows]
    faults = [fault for row, person in zip(rows, people, strict=True) for fault in _faults(row, person)]
    of_rows = [replace(fault, field=fault.field.rstrip(".")) for fault in table.faults]
    refuse(sorted([*of_rows, *faults], key=lambda fault: int(fault.facts["line"])))
    return people


def _person(club: UUID, row: Row) -> Person:
    texts = {field: row.text(head) for head, field in FIELDS.items()}
    person = Person(club_id=club, public=row.value(PUBLIC), **texts)
    if FIRST in row.cells:
        person.name = f"{row.text(FIRST)} {row.text(FAMILY)}".strip()
    return person


def _faults(row: Row, person: Person) -> Iterator[Fault]:
    """Bring the names to the stored form, and yield what the model finds wrong in a row."""
    try:
        person.clean_fields(exclude=["id", "club"])
    except ValidationError as wrong:
        for name, errors in wrong.error_dict.items():
            head = FIRST if name == "name" and FIRST in row.cells else HEADS[name]
            for error in errors:
                template, reason = N_("Line {line}, {column}: {reason}"), " ".join(error.messages)
                yield cell_fault(row.line, head, error.code or "invalid", template, reason=reason)


@dataclass
class Matching:
    """Finds who of a list is known to the club. lines, new: of each row.

    people: of each row, known or created; None where it is unclear who is meant.
    """

    club: UUID
    lines: Sequence[int]
    new: Sequence[Person]
    people: list[Person | None] = field(default_factory=list)
    created: list[Person] = field(default_factory=list)
    matched: int = 0
    duplicates: list[PossibleDuplicate] = field(default_factory=list)
    differing: list[Differing] = field(default_factory=list)
    unclear: list[Unclear] = field(default_factory=list)
    known: dict[str, list[Namesake]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._people = known_people.of_club(self.club)

    def run(self) -> None:
        """Match the rows, the surest matches first; create, or report, the others in order."""
        found: dict[int, Namesake] = {}
        self._match(found, Namesake.is_sure, is_unique=True)
        self._match(found, Namesake.is_free_of_club)
        self._match(found, Namesake.is_free)
        for at, (line, person) in enumerate(zip(self.lines, self.new, strict=True)):
            namesakes = self._namesakes(person)
            like = found.get(at) or next((one for one in namesakes if one.is_sure(person)), None)
            if like is not None:
                self._note_match(line, person, like)
            elif candidates := [one.person.id for one in namesakes if one.is_free(person)]:
                self.unclear.append(Unclear(line, person.name, candidates))
                self.people.append(None)
            else:
                self._create(line, person)

    def outcome(self, ignored: Sequence[str]) -> ImportedPeople:
        return ImportedPeople(
            created=len(self.created),
            matched=self.matched,
            possible_duplicates=self.duplicates,
            differing=self.differing,
            unclear=self.unclear,
            ignored=list(ignored),
        )

    def _namesakes(self, person: Person) -> list[Namesake]:
        name = compared(person.name)
        if name not in self.known:
            self.known[name] = [Namesake(one) for one in self._people.called(person.name)]
        return self.known[name]

    def _match(
        self, found: dict[int, Namesake], is_match: Callable[[Namesake, Person], bool], *, is_unique: bool = False
    ) -> None:
        """Add the rows' matches to `found`. Without `is_unique`, only where there are no more of them than rows."""
        left = Counter(compared(person.name) for at, person in enumerate(self.new) if at not in found)
        for at, person in enumerate(self.new):
            if at in found:
                continue
            candidates = [one for one in self._namesakes(person) if is_match(one, person)]
            if candidates and (is_unique or len(candidates) <= left[compared(person.name)]):
                found[at] = candidates[0]
                candidates[0].is_taken = True
                left[compared(person.name)] -= 1

    def _note_match(self, line: int, person: Person, like: Namesake) -> None:
        known, name = like.person, person.name
        self.people.append(known)
        differing = [
            Differing(line, name, known.id, HEADS[field], getattr(known, field), getattr(person, field))
            for field in DIFFERING
            if _same(known, person, field) is False
        ]
        if person.public not in (None, known.public):
            differing.append(Differing(line, name, known.id, PUBLIC, _said(known.public), _said(person.public)))
        self.differing += differing
        self.matched += not differing

    def _create(self, line: int, person: Person) -> None:
        namesakes = self._namesakes(person)
        if like := next((one for one in namesakes if one.may_be(person)), None):
            found = PossibleDuplicate(line, person.name, person.id, like.person.id, like.person.name, like.line)
            self.duplicates.append(found)
        self.created.append(person)
        self.people.append(person)
        namesakes.append(Namesake(person, line, is_taken=True))
