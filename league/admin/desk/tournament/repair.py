"""Seats of a round that everybody sees, changed by hand; in a running round at tables where nothing has been played."""

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

from league.admin.desk.tournament.desk import Desk
from league.admin.desk.tournament.rounds import OfRound, places, tables
from league.admin.desk.tournament.step import Gone, Step, reason_field
from league.domain.tournament.rounds.commands import Repair, RepairMerge, RepairSeat, RepairSwap
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.models import Round as Row
from league.services import rounds

Choices = Sequence[tuple[str, str]]


class Choice(forms.ChoiceField):
    """Something to choose that is gone when the form is sent again: whether it is there, the domain says."""

    def valid_value(self, value: str) -> bool:
        return True


class Repairing(OfRound):
    """A repair of a round as it was shown: one by somebody else comes first. Raises Gone where there is no round."""

    is_once = True
    done: ClassVar[str | Promise] = _("The seats are changed.")

    def __init__(self, desk: Desk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        found = self.found(desk.state)
        if found is None:
            raise Gone
        for name, choices in self.choices(found).items():
            field: Any = self.fields[name]
            field.choices = [("", gettext("choose …")), *choices]
        self.fields["reason"] = reason_field(required=False)  # after those of the repair

    def choices(self, found: Round) -> dict[str, Choices]:
        """What there is to choose from, by field."""
        raise NotImplementedError

    def version(self, state: Tournament) -> int | None:
        found = self.found(state)
        return found.repairs if found else -1

    def lock(self) -> UUID:
        """The round, which `repairs` locks before games and tournament."""
        return UUID(self.about)

    def asked(self) -> Callable[..., Repair]:
        """The repair, but for its round and its reason."""
        raise NotImplementedError

    def take(self) -> None:
        asked = partial(self.asked(), reason=self.cleaned_data["reason"] or None)
        rounds.repair(Row.objects.get(pk=self.about), asked, actor=self.desk.who.actor, at=timezone.now())


class TakeSeat(Repairing):
    """Somebody takes a free seat: from another table, from a bye, or since they came late."""

    name, title, button = "repair-seat", _("Give a free seat"), _("Give the seat")
    entry = Choice(label=_("Seat"))
    table = Choice(label=_("at"))

    def choices(self, found: Round) -> dict[str, Choices]:
        called, late = gettext("{name} (no seat)"), _late(self.desk, found)
        nowhere = [(entry, called.format(name=self.desk.name(entry))) for entry in late]
        return {
            "entry": [*nowhere, *places(self.desk, _open(found), found.byes)],
            "table": tables(self.desk, _open(found)),
        }

    def asked(self) -> Callable[..., Repair]:
        return partial(RepairSeat, entry=self.cleaned_data["entry"], table=self.cleaned_data["table"])


class Merge(Repairing):
    """Two tables become one."""

    name, title, button = "repair-merge", _("Merge two tables"), _("Merge")
    first = Choice(label=_("Merge"))
    second = Choice(label=_("with"))

    def choices(self, found: Round) -> dict[str, Choices]:
        return dict.fromkeys(("first", "second"), tables(self.desk, _open(found)))

    def asked(self) -> Callable[..., Repair]:
        return partial(RepairMerge, tables=(self.cleaned_data["first"], self.cleaned_data["second"]))


class ChangePlaces(Repairing):
    """Two change places."""

    name, title, button = "repair-swap", _("Swap two"), _("Swap")
    a = Choice(label=_("Swap"))
    b = Choice(label=_("and"))

    def choices(self, found: Round) -> dict[str, Choices]:
        return dict.fromkeys(("a", "b"), places(self.desk, _open(found), found.byes))

    def asked(self) -> Callable[..., Repair]:
        return partial(RepairSwap, a=self.cleaned_data["a"], b=self.cleaned_data["b"])


def offered(desk: Desk, found: Round) -> Sequence[type[Step]]:
    """The repairs for which there is something to choose."""
    there = _open(found)
    others = len(there) > 1 or found.byes or _late(desk, found)
    return (
        *((TakeSeat,) if there and others else ()),
        *((ChangePlaces,) if there else ()),
        *((Merge,) if len(there) > 1 else ()),
    )


def _open(found: Round) -> list[Table]:
    """The tables that have told nothing yet."""
    return [table for table in found.tables if table.result is None]


def _late(desk: Desk, found: Round) -> list[str]:
    """Who is here and has no place in the round."""
    placed = {*found.byes, *(entry for table in found.tables for entry in table.seats)}
    here = (entry for entry in desk.state.entries.values() if entry.is_here and entry.id not in placed)
    return [entry.id for entry in here if entry.dropped_after is None or entry.dropped_after >= found.number]
