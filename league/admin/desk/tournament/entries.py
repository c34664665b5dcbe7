"""Who plays: entered, here, gone, back."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from games.kernel import Command
from league.admin.desk.tournament import ratings
from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.step import Gone, Step
from league.domain.tournament.entries.commands import CheckIn, Drop, FixTable, NewEntry, Return
from league.log.store import writing
from league.models import Person
from league.queries.names import as_listed, plain
from league.services import clubs, tournaments

LONGEST_LIST = 50_000
LONGEST_SEARCH = 200


class Enter(Step):
    """People of the club, several at once; a new name makes a person.

    wanted: only those are offered to be ticked whose name, club or household has all of its words.
    """

    name, title, button = "enter", _("Enter people"), _("Enter")
    anchor = "entries"
    people = forms.MultipleChoiceField(
        label=_("People of the club"), required=False, widget=forms.CheckboxSelectMultiple
    )
    new = forms.CharField(
        label=_("New names, one a line"), required=False, max_length=LONGEST_LIST, widget=forms.Textarea({"rows": 3})
    )
    namesakes = forms.BooleanField(label=_("The new ones are other people of the same name"), required=False)
    ratings = ratings.field(LONGEST_LIST)
    are_here = forms.BooleanField(label=_("They are here: check them in"), required=False)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, *, wanted: str = "", **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        self.wanted = " ".join(wanted.replace("\0", "").split())[:LONGEST_SEARCH]
        self._rated: dict[str, int] = {}
        self._known = Person.objects.filter(club=desk.row.club_id)
        there = desk.state.entry_of
        found = sorted(self._known, key=lambda person: as_listed(str(person)))
        others = [person for person in found if str(person.pk) not in there]
        self.is_searchable = bool(others)
        choices = [(str(person.pk), _called(person)) for person in others if is_called(person, self.wanted)]
        people: Any = self.fields["people"]
        people.choices = choices
        if not choices:
            del self.fields["people"]

    def clean_new(self) -> list[str]:
        names = [name for line in self.cleaned_data["new"].splitlines() if (name := " ".join(line.split()))]
        if long := [name for name in names if len(name) > 120]:
            raise forms.ValidationError(gettext("A name has at most 120 letters: {name}…").format(name=long[0][:30]))
        return names

    def clean_ratings(self) -> list[tuple[str, int]]:
        return ratings.read(self.cleaned_data["ratings"])

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        new = cleaned.get("new", [])
        if not cleaned.get("people") and not new and not self.errors:
            raise forms.ValidationError(gettext("Tick people, or write new names."))
        folded = {name.casefold() for name in new}
        known = [person.name for person in self._known if person.name.casefold() in folded]
        if known and not cleaned.get("namesakes"):
            text = gettext(
                "The club knows {name} already: tick them in the list, or say below that it is somebody else."
            )
            self.add_error("new", text.format(name=known[0]))
        if not self.errors:
            self._rate(cleaned)
        return cleaned

    def _rate(self, cleaned: dict[str, Any]) -> None:
        """Gives each rating to who is meant: people by id, the new ones by the number of their line."""
        ticked = self._known.filter(pk__in=cleaned.get("people", []))
        named = {str(person.pk): [str(person), person.name] for person in ticked}
        named |= {f"new {at}": [name] for at, name in enumerate(cleaned["new"])}
        try:
            self._rated = ratings.of(cleaned["ratings"], named)
        except forms.ValidationError as wrong:
            self.add_error("ratings", wrong)

    def take(self) -> str:
        row = self.desk.row
        made = [clubs.make_person({"club": row.club, "name": name}) for name in self.cleaned_data["new"]]
        keys = {person: person for person in self.cleaned_data.get("people", [])}
        keys |= {str(person.pk): f"new {at}" for at, person in enumerate(made)}
        entries = [NewEntry(str(uuid7()), person, rating=self._rated.get(key)) for person, key in keys.items()]
        tournaments.register(row.pk, entries, {}, club=row.club_id, actor=self.desk.who.actor, at=timezone.now())
        if self.cleaned_data["are_here"]:
            for entry in entries:
                self.desk.send(CheckIn(entry.id))
        return ngettext("{n} person is entered.", "{n} people are entered.", len(entries)).format(n=len(entries))


def is_called(person: Person, wanted: str) -> bool:
    """Whether all words of `wanted` are in what is known of a person, marks and capitals aside."""
    text = plain(" ".join([str(person), person.name, person.home_club, person.household]))
    return all(word in text for word in plain(wanted).split())


def _called(person: Person) -> str:
    more = person.home_club or person.household
    return f"{person} ({more})" if more else str(person)


class AllHere(Step):
    """Everybody who was entered is here."""

    name, title, button = "all-here", _("Everybody is here"), _("All here")
    anchor, is_once = "entries", False

    def take(self) -> str:
        expected = [entry for entry in self.desk.state.entries.values() if not entry.checked_in and not entry.left]
        with writing():
            for entry in expected:
                self.desk.send(CheckIn(entry.id))
        return ngettext("{n} person is checked in.", "{n} people are checked in.", len(expected)).format(
            n=len(expected)
        )


class _OfEntry(Step):
    """A click on an entry."""

    anchor, is_once = "entries", False

    def command(self) -> Command:
        """What the click means."""
        raise NotImplementedError

    def take(self) -> str:
        self.desk.send(self.command())
        return str(self.done).format(name=self.desk.name(self.about))


class OwnTable(_OfEntry):
    """An entry always sits at one table, or at any again."""

    name, title, button = "own-table", _("A table of one’s own"), _("Own table")
    warning = _("For who can’t change tables, or owns the game on it. It holds from the next round that is seated.")
    is_asked = True
    table = forms.IntegerField(
        label=_("Always at table"), required=False, min_value=1, max_value=2000, help_text=_("Empty: at any table.")
    )

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        if about not in desk.state.entries:
            raise Gone
        super().__init__(desk, about, data, **more)
        self.fields["table"].initial = desk.state.entries[about].table

    @property
    def heading(self) -> str:
        return f"{self.title}: {self.desk.name(self.about)}"

    def command(self) -> Command:
        return FixTable(self.about, self.cleaned_data["table"])

    def take(self) -> str:
        self.desk.send(self.command())
        name, table = self.desk.name(self.about), self.cleaned_data["table"]
        if table is None:
            return gettext("{name} sits at any table.").format(name=name)
        return gettext("{name} always sits at table {table}.").format(name=name, table=self.desk.table(table))


class Here(_OfEntry):
    """An entry is here."""

    name, title, button, done = "here", _("Check in"), _("Here"), _("{name} is here.")

    def command(self) -> Command:
        return CheckIn(self.about)


class Left(_OfEntry):
    """An entry leaves now."""

    name, title, button, done = "drop", _("Drop"), _("Drop now"), _("{name} has left.")

    def command(self) -> Command:
        return Drop(self.about)


class Leaving(_OfEntry):
    """An entry leaves after the round that is going on."""

    name, title, button = "drop-after", _("Drop after this round"), _("Drop after this round")
    done = _("{name} leaves after this round.")

    def command(self) -> Command:
        going = self.desk.state.open_round
        if going is None:
            raise Gone
        return Drop(self.about, going.number)


class Back(_OfEntry):
    """An entry that left is back, or stays after all."""

    name, title, button, done = "return", _("Return"), _("Back again"), _("{name} is back.")

    def command(self) -> Command:
        return Return(self.about)
