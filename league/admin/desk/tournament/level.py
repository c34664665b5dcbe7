"""A step asks who goes on from the level tables of a knockout, and how that was decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Rejected
from league.admin.desk.step import TEXT
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep
from league.domain.tournament.results.commands import LevelDecision

HOW, LEVEL, WHY = "how-", "level-", "why-"
"""Before a table's id: the names of the fields that say how it is decided, who goes on, and why."""
BY_HAND = "director"
WAYS = {
    "play_off": _("A play-off was played: tick who won it"),
    "lot": _("By lot: it is drawn now"),
    BY_HAND: _("By hand: tick who goes on, and say why"),
}


def level_fields(desk: TournamentDesk, entries: Sequence[str], label: str, *, with_reason: bool) -> list[forms.Field]:
    """The fields about a level table: how it is decided, who goes on and, where wanted, why."""
    names = [(entry, desk.name(entry)) for entry in entries]
    how = forms.ChoiceField(label=label, choices=list(WAYS.items()), widget=forms.RadioSelect)
    who = forms.MultipleChoiceField(
        label=_("Who goes on? With a lot, tick nobody."),
        choices=names,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    why = forms.CharField(label=_("Why, by hand"), required=False, max_length=500, widget=forms.TextInput(attrs=TEXT))
    return [how, who, *([why] if with_reason else [])]


def question(desk: TournamentDesk, number: int, count: int) -> str:
    """The question about a level table. count: how many of its entries go on."""
    template = gettext("Table {number} is drawn. Who goes on? Choose {count}.")
    return template.format(number=desk.table(number), count=count)


class AsksWhoGoesOn(TournamentStep):
    """A step that is refused as long as nobody has said who goes on. Then its form has fields for each level table.

    asks_why: whether a decision by hand needs a reason of its own.
    """

    asks_why = True

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        self.asked_tables: list[str] = []
        for name in data or ():
            id = str(name).removeprefix(HOW).removeprefix(LEVEL)
            if str(name).startswith((HOW, LEVEL)) and (table := desk.state.tables.get(id)) is not None:
                label = gettext("Who goes on from table {number}?").format(number=desk.table(table.number))
                self._ask(table.id, table.seats, label)

    def ask(self, table: str, number: int, entries: Sequence[str], count: int) -> None:
        """Adds the fields of a level table. count: how many of the entries go on."""
        self._ask(table, entries, question(self.desk, number, count))

    def _ask(self, table: str, entries: Sequence[str], label: str) -> None:
        fields = level_fields(self.desk, entries, label, with_reason=self.asks_why)
        self.fields.update(zip((HOW + table, LEVEL + table, WHY + table), fields, strict=False))
        self.asked_tables = list(dict.fromkeys([*self.asked_tables, table]))

    def decisions(self) -> dict[str, LevelDecision]:
        """What was decided, by table."""
        cleaned = self.cleaned_data
        return {
            table: LevelDecision(
                decided_by=cleaned[HOW + table],
                goes_on=tuple(cleaned[LEVEL + table]),
                reason=cleaned.get(WHY + table) or None,
            )
            for table in self.asked_tables
        }

    def run(self) -> str:
        try:
            return super().run()
        except Rejected as refusal:
            if refusal.code == "level_match":
                for asked in refusal.facts["level"]:
                    self.ask(asked["table"], asked["number"], asked["entries"], asked["goes_on"])
            raise
