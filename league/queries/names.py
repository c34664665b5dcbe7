"""Names beside the ids of the log: a bounded number of queries, however many are asked for.

Those who have one name are told apart by the club that they come from, or else by a number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple
from uuid import UUID

from league.domain.values.text import UNMARKED, as_uuid
from league.models import Entry, Person, User


def of_entries(tournament: UUID) -> dict[str, str]:
    """The public names of a tournament's entries by id: a team's own, else the person's."""
    return distinguished(_entries(tournament))


def of_entries_in(facts: Any) -> dict[str, str]:
    """The public names of the entries, of whatever tournaments, whose ids stand in the facts of sentences, by id."""
    wanted = [found for text in ids_in(facts) if (found := as_uuid(text))]
    if not wanted:
        return {}
    tournaments = Entry.objects.filter(pk__in=wanted).values("tournament")
    rows = Entry.objects.filter(tournament__in=tournaments).select_related("person").order_by("tournament", "id")
    named: dict[str, str] = {}
    for _tournament, entries in groupby(rows, key=lambda row: row.tournament_id):
        named |= distinguished(map(_named, entries))
    return named


def called(tournament: UUID) -> Called:
    """By which texts a tournament's entries can be named."""
    entries = _entries(tournament)
    shown = distinguished(entries)
    return Called(shown, _by_sound(shown.items()), _by_sound((entry.id, entry.name) for entry in entries))


def called_people(club: UUID) -> Called:
    """By which texts a club's people can be named: as they are shown, or by their names."""
    rows = list(Person.objects.filter(club=club).order_by("id"))
    shown = distinguished(Named(str(row.id), row.public_name, row.home_club) for row in rows)
    names = {(str(row.id), name): None for row in rows for name in (row.public_name, row.name)}
    return Called(shown, _by_sound(shown.items()), _by_sound(names))


@dataclass(frozen=True)
class Called:
    """The entries of a tournament, or people, by what they may be called. shown: public names, told apart, by id.

    by_shown, by_name: ids by the sound of those, and of the names before they were told apart.
    """

    shown: Mapping[str, str]
    by_shown: Mapping[str, Sequence[str]]
    by_name: Mapping[str, Sequence[str]]

    def fitting(self, text: str) -> Sequence[str]:
        """The ids of the entries that `text` may mean: an id, the name as shown, or one that several share."""
        if (id := text.casefold()) in self.shown:
            return [id]
        sound = _sounds_in_a_cell(text)
        return self.by_shown.get(sound) or self.by_name.get(sound, ())

    def told(self, ids: Sequence[str]) -> str:
        """Several entries by their names, or by their ids where even those are alike."""
        shown = [self.shown[id] for id in ids]
        return ", ".join(shown if len(dict.fromkeys(map(_sounds_in_a_cell, shown))) == len(ids) else ids)


def _by_sound(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for id, name in named:
        found.setdefault(_sounds_in_a_cell(name), []).append(id)
    return found


def _entries(tournament: UUID) -> list[Named]:
    return [_named(row) for row in Entry.objects.filter(tournament=tournament).select_related("person").order_by("id")]


def _named(row: Entry) -> Named:
    return Named(str(row.id), str(row), row.person.home_club if row.person else "")


def of_people(ids: Collection[UUID]) -> dict[str, str]:
    """The public names of people by id."""
    rows = Person.objects.filter(id__in=ids).order_by("id")
    return distinguished(Named(str(person.id), person.public_name, person.home_club) for person in rows)


def in_order(people: Iterable[str], called: Mapping[str, str]) -> list[str]:
    """Ids in the order of the names, ids telling apart whoever has none."""
    return sorted(people, key=lambda person: (as_listed(called.get(person, "")), person))


def as_listed(name: str) -> tuple[str, str]:
    """Where a name stands in lists: by its letters, marks and capitals aside; only then do marks tell apart.

    One order for readers of all languages: "Émilie" is between "Emil" and "Emily", "Ñ" with "N".
    """
    return plain(name), unicodedata.normalize("NFC", name)


def plain(text: str) -> str:
    """A text without marks and capitals, ligatures as two letters."""
    signs = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(sign for sign in signs if not unicodedata.combining(sign)).translate(UNMARKED)
    return " ".join(letters.split())


def of_users(ids: Collection[str]) -> dict[str, str]:
    """The names of the players of a friendly game by id."""
    return {str(id): name for id, name in User.objects.filter(id__in=ids).values_list("id", "username")}


class Named(NamedTuple):
    """Somebody with a name. home_club: "" where it is not known."""

    id: str
    name: str
    home_club: str


def distinguished(people: Iterable[Named]) -> dict[str, str]:
    """Id -> name. Who shares it has the home club beside it, and where that is the same too a number in their order."""
    listed = list(people)
    with_name = Counter(_sounds(person.name) for person in listed)
    shown = {person.id: _with_club(person) if with_name[_sounds(person.name)] > 1 else person.name for person in listed}
    alike = Counter(map(_sounds, shown.values()))
    seen: Counter[str] = Counter()
    for id, name in shown.items():
        if alike[_sounds(name)] > 1:
            seen[_sounds(name)] += 1
            shown[id] = f"{name} ({seen[_sounds(name)]})"
    return shown


def _sounds(name: str) -> str:
    """What makes two names the same to whoever reads them."""
    return unicodedata.normalize("NFC", name).casefold()


def _sounds_in_a_cell(name: str) -> str:
    """The same, for names in a file, whose runs of white space are one space."""
    return _sounds(" ".join(name.split()))


def _with_club(person: Named) -> str:
    return f"{person.name} ({person.home_club})" if person.home_club else person.name


def ids_in(data: Any) -> Iterator[str]:
    """Every text in JSON values that may be an id, keys of objects as well."""
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
