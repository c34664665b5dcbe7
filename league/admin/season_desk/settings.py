"""How a season is called and adds up, as far as a form says it; everything else of its scheme stays as it is."""

from __future__ import annotations

from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from league.admin.desk.chosen import PointListField
from league.admin.desk.step import TEXT
from league.admin.season_desk.numbers import NumberField
from league.admin.season_desk.step import Desk, SeasonStep
from league.domain.fields import read
from league.domain.season.commands import Change
from league.domain.season.scheme import MOST_EVENTS, Scheme


class SetAnew(SeasonStep):
    """Changes what is told."""

    name, title, button = "settings", _("How the season adds up"), _("Save")
    done = _("The season is changed; its league table follows at once.")
    faults = {
        "name": "name",
        "scheme.points": "by_place",
        "scheme.best": "best",
        "scheme.final": "final",
        "scheme.minimum": "minimum",
    }

    called = forms.CharField(label=_("Name"), max_length=120, widget=forms.TextInput(attrs=TEXT))
    by_place = PointListField(
        label=_("Points by place"), max_length=4000, help_text=_("From the first place on. Beyond the list: none.")
    )
    best = forms.IntegerField(
        label=_("Best results that count"),
        required=False,
        min_value=1,
        max_value=MOST_EVENTS,
        help_text=_("Empty: all."),
    )
    minimum = forms.IntegerField(
        label=_("Events that a place needs"), required=False, min_value=0, max_value=MOST_EVENTS
    )
    final = NumberField(
        label=_("The final counts times"),
        help_text=_("Like 2 or 1.5; for the event that is marked as the season’s final. Empty: like the others."),
    )

    def __init__(self, desk: Desk, data: Any = None, **more: Any) -> None:
        super().__init__(desk, data, **more)
        scheme = desk.state.scheme
        self.initial = {
            "called": desk.state.name,
            "by_place": " ".join(map(str, _listed(scheme))),
            "best": scheme.best,
            "minimum": scheme.minimum or None,
            "final": None if scheme.final is UNSET else scheme.final,
            **self.initial,
        }
        if not _listed(scheme):
            del self.fields["by_place"]
        if scheme.splits or scheme.drop_worst:
            del self.fields["best"]

    def take(self) -> None:
        told = self.cleaned_data
        scheme = self.desk.state.scheme
        asked: dict[str, Any] = msgspec.to_builtins(scheme)
        asked["minimum"] = told["minimum"] or 0
        asked.pop("final", None)
        if told["final"] != "":
            asked["final"] = told["final"]
        if "best" in self.fields:
            asked["best"] = told["best"]
        if "by_place" in self.fields:
            asked["points"]["by_place"] = told["by_place"]
        self.desk.send(read(Change, {"type": "change", "name": told["called"], "scheme": asked}))


def _listed(scheme: Scheme) -> tuple[int | str, ...]:
    """The points by place, where that is how the scheme pays."""
    return scheme.points.by_place or () if scheme.points else ()
