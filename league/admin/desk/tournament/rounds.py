"""Rounds: seated, drawn again, changed by hand, published, started; and their clocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Command, Rejected
from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.step import Step, reason_field
from league.domain.seating.plan import GivenTable
from league.domain.tournament.clocks.commands import Extend, Pause, Resume
from league.domain.tournament.rounds.commands import Discard, Move, Publish, Start, Swap
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.seating import planning
from league.seating.planning import Effort
from league.services.execution import Busy, moved_on

PLANS = 4
STALE = "stale_plan"
LONGEST_MINUTES = 24 * 60
LONGER = 10
"""By how much a longer search is longer than the usual one."""


class SeatNext(Step):
    """Seats the next round: a draft. Where one stands, that is it."""

    name, title, button, done = "seat", _("Seat the next round"), _("Seat"), _("The round is seated: a draft.")
    anchor, is_once = "round", False

    def given(self) -> Sequence[GivenTable] | None:
        """The tables that the director gives; None: they are drawn."""
        return None

    def byes(self) -> Sequence[str]:
        """Who sits out, where the tables are given."""
        return ()

    def take(self) -> None:
        row = self.desk.row
        for _attempt in range(PLANS):
            made = planning.plan_next(row.pk, club=row.club_id, given=self.given(), byes=self.byes())
            if made is None:
                return
            try:
                self.desk.send(planning.new_seat_command(made))
            except Rejected as refusal:
                if refusal.code != STALE:
                    raise
            else:
                return
        raise Busy


class OfRound(Step):
    """A step about a round."""

    anchor, is_once = "round", False

    def found(self, state: Tournament) -> Round | None:
        """The round, if it is still there."""
        return next((found for found in state.rounds if found.id == self.about), None)

    def command(self) -> Command:
        """What is sent."""
        raise NotImplementedError

    def take(self) -> str | None:
        self.desk.send(self.command())
        return None


class _AsSeen(OfRound):
    """What is done to a round as it was shown, once: a change by somebody else comes first."""

    is_once = True

    def version(self, state: Tournament) -> int | None:
        found = self.found(state)
        return found.version if found else -1


class Redo(OfRound):
    """Draws a draft again."""

    name, title, button, done = "redo", _("Draw again"), _("Draw again"), _("The draft was drawn again.")
    warning = _("The draft is thrown away and drawn anew. How often that was done is seen by everybody.")
    is_asked = True
    attempt = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        found = self.found(desk.state)
        self.fields["attempt"].initial = found.attempt if found else 0

    def effort(self) -> Effort:
        """How hard is searched."""
        return Effort()

    def take(self) -> None:
        made = planning.plan_again(self.desk.row.pk, club=self.desk.row.club_id, effort=self.effort())
        if made.attempt - 1 != self.cleaned_data["attempt"]:
            raise moved_on()
        self.desk.send(planning.new_redo_command(made, UUID(self.about)))


class SearchLonger(Redo):
    """Draws the draft of a rotation again, by a search of ten times as many steps."""

    name, title, button = "search-longer", _("Search longer"), _("Search longer")
    done = _("The rounds to come were planned anew, by a longer search.")
    warning = _(
        "The rounds to come are planned anew, with ten times as many steps: that takes some ten seconds. "
        "It counts as another draw, and everybody sees how often that was done."
    )

    def effort(self) -> Effort:
        return Effort(times=LONGER)


class ThrowAway(OfRound):
    """Throws a draft away."""

    name, title, button = "discard", _("Throw the draft away"), _("Throw away")
    done = _("The draft was thrown away.")
    warning = _("Nobody is seated any more; the attempt stays counted.")
    is_asked = True

    def command(self) -> Command:
        return Discard(self.about)


class Exchange(_AsSeen):
    """Two entries of a draft change places."""

    name, title, button, done = "swap", _("Swap two"), _("Swap"), _("The two have changed places.")
    a = forms.ChoiceField(label=_("This one"))
    b = forms.ChoiceField(label=_("and that one"))

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        found = self.found(desk.state)
        choices = [("", gettext("choose …")), *(places(desk, found.tables, found.byes) if found else [])]
        for name in ("a", "b"):
            field: Any = self.fields[name]
            field.choices = choices

    def command(self) -> Command:
        return Swap(self.about, self.cleaned_data["a"], self.cleaned_data["b"])


def places(desk: Desk, seated: Iterable[Table], byes: Iterable[str]) -> list[tuple[str, str]]:
    """Who sits at these tables, from table 1 on, or out, to be chosen from."""
    seats = [
        (entry, gettext("{name} (table {number})").format(name=desk.name(entry), number=desk.table(table.number)))
        for table in sorted(seated, key=_number)
        for entry in table.seats
    ]
    return [*seats, *((bye, gettext("{name} (bye)").format(name=desk.name(bye))) for bye in byes)]


class Transfer(_AsSeen):
    """An entry of a draft takes a seat at another table."""

    name, title, button = "move", _("Move to another table"), _("Move")
    done = _("The seat is changed.")
    entry = forms.ChoiceField(label=_("Move"))
    table = forms.ChoiceField(label=_("to"))

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        found = self.found(desk.state)
        entry, table = (cast("forms.ChoiceField", self.fields[name]) for name in ("entry", "table"))
        entry.choices = [("", gettext("choose …")), *(places(desk, found.tables, found.byes) if found else [])]
        table.choices = [("", gettext("choose …")), *tables(desk, found.tables if found else ())]

    def command(self) -> Command:
        return Move(self.about, self.cleaned_data["entry"], self.cleaned_data["table"])


class ShowAll(OfRound):
    """Shows a draft to everybody."""

    name, title, button, done = "publish", _("Publish"), _("Publish"), _("Everybody can see who sits where.")

    def command(self) -> Command:
        return Publish(self.about)


class Begin(OfRound):
    """Starts a round and its clock."""

    name, title, button, done = "start", _("Start the round"), _("Start the round"), _("The round has begun.")

    def command(self) -> Command:
        return Start(self.about, timezone.now())


class Stop(OfRound):
    """Stops the clock."""

    name, title, button, done = "pause", _("Pause the clock"), _("Pause"), _("The clock stands.")
    for_referees = True

    def command(self) -> Command:
        return Pause(self.about, timezone.now())


class GoOn(OfRound):
    """Lets the clock run on."""

    name, title, button, done = "resume", _("Resume the clock"), _("Resume"), _("The clock runs again.")
    for_referees = True

    def command(self) -> Command:
        return Resume(self.about, timezone.now())


class Longer(_AsSeen):
    """Gives a round more time, or one of its tables."""

    name, title, button, done = "extend", _("More time"), _("Give more time"), _("There is more time.")
    for_referees = True
    table = forms.ChoiceField(label=_("For"), required=False)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=LONGEST_MINUTES, initial=5)
    reason = reason_field(required=True)

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        field: Any = self.fields["table"]
        found = self.found(desk.state)
        field.choices = [("", gettext("all tables")), *tables(desk, found.tables if found else ())]

    def command(self) -> Command:
        seconds, table = 60 * self.cleaned_data["minutes"], self.cleaned_data["table"] or None
        return Extend(self.about, timezone.now(), seconds, self.cleaned_data["reason"], table)


def tables(desk: Desk, there: Iterable[Table]) -> list[tuple[str, str]]:
    """These tables, from table 1 on, to be chosen from."""
    return [
        (table.id, gettext("table {number}").format(number=desk.table(table.number)))
        for table in sorted(there, key=_number)
    ]


def _number(table: Table) -> int:
    """By what tables are ordered: a round keeps them as they were drawn, which a hall's rotation renumbers."""
    return table.number
