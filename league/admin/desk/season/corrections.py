"""An event of the season is put right where it stands; the league table that it makes is shown before."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.http import Http404
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.season.preview import Table, foreseen
from league.admin.desk.season.result_rows import rows_of
from league.admin.desk.season.step import Desk, SeasonStep
from league.admin.desk.season.typed_result import (
    CELLS,
    MOST_ROWS,
    TypedResult,
    final_field,
    multiplier_field,
    multiplier_of,
    start_field,
)
from league.admin.desk.tournament.step import reason_field
from league.domain.season.commands import CorrectEvent
from league.domain.season.state import SeasonEvent

SPARE = 4
AGAIN = ("once", "is_seen")
"""What a form that was shown first has of its own."""


class Correction(SeasonStep):
    """Of one event. Sent, it is shown again with what would come of it, and taken only then."""

    of_a_result: ClassVar[bool]
    template = "league/admin/season_desk/correction.html"
    is_in_parts = True
    faults = {"multiplier": "multiplier", "date": "date", "name": "event"}
    foreseen: Table | None = None

    which = forms.CharField(max_length=36, widget=forms.HiddenInput)
    is_seen = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = reason_field(required=True)

    def __init__(self, desk: Desk, data: Any = None, *, which: str = "", **more: Any) -> None:
        found = desk.state.events.get((data or {}).get("which", which))
        if found is None or (found.tournament is None) != self.of_a_result:
            raise Http404
        self.found: SeasonEvent = found
        super().__init__(desk, data, **more)
        self.initial = {**self.stands(), "which": found.id, **self.initial}

    def stands(self) -> dict[str, Any]:
        """The fields filled with what stands."""
        event = self.found
        day = event.date.isoformat() if event.date else ""
        return {"date": day, "multiplier": _once(event.multiplier), "final": event.final}

    def command(self) -> CorrectEvent:
        """What is asked for."""
        raise NotImplementedError

    def shown_first(self) -> SeasonStep | None:
        """The same with nothing left to type, and the league table that it makes. Raises one of `wording.REFUSALS`."""
        if self.cleaned_data["is_seen"]:
            return None
        typed = {name: self[name].value() for name in self.fields if name not in AGAIN}
        shown = type(self)(self.desk, which=self.found.id, initial={**typed, "is_seen": "on"})
        shown.intro, shown.button = _("Nothing is changed yet."), _("Correct it so")
        shown.foreseen = foreseen(lambda: self.desk.send(self.command()))
        for field in shown.fields.values():
            field.widget = forms.HiddenInput()
        return shown

    def take(self) -> None:
        self.desk.send(self.command())

    def beside(self) -> dict[str, Any]:
        """What is said of an event of any kind."""
        told = self.cleaned_data
        counts = {"multiplier": multiplier_of(told), "final": told["final"]}
        return {"reason": told["reason"], "date": told["date"], **counts}


class Recount(Correction):
    """How a tournament counts; extra points and shared seats stay as they are."""

    name, title, button = "recount", _("How a tournament counts"), _("Show what comes of it")
    done = _("The tournament counts so; its number among the events is the same.")
    of_a_result = False

    date = start_field()
    multiplier = multiplier_field()
    final = final_field()

    field_order = ("date", "multiplier", "final", "reason")

    @property
    def notes(self) -> list[str]:
        """What the form does not say."""
        if self.found.extra or self.found.shared:
            return [gettext("Its extra points and shared seats stay as they are.")]
        return []

    def command(self) -> CorrectEvent:
        return CorrectEvent(self.found.id, **self.beside())


class CorrectResult(Correction, TypedResult):
    """A result from elsewhere, in the rows in which it could have been typed, if there are not too many."""

    name, title, button = "correct", _("Correct a result from elsewhere"), _("Show what comes of it")
    done = _("The result is corrected; its number among the events is the same.")
    template = "league/admin/season_desk/correction.html"
    of_a_result = True

    def __init__(self, desk: Desk, data: Any = None, *, which: str = "", **more: Any) -> None:
        event = desk.state.events.get((data or {}).get("which", which))
        self.standing = rows_of(desk.row.club_id, event) if event else None
        rows = 0 if self.standing is None else len(self.standing) + SPARE
        super().__init__(desk, data, which=which, rows=rows, **more)

    @property
    def notes(self) -> list[str]:
        """What the form does not say."""
        if self.standing is not None:
            return []
        template = gettext(
            "What people have in this result stays as it is: they are more than {most}, or there is more to say of "
            "them than rows can. The API corrects it."
        )
        return [template.format(most=MOST_ROWS)]

    def stands(self) -> dict[str, Any]:
        result = self.found.result
        typed = {
            f"row_{number}_{cell}": row[cell] for number, row in enumerate(self.standing or (), 1) for cell in CELLS
        }
        told = {"event": result.name or "", "awards_only": result.awards_only} if result else {}
        return {**super().stands(), **told, **typed}

    def plain(self) -> list[Any]:
        """The fields of the event, and why."""
        return [*super().plain(), self["reason"]]

    def more_rows(self) -> int:
        """There are some to spare."""
        return 0

    def command(self) -> CorrectEvent:
        told = self.cleaned_data
        event = {"name": told["event"] or None, "awards_only": told["awards_only"], **self.beside()}
        if self.standing is None:
            return CorrectEvent(self.found.id, **event)
        result = told["result"]
        people = {name: getattr(result, name) for name in ("places", "status", "awards", "extra", "shared")}
        return CorrectEvent(self.found.id, **event, **people)


def _once(multiplier: int | str) -> int | str | None:
    """A multiplier as the form has it: once is not written."""
    return None if multiplier == 1 else multiplier
