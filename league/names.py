"""Names beside the ids of the log: a bounded number of queries, however many are asked for.

Those who have one name are told apart by the club that they come from, or else by a number.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from typing import NamedTuple
from uuid import UUID

from league.models import Entry, Person, User


def of_entries(tournament: UUID) -> dict[str, str]:
    """The public names of a tournament's entries by id: a team's own, else the person's."""
    rows = Entry.objects.filter(tournament=tournament).select_related("person").order_by("id")
    return told_apart(Named(str(row.id), str(row), row.person.home_club if row.person else "") for row in rows)


def of_people(ids: Collection[UUID]) -> dict[str, str]:
    """The public names of people by id."""
    rows = Person.objects.filter(id__in=ids).order_by("id")
    return told_apart(Named(str(person.id), person.public_name, person.home_club) for person in rows)


def of_users(ids: Collection[str]) -> dict[str, str]:
    """The names of the players of a friendly game by id."""
    return {str(id): name for id, name in User.objects.filter(id__in=ids).values_list("id", "username")}


class Named(NamedTuple):
    """Somebody with a name. home_club: "" where it is not known."""

    id: str
    name: str
    home_club: str


def told_apart(people: Iterable[Named]) -> dict[str, str]:
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


def _with_club(person: Named) -> str:
    return f"{person.name} ({person.home_club})" if person.home_club else person.name
