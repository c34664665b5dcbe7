"""Events come into a season and go out: a tournament, a result from elsewhere that is typed row by row."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from uuid6 import uuid7

from league.admin.desk.season.step import Desk, SeasonStep
from league.admin.desk.season.typed_result import TypedResult, final_field, multiplier_field, multiplier_of, start_field
from league.domain.season.commands import AddTournament, RemoveEvent
from league.files import result_import
from league.models import Tournament


class TakeIn(SeasonStep):
    """Lets a tournament of the club count."""

    name, title, button = "tournament", _("Let a tournament count"), _("Take it in")
    done = _("The tournament counts in this season as soon as it is over.")
    faults = {"multiplier": "multiplier", "tournament": "tournament"}

    tournament = forms.ModelChoiceField(label=_("Tournament"), queryset=Tournament.objects.none(), empty_label=None)
    date = start_field()
    multiplier = multiplier_field()
    final = final_field()

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        known = [event.tournament for event in desk.state.events.values() if event.tournament]
        field: Any = self.fields["tournament"]
        field.queryset = Tournament.objects.filter(club=desk.row.club_id).exclude(pk__in=known).order_by("-id")

    def take(self) -> None:
        told = self.cleaned_data
        id, tournament = str(uuid7()), str(told["tournament"].pk)
        self.desk.send(AddTournament(id, tournament, told["date"], multiplier_of(told), final=told["final"]))


class Result(TypedResult):
    """Takes in the result of an event that was not played here, a row for each person."""

    name, title, button = "result", _("Enter a result from elsewhere"), _("Take it in")
    done = _("The result counts.")

    def take(self) -> None:
        result_import.take(
            self.desk.row.pk,
            [self.cleaned_data["result"]],
            club=self.desk.row.club_id,
            actor=self.desk.who.actor,
            at=timezone.now(),
        )


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
