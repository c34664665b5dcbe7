"""A round whose tables the director gives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.number_fields import CountedField
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.rounds import Seat
from league.domain.seating.from_state import by_standing
from league.domain.seating.plan import GivenTable
from league.domain.tournament.formats import Bye
from league.domain.tournament.state import Tournament

PREFIX = "at_"
MOST_TABLES = 1000


class SeatByHand(Seat):
    """Seats the next round at tables that the director gives; entries without a table have a bye."""

    name, title, button = "seat-by-hand", _("Give the tables by hand"), _("Give the tables by hand")
    intro = _(
        "Write a table number for each person. People without a number have a bye. "
        "The first person of a table in this list gets its seat 1; in the draft, two people can swap their seats."
    )
    has_page = is_once = True

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        self.players = _in_order(desk.state)
        for entry in self.players:
            self.fields[f"{PREFIX}{entry}"] = CountedField(
                desk.name(entry), MOST_TABLES, label=desk.name(entry), required=False
            )

    def version(self, desk: TournamentDesk) -> int:
        return desk.state.next_number if desk.state.draft is None else -1

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        numbers = self._by_number()
        if not self.errors and not numbers:
            raise forms.ValidationError(gettext("Nobody has a table."))
        if not self.errors and (missing := set(range(1, max(numbers) + 1)) - set(numbers)):
            text = gettext("Nobody sits at table {number}: number the tables from 1 on, without gaps.")
            raise forms.ValidationError(text.format(number=min(missing)))
        return cleaned

    def given(self) -> Sequence[GivenTable] | None:
        numbers = self._by_number()
        return [GivenTable(numbers[number]) for number in sorted(numbers)]

    def byes(self) -> Sequence[str | Bye]:
        return [entry for entry in self.players if self.cleaned_data.get(f"{PREFIX}{entry}") is None]

    def _by_number(self) -> dict[int, list[str]]:
        tables: dict[int, list[str]] = {}
        for entry in self.players:
            number = self.cleaned_data.get(f"{PREFIX}{entry}")
            if number is not None:
                tables.setdefault(number, []).append(entry)
        return tables


def _in_order(state: Tournament) -> list[str]:
    """The entries that can be seated in the next round, in order of the standings."""
    playing = {entry.id for entry in state.players(state.next_number)}
    return [entry for entry in by_standing(state) if entry in playing]
