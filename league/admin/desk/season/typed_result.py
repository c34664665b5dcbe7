"""A result from elsewhere, typed row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.forms import BoundField
from django.http import Http404, QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Rejected
from league.admin.desk.number_fields import NumberField
from league.admin.desk.refusals import sentence
from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.step import TEXT
from league.domain.season.commands import AddResult
from league.domain.season.rules import SAME_RESULT
from league.domain.values.faults import BadFields
from league.domain.values.numbers import as_typed
from league.files import result_file, result_import
from league.files.result_file import DATE, EVENT, EXTRA, FOR, MULTIPLIER, NAME, PLACE, POINTS, SHARED, STATUS
from league.queries import names
from league.services.execution import Done

ROWS, MOST_ROWS = 12, 140
"""Django accepts a thousand fields, and a row has seven."""
CELLS = (NAME, PLACE, STATUS, POINTS, EXTRA, FOR, SHARED)
LABELS = {
    NAME: _("Name"),
    PLACE: _("Place"),
    STATUS: _("or status"),
    POINTS: _("or points"),
    EXTRA: _("Extra points"),
    FOR: _("what for"),
    SHARED: _("Shared seat"),
}


def multiplier_field() -> NumberField:
    return NumberField(label=_("Weight (2 counts double)"), required=False, help_text=_("Empty: 1."))


def multiplier_of(cleaned: Mapping[str, Any]) -> int | str:
    """The event's weight; 1 if the field is empty."""
    multiplier: int | str = cleaned[MULTIPLIER]
    return 1 if multiplier == "" else multiplier


def start_field() -> forms.DateField:
    """The day of a tournament, if it differs from its first day."""
    return forms.DateField(
        label=_("Day"),
        required=False,
        help_text=_("Empty: the day on which it starts."),
        widget=forms.DateInput({"type": "date"}),
    )


def final_field() -> forms.BooleanField:
    return forms.BooleanField(label=_("This is the season’s final"), required=False)


def abandoned_field() -> forms.BooleanField:
    return forms.BooleanField(label=_("Abandoned: it is shown and counts for nothing"), required=False)


class TakesResults(SeasonStep):
    """Adds results. Whether the very same result counts once more is asked only where the season has it."""

    again = forms.BooleanField(
        label=_("Count it once more, although the season has the very same result"),
        required=False,
        initial=False,
        widget=forms.HiddenInput(),
    )

    def ask_again(self) -> None:
        self.fields["again"].widget = forms.CheckboxInput()

    def take_results(self, results: Sequence[AddResult]) -> Done:
        """Add the results. Raises Rejected."""
        again, actor = self.cleaned_data["again"], self.desk.who.actor
        try:
            return result_import.take(self.desk.row, results, actor=actor, at=timezone.now(), again=again)
        except Rejected as refusal:
            if refusal.code == SAME_RESULT:
                self.ask_again()
            raise


@dataclass(frozen=True)
class PersonRow:
    number: int
    fields: Sequence[BoundField]


class TypedResult(SeasonStep):
    """A form with a row for each person. Valid and with rows, its `cleaned_data["result"]` is the result."""

    intro = _(
        "One row for each person: a place, or a status instead (DNF, DSQ), or points that replace the points of the "
        "season. Places may be shared, and some may be missing. People who shared a seat have the same word in the "
        "last column. Empty rows are ignored. Add people to the club before you write them here, or leave them out."
    )
    template = "league/admin/season_desk/result.html"
    error_fields = {"multiplier": "multiplier"}
    sends_multipart = True

    event = forms.CharField(label=_("Event"), required=False, max_length=120, widget=forms.TextInput(attrs=TEXT))
    date = forms.DateField(label=_("Day"), required=False, widget=forms.DateInput({"type": "date"}))
    multiplier = multiplier_field()
    final = final_field()
    abandoned = abandoned_field()
    awards_only = forms.BooleanField(label=_("Only the points given here count; places pay nothing"), required=False)

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, *, rows: int = ROWS, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        sent = sum(key.startswith("row_") and key.endswith(f"_{NAME}") for key in data or ())
        self.count = min(max(rows, sent), MOST_ROWS)
        for number in range(1, self.count + 1):
            for cell in CELLS:
                self.fields[f"row_{number}_{cell}"] = _cell(number, cell)

    @classmethod
    def from_query(cls, query: QueryDict) -> dict[str, Any]:
        """The number of rows: `?rows=24`."""
        text = query.get("rows", str(ROWS))
        is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(MOST_ROWS))
        if not is_number or not 1 <= int(text) <= MOST_ROWS:
            raise Http404
        return {"rows": int(text)}

    def plain(self) -> list[BoundField]:
        """The fields of the event."""
        return [self[name] for name in ("event", "date", "multiplier", "final", "abandoned", "awards_only")]

    def rows(self) -> Iterator[PersonRow]:
        for number in range(1, self.count + 1):
            yield PersonRow(number, [self[f"row_{number}_{cell}"] for cell in CELLS])

    def heads(self) -> list[str]:
        """The headings of the table's columns."""
        return [str(LABELS[cell]) for cell in CELLS]

    def people(self) -> list[str]:
        """Suggestions for names."""
        return sorted(names.called_people(self.desk.row.club_id).shown.values(), key=names.as_listed)

    def more_rows(self) -> int:
        """How many rows a larger form has; 0 if this is the largest."""
        return 0 if self.count >= MOST_ROWS else min(2 * self.count, MOST_ROWS)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        numbers = [n for n in range(1, self.count + 1) if any(cleaned[f"row_{n}_{cell}"] != "" for cell in CELLS)]
        if not self.count:
            return cleaned
        if not numbers:
            raise forms.ValidationError(gettext("Write at least one person."))
        rows = [{cell: _written(cell, cleaned[f"row_{n}_{cell}"]) for cell in CELLS} for n in numbers]
        rows[0] |= {
            EVENT: cleaned["event"],
            DATE: cleaned["date"].isoformat() if cleaned["date"] else "",
            MULTIPLIER: as_typed(cleaned["multiplier"]),
        }
        try:
            move_up = self.desk.state.scheme.moving_up
            (result,), _read = result_import.results_of(self.desk.row.club_id, result_file.typed(rows), move_up)
        except BadFields as refused:
            self._add_errors(refused, numbers)
        else:
            cleaned["result"] = msgspec.structs.replace(
                result, final=cleaned["final"], awards_only=cleaned["awards_only"], abandoned=cleaned["abandoned"]
            )
        return cleaned

    def _add_errors(self, refused: BadFields, numbers: Sequence[int]) -> None:
        """Add each fault at its cell. numbers: the rows that are filled in; faults count only these."""
        for fault in refused.faults:
            line, _dot, column = fault.field.partition(".")
            facts = dict(fault.facts)
            for fact in ("line", "first"):
                if fact in facts:
                    facts[fact] = numbers[int(facts[fact]) - 1]
            name = f"row_{numbers[int(line) - 1]}_{column}" if column in CELLS else column
            text = sentence(self.desk.row.club_id, fault.template, facts)
            self.add_error(name if name in self.fields else None, text)


def _written(cell: str, value: int | str) -> str:
    """The text of a cell as a file would have it."""
    return as_typed(value) if cell in (POINTS, EXTRA) else str(value)


def _cell(number: int, cell: str) -> forms.Field:
    label = gettext("Row {number}, {cell}").format(number=number, cell=LABELS[cell])
    attributes = {**TEXT, "aria-label": label}
    if cell == NAME:
        attributes["list"] = "people"
    if cell == PLACE:
        attributes["inputmode"] = "numeric"
    if cell in (POINTS, EXTRA):
        return NumberField(label=label, required=False, widget=forms.TextInput({"inputmode": "decimal", **attributes}))
    return forms.CharField(label=label, required=False, max_length=260, widget=forms.TextInput(attributes))
