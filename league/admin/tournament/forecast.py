"""What an entry needs, as a page: who and what is chosen in a form, the answer stands below it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel import Rejected
from league.access.roles import caller
from league.admin.desk.refusals import tell
from league.domain.forecast import Need, Needs, goal_of
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
    FINAL: gettext_lazy("How many go on? Write a number of 2 or more, like 8."),
}
"""What is said where a goal lacks its number or letter."""
VERDICTS = {
    "sure": gettext_lazy("sure"),
    "possible": gettext_lazy("possible"),
    "impossible": gettext_lazy("impossible"),
    "in_all_samples": gettext_lazy("in all that were tried"),
    "in_no_sample": gettext_lazy("in none that were tried"),
    "open": gettext_lazy("the scores decide"),
    "untried": gettext_lazy("too many to try"),
}
MOST_SAID = 100_000
"""More outcomes than these are told as a share."""


class Question(forms.Form):
    """Who wants what."""

    entry = forms.ChoiceField(label=gettext_lazy("Who"))
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
        """The goal as the API has it."""
        kind, of = self.cleaned_data["goal"], self.cleaned_data["of"].strip()
        return kind if kind == WIN else f"{kind}:{of.upper() if kind == AREA else of}"


@dataclass(frozen=True)
class Line:
    """A place. place: None for sitting out. told: in how many outcomes it is reached; undecided: in how many a lot,
    or scores, decide. is_tried: whether the outcomes were drawn at random.
    """

    place: int | None
    shared: bool
    verdict: str
    told: str
    undecided: str
    is_tried: bool


def page(request: HttpRequest, row: Tournament, context: dict[str, Any]) -> HttpResponse:
    """The form, and once it was sent the answer."""
    called = names.of_entries(row.pk)
    form = Question(called, request.GET if "entry" in request.GET else None)
    answer = _answer(request, row, form)
    shown = {**context, "tournament": row, "title": _("What is needed?"), "form": form, "answer": answer}
    if answer is not None:
        found = answer.needs
        shown |= {
            "name": called.get(found.entry, ""),
            "lines": [_line(need) for need in found.needs],
            "has_undecided": any(need.undecided for need in found.needs),
            "undecided_name": _undecided_name(found),
        }
    return TemplateResponse(request, "league/admin/needs.html", shown)


def _answer(request: HttpRequest, row: Tournament, form: Question) -> Forecast | None:
    """The answer, or a refusal beside what was chosen."""
    if not form.is_bound or not form.is_valid():
        return None
    try:
        return forecast_for(
            row, form.cleaned_data["entry"], goal_of(form.goal_text), caller(request.user, row.club_id).viewer
        )
    except Rejected as refusal:
        tell(form, row.club_id, refusal, {"goal": "of"})
        return None


def _line(need: Need) -> Line:
    verdict = str(VERDICTS[need.verdict])
    is_tried = need.method == "sampled"
    told, undecided = (_share(count, need.outcomes) for count in (need.reached, need.undecided))
    return Line(need.place, need.shared, verdict, told, undecided if need.undecided else "", is_tried)


def _share(count: int | None, outcomes: int | None) -> str:
    """So many of so many; as a share where these are too many to be read."""
    if count is None or not outcomes:
        return ""
    if outcomes <= MOST_SAID:
        return _("{count} of {outcomes}").format(count=count, outcomes=outcomes)
    thousandths = count * 1000 // outcomes
    if 0 < count < outcomes and thousandths in (0, 999):
        return _("less than 0.1 %") if thousandths == 0 else _("more than 99.9 %")
    return _("{whole}.{tenths} %").format(whole=thousandths // 10, tenths=thousandths % 10)


def _undecided_name(found: Needs) -> str:
    return _("by scores") if found.undecided_by == "scores" else _("by lot")
