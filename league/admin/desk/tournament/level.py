"""A step asks who goes on from the level tables of a knockout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext

from games.kernel import Rejected
from league.admin.desk.tournament.desk import TournamentDesk
from league.admin.desk.tournament.step import TournamentStep

LEVEL = "level-"
"""Before a table's id: the name of the field for those who go on from it."""


class AsksWhoGoesOn(TournamentStep):
    """A step that is refused as long as nobody has said who goes on. Then its form has a field for each level table."""

    def __init__(self, desk: TournamentDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        for name in data or ():
            if (table := desk.state.tables.get(str(name).removeprefix(LEVEL))) and str(name).startswith(LEVEL):
                label = gettext("Who goes on from table {number}?").format(number=desk.table(table.number))
                self._ask(table.id, table.seats, label)

    def ask(self, table: str, number: int, entries: Sequence[str], count: int) -> None:
        """Adds the field of a level table. count: how many of the entries go on."""
        template = gettext("Table {number} is level. Who goes on? Choose {count}.")
        self._ask(table, entries, template.format(number=self.desk.table(number), count=count))

    def _ask(self, table: str, entries: Sequence[str], label: str) -> None:
        self.fields[f"{LEVEL}{table}"] = forms.MultipleChoiceField(
            label=label,
            choices=[(entry, self.desk.name(entry)) for entry in entries],
            widget=forms.CheckboxSelectMultiple,
        )

    def goes_on(self) -> list[str]:
        """The entries that were chosen."""
        chosen = [entries for name, entries in self.cleaned_data.items() if name.startswith(LEVEL)]
        return [entry for entries in chosen for entry in entries]

    def run(self) -> str:
        try:
            return super().run()
        except Rejected as refusal:
            if refusal.code == "level_match":
                for asked in refusal.facts["level"]:
                    self.ask(asked["table"], asked["number"], asked["entries"], asked["goes_on"])
            raise
