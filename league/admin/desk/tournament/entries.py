"""Entries: checked in, dropped, returned; their fixed tables."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Command
from league.access.actions import Action
from league.admin.desk.number_fields import WholeField
from league.admin.desk.step import Gone
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.entries import commands
from league.services import tournaments


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
    name, title, button, done = "here", _("Check in"), _("Check in"), _("{name} is here.")

    def command(self) -> Command:
        return commands.CheckIn(self.about, **self.sent())

    def take(self) -> str:
        said = super().take()
        self.undo = self.desk.address(WithdrawCheckIn.name, self.about)
        return said


class WithdrawCheckIn(EntryStep):
    """An entry is not here after all. Refused once it is seated: then it leaves."""

    action = Action.CHECK_IN
    name, title, button = "away", _("Not here after all"), _("Not here after all")
    done = _("{name} is not checked in any more.")

    def command(self) -> Command:
        return commands.WithdrawCheckIn(self.about, **self.sent())


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
