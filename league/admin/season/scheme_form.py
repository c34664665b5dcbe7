"""The form for a season's scheme, in its settings and its what-if. Fields that the form can't show stay as they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.kernel import Json
from league.admin.desk.number_fields import NumberField, PointListField, WholeField, read_typed, shown
from league.admin.desk.tournament.points_form import TIES
from league.admin.desk.tournament.setting_kinds import ChainField
from league.admin.formatting.season_scheme import counted
from league.domain.season.table.scheme import MOST_EVENTS, LowPoint, Scheme, SeasonTieBreak
from league.queries.wording import joined

LONGEST_LIST = 12_500
"""Characters of the longest possible list of points."""

BY_PLACE, LOW_POINT, AWARDS = "by_place", "low_point", "awards"
KINDS = {
    BY_PLACE: _("by place"),
    LOW_POINT: _("low points: each place pays its own number, and the lowest total wins"),
    AWARDS: _("as awarded"),
}
PLACES = {"1224": _("1, 2, 2, 4"), "dense": _("1, 2, 2, 3")}
FAULTS = {
    "scheme": "kind",
    "scheme.points": "by_place",
    "scheme.points.low_point": "codes",
    "scheme.best": "best",
    "scheme.drop_worst": "drop_worst",
    "scheme.splits": "best",
    "scheme.attendance": "attendance",
    "scheme.minimum": "minimum",
    "scheme.ties": "decides",
    "scheme.move_up": "move_up",
}


class CodesField(forms.CharField):
    """Points for codes, written like “DNF starters+1, DSQ 10”. Cleans to a dict of code to points or formula."""

    def clean(self, value: Any) -> Any:
        found: dict[str, int | str] = {}
        for part in filter(None, (part.strip() for part in re.split(r"[,;\n]", super().clean(value)))):
            words = part.split()
            if len(words) != 2 or words[0] in found:  # a code and its points
                sentence = gettext("“{text}” is not a code with its points. Write for example DNF starters+1, DSQ 10.")
                raise forms.ValidationError(sentence.format(text=part))
            read_typed(words[1])
            found[words[0]] = int(words[1]) if re.fullmatch(r"-?[0-9]{1,12}", words[1], re.ASCII) else words[1]
        return found


class CodeListField(forms.CharField):
    """Codes, separated by commas or blanks."""

    def clean(self, value: Any) -> list[str]:
        return list(dict.fromkeys(re.split(r"[,;\s]+", super().clean(value).strip()))) if value else []


class SchemeForm(forms.Form):
    """The fields of a scheme. Call `fill` after constructing the form."""

    scheme: Scheme

    kind = forms.ChoiceField(label=_("Points are paid"), choices=list(KINDS.items()))
    by_place = PointListField(
        label=_("Points by place"),
        required=False,
        max_length=LONGEST_LIST,
        help_text=_("For places in an event, from the first on. Places beyond the list get no points."),
    )
    shared = forms.ChoiceField(label=_("A shared place pays"), choices=list(TIES.items()))
    codes = CodesField(
        label=_("Points for DNF, DSQ and other codes"),
        required=False,
        max_length=1000,
        help_text=_(
            "Only where the lowest total wins. Write for example DNF starters+1, DSQ 10. "
            "Other codes score one more than the number of entries."
        ),
    )
    move_up = CodeListField(
        label=_("Codes after which all others move up"),
        required=False,
        max_length=1000,
        help_text=_(
            "For example DSQ: everybody behind the lost place moves up one. Write the lost place beside the code."
        ),
    )
    best = WholeField(
        label=_("Number of best results that count"),
        required=False,
        min_value=1,
        max_value=MOST_EVENTS,
        help_text=_("Leave empty to count all."),
    )
    drop_worst = WholeField(label=_("Worst results to drop"), required=False, min_value=0, max_value=MOST_EVENTS)
    attendance = NumberField(label=_("Points for taking part"), required=False)
    minimum = WholeField(label=_("Events required for a place"), required=False, min_value=0, max_value=MOST_EVENTS)
    places = forms.ChoiceField(label=_("Numbering of shared places"), choices=list(PLACES.items()))
    decides = ChainField(get_args(SeasonTieBreak), label=_("If points are equal"), required=False)

    def fill(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.initial = {**_as_fields(scheme), **self.initial}
        if not _can_show_codes(scheme.low_point):
            del self.fields["codes"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("kind") == BY_PLACE and "by_place" not in self.errors and not cleaned.get("by_place"):
            self.add_error("by_place", gettext("Write the points for the first place, the second place and so on."))
        return cleaned

    def chosen_scheme(self) -> Json:
        cleaned = self.cleaned_data
        scheme: Json = msgspec.to_builtins(self.scheme) | {
            "points": _points(self.scheme, cleaned),
            "attendance": cleaned["attendance"] or 0,
            "minimum": cleaned["minimum"] or 0,
            "ties": cleaned["decides"],
            "places": cleaned["places"],
        }
        scheme.pop("move_up", None)
        if cleaned["move_up"]:
            scheme["move_up"] = cleaned["move_up"]
        if cleaned["best"] or cleaned["drop_worst"]:
            return scheme | {"best": cleaned["best"], "drop_worst": cleaned["drop_worst"] or 0, "splits": None}
        if isinstance(self.scheme.drop_worst, int):
            return scheme | {"best": None, "drop_worst": 0}
        return scheme

    def notes(self) -> Iterator[str]:
        """Sentences on parts of the scheme that the fields don't show."""
        if self.scheme.splits or not isinstance(self.scheme.drop_worst, int):
            template = gettext("This stays in force unless you write a number of best or worst results: {rules}.")
            yield template.format(rules=gettext("; ").join(counted(self.scheme)))
        if (low := self.scheme.low_point) is None:
            return
        if low.undroppable:
            yield gettext("Results with these codes are never dropped: {codes}.").format(
                codes=joined(list(low.undroppable))
            )
        if "codes" not in self.fields:
            yield gettext("The points for codes can only be changed through the API.")


def _points(scheme: Scheme, cleaned: Mapping[str, Any]) -> Json | None:
    """The scheme's points; the codes that are never dropped stay as they are."""
    if cleaned["kind"] == AWARDS:
        return None
    if cleaned["kind"] == BY_PLACE:
        return {"by_place": cleaned["by_place"], "ties": cleaned["shared"]}
    undroppable = list(scheme.low_point.undroppable) if scheme.low_point else []
    codes = cleaned.get("codes", scheme.low_point.codes if scheme.low_point else {})
    return {"low_point": {"codes": codes, "undroppable": undroppable}, "ties": cleaned["shared"]}


def _as_fields(scheme: Scheme) -> Json:
    """The scheme as initial values of the fields."""
    points, low = scheme.points, scheme.low_point
    return {
        "kind": LOW_POINT if low else BY_PLACE if points else AWARDS,
        "by_place": shown((points and points.by_place) or ()),
        "shared": points.ties if points else "average",
        "codes": _written(low.codes) if low else "",
        "best": scheme.best,
        "drop_worst": scheme.drop_worst if isinstance(scheme.drop_worst, int) else None,
        "attendance": scheme.attendance,
        "minimum": scheme.minimum,
        "places": scheme.places,
        "decides": scheme.ties,
        "move_up": ", ".join(scheme.moving_up),
    }


def _written(codes: Mapping[str, int | str]) -> str:
    return ", ".join(f"{code} {paid}" for code, paid in codes.items())


def _can_show_codes(low: LowPoint | None) -> bool:
    """Whether the field for codes can represent them all."""
    if low is None:
        return True
    field = SchemeForm.base_fields["codes"]
    try:
        return bool(field.clean(_written(low.codes)) == dict(low.codes))
    except ValidationError:
        return False
