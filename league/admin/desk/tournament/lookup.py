"""Whom the name that is being typed may mean: teams and people who are entered, and other people of the club."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.kernel import Json
from league.admin.desk.tournament.arrival import has_left
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.entering import Register
from league.domain.values.likeness import Spelled, begin, likeness
from league.domain.values.names import compared
from league.models import Person
from league.queries.names import as_listed
from league.services import known_people

NAME = "name"
"""The query's name for what is typed."""
LONGEST = 200
MOST_SHOWN = 8
FEWEST_LETTERS = 2
"""Of a beginning that is enough for Enter, if it can mean only one."""
NEAR = 3
"""Letters from which on names are offered that are only almost the one typed."""


@dataclass(frozen=True)
class Option:
    """Somebody who may be meant. who: id of the entry, or of the person. names: by which they are found.

    note: their state, or what tells them from others.
    """

    who: str
    name: str
    names: Sequence[str]
    note: str

    def is_called(self, text: str) -> bool:
        return any(compared(name) == compared(text) for name in self.names)

    def begins_with(self, typed: Spelled) -> bool:
        """Whether each typed word begins a word of one of the names."""
        return any(begin(typed.words, Spelled.of(name).words) for name in self.names)

    def is_like(self, typed: Spelled) -> bool:
        return any(likeness(typed, Spelled.of(name)) for name in self.names)


def lookup(desk: TournamentDesk, text: str) -> Json:
    """The options for a text. take: whom Enter means, as `who` of an option; "" for nobody, or if a choice is needed.

    may_be_new: whether somebody new may have this name.
    """
    text = " ".join(text.replace("\0", "").split())[:LONGEST]
    typed, may_enter = Spelled.of(text), desk.may(Register) and not desk.state.stages
    is_person = bool(typed.words) and "+" not in text
    everybody = list(_everybody(desk, typed, may_enter=may_enter)) if is_person else []
    begun = [option for option in everybody if option.begins_with(typed)]
    begun.sort(key=lambda option: (not option.is_called(text), as_listed(option.name)))
    ids = {option.who for option in begun}
    near = [option for option in everybody if option.who not in ids and option.is_like(typed)]
    found = [*begun, *(near if len(text) >= NEAR else [])]
    return {
        "options": [{"who": one.who, "name": one.name, "note": one.note} for one in found[:MOST_SHOWN]],
        "take": _taken(text, found, begun),
        "may_be_new": is_person and may_enter,
    }


def _taken(text: str, found: Sequence[Option], begun: Sequence[Option]) -> str:
    """Whom Enter means: the only one with that name, or else the only one who can be meant at all."""
    called = [option for option in begun if option.is_called(text)]
    if len(called) == 1:
        return called[0].who
    is_clear = len(found) == 1 and len(begun) == 1 and len(text) >= FEWEST_LETTERS
    return begun[0].who if is_clear else ""


def _everybody(desk: TournamentDesk, typed: Spelled, *, may_enter: bool) -> Iterator[Option]:
    """Teams and entries, and those of the club whose name may be meant; they are looked at more closely afterwards."""
    state = desk.state
    for entry in state.entries.values():
        if entry.members or not may_enter:
            yield Option(entry.id, desk.name(entry.id), [desk.name(entry.id)], _state_note(desk, entry.id))
    if not may_enter:
        return
    known = known_people.of_club(desk.row.club_id)
    meant = {str(person.pk): person for person in known.begun_by(typed)}
    meant |= {str(person.pk): person for _why, person in known.like(typed)}
    for id, entered in state.entry_of.items():  # whose names have something in brackets, which may be meant
        if (person := known.by_id.get(id)) and desk.name(entered) != person.public_name:
            meant[id] = person
    for id in sorted(meant):
        yield _of_club(desk, meant[id])


def _of_club(desk: TournamentDesk, person: Person) -> Option:
    state, names = desk.state, list(dict.fromkeys((person.name, person.public_name)))
    entered = state.entry_of.get(str(person.pk))
    if entered is None:
        return Option(str(person.pk), person.public_name, names, person.home_club)
    if state.entries[entered].members:
        return Option(entered, person.public_name, names, gettext("in {team}").format(team=desk.name(entered)))
    return Option(entered, desk.name(entered), [*names, desk.name(entered)], _state_note(desk, entered))


def _state_note(desk: TournamentDesk, entry: str) -> str:
    if has_left(desk, entry):
        return gettext("has left")
    return gettext("is here") if desk.state.entries[entry].checked_in else gettext("not checked in")
