"""A round sheet as a form, the same on a phone and at the desk.

`SheetForm(sheet, names, data)` has a field for each thing that the sheet asks; `lines`, `of_round` and `rules` are what
a page draws; a valid form's `answers` are what `league.sheets.sending` sends. `add_refusal` puts a refusal of the game
or of the tournament at the field that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext

from games.kernel import Rejected
from games.round_sheet import Answers, Field, RoundSheet
from league.queries import refusals
from league.sheets.fields import NEEDED, NEEDED_OF_ROUND, form_field

ROUND = "round"
MORE = "more"
"""The name of the buttons that add a row to a list; the value is the list's name in the form."""
MOST_ROWS = 100


class Column(NamedTuple):
    """A field of a list's row. label: of the column."""

    bound: BoundField
    label: str


@dataclass(frozen=True)
class Cell:
    """A field of a line: a form field, or for a list its rows. name: in the form."""

    asked: Field
    name: str
    label: str
    bound: BoundField | None = None
    rows: tuple[tuple[Column, ...], ...] = ()
    can_grow: bool = False


@dataclass(frozen=True)
class Line:
    """A player's part of the sheet. number: of the seat."""

    number: int
    player: str
    name: str
    notes: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def usual(self) -> tuple[Cell, ...]:
        return tuple(cell for cell in self.cells if not cell.asked.is_rare)

    @property
    def rare(self) -> tuple[Cell, ...]:
        """What is behind the line's menu."""
        return tuple(cell for cell in self.cells if cell.asked.is_rare)

    @property
    def is_open(self) -> bool:
        """Whether the menu is open: something in it is filled in or refused."""
        return any(cell.bound and (cell.bound.value() or cell.bound.errors) for cell in self.rare)


@dataclass(frozen=True)
class ShownRule:
    """A rule for scripts. text: the sentence, in which {least}, {most} and {sum} are filled in there."""

    kind: str
    field: str
    text: str
    least: int
    most: int
    values: str


class SheetForm(forms.Form):
    """The form of a round sheet. names: of the players, by id. current: the answers that are shown at first."""

    def __init__(
        self,
        sheet: RoundSheet,
        names: Mapping[str, str],
        data: Any = None,
        *,
        current: Answers | None = None,
        **more: Any,
    ) -> None:
        super().__init__(data, **more)
        self.sheet, self.current = sheet, current or Answers()
        self.called = {player: names.get(player, player) for player in sheet.players}
        self.names = {**names, **self.called}
        for asked in sheet.of_round:
            self._add(asked, None, f"{ROUND}_{asked.name}", self.current.round.get(asked.name))
        for seat, player in enumerate(sheet.players, 1):
            for asked in sheet.of_player:
                given = self.current.players.get(player, {}).get(asked.name)
                self._add(asked, player, f"{asked.name}_{seat}", given)

    def _add(self, asked: Field, player: str | None, name: str, given: Any) -> None:
        if asked.kind != "list":
            self.fields[name] = form_field(asked, player, self._choosable(asked), self._label(asked, player), given)
            return
        for row in range(self._rows(asked, name, given or ())):
            known = given[row] if given and row < len(given) else {}
            for column in asked.columns:
                label = f"{self._label(asked, player)}, {row + 1}: {gettext(column.label)}"
                field = form_field(column, player, self.names, label, known.get(column.name))
                self.fields[f"{name}_{row}_{column.name}"] = field

    def _choosable(self, asked: Field) -> Mapping[str, str]:
        """Players are chosen among themselves; the names of other people are those of a choice."""
        return self.called if asked.kind == "player" else self.names

    def _label(self, asked: Field, player: str | None) -> str:
        label = gettext(asked.label)
        return label if player is None else f"{self.called[player]}: {label}"

    def _rows(self, asked: Field, name: str, given: Any) -> int:
        """The rows of a list: all that are filled in, and those that were asked for."""
        pattern = re.compile(rf"{re.escape(self.add_prefix(name))}_(\d{{1,3}})_")
        sent = [int(found[1]) + 1 for key in self.data if (found := pattern.match(key))]
        wanted = max([asked.rows, len(given) + 1, *sent]) + (self.data.get(MORE) == self.add_prefix(name))
        return min(wanted, int(asked.most or MOST_ROWS))

    # what a page draws

    def lines(self) -> Iterator[Line]:
        for seat, (player, name) in enumerate(self.called.items(), 1):
            notes = tuple(gettext(note) for note in self.sheet.notes.get(player, ()))
            cells = tuple(self._cell(asked, f"{asked.name}_{seat}") for asked in self.sheet.of_player)
            yield Line(seat, player, name, notes, cells)

    def of_round(self) -> list[Cell]:
        return [self._cell(asked, f"{ROUND}_{asked.name}") for asked in self.sheet.of_round]

    def _cell(self, asked: Field, name: str) -> Cell:
        label = gettext(asked.label)
        if asked.kind != "list":
            return Cell(asked, name, label, self[name])
        rows = tuple(self._row(asked, name, row) for row in range(self._shown_rows(asked, name)))
        return Cell(asked, self.add_prefix(name), label, rows=rows, can_grow=len(rows) < int(asked.most or MOST_ROWS))

    def _row(self, asked: Field, name: str, row: int) -> tuple[Column, ...]:
        return tuple(Column(self[f"{name}_{row}_{one.name}"], gettext(one.label)) for one in asked.columns)

    def _shown_rows(self, asked: Field, name: str) -> int:
        first = asked.columns[0].name
        return sum(bool(re.fullmatch(rf"{re.escape(name)}_\d+_{first}", known)) for known in self.fields)

    def rules(self) -> list[ShownRule]:
        return [
            ShownRule(rule.kind, rule.field, gettext(rule.text), rule.least, rule.most, " ".join(map(str, rule.values)))
            for rule in self.sheet.rules
        ]

    @property
    def title(self) -> str:
        return gettext(self.sheet.title)

    @property
    def hint(self) -> str:
        return gettext(self.sheet.hint) if self.sheet.hint else ""

    @property
    def opening_label(self) -> str:
        return gettext(self.sheet.opening_label) if self.sheet.opening_label else ""

    @property
    def takes_decimals(self) -> bool:
        return any(asked.kind == "number" and not asked.whole for asked in self.sheet.of_player)

    @property
    def takes_negatives(self) -> bool:
        return any(asked.kind == "number" and asked.takes_negatives for asked in self.sheet.of_player)

    # what was filled in

    @property
    def is_growing(self) -> bool:
        """Whether only another row was asked for."""
        return MORE in self.data

    @property
    def answers(self) -> Answers:
        """The answers of a form that was validated."""
        return Answers(
            self._given(self.sheet.of_round, ROUND, is_round=True),
            {player: self._given(self.sheet.of_player, str(seat)) for seat, player in enumerate(self.sheet.players, 1)},
        )

    def _given(self, fields: tuple[Field, ...], where: str, *, is_round: bool = False) -> dict[str, Any]:
        values = {
            asked.name: self._value(asked, f"{ROUND}_{asked.name}" if is_round else f"{asked.name}_{where}")
            for asked in fields
        }
        return {name: value for name, value in values.items() if value is not None}

    def _value(self, asked: Field, name: str) -> Any:
        if asked.kind != "list":
            return self.cleaned_data.get(name)
        rows = [self._row_value(asked, name, row) for row in range(self._shown_rows(asked, name))]
        return [row for row in rows if asked.columns[0].name in row] or None

    def _row_value(self, asked: Field, name: str, row: int) -> dict[str, Any]:
        values = {column.name: self.cleaned_data.get(f"{name}_{row}_{column.name}") for column in asked.columns}
        return {name: value for name, value in values.items() if value is not None}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        answers = self.answers
        for asked in self.sheet.of_round:
            if asked.required and asked.name not in answers.round:
                self._miss(f"{ROUND}_{asked.name}", gettext(NEEDED_OF_ROUND))
        for seat, player in enumerate(self.sheet.players, 1):
            self._clean_player(seat, player, answers.players[player])
        if not self.errors:
            for problem in self.sheet.problems(answers):
                self.add_error(None, gettext(problem.text).format(**problem.facts))
        return cleaned

    def _clean_player(self, seat: int, player: str, given: Mapping[str, Any]) -> None:
        for asked in self.sheet.of_player:
            is_needed = asked.required and asked.kind != "flag" and not (asked.unless and given.get(asked.unless))
            if is_needed and asked.name not in given:
                self._miss(f"{asked.name}_{seat}", gettext(NEEDED).format(player=self.called[player]))

    def _miss(self, name: str, sentence: str) -> None:
        """Says that a field is missing, unless what it holds was refused already."""
        if name in self.fields and name not in self.errors:
            self.add_error(name, sentence)

    def add_refusal(self, refusal: Rejected, called: Mapping[str, str] | None = None) -> None:
        """Says a refusal at its field. called: names by id, where more are needed than those of the players."""
        text = refusals.sentence(refusal.template, refusal.facts, {**self.names, **(called or {})})
        self.add_error(self._field_of(refusal), text)

    def _field_of(self, refusal: Rejected) -> str | None:
        """The form's field of a refusal; None where it is about the whole sheet."""
        spot = self.sheet.spot(refusal.field) if refusal.field else None
        if spot is None:
            return None
        where = ROUND if spot.player is None else self.sheet.players.index(spot.player) + 1
        name = f"{ROUND}_{spot.field.name}" if where == ROUND else f"{spot.field.name}_{where}"
        if spot.field.kind == "list":
            name = f"{name}_{_row_of(refusal)}_{spot.field.columns[0].name}"
        return name if name in self.fields else None


def _row_of(refusal: Rejected) -> int:
    """The row of a list that a refusal is about: the number in its path."""
    numbers = [part for part in (refusal.field or "").split(".") if part.isdecimal()]
    return int(numbers[-1]) if numbers else 0
