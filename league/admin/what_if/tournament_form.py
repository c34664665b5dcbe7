"""The what-if form of a tournament, filled with its own points and tie-breaks."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.number_fields import WholeField
from league.admin.desk.tournament import points_form
from league.admin.desk.tournament.points_form import PointsForm, chosen_scheme, points_as_fields
from league.admin.desk.tournament.setting_kinds import ChainField
from league.admin.desk.tournament.settings_fields import TIE_BREAKS, tie_breaks_with_options
from league.domain.preview.what_if import WhatIf
from league.domain.tournament.settings import Settings
from league.domain.values.faults import read
from league.domain.values.fields import MOST_ROUNDS

FAULTS = {**points_form.FAULTS, "tie_breaks": "decides"}


def sent_field() -> forms.CharField:
    """A hidden field that is in the query only once the form has been sent by GET."""
    return forms.CharField(widget=forms.HiddenInput, initial="1", required=False)


class TournamentWhatIf(PointsForm):
    """Other points and another chain of tie-breaks."""

    asked = sent_field()
    decides = ChainField(TIE_BREAKS, label=_("If points are equal"), required=False)
    after_round = WholeField(
        label=_("After round"),
        required=False,
        min_value=0,
        max_value=MOST_ROUNDS,
        help_text=_("Leave empty for the current round."),
    )

    def __init__(self, settings: Settings, begun: int, data: Any = None) -> None:
        self.settings, self.begun = settings, begun
        super().__init__(data, initial={**points_as_fields(settings.points), "decides": settings.chain})

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if (number := cleaned.get("after_round")) is not None and number > self.begun:
            self.add_error("after_round", gettext("Round {number} has not begun.").format(number=number))
        return cleaned

    def wanted(self) -> WhatIf:
        """Raises BadFields. Unchanged points are left out, so that each round keeps those it was paid with."""
        points = chosen_scheme(self.settings.points, self.sent())
        chain = tie_breaks_with_options(self.settings, self.cleaned_data["decides"])
        found = read(WhatIf, {"points": points, "tie_breaks": chain})
        return msgspec.structs.replace(found, points=None) if found.points == self.settings.points else found
