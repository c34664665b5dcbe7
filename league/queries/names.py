"""Names for the ids of the log, by a fixed number of queries.

People with the same name are distinguished by their home club, or else by a number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast

from league.domain.tournament.state import Tournament
from league.domain.values.names import compared, search_key
from league.domain.values.text import as_uuid
from league.log import store
from league.models import Entry, Person, User


def of_entries(tournament: UUID) -> dict[str, str]:
    """The public names of a tournament's entries by id: a team's own, else the person's."""
    return dict(_names_in(_columns(tournament)))


def of_state(club: UUID, tournament: UUID, state: Tournament) -> Mapping[str, str]:
    """As `of_entries`, made once of the same entries and of the same version of the club's people.

    A team gets its name with its entry. Whatever changes a name later is noted in the club's own stream, in the same
    transaction; it is read here before the names, so that no names are older than it.
    """
    head = store.head(club, club)
    entries = tuple((entry.id, entry.person) for entry in state.entries.values())
    key = tournament, entries, head and head.hash
    if (known := _of_states.get(key)) is None:
        known = _of_states[key] = _names_in(_columns(tournament))
        while len(_of_states) > CACHED_TOURNAMENTS:
            _of_states.pop(next(iter(_of_states)), None)
    return known


def of_entries_in(facts: Any) -> dict[str, str]:
    """The public names, by id, of the entries of any tournament whose ids are in the facts of sentences."""
    wanted = [found for text in ids_in(facts) if (found := as_uuid(text))]
    if not wanted:
        return {}
    tournaments = Entry.objects.filter(pk__in=wanted).values("tournament")
    rows = Entry.objects.filter(tournament__in=tournaments).order_by("tournament", "id")
    named: dict[str, str] = {}
    for _tournament, entries in groupby(rows.values_list("tournament", *ENTRY_COLUMNS), key=itemgetter(0)):
        named |= distinguished(_named(*columns) for _id, *columns in entries)
    return named


def of_those_in(facts: Any) -> dict[str, str]:
    """As `of_entries_in`, and of people whose ids are in the facts."""
    entries = of_entries_in(facts)
    others = {found for text in ids_in(facts) if text not in entries and (found := as_uuid(text))}
    return entries | (of_people(others) if others else {})


def called(tournament: UUID) -> Called:
    """The texts that can name a tournament's entries."""
    entries = [_named(*row) for row in _columns(tournament)]
    shown = distinguished(entries)
    return Called(shown, _by_compared(shown.items()), _by_compared((entry.id, entry.name) for entry in entries))


def called_people(club: UUID) -> Called:
    """The texts that can name a club's people: their names, and the names that are shown."""
    rows = list(Person.objects.current().filter(club=club).order_by("id"))
    shown = distinguished(Named(str(row.id), row.public_name, row.home_club) for row in rows)
    names = {(str(row.id), name): None for row in rows for name in (row.public_name, row.name)}
    return Called(shown, _by_compared(shown.items()), _by_compared(names))


@dataclass(frozen=True)
class Called:
    """Entries of a tournament, or people, by the texts that name them. shown: distinguished public names by id.

    by_shown, by_name: ids by compared form of these names, and of the names before they were distinguished.
    """

    shown: Mapping[str, str]
    by_shown: Mapping[str, Sequence[str]]
    by_name: Mapping[str, Sequence[str]]

    def fitting(self, text: str) -> Sequence[str]:
        """The ids of the entries that `text` may mean: an id, a name that several may share, or the name as shown."""
        if (id := text.casefold()) in self.shown:
            return [id]
        text = compared(text)
        named = self.by_name.get(text, ())
        return named if len(named) > 1 else self.by_shown.get(text) or named

    def told(self, ids: Sequence[str]) -> str:
        """A list of texts that name these ids: the names as shown, with the id where that may mean others too."""
        shown = {id: self.shown[id] for id in ids}
        return ", ".join(name if self.fitting(name) == [id] else f"{name} = {id}" for id, name in shown.items())


def _by_compared(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, name in named:
        found.setdefault(compared(name), []).append(id)
    return found


CACHED_TOURNAMENTS = 32
_of_states: dict[Hashable, Mapping[str, str]] = {}
EntryColumns = tuple[str, str, str | None, str | None, str | None]
ENTRY_COLUMNS = ("id", "team", "person__shown_as", "person__name", "person__home_club")


def _columns(tournament: UUID) -> tuple[EntryColumns, ...]:
    """What a tournament's entries are named by. Read as texts, since this is on the way of each result."""
    rows = Entry.objects.filter(tournament=tournament).order_by("id").annotate(key=Cast("id", TextField()))
    return tuple(rows.values_list("key", *ENTRY_COLUMNS[1:]))


@lru_cache(CACHED_TOURNAMENTS)
def _names_in(rows: tuple[EntryColumns, ...]) -> Mapping[str, str]:
    """The public names by id; of the same rows, the same names."""
    return distinguished(_named(*row) for row in rows)


def _named(id: UUID | str, team: str, shown_as: str | None, name: str | None, home_club: str | None) -> Named:
    """An entry by its columns; those of a person are None for a team. id: a text is as the database spells it."""
    return Named(str(id if isinstance(id, UUID) else UUID(id)), team or shown_as or name or "", home_club or "")


def of_people(ids: Collection[UUID]) -> dict[str, str]:
    """The public names of people by id."""
    rows = Person.objects.filter(id__in=ids).order_by("id")
    return distinguished(Named(str(person.id), person.public_name, person.home_club) for person in rows)


def in_order(people: Iterable[str], called: Mapping[str, str]) -> list[str]:
    """Ids in the order of their names, then of the ids."""
    return sorted(people, key=lambda person: (as_listed(called.get(person, "")), person))


def as_listed(name: str) -> tuple[str, str]:
    """The sort key of a name: its letters without marks and case, then the name itself.

    One order for all languages: "Émilie" is between "Emil" and "Emily", "Ñ" with "N".
    """
    return search_key(name), unicodedata.normalize("NFC", name)


def of_users(ids: Collection[str]) -> dict[str, str]:
    """The names of the players of a friendly game by id."""
    return {str(id): name for id, name in User.objects.filter(id__in=ids).values_list("id", "username")}


class Named(NamedTuple):
    """The name of an entry or a person. home_club: "" if it is not known."""

    id: str
    name: str
    home_club: str


def distinguished(people: Iterable[Named]) -> dict[str, str]:
    """Id -> name. People with the same name get their home club after it, or if that is the same too a number."""
    listed = list(people)
    with_name = Counter(compared(person.name) for person in listed)
    shown = {
        person.id: _with_club(person) if with_name[compared(person.name)] > 1 else person.name for person in listed
    }
    alike = Counter(map(compared, shown.values()))
    seen: Counter[str] = Counter()
    for id, name in shown.items():
        if alike[compared(name)] > 1:
            seen[compared(name)] += 1
            shown[id] = f"{name} ({seen[compared(name)]})"
    return shown


def _with_club(person: Named) -> str:
    return f"{person.name} ({person.home_club})" if person.home_club else person.name


def ids_in(data: Any) -> Iterator[str]:
    """Every text in JSON values, keys too, that may be an id."""
    match data:
        case str():
            if len(data) == 36:
                yield data
        case dict():
            for key, value in data.items():
                yield from ids_in(key)
                yield from ids_in(value)
        case list() | tuple():
            for value in data:
                yield from ids_in(value)
