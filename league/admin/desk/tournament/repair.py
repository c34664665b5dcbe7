"""Repairs of a published round, or of a running one at tables where nothing has been played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.access.actions import Action
from league.admin.desk.step import Gone, Step, reason_field
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.rounds import Choices, choose_from, seat_choices, table_choices
from league.admin.desk.tournament.step import TournamentStep
from league.domain.seating.knockout.corrections import Replacement
from league.domain.tournament.results.presence import dropped_from
from league.domain.tournament.rounds import commands
from league.domain.tournament.rounds.commands import Repair
from league.domain.tournament.rounds.state import Round, Table
from league.models import Round as Row
from league.services import rounds


class Choice(forms.ChoiceField):
    """A choice that may no longer be offered when the form is sent; the domain decides whether it is valid."""

    def valid_value(self, value: str) -> bool:
        return True


class RepairStep(TournamentStep):
    """A repair of a round, stale once anybody else has repaired it. Raises Gone if there is no such round."""

    action = Action.SEATING
    anchor = "round"
    done: ClassVar[str | Promise] = _("The seats are changed.")

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        round = desk.round(about)
        if round is None:
            raise Gone
        for name, choices in self.choices(round).items():
            choose_from(self, name, choices)
        self.fields["reason"] = reason_field(required=False)  # after the fields of the repair

    def choices(self, round: Round) -> dict[str, Choices]:
        """The choices of each field."""
        raise NotImplementedError

    def version(self, desk: TournamentDesk) -> int:
        round = desk.round(self.about)
        return round.repairs if round else -1

    def lock(self) -> UUID:
        """The round: `rounds.repair` locks it before the games and the tournament."""
        return UUID(self.about)

    def partial_command(self) -> Callable[..., Repair]:
        """The command, without its round and its reason."""
        raise NotImplementedError

    def take(self) -> None:
        command = partial(self.partial_command(), reason=self.cleaned_data.get("reason") or None)
        rounds.repair(Row.objects.get(pk=self.about), command, actor=self.desk.who.actor, at=timezone.now())


class RepairSeat(RepairStep):
    """Gives a free seat to an entry from another table, with a bye, or without a place in the round."""

    name, title, button = "repair-seat", _("Give a free seat"), _("Give the seat")
    entry = Choice(label=_("Seat"))
    table = Choice(label=_("at"))

    def choices(self, round: Round) -> dict[str, Choices]:
        template, tables = gettext("{name} (no seat)"), _unreported(round)
        late = [(entry, template.format(name=self.desk.name(entry))) for entry in _late(self.desk, round)]
        return {
            "entry": [*late, *seat_choices(self.desk, tables, round.byes)],
            "table": table_choices(self.desk, tables),
        }

    def partial_command(self) -> Callable[..., Repair]:
        return partial(commands.RepairSeat, entry=self.cleaned_data["entry"], table=self.cleaned_data["table"])


class RepairMerge(RepairStep):
    """Merges two tables."""

    name, title, button = "repair-merge", _("Merge two tables"), _("Merge")
    first = Choice(label=_("Merge"))
    second = Choice(label=_("with"))

    def choices(self, round: Round) -> dict[str, Choices]:
        return dict.fromkeys(("first", "second"), table_choices(self.desk, _unreported(round)))

    def partial_command(self) -> Callable[..., Repair]:
        return partial(commands.RepairMerge, tables=(self.cleaned_data["first"], self.cleaned_data["second"]))


class RepairSwap(RepairStep):
    """Swaps two entries."""

    name, title, button = "repair-swap", _("Swap two"), _("Swap")
    a = Choice(label=_("Swap"))
    b = Choice(label=_("with"))

    def choices(self, round: Round) -> dict[str, Choices]:
        return dict.fromkeys(("a", "b"), seat_choices(self.desk, _unreported(round), round.byes))

    def partial_command(self) -> Callable[..., Repair]:
        return partial(commands.RepairSwap, a=self.cleaned_data["a"], b=self.cleaned_data["b"])


class RepairReplace(RepairStep):
    """In a knockout, puts the entry in that belongs in a round since an earlier result was corrected."""

    name, title, button = "repair-replace", _("Put the right person in"), _("Put the right person in")
    done = _("The right person is in the round.")
    replace = Choice(widget=forms.HiddenInput)
    by = Choice(widget=forms.HiddenInput)

    def __init__(
        self,
        desk: TournamentDesk,
        about: str = "",
        data: Any = None,
        *,
        exchange: Replacement | None = None,
        **more: Any,
    ) -> None:
        super().__init__(desk, about, data, **more)
        del self.fields["reason"]
        if exchange is not None:
            self.auto_id = f"{self.name}-{exchange.replace}-%s"
            self.fields["replace"].initial, self.fields["by"].initial = exchange.replace, exchange.by

    def choices(self, round: Round) -> dict[str, Choices]:
        return {}

    def partial_command(self) -> Callable[..., Repair]:
        return partial(commands.RepairReplace, replace=self.cleaned_data["replace"], by=self.cleaned_data["by"])


class RepairEmpty(RepairStep):
    """Empties a seat before the round begins, or takes a bye away."""

    name, title, button = "repair-empty", _("Empty a seat"), _("Empty the seat")
    done = _("The seat is empty.")
    entry = Choice(label=_("Seat of"))

    def choices(self, round: Round) -> dict[str, Choices]:
        gone = dropped_from(self.desk.state, round)
        seats = seat_choices(self.desk, round.tables, round.byes)
        return {"entry": sorted(seats, key=lambda seat: seat[0] not in gone)}

    def partial_command(self) -> Callable[..., Repair]:
        return partial(commands.RepairEmpty, entry=self.cleaned_data["entry"])


def offered(desk: TournamentDesk, round: Round) -> Sequence[type[Step]]:
    """The repairs that have anything to choose from."""
    tables = _unreported(round)
    others = len(tables) > 1 or round.byes or _late(desk, round)
    return (
        *((RepairSeat,) if tables and others else ()),
        *((RepairSwap,) if tables else ()),
        *((RepairMerge,) if len(tables) > 1 else ()),
        *((RepairEmpty,) if round.state == "published" else ()),
    )


def _unreported(round: Round) -> list[Table]:
    return [table for table in round.tables if table.result is None]


def _late(desk: TournamentDesk, round: Round) -> list[str]:
    """The entries that are present and have no place in the round."""
    placed = {*round.byes, *(entry for table in round.tables for entry in table.seats)}
    present = (entry for entry in desk.state.entries.values() if entry.is_here and entry.id not in placed)
    return [entry.id for entry in present if entry.dropped_after is None or entry.dropped_after >= round.number]
