"""What places at a table pay, as form fields: in the settings of a tournament, and in what-if."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import UNSET

from games.kernel import Json
from league.admin.desk.number_fields import NumberField, WholeField
from league.admin.desk.tournament.setting_kinds import PointsBySizeField, PointsField
from league.domain.standings.points import MEAN, WIN
from league.domain.tournament.settings import PointScheme
from league.domain.values.fields import MOST_ROUNDS
from league.domain.values.numbers import exact

BY_PLACE, BY_OUTCOME, BY_SCORE, BY_SHARE = "by_place", "outcomes", "raw", "share"
OUTCOMES = ("win", "draw", "loss")
KINDS = {
    BY_PLACE: _("by place"),
    BY_OUTCOME: _("for win, draw and loss"),
    BY_SCORE: _("by the score, added to the points by place if there are any"),
    BY_SHARE: _("the share of all scores at the table"),
}
TIES = {"average": _("the mean of the places"), "higher": _("the better place"), "lower": _("the lower place")}
NUMBER = "points"
BYES = {
    "": _("as usual: the mean of one’s other rounds; with points for a win, a win"),
    MEAN: _("the mean of one’s other rounds"),
    WIN: _("as much as a win"),
    NUMBER: _("so many points"),
}
COUNTED = {"": _("all rounds"), "round": _("only the best rounds"), "game": _("only the best games")}
LISTS = (BY_PLACE, BY_SCORE)
"""The kinds that may pay places by lists."""
PAID = (BY_PLACE, "per_size", BY_SCORE, BY_SHARE, *OUTCOMES, "ties", "low_wins")
"""The fields of a point scheme that the form sets; the others stay as they are."""
LEFT = ("bye", "missed", "best_of")
"""The fields that, where they are not sent, leave the scheme as it is."""
FAULTS = {
    "points": "kind",
    "points.by_place": "by_place",
    "points.per_size": "per_size",
    "points.win": "outcomes",
    "points.draw": "outcomes",
    "points.loss": "outcomes",
    "points.bye": "bye",
    "points.missed": "missed",
    "points.best": "best",
    "points.raw": "per",
    "points.raw.minus": "minus",
}
"""The form's fields by path of a refused setting."""


class PointsForm(forms.Form):
    """A form with a point scheme among its fields."""

    kind = forms.ChoiceField(label=_("Points are paid"), choices=list(KINDS.items()))
    by_place = PointsField(
        label=_("Points by place"),
        required=False,
        help_text=_("From the first place on, like 4 2 1 0. Empty: a table of four pays 4 3 2 1."),
    )
    per_size = PointsBySizeField(
        label=_("Other points at tables of other sizes"),
        required=False,
        max_length=2000,
        help_text=_("One size on each line, like 3: 7 4 1."),
    )
    ties = forms.ChoiceField(label=_("A shared place pays"), choices=list(TIES.items()))
    outcomes = PointsField(
        label=_("Win, draw, loss"),
        required=False,
        count=len(OUTCOMES),
        help_text=_("Three numbers, like 3 1 0 or 1 1/2 0."),
    )
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
    bye = forms.ChoiceField(label=_("Sitting out pays"), required=False, choices=list(BYES.items()))
    bye_points = NumberField(label=_("Points for sitting out"), required=False)
    missed = NumberField(
        label=_("A missed round pays"),
        required=False,
        help_text=_("To those who were not there, or came later. Empty: nothing."),
    )
    best_of = forms.ChoiceField(label=_("What counts"), required=False, choices=list(COUNTED.items()))
    best = WholeField(label=_("How many of the best count"), required=False, min_value=1, max_value=MOST_ROUNDS)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        self._clean_part("bye", NUMBER, "bye_points", gettext("Write how many points sitting out pays."))
        self._clean_part("best_of", None, "best", gettext("Write how many of the best count."))
        if cleaned.get("kind") == BY_OUTCOME and "outcomes" not in self.errors and not cleaned.get("outcomes"):
            self.add_error("outcomes", gettext("Write three numbers: for a win, a draw and a loss."))
        return cleaned

    def _clean_part(self, choice: str, wanted: str | None, part: str, missing: str) -> None:
        """Wants the field that belongs to a choice, and ignores it otherwise. wanted: the choice; None: any."""
        chosen = self.cleaned_data.get(choice)
        if not chosen or wanted not in (None, chosen):
            self.errors.pop(part, None)
        elif part not in self.errors and self.cleaned_data.get(part) in (None, ""):
            self.add_error(part, missing)

    def sent(self) -> dict[str, Any]:
        """The cleaned fields that were sent; a checkbox that is not ticked counts as sent."""
        return {name: value for name, value in self.cleaned_data.items() if name not in LEFT or name in self.data}


def kind_of(scheme: PointScheme) -> str:
    """The key in KINDS that describes a scheme."""
    if scheme.outcomes is not None:
        return BY_OUTCOME
    if scheme.share is True:
        return BY_SHARE
    return BY_PLACE if scheme.raw is UNSET else BY_SCORE


def chosen_scheme(scheme: PointScheme, cleaned: Mapping[str, Any]) -> Json:
    """The scheme with the chosen fields. Byes get the default points if the kind changes.

    cleaned: what is not in it, of byes, missed rounds and the best, stays as it is.
    """
    kind = cleaned["kind"]
    changed: Json = {name: value for name, value in msgspec.to_builtins(scheme).items() if name not in PAID}
    if kind != kind_of(scheme) and scheme.bye in (MEAN, WIN):
        del changed["bye"]
    changed["ties"] = cleaned.get("ties") or scheme.ties
    if kind in LISTS:
        changed |= {"by_place": cleaned["by_place"], "per_size": cleaned["per_size"]}
    if kind == BY_OUTCOME:
        changed |= dict(zip(OUTCOMES, cleaned["outcomes"], strict=True))
    if kind == BY_SCORE:
        changed["raw"] = {"minus": cleaned["minus"] or 0, "per": 1 if cleaned["per"] == "" else cleaned["per"]}
    if kind == BY_SHARE:
        changed["share"] = True
    if cleaned["low_wins"] or scheme.low_wins is False:
        changed["low_wins"] = cleaned["low_wins"]
    return _with_exceptions(changed, cleaned)


def _with_exceptions(scheme: Json, cleaned: Mapping[str, Any]) -> Json:
    """The scheme with what sitting out and a missed round pay, and what counts."""
    bye, of = cleaned.get("bye"), cleaned.get("best_of")
    if bye is not None:
        scheme.pop("bye", None)
        scheme |= {"bye": cleaned["bye_points"] if bye == NUMBER else bye} if bye else {}
    if "missed" in cleaned:
        scheme["missed"] = 0 if cleaned["missed"] == "" else cleaned["missed"]
    if of is not None:
        scheme.pop("best", None)
        scheme |= {"best": {"n": cleaned["best"], "of": of}} if of else {}
    return scheme


def points_as_fields(scheme: PointScheme) -> Json:
    """The scheme as initial values of the fields."""
    raw = {} if scheme.raw is UNSET else {"minus": scheme.raw.minus, "per": scheme.raw.per}
    return {
        "kind": kind_of(scheme),
        "by_place": scheme.by_place,
        "per_size": scheme.per_size,
        "ties": scheme.ties,
        "outcomes": scheme.outcomes,
        "low_wins": scheme.low_wins is True,
        **raw,
        **_exceptions(scheme),
    }


def _exceptions(scheme: PointScheme) -> Json:
    usual = MEAN if scheme.outcomes is None else WIN
    is_number, best = scheme.bye not in (MEAN, WIN), scheme.best or None
    return {
        "bye": "" if scheme.bye == usual else NUMBER if is_number else scheme.bye,
        "bye_points": scheme.bye if is_number else None,
        "missed": None if exact(scheme.missed) == 0 else scheme.missed,
        "best_of": best.of if best else "",
        "best": best.n if best else None,
    }
