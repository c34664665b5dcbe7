"""Who of a club's people somebody may be who gives a name, and maybe an address."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from league.domain.values.names import compared, search_key
from league.models import Person

ByName = Mapping[str, Sequence[Person]]


@dataclass(frozen=True)
class Match:
    """Who somebody may be, the likeliest first. is_certain: nobody has to be asked; it is the only one, or nobody."""

    people: Sequence[Person]
    is_certain: bool


@dataclass(frozen=True)
class Known:
    """The current people of a club by the names that they may give, compared, and without case and marks."""

    by_name: ByName
    by_key: ByName

    def matching(self, name: str, email: str = "") -> Match:
        """Who may be meant: by name and address, else by name, else by a name that is nearly the same."""
        if fitting := self.by_name.get(compared(name), ()):
            same = [person for person in fitting if email and person.email.casefold() == email.casefold()]
            return Match(same or fitting, len(same or fitting) == 1)
        near = self.by_key.get(search_key(name), ())
        return Match(near, not near)


def of_club(club: UUID) -> Known:
    """The people of a club."""
    people = list(Person.objects.current().filter(club=club).order_by("pk"))
    return Known(_by(people, compared), _by(people, search_key))


def names_of(person: Person) -> list[str]:
    """The names that somebody may give."""
    names = (person.name, person.shown_as, f"{person.name} {person.family_name}")
    return [name for name in names if name]


def _by(people: Sequence[Person], form: Callable[[str], str]) -> ByName:
    found: dict[str, list[Person]] = {}
    for person in people:
        for name in dict.fromkeys(map(form, names_of(person))):
            found.setdefault(name, []).append(person)
    return found
