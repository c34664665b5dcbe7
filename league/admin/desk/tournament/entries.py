"""Entries: registered, checked in, dropped, returned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from games.kernel import Command
from league.access.actions import Action
from league.admin.desk.number_fields import WholeField
from league.admin.desk.step import Gone
from league.admin.desk.tournament import ratings
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.entries import commands
from league.domain.tournament.entries.commands import NewEntry
from league.domain.values.names import BadName, compared, is_row, search_key, stored
from league.log import store
from league.models import Person
from league.queries.names import as_listed
from league.services import clubs, tournaments

LONGEST_LIST = 50_000
LONGEST_SEARCH = 200


class Register(TournamentStep):
    """Enters people of the club, and new people by name.

    search: only people are offered whose name, club or household contains all of its words. most: so many of them; None
    for all.
    """

    action = Action.ENTRIES
    name, title, button = "enter", _("Enter people"), _("Enter")
    tab, anchor = "people", "entries"
    people = forms.MultipleChoiceField(
        label=_("People of the club"), required=False, widget=forms.CheckboxSelectMultiple
    )
    new = forms.CharField(
        label=_("New names, one on each line"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea({"rows": 3}),
    )
    namesakes = forms.BooleanField(label=_("The new people only have the same name as others"), required=False)
    ratings = ratings.field(LONGEST_LIST)
    are_here = forms.BooleanField(label=_("Check them in"), required=False)

    def __init__(
        self,
        desk: TournamentDesk,
        about: str = "",
        data: Any = None,
        *,
        search: str = "",
        most: int | None = None,
        **more: Any,
    ) -> None:
        super().__init__(desk, about, data, **more)
        self.search = " ".join(search.replace("\0", "").split())[:LONGEST_SEARCH]
        self._rated: dict[str, int] = {}
        self._known = Person.objects.current().filter(club=desk.row.club_id)
        people_listed = sorted(self._known, key=lambda person: as_listed(str(person)))
        others = [person for person in people_listed if str(person.pk) not in desk.state.entry_of]
        self.is_searchable = bool(others)
        choices = [(str(person.pk), _label(person)) for person in others if matches(person, self.search)]
        people: Any = self.fields["people"]
        people.choices = choices[:most]
        self.more_people = len(choices) - len(people.choices)
        if not choices:
            del self.fields["people"]

    def clean_new(self) -> list[str]:
        lines = [line for line in self.cleaned_data["new"].split("\n") if line.strip()]
        if row := next(filter(is_row, lines), None):
            text = gettext("“{line}” looks like a row of a table, not a name. Write names only, or import the table.")
            raise forms.ValidationError(text.format(line=row.strip()[:60]))
        return [_name(line) for line in lines]

    def clean_ratings(self) -> list[tuple[str, int]]:
        return ratings.read(self.cleaned_data["ratings"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        new = cleaned.get("new", [])
        if not cleaned.get("people") and not new and not self.errors:
            raise forms.ValidationError(gettext("Tick people, or write new names."))
        if not cleaned.get("namesakes"):
            self._ask_about_namesakes(new)
        if not self.errors:
            self._rate(cleaned)
        return cleaned

    def _ask_about_namesakes(self, new: Sequence[str]) -> None:
        """Add an error for a new name that the club knows, and for one that is in the list twice."""
        known = {compared(name): name for person in self._known for name in (person.shown_as, person.name)}
        times = Counter(map(compared, new))
        for name in new:
            if compared(name) in known:
                text = gettext(
                    "{name} is a member of the club: tick the name in the list. If this is another person, tick the "
                    "box below."
                )
            elif times[compared(name)] > 1:
                text = gettext("{name} is in your list twice. If these are different people, tick the box below.")
            else:
                continue
            self.add_error("new", text.format(name=known.get(compared(name), name)))
            return

    def _rate(self, cleaned: dict[str, Any]) -> None:
        """Assign the ratings: to members by id, to new people by the number of their line."""
        ticked = self._known.filter(pk__in=cleaned.get("people", []))
        named = {str(person.pk): [str(person), person.name] for person in ticked}
        named |= {f"new {at}": [name] for at, name in enumerate(cleaned["new"])}
        try:
            self._rated = ratings.of(cleaned["ratings"], named)
        except forms.ValidationError as wrong:
            self.add_error("ratings", wrong)

    def take(self) -> str:
        row, actor, at = self.desk.row, self.desk.who.actor, timezone.now()
        new = [Person(club=row.club, name=name) for name in self.cleaned_data["new"]]
        store.lock(row.pk)  # the tournament's lock comes before that of the club's stream
        clubs.add_people(new, actor=actor, at=at)
        keys = {person: person for person in self.cleaned_data.get("people", [])}
        keys |= {str(person.pk): f"new {at}" for at, person in enumerate(new)}
        entries = [NewEntry(str(uuid7()), person, rating=self._rated.get(key)) for person, key in keys.items()]
        are_here = bool(self.cleaned_data["are_here"])
        tournaments.register(row.pk, entries, {}, club=row.club_id, actor=actor, at=at, are_here=are_here)
        return ngettext("{n} person is entered.", "{n} people are entered.", len(entries)).format(n=len(entries))


def _name(line: str) -> str:
    """The stored form of a pasted line. Raises ValidationError."""
    try:
        return stored(line)
    except BadName as wrong:
        reason = gettext(wrong.template).format(**wrong.facts)
        raise forms.ValidationError(f"“{line.strip()[:60]}”: {reason}") from None


def matches(person: Person, search: str) -> bool:
    """Whether name, club or household of a person contain all words of `search`, accents and case ignored."""
    text = search_key(" ".join([str(person), person.name, person.home_club, person.household]))
    return all(word in text for word in search_key(search).split())


def _label(person: Person) -> str:
    more = person.home_club or person.household
    return f"{person} ({more})" if more else str(person)


class CheckInAll(TournamentStep):
    """Checks in everyone who is not checked in and has not left."""

    action = Action.CHECK_IN
    name, title, button = "all-here", _("Check everyone in"), _("Check everyone in")
    tab, anchor, is_once = "people", "entries", False

    def sent(self) -> dict[str, Any]:
        """Who sends the command, and when."""
        return {"at": timezone.now(), "by": self.desk.who.actor}

    def take(self) -> str:
        row, actor = self.desk.row, self.desk.who.actor
        done = tournaments.check_in(row.pk, None, club=row.club_id, actor=actor, at=timezone.now())
        n = len(done.events)
        return ngettext("{n} person is checked in.", "{n} people are checked in.", n).format(n=n)


class EntryStep(TournamentStep):
    """A step about an entry."""

    action = Action.ENTRIES
    tab, anchor, is_once = "people", "entries", False

    def sent(self) -> dict[str, Any]:
        """Who sends the command, and when."""
        return {"at": timezone.now(), "by": self.desk.who.actor}

    def take(self) -> str:
        self.desk.send(self.command())
        return str(self.done).format(name=self.desk.name(self.about))


class FixTable(EntryStep):
    """Fixes the table of an entry, or lets it sit at any table again."""

    action = Action.SEATING
    name, title, button = "own-table", _("Fixed table"), _("Fixed table")
    intro = _(
        "For someone who can’t change tables, or who owns the game on a table. It applies from the next seating on."
    )
    has_page = True
    table = WholeField(
        label=_("Always at table"), required=False, min_value=1, max_value=2000, help_text=_("Empty: at any table.")
    )

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        if about not in desk.state.entries:
            raise Gone
        super().__init__(desk, about, data, **more)
        self.fields["table"].initial = desk.state.entries[about].table

    @property
    def heading(self) -> str:
        return f"{self.title}: {self.desk.name(self.about)}"

    def command(self) -> Command:
        return commands.FixTable(self.about, self.cleaned_data["table"])

    def take(self) -> str:
        self.desk.send(self.command())
        name, table = self.desk.name(self.about), self.cleaned_data["table"]
        if table is None:
            return gettext("{name} sits at any table.").format(name=name)
        return gettext("{name} always sits at table {table}.").format(name=name, table=self.desk.table(table))


class CheckIn(EntryStep):
    action = Action.CHECK_IN
    name, title, button, done = "here", _("Check in"), _("Check in"), _("{name} is checked in.")

    def command(self) -> Command:
        return commands.CheckIn(self.about, **self.sent())


class Drop(EntryStep):
    name, title, button, done = "drop", _("Leaves now"), _("Leaves now"), _("{name} has left.")

    def command(self) -> Command:
        return commands.Drop(entry=self.about, **self.sent())


class DropAfter(EntryStep):
    """An entry leaves after the open round."""

    name, title, button = "drop-after", _("Leaves after this round"), _("Leaves after this round")
    done = _("{name} leaves after this round.")

    def command(self) -> Command:
        round = self.desk.state.open_round
        if round is None:
            raise Gone
        return commands.Drop(entry=self.about, after_round=round.number, **self.sent())


class Return(EntryStep):
    """An entry that has left returns, or does not leave after all."""

    name, title, button, done = "return", _("Return"), _("Return"), _("{name} is back.")

    def command(self) -> Command:
        return commands.Return(self.about, **self.sent())
