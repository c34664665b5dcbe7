"""Corrections of a season's events; the league table that they lead to is shown first."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.http import Http404, QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.season.events import event_choices
from league.admin.desk.season.preview import TablePreview, preview
from league.admin.desk.season.result_rows import rows_of
from league.admin.desk.season.typed_result import (
    CELLS,
    MOST_ROWS,
    TypedResult,
    abandoned_field,
    final_field,
    multiplier_field,
    multiplier_of,
    start_field,
)
from league.admin.desk.step import reason_field
from league.domain.season.commands import CorrectEvent
from league.domain.season.state import SeasonEvent

SPARE_ROWS = 4
OWN_FIELDS = ("once", "is_seen")
"""Fields that a confirmation does not take over."""


class Correction(SeasonStep):
    """A correction of one event. Its confirmation shows the league table that it leads to."""

    of_a_result: ClassVar[bool]
    template = "league/admin/season_desk/correction.html"
    sends_multipart = True
    error_fields = {"multiplier": "multiplier", "date": "date", "name": "event"}
    foreseen: TablePreview | None = None

    which = forms.CharField(max_length=36, widget=forms.HiddenInput)
    is_seen = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = reason_field(required=True)

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, *, which: str = "", **more: Any) -> None:
        event = desk.state.events.get((data or {}).get("which", which))
        if event is None or (event.tournament is None) != self.of_a_result:
            raise Http404
        self.season_event: SeasonEvent = event
        super().__init__(desk, about, data, **more)
        self.initial = {**self.current(), "which": event.id, **self.initial}

    @property
    def heading(self) -> str:
        """What is corrected, with the event's number, name and day."""
        return f"{self.title}: {dict(event_choices(self.desk))[self.season_event.id]}"

    @classmethod
    def from_query(cls, query: QueryDict) -> dict[str, Any]:
        """The event's id: `?which=...`."""
        return {"which": query.get("which", "")}

    def current(self) -> dict[str, Any]:
        """The fields, filled with the event as it is."""
        event = self.season_event
        day = event.date.isoformat() if event.date else ""
        multiplier = None if event.multiplier == 1 else event.multiplier
        return {"date": day, "multiplier": multiplier, "final": event.final, "abandoned": event.abandoned}

    def confirmation(self) -> SeasonStep | None:
        """The same form with its fields hidden, and the league table that it leads to."""
        if self.cleaned_data["is_seen"]:
            return None
        typed = {name: self[name].value() for name in self.fields if name not in OWN_FIELDS}
        shown = type(self)(self.desk, which=self.season_event.id, initial={**typed, "is_seen": "on"})
        shown.intro, shown.button = _("Nothing has changed yet."), _("Correct it like this")
        shown.foreseen = preview(lambda: self.desk.send(self.command()))
        for field in shown.fields.values():
            field.widget = forms.HiddenInput()
        return shown

    def shared_fields(self) -> dict[str, Any]:
        """The command's fields that both kinds of events have."""
        cleaned = self.cleaned_data
        weight = {
            "multiplier": multiplier_of(cleaned),
            "final": cleaned["final"],
            "abandoned": cleaned["abandoned"],
        }
        return {"reason": cleaned["reason"], "date": cleaned["date"], **weight}


class CorrectTournament(Correction):
    """Changes how a tournament counts; extra points and shared seats stay as they are."""

    name, title, button = "recount", _("How this tournament counts"), _("Preview")
    done = _("The tournament now counts like this. Its number among the events stays.")
    of_a_result = False

    date = start_field()
    multiplier = multiplier_field()
    final = final_field()
    abandoned = abandoned_field()

    field_order = ("date", "multiplier", "final", "abandoned", "reason")

    @property
    def notes(self) -> list[str]:
        if self.season_event.extra or self.season_event.shared:
            return [gettext("Its extra points and shared seats stay as they are.")]
        return []

    def command(self) -> CorrectEvent:
        return CorrectEvent(self.season_event.id, **self.shared_fields())


class CorrectResult(Correction, TypedResult):
    """Corrects a result from elsewhere, in rows as if it were typed; without rows if these can't show all of it."""

    name, title, button = "correct", _("Correct a result from elsewhere"), _("Preview")
    done = _("The result is corrected. Its number among the events stays.")
    template = "league/admin/season_desk/correction.html"
    of_a_result = True

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, *, which: str = "", **more: Any) -> None:
        event = desk.state.events.get((data or {}).get("which", which))
        self.current_rows = rows_of(desk.row.club_id, event) if event else None
        rows = 0 if self.current_rows is None else len(self.current_rows) + SPARE_ROWS
        super().__init__(desk, about, data, which=which, rows=rows, **more)

    @property
    def notes(self) -> list[str]:
        if self.current_rows is not None:
            return []
        template = gettext(
            "The people’s results stay as they are: they are more than {most}, or rows can’t show everything about "
            "them. Use the API to correct them."
        )
        return [template.format(most=MOST_ROWS)]

    def current(self) -> dict[str, Any]:
        result = self.season_event.result
        rows = enumerate(self.current_rows or (), 1)
        cells = {f"row_{number}_{cell}": row[cell] for number, row in rows for cell in CELLS}
        fields = {"event": result.name or "", "awards_only": result.awards_only} if result else {}
        return {**super().current(), **fields, **cells}

    def plain(self) -> list[Any]:
        """The fields of the event, and the reason."""
        return [*super().plain(), self["reason"]]

    def more_rows(self) -> int:
        """None: some rows are spare."""
        return 0

    def command(self) -> CorrectEvent:
        cleaned = self.cleaned_data
        event = {"name": cleaned["event"] or None, "awards_only": cleaned["awards_only"], **self.shared_fields()}
        if self.current_rows is None:
            return CorrectEvent(self.season_event.id, **event)
        result = cleaned["result"]
        people = {name: getattr(result, name) for name in ("places", "status", "awards", "extra", "shared")}
        return CorrectEvent(self.season_event.id, **event, **people)
