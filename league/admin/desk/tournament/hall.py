"""The desk and the hall: calls answered, late arrivals and leaves noticed, announcements, what screens show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from games.kernel import Command
from league.access.actions import Action
from league.admin.desk.step import TEXT, Gone, Step
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.desk import commands
from league.domain.tournament.state import Tournament
from league.log.time import steady

PODIUM = {0: _("nobody yet"), 1: _("third"), 2: _("and second"), 3: _("and first")}
"""The steps of the podium, one for each click."""
SHOWN = {
    "auto": _("What fits the moment"),
    "welcome": _("Welcome and QR code"),
    "names": _("Names A to Z"),
    "clock": _("The clock"),
    "tables": _("Tables still playing"),
    "standings": _("Standings"),
    "next": _("Who goes where next"),
    "final": _("The bracket, or the table of the final"),
    "podium": _("The podium"),
    "wifi": _("The wifi"),
    "announcement": _("The announcement"),
}
"""What a screen can show, in words."""


class AnswerCall(TournamentStep):
    """The director goes to somebody who called."""

    action = Action.CALLS
    name, title, button = "answer-call", _("I am coming"), _("I am coming")
    done, is_once = _("The table knows that you are coming."), False

    def command(self) -> Command:
        return commands.AnswerCall(self.about, steady(timezone.now()), self.desk.who.actor)


class NoticeEntry(TournamentStep):
    """The director has seen that somebody came late, or leaves."""

    action = Action.CALLS
    name, title, button, is_once = "notice", _("Confirm"), _("Confirm"), False

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        if about not in desk.state.entries:
            raise Gone
        super().__init__(desk, about, data, **more)

    def command(self) -> Command:
        return commands.NoticeEntry(self.about, steady(timezone.now()), self.desk.who.actor)

    def take(self) -> str:
        entry, name = self.desk.state.entries[self.about], self.desk.name(self.about)
        self.desk.send(self.command())
        if entry.plays(self.desk.state.next_number):
            number = self.desk.state.next_number
            return gettext("{name} is seated in round {number}.").format(name=name, number=number)
        return gettext("You know that {name} leaves.").format(name=name)


class Announce(TournamentStep):
    """Shows a sentence on the screens and phones."""

    action = Action.ANNOUNCEMENTS
    name, title, button = "announce", _("Announce something"), _("Announce")
    done = _("The screens and phones show it.")
    tab, anchor = "more", "announcements"
    text = forms.CharField(label=_("Announcement"), max_length=commands.MOST_SIGNS, widget=forms.TextInput(attrs=TEXT))
    until = forms.TimeField(
        label=_("Until"),
        required=False,
        widget=forms.TimeInput({"type": "time"}),
        help_text=_("Empty: until you withdraw it."),
    )

    def command(self) -> Command:
        now, until = steady(timezone.now()), self.cleaned_data["until"]
        return commands.Announce(
            announcement=str(uuid7()), text=self.cleaned_data["text"], at=now, until=until and self._moment(now, until)
        )

    def _moment(self, now: datetime, until: time) -> datetime:
        """The next time at which the clock in the hall shows `until`, within a day."""
        here = now.astimezone(ZoneInfo(self.desk.row.club.time_zone))
        found = here.replace(hour=until.hour, minute=until.minute, second=0, microsecond=0)
        return found if found > here else found + timedelta(days=1)


class WithdrawAnnouncement(TournamentStep):
    """Takes an announcement off the screens and phones."""

    action = Action.ANNOUNCEMENTS
    name, title, button = "withdraw-announcement", _("Withdraw"), _("Withdraw")
    done = _("The announcement is withdrawn.")
    tab, anchor, is_once = "more", "announcements", False

    def command(self) -> Command:
        return commands.WithdrawAnnouncement(self.about, steady(timezone.now()))


class SetScreen(TournamentStep):
    """Chooses what the screens show; of the podium, so many places: `podium 2`."""

    action = Action.ANNOUNCEMENTS
    name, title, button, is_once = "screen", _("Screen"), _("Show"), False
    done = _("The screens show it.")
    shows = forms.ChoiceField(
        label=_("Screens show"),
        choices=[*SHOWN.items(), *((f"podium {step}", words) for step, words in PODIUM.items())],
    )

    def command(self) -> Command:
        shows, _space, step = self.cleaned_data["shows"].partition(" ")
        return commands.SetScreen(shows, int(step or 0))


@dataclass(frozen=True)
class ScreenMenu:
    """What the menu about the screens shows. address: of the screen; public: of the page for everybody.

    bracket: of that of a knockout; "" without one.
    """

    code: str
    public: str
    address: str
    shows: str
    step: int
    is_over: bool
    may: bool
    bracket: str

    choices = tuple(SHOWN.items())
    podium = tuple(PODIUM.items())


def has_knockout(state: Tournament) -> bool:
    """Whether a part of the tournament that has begun is a knockout."""
    parts = [state.settings, *(stage.over(state.settings) for stage in state.stages)]
    return any(part.knockout is not None for part in parts)


def screen_menu(desk: TournamentDesk) -> ScreenMenu:
    row, code = desk.state.screen, desk.row.public_code.code
    public = reverse("web:public", args=[code])
    return ScreenMenu(
        code=code,
        public=public,
        address=reverse("web:screen", args=[code]),
        shows=row.shows,
        step=row.step,
        is_over=desk.state.state == "closed",
        may=desk.may(SetScreen),
        bracket=reverse("web:bracket", args=[code]) if has_knockout(desk.state) else "",
    )


@dataclass(frozen=True)
class AnnouncementRow:
    """An announcement that is shown. step: withdraws it; None if the person at the desk may not."""

    text: str
    at: datetime
    until: datetime | None
    step: Step | None


def announcements(desk: TournamentDesk, at: datetime) -> dict[str, Any]:
    """The announcements that are shown, the newest first, and the form for another."""
    may = desk.may(Announce)
    rows = [
        AnnouncementRow(known.text, known.at, known.until, WithdrawAnnouncement(desk, known.id) if may else None)
        for known in reversed(desk.state.announcements.values())
        if known.is_shown(at)
    ]
    return {"announcements": rows, "announce": Announce(desk) if may else None}
