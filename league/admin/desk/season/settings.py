"""How a season is called and adds up, as far as a form says it; everything else of its scheme stays as it is."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from league.admin.desk.season.numbers import NumberField
from league.admin.desk.season.step import Desk, SeasonStep
from league.admin.desk.tournament.step import TEXT
from league.admin.season.scheme_form import FAULTS, SchemeForm
from league.domain.season.commands import Change
from league.domain.values.faults import read

SEATS = {"full": _("all of it each"), "split": _("a part each"), "none": _("nothing")}


class SetAnew(SchemeForm, SeasonStep):
    """Changes what is told."""

    name, title, button = "settings", _("How the season adds up"), _("Save")
    done = _("The season is changed; its league table follows at once.")
    template = "league/admin/season_desk/settings.html"
    faults = {**FAULTS, "name": "called", "scheme.final": "final", "scheme.shared_seat": "shared_seat"}
    field_order = ("called",)

    called = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=TEXT))
    shared_seat = forms.ChoiceField(label=_("Those who shared a seat get"), choices=list(SEATS.items()))
    final = NumberField(
        label=_("The final counts times"),
        help_text=_("Like 2 or 1.5; for the event that is marked as the season’s final. Empty: like the others."),
    )

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        scheme = desk.state.scheme
        final = None if scheme.final is UNSET else scheme.final
        self.initial = {
            "called": desk.state.name,
            "shared_seat": scheme.shared_seat,
            "final": final,
            **self.initial,
        }
        self.fill(scheme)

    def take(self) -> None:
        told = self.cleaned_data
        asked = {**self.chosen_scheme(), "shared_seat": told["shared_seat"]}
        asked.pop("final", None)
        if told["final"] != "":
            asked["final"] = told["final"]
        self.desk.send(read(Change, {"type": "change", "name": told["called"], "scheme": asked}))
