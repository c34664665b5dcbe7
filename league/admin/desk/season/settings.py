"""The settings of a season: its name and the parts of its scheme that a form shows. The other parts stay."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from league.admin.desk.number_fields import NumberField
from league.admin.desk.season.desk import SeasonDesk, SeasonStep
from league.admin.desk.step import TEXT
from league.admin.season.scheme_form import FAULTS, SchemeForm
from league.domain.season.commands import Change
from league.domain.values.faults import read

SHARED_SEATS = {"full": _("all of its points"), "split": _("an equal part of its points"), "none": _("no points")}


class ChangeSettings(SchemeForm, SeasonStep):
    name, title, button = "settings", _("How the season adds up"), _("Save")
    done = _("The season is changed; its league table follows at once.")
    template = "league/admin/season_desk/settings.html"
    error_fields = {**FAULTS, "name": "called", "scheme.final": "final", "scheme.shared_seat": "shared_seat"}
    field_order = ("called",)

    called = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=TEXT))
    shared_seat = forms.ChoiceField(label=_("People who shared a seat each get"), choices=list(SHARED_SEATS.items()))
    final = NumberField(
        required=False,
        label=_("Weight of the final (2 counts double)"),
        help_text=_("Of the event that is marked as the season’s final. Empty: the same as other events."),
    )

    def __init__(self, desk: SeasonDesk, about: str = "", data: Any = None, **more: Any) -> None:
        super().__init__(desk, about, data, **more)
        scheme = desk.state.scheme
        final = None if scheme.final is UNSET else scheme.final
        self.initial = {
            "called": desk.state.name,
            "shared_seat": scheme.shared_seat,
            "final": final,
            **self.initial,
        }
        self.fill(scheme)

    def command(self) -> Change:
        cleaned = self.cleaned_data
        asked = {**self.chosen_scheme(), "shared_seat": cleaned["shared_seat"]}
        asked.pop("final", None)
        if cleaned["final"] != "":
            asked["final"] = cleaned["final"]
        return read(Change, {"type": "change", "name": cleaned["called"], "scheme": asked})
