"""The result of an event that was not played here, typed row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.refusals import sentence
from league.admin.desk.season.numbers import NumberField
from league.admin.desk.season.step import Desk, SeasonStep
from league.admin.desk.tournament.step import TEXT
from league.domain.values.faults import BadFields
from league.files import result_file, result_import
from league.files.result_file import DATE, EVENT, EXTRA, FOR, MULTIPLIER, NAME, PLACE, POINTS, SHARED, STATUS
from league.queries import names

ROWS, MOST_ROWS = 12, 140
"""A browser may send a thousand fields, Django says, and a row has seven."""
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
    """By how much an event counts."""
    return NumberField(label=_("Counts times"), help_text=_("Empty: once."))


def multiplier_of(told: Mapping[str, Any]) -> int | str:
    """What such a field says."""
    multiplier: int | str = told[MULTIPLIER]
    return 1 if multiplier == "" else multiplier


def start_field() -> forms.DateField:
    """The day of a tournament, where another is wanted than that on which it starts."""
    return forms.DateField(
        label=_("Day"),
        required=False,
        help_text=_("Empty: that on which it starts."),
        widget=forms.DateInput({"type": "date"}),
    )


def final_field() -> forms.BooleanField:
    """Whether an event is the season's final."""
    return forms.BooleanField(label=_("It is the season’s final"), required=False)


@dataclass(frozen=True)
class Row:
    """Somebody's row."""

    number: int
    fields: Sequence[BoundField]


class TypedResult(SeasonStep):
    """A row for each person of an event that was not played here.

    Valid, its `cleaned_data["result"]` is what is typed; there is none where it has no rows.
    """

    intro = _(
        "A row for each person: a place, or why there is none (DNF, DSQ), or points that stand in the stead of the "
        "season’s own. Places may be shared, and some may be missing. Those who had one "
        "seat together have the same word in the last column. Empty rows are none. "
        "Whoever is not among the club’s people is left out, or added there before."
    )
    template = "league/admin/season_desk/result.html"
    faults = {"multiplier": "multiplier"}
    is_in_parts = True

    event = forms.CharField(label=_("Event"), required=False, max_length=120, widget=forms.TextInput(attrs=TEXT))
    date = forms.DateField(label=_("Day"), required=False, widget=forms.DateInput({"type": "date"}))
    multiplier = multiplier_field()
    final = final_field()
    awards_only = forms.BooleanField(label=_("Only points as given count, places pay nothing"), required=False)

    def __init__(self, desk: Desk, data: Any = None, *, rows: int = ROWS, **more: Any) -> None:
        super().__init__(desk, data, **more)
        sent = sum(key.startswith("row_") and key.endswith(f"_{NAME}") for key in data or ())
        self.count = min(max(rows, sent), MOST_ROWS)
        for number in range(1, self.count + 1):
            for cell in CELLS:
                self.fields[f"row_{number}_{cell}"] = _cell(number, cell)

    def plain(self) -> list[BoundField]:
        """The fields of the event."""
        return [self[name] for name in ("event", "date", "multiplier", "final", "awards_only")]

    def rows(self) -> Iterator[Row]:
        """The rows, as a table shows them."""
        for number in range(1, self.count + 1):
            yield Row(number, [self[f"row_{number}_{cell}"] for cell in CELLS])

    def heads(self) -> list[str]:
        """Of the table."""
        return [str(LABELS[cell]) for cell in CELLS]

    def people(self) -> list[str]:
        """Names to choose from while typing."""
        return sorted(names.called_people(self.desk.row.club_id).shown.values(), key=names.as_listed)

    def more_rows(self) -> int:
        """How many rows there would be if more were asked for; 0 where there can't be."""
        return 0 if self.count >= MOST_ROWS else min(2 * self.count, MOST_ROWS)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        numbers = [n for n in range(1, self.count + 1) if any(cleaned[f"row_{n}_{cell}"] != "" for cell in CELLS)]
        if not self.count:
            return cleaned
        if not numbers:
            raise forms.ValidationError(gettext("A result must name somebody."))
        rows = [{cell: str(cleaned[f"row_{n}_{cell}"]) for cell in CELLS} for n in numbers]
        rows[0] |= {
            EVENT: cleaned["event"],
            DATE: cleaned["date"].isoformat() if cleaned["date"] else "",
            MULTIPLIER: str(cleaned["multiplier"]),
        }
        try:
            (result,), _read = result_import.results_of(self.desk.row.club_id, result_file.typed(rows))
        except BadFields as refused:
            self._tell(refused, numbers)
        else:
            cleaned["result"] = msgspec.structs.replace(
                result, final=cleaned["final"], awards_only=cleaned["awards_only"]
            )
        return cleaned

    def _tell(self, refused: BadFields, numbers: Sequence[int]) -> None:
        """Puts what is wrong beside its row; lines of facts are numbers of rows here."""
        for fault in refused.faults:
            line, _dot, column = fault.field.partition(".")
            facts = dict(fault.facts)
            for fact in ("line", "first"):
                if fact in facts:
                    facts[fact] = numbers[int(facts[fact]) - 1]
            name = f"row_{numbers[int(line) - 1]}_{column}" if column in CELLS else column
            told = sentence(self.desk.row.club_id, fault.template, facts)
            self.add_error(name if name in self.fields else None, told)


def _cell(number: int, cell: str) -> forms.Field:
    label = gettext("Row {number}, {cell}").format(number=number, cell=LABELS[cell])
    attributes = {**TEXT, "aria-label": label}
    if cell == NAME:
        attributes["list"] = "people"
    if cell == PLACE:
        attributes["inputmode"] = "numeric"
    if cell in (POINTS, EXTRA):
        return NumberField(label=label, words=attributes)
    return forms.CharField(label=label, required=False, max_length=260, widget=forms.TextInput(attributes))
