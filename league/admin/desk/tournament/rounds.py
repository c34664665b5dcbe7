"""Rounds: seated, redrawn, changed by hand, published, started; and their clocks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import call
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Command
from league.access.actions import Action
from league.admin.desk.number_fields import NumberField, WholeField
from league.admin.desk.step import Gone, reason_field
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.seating.plan import GivenTable
from league.domain.tournament.clocks import commands as clocks
from league.domain.tournament.formats import Bye
from league.domain.tournament.rounds import commands
from league.domain.tournament.rounds.state import Table
from league.models import Round
from league.queries.names import as_listed
from league.seating.planning import Effort
from league.services import rounds
from league.services.execution import Done, moved_on

LONGEST_MINUTES = 24 * 60
LONGER = 10
"""By how much a longer search is longer than the usual one."""
PUBLISHED = _(
    "These seats were published. They are withdrawn, and the slips and links of the tables are no longer valid. How "
    "often a round was seated stays visible."
)
Choices = Sequence[tuple[str, str]]


class Seat(TournamentStep):
    """Seats the next round as a draft, unless there is a draft."""

    action = Action.SEATING
    name, title, button = "seat", _("Seat the next round"), _("Seat")
    done = _("The round is seated as a draft.")
    anchor, is_once = "round", False

    def given(self) -> Sequence[GivenTable] | None:
        """The tables that the director gives; None: they are drawn."""
        return None

    def byes(self) -> Sequence[str | Bye]:
        """The entries that sit out if the tables are given; else those who ask to."""
        return ()

    def take(self) -> None:
        actor = self.desk.who.actor
        rounds.seat_next(self.desk.row, actor=actor, within=call, given=self.given(), byes=self.byes())


class SeatWithByes(Seat):
    """Seats the next round without those who ask to sit it out."""

    name, title, button = "seat-with-byes", _("Seat without some people"), _("Seat without some people")
    intro = _(
        "Choose who asks to sit out the next round; the others are seated. It is not counted as one of the byes that "
        "everyone gets in turn."
    )
    has_page = is_once = True
    out = forms.MultipleChoiceField(label=_("Sit out the next round"), widget=forms.CheckboxSelectMultiple)
    points = NumberField(
        label=_("Points for it"),
        required=False,
        help_text=_("Empty: 0 with points for win, draw and loss; otherwise as any bye."),
    )

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        players = desk.state.players(desk.state.next_number)
        choices = sorted(((entry.id, desk.name(entry.id)) for entry in players), key=lambda one: as_listed(one[1]))
        cast("forms.MultipleChoiceField", self.fields["out"]).choices = choices

    @property
    def nothing(self) -> str:
        field = cast("forms.MultipleChoiceField", self.fields["out"])
        return "" if field.choices else gettext("Nobody is checked in yet.")

    def version(self, desk: TournamentDesk) -> int:
        return desk.state.next_number if desk.state.draft is None else -1

    def byes(self) -> Sequence[str | Bye]:
        points = None if self.cleaned_data["points"] == "" else self.cleaned_data["points"]
        return [Bye(entry, points, "requested") for entry in self.cleaned_data["out"]]


class RoundStep(TournamentStep):
    """A step about a round."""

    action = Action.SEATING
    anchor, is_once = "round", False


class _VersionedStep(RoundStep):
    """A step that is stale once anybody has changed the round."""

    is_once = True

    def version(self, desk: TournamentDesk) -> int:
        round = desk.round(self.about)
        return round.version if round else -1


class Redo(RoundStep):
    """Draws a round again that has not begun."""

    name, title, button, done = "redo", _("Seat again"), _("Seat again"), _("The round was seated again.")
    intro = _("The draft is deleted, and the round is seated again. How often it was seated stays visible.")
    has_page = stays_visible = True
    attempt = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        round = desk.round(about)
        if round is None:
            raise Gone
        super().__init__(desk, about, data, **more)
        self.fields["attempt"].initial = round.attempt
        if round.state == "published":
            self.intro = PUBLISHED

    def effort(self) -> Effort:
        return Effort()

    def take(self) -> None:
        row = Round.objects.get(pk=self.about)
        rounds.redo(row, actor=self.desk.who.actor, within=self._write_as_shown, effort=self.effort())

    def _write_as_shown(self, write: Callable[[], Done]) -> Done:
        round = self.desk.reloaded().round(self.about)
        if round is None or round.attempt != self.cleaned_data["attempt"]:
            raise moved_on()
        return write()


class SearchLonger(Redo):
    """Plans a rotation again, with ten times as many steps of its search."""

    name, title, button = "search-longer", _("Search longer"), _("Search longer")
    done = _("The next rounds were planned again, with a longer search.")
    intro = _(
        "The next rounds are planned again, with ten times as many steps: this takes about ten seconds. "
        "How often it was seated stays visible."
    )

    def effort(self) -> Effort:
        return Effort(times=LONGER)


class Discard(RoundStep):
    """Discards a draft, or a published round that has not begun."""

    name, title, button = "discard", _("Delete the draft"), _("Delete the draft")
    done = _("The seating is deleted.")
    intro = _("Nobody is seated any more. How often the round was seated stays visible.")
    has_page = stays_visible = True

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        round = desk.round(about)
        if round is not None and round.state == "published":
            self.button, self.intro = _("Delete the seating"), PUBLISHED

    @property
    def heading(self) -> str:
        return str(self.button)

    def command(self) -> Command:
        return commands.Discard(self.about)


class CancelRound(RoundStep):
    """Calls a published or running round off."""

    action = Action.ROUNDS
    name, title, button = "cancel-round", _("Call the round off"), _("Call the round off")
    done = _("The round is called off. Seat it again when you are ready.")
    intro = _(
        "Nothing of it counts: no result, no bye and no rating. It stays visible as called off, and the next round "
        "that you seat has the same number. This can’t be undone."
    )
    has_page = stays_visible = True
    reason = reason_field(required=True)

    def command(self) -> Command:
        return commands.CancelRound(self.about, self.cleaned_data["reason"])


class Swap(_VersionedStep):
    """Swaps two entries of a draft."""

    name, title, button, done = "swap", _("Swap two"), _("Swap"), _("The two have swapped seats.")
    a = forms.ChoiceField(label=_("Swap"))
    b = forms.ChoiceField(label=_("with"))

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        round = desk.round(about)
        choices = seat_choices(desk, round.tables, round.byes) if round else ()
        for name in ("a", "b"):
            choose_from(self, name, choices)

    def command(self) -> Command:
        return commands.Swap(self.about, self.cleaned_data["a"], self.cleaned_data["b"])


class Move(_VersionedStep):
    """Moves an entry of a draft to another table."""

    name, title, button = "move", _("Move to another table"), _("Move")
    done = _("The seat is changed.")
    entry = forms.ChoiceField(label=_("Move"))
    table = forms.ChoiceField(label=_("to"))

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        round = desk.round(about)
        choose_from(self, "entry", seat_choices(desk, round.tables, round.byes) if round else ())
        choose_from(self, "table", table_choices(desk, round.tables) if round else ())
        self.is_only = round is not None and len(round.tables) == 1 and not round.byes

    @property
    def nothing(self) -> str:
        return gettext("There is one table only, so nobody can move to another.") if self.is_only else ""

    def command(self) -> Command:
        return commands.Move(self.about, self.cleaned_data["entry"], self.cleaned_data["table"])


class Publish(RoundStep):
    """Publishes a draft."""

    action = Action.PUBLISHING
    name, title, button = "publish", _("Publish"), _("Publish")

    def command(self) -> Command:
        return commands.Publish(self.about)

    def take(self) -> str:
        super().take()
        return f"{gettext('The round is published.')} {self.desk.readers}"


class Start(RoundStep):
    """Starts a round and its clock."""

    action = Action.ROUNDS
    name, title, button = "start", _("Start the round"), _("Start the round")
    done = _("The round has begun.")

    def command(self) -> Command:
        return commands.Start(self.about, timezone.now())


class Pause(RoundStep):
    """Pauses the clock."""

    name, title, button, done = "pause", _("Pause the clock"), _("Pause"), _("The clock is paused.")
    action = Action.CLOCKS

    def command(self) -> Command:
        return clocks.Pause(self.about, timezone.now())


class Resume(RoundStep):
    """Resumes the clock."""

    name, title, button, done = "resume", _("Resume the clock"), _("Resume"), _("The clock is running again.")
    action = Action.CLOCKS

    def command(self) -> Command:
        return clocks.Resume(self.about, timezone.now())


class Extend(_VersionedStep):
    """Gives more time to a round, or to one of its tables."""

    name, title, button, done = "extend", _("More time"), _("Give more time"), _("The time is extended.")
    action = Action.CLOCKS
    table = forms.ChoiceField(label=_("For"), required=False)
    minutes = WholeField(label=_("Minutes"), min_value=1, max_value=LONGEST_MINUTES, initial=5)
    reason = reason_field(required=True)

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        round = desk.round(about)
        choose_from(self, "table", table_choices(desk, round.tables) if round else (), empty=gettext("all tables"))

    def version(self, desk: TournamentDesk) -> int:
        """Changes with an extension only, so that reports of tables do not disturb somebody who is typing."""
        round = desk.round(self.about)
        if round is None or round.clock is None:
            return -1
        return round.clock.extended_seconds + sum(table.extra_seconds for table in round.tables)

    def command(self) -> Command:
        cleaned = self.cleaned_data
        return clocks.Extend(
            self.about,
            timezone.now(),
            seconds=60 * cleaned["minutes"],
            reason=cleaned["reason"],
            table=cleaned["table"] or None,
        )


def choose_from(form: forms.Form, name: str, choices: Choices, empty: str = "") -> None:
    """Give a field its choices, the first of them empty."""
    field = cast("forms.ChoiceField", form.fields[name])
    field.choices = [("", empty or gettext("choose …")), *choices]


def seat_choices(desk: TournamentDesk, seated: Iterable[Table], byes: Iterable[str]) -> Choices:
    """The entries at these tables, from table 1 on, then the byes: ids with names."""
    seats = [
        (entry, gettext("{name} (table {number})").format(name=desk.name(entry), number=desk.table(table.number)))
        for table in _by_number(seated)
        for entry in table.seats
    ]
    return [*seats, *((bye, gettext("{name} (bye)").format(name=desk.name(bye))) for bye in byes)]


def table_choices(desk: TournamentDesk, tables: Iterable[Table]) -> Choices:
    """These tables from table 1 on: ids with names."""
    return [
        (table.id, gettext("table {number}").format(number=desk.table(table.number))) for table in _by_number(tables)
    ]


def _by_number(tables: Iterable[Table]) -> list[Table]:
    """A round lists its tables as they were drawn; the hall's rotation numbers them in another order."""
    return sorted(tables, key=lambda table: table.number)
