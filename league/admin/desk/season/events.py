"""Events are added to a season, or removed: a tournament, or a result from elsewhere that is typed row by row."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from games.kernel import Command
from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.season.typed_result import (
    TakesResults,
    TypedResult,
    abandoned_field,
    final_field,
    multiplier_field,
    multiplier_of,
    start_field,
)
from league.domain.season import commands
from league.models import Tournament
from league.queries.dates import listed


class AddTournament(SeasonStep):
    name, title, button = "tournament", _("Add a tournament"), _("Add")
    done = _("The tournament counts in this season once it is closed.")
    error_fields = {"multiplier": "multiplier", "tournament": "tournament"}

    tournament = forms.ModelChoiceField(label=_("Tournament"), queryset=Tournament.objects.none(), empty_label=None)
    date = start_field()
    multiplier = multiplier_field()
    final = final_field()
    abandoned = abandoned_field()

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        known = [event.tournament for event in desk.state.events.values() if event.tournament]
        field: Any = self.fields["tournament"]
        field.queryset = Tournament.objects.filter(club=desk.row.club_id).exclude(pk__in=known).order_by("-id")

    @classmethod
    def from_query(cls, query: QueryDict) -> dict[str, Any]:
        return {"initial": {"tournament": query.get("tournament", "")}}

    @property
    def nothing(self) -> str:
        field: Any = self.fields["tournament"]
        if field.queryset.exists():
            return ""
        if Tournament.objects.filter(club=self.desk.row.club_id).exists():
            return gettext("Every tournament of the club counts in this season already.")
        return gettext("The club has no tournament yet. Open one first.")

    def command(self) -> Command:
        cleaned = self.cleaned_data
        id, tournament = str(uuid7()), str(cleaned["tournament"].pk)
        multiplier = multiplier_of(cleaned)
        return commands.AddTournament(
            id=id,
            tournament=tournament,
            date=cleaned["date"],
            multiplier=multiplier,
            final=cleaned["final"],
            abandoned=cleaned["abandoned"],
        )


class AddResult(TakesResults, TypedResult):
    name, title, button = "result", _("Add a result from elsewhere"), _("Add")
    done = _("The result counts.")

    def plain(self) -> list[BoundField]:
        return [*super().plain(), *([] if self["again"].is_hidden else [self["again"]])]

    def take(self) -> None:
        self.take_results([self.cleaned_data["result"]])


class RemoveEvent(SeasonStep):
    name, title, button = "take-out", _("Remove an event"), _("Remove")
    intro = _("The event no longer counts, as if it had never been added. A tournament can be added again.")
    done = _("The event is removed.")

    event = forms.ChoiceField(label=_("Event"))

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        field: Any = self.fields["event"]
        field.choices = event_choices(desk)

    @property
    def nothing(self) -> str:
        return "" if self.desk.state.events else gettext("Nothing counts in this season yet.")

    def command(self) -> Command:
        return commands.RemoveEvent(self.cleaned_data["event"])


def event_choices(desk: SeasonDesk) -> list[tuple[str, str]]:
    """The ids of the season's events with their numbers, names and days, in the season's order."""
    wanted = [event.tournament for event in desk.state.events.values() if event.tournament]
    rows = Tournament.objects.filter(club=desk.row.club_id, pk__in=wanted).values_list("pk", "name")
    names = {str(id): name for id, name in rows}
    choices = []
    for number, event in enumerate(desk.state.events.values(), 1):
        name = names.get(event.tournament or "", "") if event.result is None else event.result.name
        called = f"{number}. {name or gettext('Result from elsewhere')}"
        choices.append((event.id, f"{called}, {listed(event.date)}" if event.date else called))
    return choices
