"""Who of a club's people somebody may be who gives a name, and maybe an address.

The current people of the last clubs that were asked about are kept in each process, and brought up to date where the
club's own stream has grown, which notes each change of a person in its transaction: a name that is typed costs as much
in a club of 5,000 people as in one of 50.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, QuerySet, Sum, TextField
from django.db.models.functions import Cast

from league.domain.values.likeness import Likeness, Spelled, Spellings
from league.domain.values.names import compared, search_key
from league.log import store
from league.models import Person

MOST_CLUBS = 8
"""The clubs whose people are kept."""
SPARE = 100
_IN_BRACKETS = re.compile(r"(.+) \([^()]+\)")


@dataclass(frozen=True)
class Match:
    """Who somebody may be, the likeliest first. is_certain: nobody has to be asked; it is the only one, or nobody."""

    people: Sequence[Person]
    is_certain: bool


class Index:
    """People by what their names have in common with a text. What was added stays, also where a person is changed."""

    def __init__(self) -> None:
        self.by_text: dict[tuple[str, str], list[Person]] = {}
        self.spellings: Spellings[Person] = Spellings()
        self.size = 0

    def add(self, person: Person) -> None:
        self.size += 1
        keys = {("own", compared(person.name)), ("shown", compared(person.public_name))}
        for name in names_of(person):
            keys |= {("any", compared(name)), ("key", search_key(name))}
        for key in keys:
            self.by_text.setdefault(key, []).append(person)
        for name in dict.fromkeys((person.name, person.public_name)):
            self.spellings.add(Spelled.of(name), person)


@dataclass(frozen=True)
class Known:
    """The current people of a club. by_id: in the order of their ids. They are shared: nobody changes them."""

    by_id: Mapping[str, Person]
    index: Index = field(repr=False)

    def matching(self, name: str, email: str = "") -> Match:
        """Who may be meant: by name and address, else by name, else by a name that is nearly the same.

        The only one with the name is not certain where the club knows them by another address.
        """
        if fitting := self._with("any", compared(name)):
            same = [person for person in fitting if has_address(person, email)]
            has_other = not same and email != "" and fitting[0].email != ""
            return Match(same or fitting, len(same or fitting) == 1 and not has_other)
        near = self._with("key", search_key(name))
        return Match(near, not near)

    def called(self, name: str) -> list[Person]:
        """The people with exactly this name of their own."""
        return self._with("own", compared(name))

    def shown_as(self, name: str) -> list[Person]:
        """The people who are shown by this name, or by one that this is with something in brackets."""
        texts = {name}
        while found := _IN_BRACKETS.fullmatch(name):
            texts.add(name := found[1])
        return self._sorted(person for text in texts for person in self._with("shown", compared(text)))

    def like(self, spelled: Spelled) -> Iterator[tuple[Likeness, Person]]:
        """The people with a name like this one, once for each such name, in the order of their ids."""
        found = [(why, person) for why, person in self.index.spellings.like(spelled) if self._has(person)]
        return iter(sorted(found, key=lambda pair: str(pair[1].pk)))

    def begun_by(self, spelled: Spelled) -> list[Person]:
        """The people with a name of which words begin with each of these words."""
        return self._sorted(self.index.spellings.begun_by(spelled))

    def _with(self, key: str, text: str) -> list[Person]:
        return self._sorted(self.index.by_text.get((key, text), ()))

    def _sorted(self, people: Iterator[Person] | Sequence[Person]) -> list[Person]:
        found = {str(person.pk): person for person in people if self._has(person)}
        return [found[id] for id in sorted(found)]

    def _has(self, person: Person) -> bool:
        """Whether it is the person as they are now, and still of the club."""
        return self.by_id.get(str(person.pk)) is person


def has_address(person: Person, email: str) -> bool:
    """Whether the club knows the person by this address. email: "" is nobody's."""
    return email != "" and person.email.casefold() == email.casefold()


def names_of(person: Person) -> list[str]:
    """The names that somebody may give."""
    names = (person.name, person.shown_as, f"{person.name} {person.family_name}")
    return [name for name in names if name]


class _Kept(NamedTuple):
    """state: what the club's people have been read in."""

    state: Hashable
    people: Known


_kept: dict[UUID, _Kept] = {}
_alone = Lock()
"""Two threads never add to one index at once, which numbers its names."""


def of_club(club: UUID) -> Known:
    """The people of a club."""
    rows = Person.objects.current().filter(club=club)
    head = store.head(club, club)
    state = head and head.hash, *rows.aggregate(n=Count("pk"), versions=Sum("version")).values()
    with _alone:
        kept = _kept.pop(club, None)
        if kept is None or kept.state != state:
            kept = _Kept(state, _read(rows, kept.people if kept else None))
        _kept[club] = kept
        while len(_kept) > MOST_CLUBS:
            del _kept[next(iter(_kept))]
    return kept.people


def _read(rows: QuerySet[Person], before: Known | None) -> Known:
    """The people as they are now: only those who have changed are read where others are known."""
    if before is None:
        return _indexed({str(row.pk): row for row in rows.order_by("pk")})
    listed = rows.annotate(text=Cast("pk", TextField())).values_list("text", "version")
    versions = {str(UUID(id)): version for id, version in listed}
    known = {id: person for id, person in before.by_id.items() if versions.get(id) == person.version}
    fresh = {str(row.pk): row for row in rows.filter(pk__in=[id for id in versions if id not in known])}
    people = {id: known.get(id) or fresh[id] for id in sorted(versions) if id in known or id in fresh}
    if before.by_id.keys() - people.keys() or before.index.size > 2 * len(people) + SPARE:
        return _indexed(people)  # nothing is kept of who is forgotten
    for person in fresh.values():
        before.index.add(person)
    return Known(people, before.index)


def _indexed(people: Mapping[str, Person]) -> Known:
    index = Index()
    for person in people.values():
        index.add(person)
    return Known(people, index)
