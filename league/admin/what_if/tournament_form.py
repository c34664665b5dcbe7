"""The what-if form of a tournament, filled with its own points and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from games.kernel import Json
from league.admin.desk.number_fields import NumberField, WholeField, shown
from league.admin.desk.tournament.settings_fields import OUTCOMES, TIE_BREAKS, field
from league.admin.what_if.chain import PREFIX, ChainForm, chain_fields, sent_field
from league.domain.preview.what_if import WhatIf
from league.domain.standings.points import MEAN, WIN
from league.domain.tournament.settings import PointScheme, Settings
from league.domain.values.faults import read
from league.domain.values.fields import MOST_ROUNDS

BY_PLACE, BY_OUTCOME, BY_SCORE, BY_SHARE = "by_place", "outcomes", "raw", "share"
KINDS = {
    BY_PLACE: _("by place"),
    BY_OUTCOME: _("for win, draw and loss"),
    BY_SCORE: _("by the score, added to the points by place if there are any"),
    BY_SHARE: _("the share of all scores at the table"),
}
TIES = {"average": _("the mean of the places"), "higher": _("the better place"), "lower": _("the lower place")}
PAID = (BY_PLACE, "per_size", BY_SCORE, BY_SHARE, *OUTCOMES, "ties", "low_wins")
"""The fields of a point scheme that the form sets; the others stay as they are."""
FAULTS = {
    "points": "kind",
    "points.by_place": "by_place",
    "points.win": "outcomes",
    "points.draw": "outcomes",
    "points.loss": "outcomes",
    "points.raw": "per",
    "points.raw.minus": "minus",
    "tie_breaks": f"{PREFIX}1",
}


class TournamentWhatIf(ChainForm):
    """Other points and another chain of tie-breaks."""

    asked = sent_field()
    kind = forms.ChoiceField(label=_("Points are paid"), choices=list(KINDS.items()))
    by_place = field("points.by_place")
    ties = forms.ChoiceField(label=_("A shared place pays"), choices=list(TIES.items()))
    outcomes = field("points.outcomes")
    minus = NumberField(
        label=_("By the score: subtract from each score"),
        required=False,
        help_text=_("Leave empty to subtract nothing."),
    )
    per = NumberField(
        label=_("By the score: score for one point"),
        required=False,
        help_text=_("With 10, a score of 25 pays 2.5 points. Leave empty to pay the score itself."),
    )
    low_wins = forms.BooleanField(label=_("The fewest points win"), required=False)
    after_round = WholeField(
        label=_("After round"),
        required=False,
        min_value=0,
        max_value=MOST_ROUNDS,
        help_text=_("Leave empty for the current round."),
    )

    def __init__(self, settings: Settings, begun: int, data: Any = None) -> None:
        self.settings, self.begun = settings, begun
        super().__init__(data, initial=_as_fields(settings.points))
        self.fields |= chain_fields(TIE_BREAKS, settings.chain)
        if settings.points.per_size:
            self.fields["by_place"].help_text = gettext(
                "The tournament’s lists for tables of other sizes count too unless you change this one."
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("kind") == BY_OUTCOME and not self.errors and not cleaned["outcomes"]:
            self.add_error("outcomes", gettext("Write three numbers: for a win, a draw and a loss."))
        if (number := cleaned.get("after_round")) is not None and number > self.begun:
            self.add_error("after_round", gettext("Round {number} has not begun.").format(number=number))
        return cleaned

    def wanted(self) -> WhatIf:
        """Raises BadFields. Unchanged points are left out, so that each round keeps those it was paid with."""
        points = _scheme_of(self.settings.points, self.cleaned_data)
        known = dict(zip(self.settings.chain, self.settings.tie_breaks, strict=True))
        chain = [msgspec.to_builtins(known.get(name, name)) for name in self.chosen()]
        found = read(WhatIf, {"points": points, "tie_breaks": chain})
        return msgspec.structs.replace(found, points=None) if found.points == self.settings.points else found


def kind_of(scheme: PointScheme) -> str:
    """The key in KINDS that describes a scheme."""
    if scheme.outcomes is not None:
        return BY_OUTCOME
    if scheme.share is True:
        return BY_SHARE
    return BY_PLACE if scheme.raw is UNSET else BY_SCORE


def _scheme_of(scheme: PointScheme, cleaned: Mapping[str, Any]) -> Json:
    """The scheme with the chosen fields. Byes get the default points if the kind changes."""
    kind = cleaned["kind"]
    is_other = kind != kind_of(scheme)
    changed: Json = {name: value for name, value in msgspec.to_builtins(scheme).items() if name not in PAID}
    if is_other and scheme.bye in (MEAN, WIN):
        del changed["bye"]
    changed["ties"] = cleaned["ties"]
    if kind in (BY_PLACE, BY_SCORE):
        changed["by_place"] = cleaned["by_place"]
        if not is_other and tuple(cleaned["by_place"] or ()) == (scheme.by_place or ()):
            changed["per_size"] = dict(scheme.per_size)
    if kind == BY_OUTCOME:
        changed |= dict(zip(OUTCOMES, cleaned["outcomes"], strict=True))
    if kind == BY_SCORE:
        changed["raw"] = {"minus": cleaned["minus"] or 0, "per": 1 if cleaned["per"] == "" else cleaned["per"]}
    if kind == BY_SHARE:
        changed["share"] = True
    if cleaned["low_wins"] or scheme.low_wins is False:
        changed["low_wins"] = cleaned["low_wins"]
    return changed


def _as_fields(scheme: PointScheme) -> Json:
    """The scheme as initial values of the fields."""
    raw = {} if scheme.raw is UNSET else {"minus": scheme.raw.minus, "per": scheme.raw.per}
    return {
        "kind": kind_of(scheme),
        "by_place": shown(scheme.by_place or ()),
        "ties": scheme.ties,
        "outcomes": shown(scheme.outcomes or ()),
        "low_wins": scheme.low_wins is True,
        **raw,
    }
