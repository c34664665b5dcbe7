"""Enter people and teams: a pasted list, a file, a team. What is unclear about the names is asked at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kernel import N_
from league.access.actions import Action
from league.admin.desk.csv_form import CsvForm
from league.admin.desk.refusals import sentence
from league.admin.desk.step import TEXT
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.values.faults import BadFields
from league.domain.values.names import LONGEST
from league.files import entry_list
from league.files.csv_file import Unreadable, decode
from league.files.entry_lines import Line, read_list, read_team
from league.files.entry_list import Entered
from league.files.entry_matching import NEW, Candidate, Found, Matching
from league.models import Person

LONGEST_LIST = 900_000
MOST_ASKED = 200
"""Questions of one page, which a form may have as many fields for; further ones follow on the next."""
ANSWERED = "answered"
"""The field with the answers of earlier pages."""
MOST_NAMED = 12
"""New people whom a message names."""
ANSWER = "is-"
"""Before the key of a name: the name of the field that says who is meant."""


class EntersList(TournamentStep):
    """Enters a list of people and teams. What is unclear about its names is asked on one page, all of it at once.

    matching: of a list with questions. The form then has a field for each, and its own fields are hidden.
    list_field: where faults of the list are shown.
    """

    action = Action.ENTRIES
    tab, anchor = "people", "entries"
    has_page = True
    template = "league/admin/desk/list.html"
    list_field = "new"
    lines: Sequence[Line] = ()
    asked: Sequence[Found] = ()

    def __init__(
        self, desk: TournamentDesk, about: str = "", data: Any = None, *, matching: Matching | None = None, **more: Any
    ) -> None:
        super().__init__(desk, about, data, **more)
        self.matching = matching
        given = ((str(name), str(answer)) for name, answer in (data or {}).items())
        self.answers = _unpacked(str((data or {}).get(ANSWERED, "")))
        self.answers |= {name.removeprefix(ANSWER): answer for name, answer in given if name.startswith(ANSWER)}
        if matching is not None:
            self._ask(matching)

    def _ask(self, matching: Matching) -> None:
        for field in self.visible_fields():
            self.fields[field.name].widget = forms.HiddenInput()
        self.asked = matching.asked if len(matching.asked) <= MOST_ASKED else matching.questions[:MOST_ASKED]
        for found in self.asked:
            self.fields[f"{ANSWER}{found.key}"] = _question(found)
        keys = {found.key for found in self.asked}
        others = {key: answer for key, answer in matching.answers.items() if key not in keys}
        packed = msgspec.json.encode(others).decode()
        self.fields[ANSWERED] = forms.CharField(initial=packed, widget=forms.HiddenInput)

    @property
    def heading(self) -> str:
        return gettext("Who is meant?") if self.matching else super().heading

    @property
    def later(self) -> int:
        """How many more names are asked about on the next pages."""
        return max(0, len(self.matching.questions) - len(self.asked)) if self.matching else 0

    @property
    def new_people(self) -> str:
        """Who will be created, whatever the answers are."""
        return _new_in_the_club(self.matching.new) if self.matching and self.matching.new else ""

    @property
    def known(self) -> int:
        """How many names mean people whom the club knows."""
        return (
            sum(found.person is not None and not found.is_new for found in self.matching.found) if self.matching else 0
        )

    def read(self) -> list[Line]:
        """The people and teams to enter. Raises Unreadable and BadFields."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            self.read_lines()
        return cleaned

    def read_lines(self) -> None:
        club = self.desk.row.club_id
        try:
            self.lines = self.read()
        except Unreadable as wrong:
            self.add_error(self.list_field, sentence(club, wrong.template, wrong.facts))
        except BadFields as refused:
            for fault in refused.faults:
                self.add_error(self.list_field, sentence(club, fault.template, fault.facts))
        else:
            if not self.lines:
                self.add_error(self.list_field, gettext("Write at least one name."))

    def confirmation(self) -> EntersList | None:
        """The same form with its questions, if there are any without an answer."""
        matching = Matching(self.desk.row.club_id, self.lines, self.answers)
        return self.asking(matching) if matching.questions else None

    def asking(self, matching: Matching) -> EntersList:
        sent = {name: value for name, value in self.cleaned_data.items() if name != "once"}
        return type(self)(self.desk, initial=sent | self._answered(), matching=matching)

    def _answered(self) -> dict[str, str]:
        return {f"{ANSWER}{key}": answer for key, answer in self.answers.items()}

    def take(self) -> str:
        row, actor, are_here = self.desk.row, self.desk.who.actor, bool(self.cleaned_data["are_here"])
        done = entry_list.enter(row, self.lines, self.answers, are_here=are_here, actor=actor, at=timezone.now())
        return " ".join(_told(done, are_here=are_here))


def _unpacked(text: str) -> dict[str, str]:
    """The answers of earlier pages."""
    try:
        return msgspec.json.decode(text, type=dict[str, str]) if text else {}
    except msgspec.DecodeError:
        return {}


def _question(found: Found) -> forms.ChoiceField:
    """Who a name means: the people whom it may mean, or somebody new."""
    label = gettext("“{name}” in line {line}").format(name=found.row.name, line=found.line)
    choices = [(one.key, _in_words(one)) for one in found.candidates]
    new = gettext("Somebody new: {name}").format(name=found.row.name)
    return forms.ChoiceField(
        label=label, choices=[*choices, (NEW, new)], widget=forms.RadioSelect, initial=found.guess or None
    )


def _in_words(one: Candidate) -> str:
    if one.line is not None:
        return gettext("{name}, as in line {line}: only once").format(name=one.name, line=one.line)
    facts = [one.person.name if one.person.name != one.name else "", one.person.home_club, one.person.born]
    known = ", ".join(filter(None, facts))
    return f"{one.name} ({known})" if known else one.name


def _told(done: Entered, *, are_here: bool) -> Iterator[str]:
    """What a list has done, in sentences."""
    entered, before = sum(len(entry.members) or 1 for entry in done.entries), len(done.known)
    if entered and are_here:
        yield ngettext("{n} person is entered and here.", "{n} people are entered and here.", entered).format(n=entered)
    elif entered:
        yield ngettext("{n} person is entered.", "{n} people are entered.", entered).format(n=entered)
    if before:
        text = ngettext("{n} was entered before.", "{n} were entered before.", before)
        yield text.format(n=before)
    if done.created:
        yield _new_in_the_club(done.created)


def _new_in_the_club(people: Sequence[Person]) -> str:
    listed, more = ", ".join(person.name for person in people[:MOST_NAMED]), len(people) - MOST_NAMED
    if more > 0:
        return gettext("New in the club: {names} and {n} more.").format(names=listed, n=more)
    return gettext("New in the club: {names}.").format(names=listed)


def are_here_field() -> forms.BooleanField:
    return forms.BooleanField(label=_("They are here: check them in"), required=False)


class Register(EntersList):
    """Enters a pasted list of people and teams."""

    name, title, button = "enter", _("Enter a list"), _("Enter")
    new = forms.CharField(
        label=_("Names, one on each line"),
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea({"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "Paste a list as it is, from a chat or a spreadsheet. A team is written Ann + Ben, or with a name, "
            "The Owls: Ann + Ben."
        ),
    )
    are_rated = forms.BooleanField(label=_("The numbers after the names are ratings"), required=False)
    are_here = are_here_field()

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        self.fields["are_rated"].initial = getattr(desk.state.effective_settings.format, "first", None) == "rating"

    @classmethod
    def asking_about(cls, desk: TournamentDesk, text: str, matching: Matching, *, are_here: bool) -> Register:
        """The page that asks about a list that came another way."""
        return cls(desk, initial={"new": text, "are_rated": False, "are_here": are_here}, matching=matching)

    def read(self) -> list[Line]:
        cleaned = self.cleaned_data
        return read_list(self.desk.row.club_id, cleaned["new"], are_rated=cleaned["are_rated"])


class EnterTeam(EntersList):
    """Enters a team by its name and its members."""

    name, title, button = "enter-team", _("Enter a team"), _("Enter the team")
    list_field = "members"
    team = forms.CharField(
        label=_("Name of the team"),
        required=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=TEXT),
        help_text=_("Empty: it is named after its members."),
    )
    members = forms.CharField(
        label=_("Members, one on each line"),
        max_length=LONGEST_LIST,
        strip=False,
        widget=forms.Textarea({"rows": 3, "autocomplete": "off", "spellcheck": "false"}),
    )
    are_here = are_here_field()

    def read(self) -> list[Line]:
        cleaned = self.cleaned_data
        return read_team(self.desk.row.club_id, cleaned["team"], cleaned["members"])


class EnterFile(CsvForm, EntersList):
    """Enters the people and teams of a CSV file."""

    name, title, button = "enter-file", _("Enter people or teams from a file"), _("Enter")
    intro = _(
        "A CSV file, which every spreadsheet can save. Its first line has the heads: name, or first_name and "
        "family_name. More columns, if you have them: club, born, email, household, rating, and team, with the same "
        "name for all members of a team."
    )
    sends_multipart = True
    too_long = _("The file is too long for the browser; the API takes it.")
    are_here = are_here_field()

    @property
    def club(self) -> UUID:
        return self.desk.row.club_id

    def read_file(self, raw: bytes, encoding: str | None) -> dict[str, Any]:
        text = decode(raw, encoding)
        self.lines = read_list(self.club, text)
        if not self.lines:
            raise Unreadable("no_rows", N_("Line {line}: no row with a name follows."), line=1)
        return {"text": text}

    def read_lines(self) -> None:
        """The file is read where its faults are shown: in `CsvForm.clean`."""

    def asking(self, matching: Matching) -> EntersList:
        return Register.asking_about(
            self.desk, self.cleaned_data["text"], matching, are_here=self.cleaned_data["are_here"]
        )
