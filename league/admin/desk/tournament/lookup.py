"""Whom the name that is being typed may mean: teams and people who are entered, and other people of the club."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.kernel import Json
from league.admin.desk.tournament.arrival import has_left
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.entering import Register
from league.domain.values.likeness import Spelled, likeness
from league.domain.values.names import compared
from league.models import Person
from league.queries.names import as_listed

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
        return any(_begin(typed.words, Spelled.of(name).words) for name in self.names)

    def is_like(self, typed: Spelled) -> bool:
        return any(likeness(typed, Spelled.of(name)) for name in self.names)


def lookup(desk: TournamentDesk, text: str) -> Json:
    """The options for a text. take: whom Enter means, as `who` of an option; "" for nobody, or if a choice is needed.

    may_be_new: whether somebody new may have this name.
    """
    text = " ".join(text.replace("\0", "").split())[:LONGEST]
    typed, may_enter = Spelled.of(text), desk.may(Register) and not desk.state.stages
    is_person = bool(typed.words) and "+" not in text
    everybody = list(_everybody(desk, may_enter=may_enter)) if is_person else []
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


def _everybody(desk: TournamentDesk, *, may_enter: bool) -> Iterator[Option]:
    state = desk.state
    for entry in state.entries.values():
        if entry.members or not may_enter:
            yield Option(entry.id, desk.name(entry.id), [desk.name(entry.id)], _state_note(desk, entry.id))
    if not may_enter:
        return
    people = Person.objects.current().filter(club=desk.row.club_id).order_by("pk")
    for id, name, shown_as, home_club in people.values_list("pk", "name", "shown_as", "home_club"):
        names, entered = [name, shown_as] if shown_as else [name], state.entry_of.get(str(id))
        if entered is None:
            yield Option(str(id), shown_as or name, names, home_club)
        elif state.entries[entered].members:
            yield Option(entered, shown_as or name, names, gettext("in {team}").format(team=desk.name(entered)))
        else:
            yield Option(entered, desk.name(entered), [*names, desk.name(entered)], _state_note(desk, entered))


def _state_note(desk: TournamentDesk, entry: str) -> str:
    if has_left(desk, entry):
        return gettext("has left")
    return gettext("is here") if desk.state.entries[entry].checked_in else gettext("not checked in")


def _begin(words: Sequence[str], others: Sequence[str]) -> bool:
    """Whether each of the words begins one of the others."""
    return all(any(other.startswith(word) for other in others) for word in words)
