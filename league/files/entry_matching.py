"""Find who is meant by the names of a list: people whom the club knows, new ones, and names to ask about.

| a name of the list | means |
| --- | --- |
| the name of one person, as known or as shown | that person |
| the name of several, for as many lines; or born or e-mail are equal | these people, each once |
| the name of several people, for fewer lines | asked: which of them, or somebody new |
| a name that is in the list once more than the club knows people of it | asked: the same person, or somebody new |
| almost the name of somebody (`domain.values.likeness`) who is not in the list | asked: that person, or somebody new |
| any other | somebody new |

An answer is the id of a person, the key of an earlier name of the list, or NEW. NEW also makes somebody new of a name
that would not be asked about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal
from uuid import UUID

from league.domain.values.likeness import Likeness, Spelled, Spellings
from league.domain.values.names import compared
from league.files import people_import
from league.files.entry_lines import Line
from league.files.people_import import Namesake
from league.models import Person
from league.queries import names
from league.services import known_people

NEW = "new"
"""The answer that somebody is none of those whom the name may mean."""
MOST_CANDIDATES = 8
NAMESAKE: Literal["namesake"] = "namesake"
ORDER = (NAMESAKE, "spelling", "letter", "part")
SURE = ORDER[:2]
Why = Literal["namesake"] | Likeness


@dataclass(frozen=True)
class Candidate:
    """Somebody whom a name may mean. key: their id, or the key of an earlier name of the list.

    name: of the person. why: how alike the names are. line: of the list that means them already; None if none does.
    """

    key: str
    name: str
    why: Why
    person: Person
    line: int | None = None


@dataclass
class Found:
    """A name of the list. key: of the line and the place in it. row: the person as they would be created.

    person: who is meant; None as long as that has to be asked. candidates: to ask about, the likeliest first.
    """

    key: str
    line: int
    row: Person
    person: Person | None = None
    candidates: Sequence[Candidate] = ()

    @property
    def is_new(self) -> bool:
        return self.person is self.row

    @property
    def guess(self) -> str:
        """The likeliest answer, if it may be suggested; "" where only a person can say."""
        first, *others = self.candidates
        return first.key if first.why in SURE and all(other.why != first.why for other in others) else ""


@dataclass
class Matching:
    """The names of a list with those whom they mean. answers: to questions, by the key of the name."""

    club: UUID
    lines: Sequence[Line]
    answers: Mapping[str, str] = field(default_factory=dict)
    found: list[Found] = field(default_factory=list)
    of_line: dict[int, list[Found]] = field(default_factory=dict)
    _earlier_new: Spellings[Candidate] = field(default_factory=Spellings)

    def __post_init__(self) -> None:
        for line in self.lines:
            here = [Found(f"{line.number}-{at}", line.number, row) for at, row in enumerate(line.people)]
            self.of_line[line.number] = here
            self.found += here
        self._people = known_people.of_club(self.club)
        self._by_key = {found.key: found for found in self.found}
        self._match(self._by_shown_name())

    @property
    def asked(self) -> list[Found]:
        """The names to ask about, answered or not."""
        return [found for found in self.found if found.candidates]

    @property
    def questions(self) -> list[Found]:
        """The names about which there is no answer yet."""
        return [found for found in self.found if found.person is None]

    @property
    def new(self) -> list[Person]:
        """The people to create."""
        return [found.row for found in self.found if found.is_new]

    def _by_shown_name(self) -> list[Found]:
        """Match those whom only the name that is shown means; return the others."""
        others = list[Found]()
        for found in self.found:
            fitting = names.fitting(self._people, found.row.name)
            if len(fitting) == 1 and compared(fitting[0].name) != compared(found.row.name):
                found.person = fitting[0]
            else:
                others.append(found)
        return others

    def _match(self, asked: Sequence[Found]) -> None:
        matching = people_import.Matching(self.club, range(len(asked)), [found.row for found in asked])
        matching.run()
        doubtful = {one.line for one in matching.duplicates} | {one.line for one in matching.unclear}
        for at, (found, person) in enumerate(zip(asked, matching.people, strict=True)):
            if at not in doubtful and person is not None and person is not found.row:
                found.person = person
        for found in self.found:
            if found.person is not None and self.answers.get(found.key) == NEW:
                found.person = found.row
        taken = {str(found.person.pk): found.line for found in self.found if found.person is not None}
        for at, found in enumerate(asked):
            if found.person is None:
                found.candidates = list(self._namesakes(matching, asked, at, taken)) or self._alike(found, taken)
                found.person = self._answered(found) if found.candidates else found.row
                self._earlier_new.add(Spelled.of(found.row.name), _earlier(found, "part"))

    def _namesakes(
        self, matching: people_import.Matching, asked: Sequence[Found], at: int, taken: Mapping[str, int]
    ) -> Iterator[Candidate]:
        row = asked[at].row
        namesakes: Sequence[Namesake] = matching.known[compared(row.name)]
        for one in namesakes:
            id = str(one.person.pk)
            if one.line is None and one.may_be(row):
                yield Candidate(id, str(one.person), NAMESAKE, one.person, taken.get(id))
            elif one.line is not None and one.line < at:
                yield _earlier(asked[one.line], NAMESAKE)

    def _alike(self, found: Found, taken: Mapping[str, int]) -> list[Candidate]:
        """The people, and earlier new ones of the list, whose names are almost this one, the likeliest first."""
        spelled, own = Spelled.of(found.row.name), compared(found.row.name)
        known = ((why, _known(person)) for why, person in self._people.like(spelled))
        pairs = chain(known, self._earlier_new.like(spelled))
        alike = [
            replace(one, why=why, line=one.line or taken.get(one.key))
            for why, one in pairs
            if why == "spelling" or one.key not in taken
            if compared(one.person.name) != own  # else somebody else, by what the list says of them
        ]
        unique = {one.key: one for one in sorted(alike, key=lambda one: -ORDER.index(one.why))}
        return sorted(unique.values(), key=lambda one: ORDER.index(one.why))[:MOST_CANDIDATES]

    def _answered(self, found: Found) -> Person | None:
        """Whom the answer means; None without one, or for one that no longer fits."""
        answer = self.answers.get(found.key, "")
        if answer == NEW:
            return found.row
        earlier = self._by_key.get(answer) if answer != found.key else None
        return earlier.person if earlier else self._people.by_id.get(answer)


def _known(person: Person) -> Candidate:
    return Candidate(str(person.pk), str(person), "part", person)


def _earlier(found: Found, why: Why) -> Candidate:
    return Candidate(found.key, found.row.name, why, found.row, found.line)
