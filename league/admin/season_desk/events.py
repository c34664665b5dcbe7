"""Events come into a season and go out: a tournament, a result from elsewhere that is typed row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.forms import BoundField
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league import names, result_file, result_import
from league.admin.desk.step import TEXT
from league.admin.desk.wording import sentence
from league.admin.season_desk.numbers import NumberField
from league.admin.season_desk.step import Desk, SeasonStep
from league.domain.fields import BadFields
from league.domain.season.commands import AddTournament, RemoveEvent
from league.models import Tournament
from league.result_file import DATE, EVENT, EXTRA, FOR, MULTIPLIER, NAME, PLACE, POINTS, STATUS

ROWS, MOST_ROWS = 12, 150
"""A browser may send a thousand fields, Django says, and a row has six."""
CELLS = (NAME, PLACE, STATUS, POINTS, EXTRA, FOR)
LABELS = {
    NAME: _("Name"),
    PLACE: _("Place"),
    STATUS: _("or status"),
    POINTS: _("or points"),
    EXTRA: _("Extra points"),
    FOR: _("what for"),
}


def multiplier_field() -> NumberField:
    """By how much an event counts."""
    return NumberField(label=_("Counts times"), help_text=_("Empty: once."))


def final_field() -> forms.BooleanField:
    """Whether an event is the season's final."""
    return forms.BooleanField(label=_("It is the season’s final"), required=False)


class TakeIn(SeasonStep):
    """Lets a tournament of the club count."""

    name, title, button = "tournament", _("Let a tournament count"), _("Take it in")
    done = _("The tournament counts in this season as soon as it is over.")
    faults = {"multiplier": "multiplier", "tournament": "tournament"}

    tournament = forms.ModelChoiceField(label=_("Tournament"), queryset=Tournament.objects.none(), empty_label=None)
    date = forms.DateField(
        label=_("Day"),
        required=False,
        help_text=_("Empty: that on which it starts."),
        widget=forms.DateInput({"type": "date"}),
    )
    multiplier = multiplier_field()
    final = final_field()

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        known = [event.tournament for event in desk.state.events.values() if event.tournament]
        field: Any = self.fields["tournament"]
        field.queryset = Tournament.objects.filter(club=desk.row.club_id).exclude(pk__in=known).order_by("-id")

    def take(self) -> None:
        told = self.cleaned_data
        multiplier = 1 if told["multiplier"] == "" else told["multiplier"]
        id, tournament = str(uuid7()), str(told["tournament"].pk)
        self.desk.send(AddTournament(id, tournament, told["date"], multiplier, final=told["final"]))


@dataclass(frozen=True)
class Row:
    """Somebody's row."""

    number: int
    fields: Sequence[BoundField]


class Result(SeasonStep):
    """Takes in the result of an event that was not played here, a row for each person."""

    name, title, button = "result", _("Enter a result from elsewhere"), _("Take it in")
    intro = _(
        "A row for each person: a place, or why there is none (DNF, DSQ), or points that stand in the stead of the "
        "season’s own. Places may be shared, and some may be missing. Empty rows are none. "
        "Whoever is not among the club’s people is left out, or added there before."
    )
    done = _("The result counts.")
    template = "league/admin/season_desk/result.html"
    faults = {"multiplier": "multiplier"}
    is_in_parts = True

    event = forms.CharField(label=_("Event"), required=False, max_length=120, widget=forms.TextInput(attrs=TEXT))
    date = forms.DateField(label=_("Day"), required=False, widget=forms.DateInput({"type": "date"}))
    multiplier = multiplier_field()
    final = final_field()

    def __init__(self, desk: Desk, data: Any = None, *, rows: int = ROWS, **more: Any) -> None:
        super().__init__(desk, data, **more)
        sent = sum(key.startswith("row_") and key.endswith(f"_{NAME}") for key in data or ())
        self.count = min(max(rows, sent), MOST_ROWS)
        for number in range(1, self.count + 1):
            for cell in CELLS:
                self.fields[f"row_{number}_{cell}"] = _cell(number, cell)

    def plain(self) -> list[BoundField]:
        """The fields of the event."""
        return [self[name] for name in ("event", "date", "multiplier", "final")]

    def rows(self) -> Iterator[Row]:
        """The rows, as a table shows them."""
        for number in range(1, self.count + 1):
            yield Row(number, [self[f"row_{number}_{cell}"] for cell in CELLS])

    def heads(self) -> list[str]:
        """Of the table."""
        return [str(LABELS[cell]) for cell in CELLS]

    def people(self) -> list[str]:
        """Names to choose from while typing."""
        return sorted(names.called_people(self.desk.row.club_id).shown.values(), key=str.casefold)

    def more_rows(self) -> int:
        """How many rows there would be if more were asked for; 0 where there can't be."""
        return 0 if self.count >= MOST_ROWS else min(2 * self.count, MOST_ROWS)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        numbers = [n for n in range(1, self.count + 1) if any(cleaned[f"row_{n}_{cell}"] != "" for cell in CELLS)]
        if not numbers:
            raise forms.ValidationError(gettext("A result names somebody."))
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
            cleaned["result"] = msgspec.structs.replace(result, final=cleaned["final"])
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

    def take(self) -> None:
        result_import.take(
            self.desk.row.pk,
            [self.cleaned_data["result"]],
            club=self.desk.row.club_id,
            actor=self.desk.who.actor,
            at=timezone.now(),
        )


def _cell(number: int, cell: str) -> forms.Field:
    label = gettext("Row {number}, {cell}").format(number=number, cell=LABELS[cell])
    attributes = {**TEXT, "aria-label": label}
    if cell == NAME:
        attributes["list"] = "people"
    if cell == PLACE:
        attributes["inputmode"] = "numeric"
    if cell in (POINTS, EXTRA):
        return NumberField(label=label, words=attributes)
    return forms.CharField(label=label, required=False, max_length=200, widget=forms.TextInput(attributes))


class TakeOut(SeasonStep):
    """Takes an event out of the season."""

    name, title, button = "take-out", _("Take an event out"), _("Take it out")
    intro = _("The event counts nothing more, as if it had never been. A tournament may be taken in again.")
    done = _("The event is out.")

    event = forms.ChoiceField(label=_("Event"))

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        field: Any = self.fields["event"]
        field.choices = event_choices(desk)

    def take(self) -> None:
        self.desk.send(RemoveEvent(self.cleaned_data["event"]))


def event_choices(desk: Desk) -> list[tuple[str, str]]:
    """The events of the season by id, in its order, as people call them."""
    wanted = [event.tournament for event in desk.state.events.values() if event.tournament]
    rows = Tournament.objects.filter(club=desk.row.club_id, pk__in=wanted).values_list("pk", "name")
    called = {str(id): name for id, name in rows}
    found = []
    for number, event in enumerate(desk.state.events.values(), 1):
        name = called.get(event.tournament or "", "") if event.result is None else event.result.name
        day = f" {event.date:%Y-%m-%d}" if event.date else ""
        found.append((event.id, f"{number}. {name or gettext('Result from elsewhere')}{day}"))
    return found
