"""Somebody is at the door: one field takes a name and checks the person in, whether entered, known or new.

Also those of last time, who are ticked off. A person at the desk who may not enter people checks in those who are
entered.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league.access.actions import Action
from league.admin.desk.refusals import sentence
from league.admin.desk.step import TEXT
from league.admin.desk.tournament import entries
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.entering import EntersList, Register
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.entries import commands
from league.domain.tournament.entries.commands import NewEntry
from league.domain.tournament.view import entry_state
from league.domain.values.faults import BadFields
from league.domain.values.names import compared
from league.domain.values.text import as_uuid
from league.files import entry_list
from league.files.csv_file import Unreadable
from league.files.entry_lines import Line, read_list
from league.files.entry_matching import NEW, Matching
from league.models import Person, Tournament
from league.queries.last_time import LastEntry, last_time
from league.services import tournaments

LONGEST_NAME = 1000
DROPPED = "dropped"


class Arrive(TournamentStep):
    """Checks in somebody by name, or by what was chosen. who: id of an entry, of a person, of an entry of last time, or
    NEW for somebody new with this name."""

    action = Action.CHECK_IN
    name, title, button = "arrive", _("Who is here?"), _("Check in")
    tab, anchor = "people", "arrive"
    called = forms.CharField(
        label=_("Name, Enter = here"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput({**TEXT, "spellcheck": "false", "autocapitalize": "words", "enterkeyhint": "done"}),
    )
    who = forms.CharField(required=False, max_length=40, widget=forms.HiddenInput)

    entry: str = ""
    chosen: LastEntry | None = None
    lines: Sequence[Line] = ()

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["who"] not in ("", NEW):
            self._find(cleaned["who"])
        elif not cleaned["called"].strip():
            self.add_error("called", gettext("Write a name."))
        else:
            self._read(cleaned["called"])
        if (self.chosen or self.lines) and not self.desk.may(Register):
            self.add_error("called", gettext("Nobody who is entered has this name. Only a director enters people."))
        if self.entry and has_left(self.desk, self.entry) and not self.desk.may(entries.Return):
            text = gettext("{name} has left. Only a director brings people back.")
            self.add_error("called", text.format(name=self.desk.name(self.entry)))
        return cleaned

    def _find(self, who: str) -> None:
        """Find who was chosen: an entry, or else the person, or the team of last time, to enter."""
        last = _of_last_time(self.desk.row, who) or LastEntry(who, (who,), "", "")
        self.entry = who if who in self.desk.state.entries else entry_of(self.desk, last)
        if self.entry:
            return
        ids = [id for id in map(as_uuid, last.people) if id]
        if Person.objects.current().filter(club=self.desk.row.club_id, pk__in=ids).count() == len(last.people):
            self.chosen = last
        else:
            self.add_error("called", gettext("The club has no such person any more."))

    def _read(self, name: str) -> None:
        """Find an entry by its name, or read the name of somebody to enter."""
        is_new, club = self.cleaned_data["who"] == NEW, self.desk.row.club_id
        if not is_new and (entry := _entered_as(self.desk, name)):
            self.entry = entry
            return
        try:
            self.lines = read_list(club, name)[:1]
        except Unreadable as wrong:
            self.add_error("called", sentence(club, wrong.template, wrong.facts))
        except BadFields as refused:
            self.add_error("called", sentence(club, refused.faults[0].template, refused.faults[0].facts))

    @property
    def answers(self) -> dict[str, str]:
        """For somebody new, that none of the names is known."""
        if self.cleaned_data["who"] != NEW:
            return {}
        return {f"{line.number}-{at}": NEW for line in self.lines for at, _row in enumerate(line.people)}

    def confirmation(self) -> EntersList | None:
        """The page that asks who is meant, where the name does not say it."""
        if not self.lines:
            return None
        matching = Matching(self.desk.row.club_id, self.lines, self.answers)
        name = self.cleaned_data["called"]
        return Register.asking_about(self.desk, name, matching, are_here=True) if matching.questions else None

    def take(self) -> str:
        if self.entry:
            return self._arrives(self.entry)
        row, actor, at = self.desk.row, self.desk.who.actor, timezone.now()
        if self.chosen is not None:
            entry = _again(self.chosen)
            teams = {entry.id: self.chosen.team} if self.chosen.team else {}
            tournaments.register(row.pk, [entry], teams, club=row.club_id, actor=actor, at=at, are_here=True)
            return self._is_here(entry.id)
        done = entry_list.enter(row, self.lines, self.answers, are_here=True, actor=actor, at=at)
        if not done.entries:
            return self._arrives(done.known[0])
        said = self._is_here(done.entries[0].id)
        return f"{said} {gettext('New in the club.')}" if done.created else said

    def _arrives(self, id: str) -> str:
        """Check in an entry, unless it is here; one that has left returns."""
        name, at, by = self.desk.name(id), timezone.now(), self.desk.who.actor
        if has_left(self.desk, id):
            self.desk.send(commands.Return(id, at, by))
            return gettext("{name} is back.").format(name=name)
        if self.desk.state.entries[id].checked_in:
            return gettext("{name} is here already.").format(name=name)
        self.desk.send(commands.CheckIn(id, at, by))
        return self._is_here(id)

    def _is_here(self, id: str) -> str:
        """What to say of somebody who was not here before."""
        desk, self.undo = self.desk.reloaded(), self.desk.address("away", id)
        name, state = desk.name(id), desk.state
        if state.draft is not None:
            text = gettext("{name} is here. Round {number} was seated before: seat it again to give them a seat.")
            return text.format(name=name, number=state.draft.number)
        if state.rounds and state.entries[id].plays(state.next_number):
            return gettext("{name} is here and plays from round {number}.").format(name=name, number=state.next_number)
        return gettext("{name} is here.").format(name=name)


class AllOfLastTime(TournamentStep):
    """Checks in everybody of last time who has not left again."""

    action = Action.ENTRIES
    name, title, button = "all-of-last-time", _("All of them are here"), _("All of them are here")
    tab, anchor, is_once = "people", "last", False

    def take(self) -> str:
        row, state = self.desk.row, self.desk.state
        last = last_time(row)
        found = [(one, entry_of(self.desk, one)) for one in (last.entries if last else ())]
        known = sorted({*tournaments.expected(state)} & {entry for _one, entry in found})
        free = [one for one, _entry in found if state.entry_of.keys().isdisjoint(one.people)]
        new = [_again(one) for one in free]
        teams = {entry.id: one.team for entry, one in zip(new, free, strict=True) if one.team}
        if new or known:
            actor, at = self.desk.who.actor, timezone.now()
            tournaments.register(
                row.pk, new, teams, club=row.club_id, actor=actor, at=at, are_here=True, also_here=known
            )
        n = len(new) + len(known)
        return ngettext("{n} person is checked in.", "{n} people are checked in.", n).format(n=n)


def entry_of(desk: TournamentDesk, last: LastEntry) -> str:
    """The entry that has these people in this tournament; "" if they are not entered, or not together."""
    found = {desk.state.entry_of.get(person, "") for person in last.people}
    return found.pop() if len(found) == 1 else ""


def has_left(desk: TournamentDesk, entry: str) -> bool:
    """Whether an entry has dropped, also after a round that is over."""
    return entry_state(desk.state, desk.state.entries[entry]) == DROPPED


def _of_last_time(row: Tournament, id: str) -> LastEntry | None:
    last = last_time(row)
    return next((one for one in last.entries if one.id == id), None) if last else None


def _again(last: LastEntry) -> NewEntry:
    """An entry of the same person or team."""
    return NewEntry(str(uuid7()), None if last.team else last.people[0], tuple(last.people) if last.team else ())


def _entered_as(desk: TournamentDesk, name: str) -> str:
    """The team with this name; for somebody who may not enter people, any entry. "" if there is none, or several."""
    may_enter = desk.may(Register)
    found = [
        entry.id
        for entry in desk.state.entries.values()
        if (entry.members or not may_enter) and compared(desk.name(entry.id)) == compared(name)
    ]
    return found[0] if len(found) == 1 else ""
