"""The page on the results that an entry needs: a form for the entry and its goal, and the answer below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from games.kernel import Rejected
from league.access.audience import CLUB
from league.access.roles import caller
from league.admin.desk.refusals import add_refusal
from league.domain.forecast import Need, goal_of
from league.domain.values.faults import BadFields
from league.models import Tournament
from league.queries import names
from league.queries.forecast import Forecast, forecast_for

WIN, TOP, AREA, FINAL = "win", "top", "area", "final"
GOALS = [
    (WIN, gettext_lazy("the first place")),
    (TOP, gettext_lazy("one of the first places")),
    (AREA, gettext_lazy("an area of the next round")),
    (FINAL, gettext_lazy("a place in a final")),
]
ASKED = {
    TOP: gettext_lazy("How many first places? Write a number, like 3."),
    AREA: gettext_lazy("Which area? Write its letter, like A."),
    FINAL: gettext_lazy("How many qualify? Write a number of 2 or more, like 8."),
}
"""Errors for a goal without its number or letter."""
VERDICTS = {
    "sure": gettext_lazy("sure"),
    "possible": gettext_lazy("possible"),
    "impossible": gettext_lazy("impossible"),
    "in_all_samples": gettext_lazy("in every sampled outcome"),
    "in_no_sample": gettext_lazy("in no sampled outcome"),
    "open": gettext_lazy("depends on the scores"),
    "untried": gettext_lazy("too many outcomes to check"),
}
MOST_COUNTED = 100_000
"""Up to so many outcomes are shown as a count, more as a percentage."""


class Question(forms.Form):
    entry = forms.ChoiceField(label=gettext_lazy("Entry"))
    goal = forms.ChoiceField(label=gettext_lazy("Goal"), choices=GOALS)
    of = forms.CharField(
        label=gettext_lazy("How many, or which area"),
        required=False,
        max_length=4,
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 4, "placeholder": gettext_lazy("3 or A")}),
    )

    def __init__(self, called: Mapping[str, str], data: Any = None) -> None:
        super().__init__(data)
        entry: Any = self.fields["entry"]
        entry.choices = sorted(called.items(), key=lambda named: names.as_listed(named[1]))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if "of" in cleaned and cleaned.get("goal") in ASKED:
            try:
                goal_of(self.goal_text)
            except BadFields:
                self.add_error("of", ASKED[cleaned["goal"]])
        return cleaned

    @property
    def goal_text(self) -> str:
        """The goal in the API's notation, like `top:3`."""
        kind, of = self.cleaned_data["goal"], self.cleaned_data["of"].strip()
        return kind if kind == WIN else f"{kind}:{of.upper() if kind == AREA else of}"


class NeedRow(NamedTuple):
    """A place at the entry's table, and what it is worth. place: None for a bye.

    reached: the number or share of outcomes in which the goal is reached.
    undecided: the same of outcomes that a lot, or scores, would decide; "" without any.
    is_sampled: whether the outcomes are a random sample.
    """

    place: int | None
    shared: bool
    verdict: str
    reached: str
    undecided: str
    is_sampled: bool


@require_safe
def page(request: HttpRequest, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    """The form, and once it has been sent the answer."""
    called = names.of_entries(tournament.pk, CLUB)
    form = Question(called, request.GET if "entry" in request.GET else None)
    answer = _answer(request, tournament, form)
    shown = {**context, "title": _("What is needed?"), "form": form, "answer": answer}
    if answer is not None:
        found = answer.needs
        shown |= {
            "name": called.get(found.entry, ""),
            "rows": [_row(need) for need in found.needs],
            "has_undecided": any(need.undecided for need in found.needs),
            "undecided_name": _("by scores") if found.undecided_by == "scores" else _("by lot"),
        }
    return TemplateResponse(request, "league/admin/needs.html", shown)


def _answer(request: HttpRequest, tournament: Tournament, form: Question) -> Forecast | None:
    """The answer; None without a valid question, or if it is refused, which becomes an error of the form."""
    if not form.is_bound or not form.is_valid():
        return None
    viewer = caller(request.user, tournament.club_id).viewer
    try:
        return forecast_for(tournament, form.cleaned_data["entry"], goal_of(form.goal_text), viewer, CLUB)
    except Rejected as refusal:
        add_refusal(form, tournament.club_id, refusal, {"goal": "of"})
        return None


def _row(need: Need) -> NeedRow:
    return NeedRow(
        place=need.place,
        shared=need.shared,
        verdict=str(VERDICTS[need.verdict]),
        reached=_share(need.reached, need.outcomes),
        undecided=_share(need.undecided, need.outcomes) if need.undecided else "",
        is_sampled=need.method == "sampled",
    )


def _share(count: int | None, outcomes: int | None) -> str:
    """“3 of 12”, or a percentage of more than MOST_COUNTED outcomes; "" if there is no count."""
    if count is None or not outcomes:
        return ""
    if outcomes <= MOST_COUNTED:
        return _("{count} of {outcomes}").format(count=count, outcomes=outcomes)
    thousandths = count * 1000 // outcomes
    if 0 < count < outcomes and thousandths in (0, 999):
        return _("less than 0.1 %") if thousandths == 0 else _("more than 99.9 %")
    return _("{whole}.{tenths} %").format(whole=thousandths // 10, tenths=thousandths % 10)
