"""Names for the ids of the log, by a fixed number of queries: for each reader those that they may read.

People with the same name are distinguished by their home club, or else by a number. Members of a club read all of its
names. To others, somebody who may not be named in public is “Player 7”, by the number of the entry in its tournament,
or “Player” where there is none. So is a team (“Team 7”) whose name has a word of the name of such a member.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from league.access.audience import Audience
from league.domain.tournament.entries.events import EntryRegistered
from league.domain.tournament.state import Tournament
from league.domain.values import consent
from league.domain.values.names import compared, search_key
from league.domain.values.text import as_uuid
from league.log import store
from league.models import Entry, Person, User
from league.repository import streams
from league.services.known_people import Known

SHORTEST_WORD = 2
MOST_ENTRIES = 10_000


@dataclass(frozen=True)
class Names:
    """The names of a tournament's entries. known: as members of the club read them. public: those for everybody.

    unnamed: the entries that only the club and their own links may name, with their numbers. teams: which are teams.
    """

    known: Mapping[str, str]
    public: Mapping[str, str]
    unnamed: Mapping[str, int]
    teams: Collection[str]

    def read_by(self, audience: Audience) -> Mapping[str, str]:
        """The names by id, as these readers may read them."""
        if audience.is_club or not self.unnamed:
            return self.known
        return {id: name if id in audience.own else self._public(id) for id, name in self.known.items()}

    def _public(self, id: str) -> str:
        if id not in self.unnamed:
            return self.public[id]
        words = _("Team {number}") if id in self.teams else _("Player {number}")
        return words.format(number=self.unnamed[id])


def of_entries(tournament: UUID, audience: Audience) -> dict[str, str]:
    """The names of a tournament's entries by id: a team's own, else the person's."""
    return dict(in_tournament(tournament, audience).read_by(audience))


def in_tournament(tournament: UUID, audience: Audience) -> Names:
    """The names of a tournament's entries. audience: the widest that is asked for."""
    rows = _columns(tournament)
    return _names_in(rows, today(), frozenset() if audience.is_club else _unnamed_teams(rows, _members(rows)))


def of_state(club: UUID, tournament: UUID, state: Tournament, audience: Audience) -> Mapping[str, str]:
    """As `of_entries`, made once of the same entries and of the same version of the club's people."""
    return in_state(club, tournament, state).read_by(audience)


def in_state(club: UUID, tournament: UUID, state: Tournament) -> Names:
    """The names of a tournament's entries, made once of the same entries and of the same version of the club's people.

    A team gets its name with its entry. Whatever changes a name later is noted in the club's own stream, in the same
    transaction; it is read here before the names, so that no names are older than it.
    """
    head = store.head(club, club)
    entries = tuple((entry.id, entry.person) for entry in state.entries.values())
    key = tournament, entries, head and head.hash, today()
    if (known := _of_states.get(key)) is None:
        rows = _columns(tournament)
        members = {entry.id: entry.members for entry in state.entries.values() if entry.members}
        known = _of_states[key] = _names_in(rows, today(), _unnamed_teams(rows, members))
        while len(_of_states) > CACHED_TOURNAMENTS:
            _of_states.pop(next(iter(_of_states)), None)
    return known


def of_entries_in(facts: Any, audience: Audience, club: UUID | None = None) -> dict[str, str]:
    """The names, by id, of the entries of any tournament whose ids are in the facts of sentences. club: only of it."""
    wanted = [found for text in ids_in(facts) if (found := as_uuid(text))]
    if not wanted:
        return {}
    named = Entry.objects.filter(pk__in=wanted, **_of(club))
    rows = Entry.objects.filter(tournament__in=named.values("tournament")).order_by("tournament", "id")
    called: dict[str, str] = {}
    for _tournament, entries in groupby(rows.values_list("tournament", *ENTRY_COLUMNS), key=itemgetter(0)):
        columns = tuple((str(id), *more) for _of, id, *more in entries)
        teams = frozenset() if audience.is_club else _unnamed_teams(columns, _members(columns))
        called |= _names_in(columns, today(), teams).read_by(audience)
    return called


def of_those_in(facts: Any, audience: Audience) -> dict[str, str]:
    """As `of_entries_in`, and of people whose ids are in the facts."""
    entries = of_entries_in(facts, audience)
    others = {found for text in ids_in(facts) if text not in entries and (found := as_uuid(text))}
    return entries | (of_people(others, audience) if others else {})


def called(tournament: UUID) -> Called:
    """The texts that can name a tournament's entries."""
    entries = [_named(row) for row in _columns(tournament)]
    shown = distinguished(entries)
    return Called(shown, _by_compared(shown.items()), _by_compared((entry.id, entry.name) for entry in entries))


def called_people(club: UUID) -> Called:
    """The texts that can name a club's people: their names, and the names that are shown."""
    rows = list(Person.objects.current().filter(club=club).order_by("id"))
    shown = distinguished(Named(str(row.id), row.public_name, row.home_club) for row in rows)
    names = {(str(row.id), name): None for row in rows for name in (row.public_name, row.name)}
    return Called(shown, _by_compared(shown.items()), _by_compared(names))


def fitting(people: Known, text: str) -> Sequence[Person]:
    """The people of a club whom `called_people` says that a text may mean, by the few whose names it may be."""
    if (id := text.casefold()) in people.by_id:
        return [people.by_id[id]]
    rows = people.shown_as(text)
    shown = distinguished(Named(str(row.pk), row.public_name, row.home_club) for row in rows)
    wanted = compared(text)
    named = {id: None for row in (*rows, *people.called(text)) if wanted in _compared_of(row) for id in [str(row.pk)]}
    exact = [id for id, name in shown.items() if compared(name) == wanted]
    return [people.by_id[id] for id in (sorted(named) if len(named) > 1 else exact or named)]


def _compared_of(person: Person) -> tuple[str, str]:
    return compared(person.public_name), compared(person.name)


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
_of_states: dict[Hashable, Names] = {}
EntryColumns = tuple[Any, ...]
ENTRY_COLUMNS = (
    "id",
    "team",
    "person__shown_as",
    "person__name",
    "person__home_club",
    "person__public",
    "person__born",
)
"""What an entry is named by; the columns of a person are None for a team."""


def _columns(tournament: UUID) -> tuple[EntryColumns, ...]:
    """What a tournament's entries are named by. Read as texts, since this is on the way of each result."""
    rows = Entry.objects.filter(tournament=tournament).order_by("id").annotate(key=Cast("id", TextField()))
    return tuple(rows.values_list("key", *ENTRY_COLUMNS[1:]))


@lru_cache(CACHED_TOURNAMENTS)
def _names_in(rows: tuple[EntryColumns, ...], day: date, unnamed_teams: frozenset[str]) -> Names:
    """The names by id; of the same rows, the same names. day: today."""
    entries = [_named(row) for row in rows]
    teams = {entry.id for entry, row in zip(entries, rows, strict=True) if row[1]}
    unnamed = {
        entry.id: number
        for number, (entry, row) in enumerate(zip(entries, rows, strict=True), 1)
        if entry.id in unnamed_teams or not (entry.id in teams or consent.may_be_named(row[5], row[6] or "", day))
    }
    public = distinguished(entry for entry in entries if entry.id not in unnamed)
    return Names(distinguished(entries), public, unnamed, teams)


def _named(row: EntryColumns) -> Named:
    """An entry by its columns; its id is as the database spells it."""
    id, team, shown_as, name, home_club = row[:5]
    return Named(str(UUID(id)), team or shown_as or name or "", home_club or "")


def _members(rows: Sequence[EntryColumns]) -> dict[str, Sequence[str]]:
    """The people of a tournament's teams, by entry."""
    if not any(row[1] for row in rows):
        return {}
    tournament, club = Entry.objects.values_list("tournament", "club").get(pk=rows[0][0])
    types = [EntryRegistered.type]
    events = map(streams.decode, store.feed(club, 0, MOST_ENTRIES, stream=tournament, types=types))
    return {event.entry: event.members for event in events if isinstance(event, EntryRegistered) and event.members}


def _unnamed_teams(rows: Sequence[EntryColumns], members: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The teams whose name has a word of the name of a member who may not be named in public."""
    people = {person for team in members.values() for person in team}
    known = {str(row.pk): row for row in Person.objects.filter(pk__in=people)} if people else {}
    words = {id: _words(row.name, row.shown_as, row.family_name) for id, row in known.items() if not row.may_be_named}
    named = ((_named(row).id, _words(row[1])) for row in rows if row[1])
    return frozenset(id for id, of_team in named for one in members.get(id, ()) if of_team & words.get(one, set()))


def _of(club: UUID | None) -> dict[str, Any]:
    return {} if club is None else {"club": club}


def _words(*names: str) -> set[str]:
    found = (word for name in names for word in re.findall(r"\w+", compared(name)))
    return {word for word in found if len(word) >= SHORTEST_WORD}


def today() -> date:
    """The day that counts for who is of age."""
    return consent.begun_everywhere(timezone.now())


def of_people(ids: Collection[UUID], audience: Audience, club: UUID | None = None) -> dict[str, str]:
    """The names of people by id. club: only of it."""
    rows = list(Person.objects.filter(id__in=ids, **_of(club)).order_by("id"))
    named = [row for row in rows if audience.is_club or row.may_be_named or str(row.pk) in audience.own]
    known = distinguished(Named(str(row.pk), row.public_name, row.home_club) for row in named)
    return {str(row.pk): known.get(str(row.pk)) or _("Player") for row in rows}


def in_public(ids: Collection[UUID]) -> dict[str, str]:
    """The names of those of these people who may be named in public, by id."""
    rows = Person.objects.current().filter(id__in=ids).order_by("id")
    return distinguished(Named(str(row.pk), row.public_name, row.home_club) for row in rows if row.may_be_named)


def in_order(people: Iterable[str], called: Mapping[str, str]) -> list[str]:
    """Ids in the order of their names, then of the ids."""
    return sorted(people, key=lambda person: (as_listed(called.get(person, "")), person))


@lru_cache(MOST_ENTRIES)
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
