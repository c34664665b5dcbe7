"""What a director chooses for a tournament, as form fields: when it is opened, and anew later."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.admin.desk.tournament import seating_fields
from league.admin.formatting.wording import ALL_CRITERIA
from league.domain.values.fields import MOST_GAMES
from league.domain.values.numbers import NUMBER_PATTERN, exact, written

TIE_BREAKS = (
    "head_to_head", "direct_encounter", "wins", "wins_played", "buchholz_cut1", "buchholz", "median",
    "sonneborn_berger", "progressive", "opponents", "game_points", "share", "rank_average", "best_game", "last_round",
    "count_back", "lot",
)  # fmt: skip
"""In the order in which they decide where they are ticked; another order is set through the API."""
USUAL = ("wins", "last_round")
FEWEST_SEATS, MOST_SEATS = 2, 12
OUTCOMES = ("win", "draw", "loss")
SIZES = {"min": "smallest", "prefer": "preferred", "max": "largest"}
"""The form's fields by those of `TableSize`."""
FAULTS = {
    "rounds": "rounds",
    "table_size": "smallest",
    "table_size.max": "largest",
    "table_size.prefer": "preferred",
    "points": "by_place",
    "points.win": "outcomes",
    "points.bye": "outcomes",
    "clock_seconds": "clock_minutes",
    "games_per_round": "games_per_round",
    "starts_at": "starts_at",
}
"""The form's fields by those of the settings."""


class PointListField(forms.CharField):
    """Points from the first place on: 4 2 1 0. Empty: None."""

    def clean(self, value: Any) -> Any:
        found = re.split(r"[\s;]+", super().clean(value).strip())
        numbers = [number.replace("−", "-") for number in found if number]
        if wrong := [number for number in numbers if not re.match(NUMBER_PATTERN, number)]:
            text = gettext("This is no number: {text}. Points are written like 4 2 1 0.")
            raise forms.ValidationError(text.format(text=wrong[0]))
        return [written(exact(number)) for number in numbers] or None


def by_place_field() -> PointListField:
    """What the places at a table pay."""
    return PointListField(
        label=_("Points by place"),
        required=False,
        max_length=300,
        help_text=_("From the first place on, like 4 2 1 0. Empty: a table of four pays 4 3 2 1."),
    )


class Chosen(forms.Form):
    """The settings that a tournament of any game has."""

    rounds = forms.IntegerField(
        label=_("Rounds at most"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=_("Empty: as many as you like."),
    )
    games_per_round = forms.IntegerField(
        label=_("Games of a round"),
        required=False,
        min_value=1,
        max_value=MOST_GAMES,
        initial=1,
        help_text=_("How many each table plays in it; their points add up."),
    )
    clock_minutes = forms.IntegerField(
        label=_("Minutes of a round"), required=False, min_value=1, max_value=1440, help_text=_("Empty: no clock.")
    )
    smallest = forms.IntegerField(
        label=_("Smallest table"),
        required=False,
        min_value=FEWEST_SEATS,
        max_value=MOST_SEATS,
        help_text=_("Seats. All three sizes, or none: then tables are as the game allows, best of four."),
    )
    preferred = forms.IntegerField(
        label=_("Preferred table"), required=False, min_value=FEWEST_SEATS, max_value=MOST_SEATS
    )
    largest = forms.IntegerField(label=_("Largest table"), required=False, min_value=FEWEST_SEATS, max_value=MOST_SEATS)
    by_place = by_place_field()
    outcomes = PointListField(
        label=_("Win, draw, loss"),
        required=False,
        max_length=60,
        help_text=_("Three numbers, like 3 1 0 or 1 1/2 0, instead of points by place."),
    )
    tie_breaks = forms.MultipleChoiceField(
        label=_("Who is ahead with equal points"),
        required=False,
        initial=list(USUAL),
        choices=[(code, ALL_CRITERIA[code].name) for code in TIE_BREAKS],
        widget=forms.CheckboxSelectMultiple,
        help_text=_("In this order. Without any, a place is shared."),
    )
    starts_at = forms.CharField(
        label=_("Begins at"),
        required=False,
        max_length=20,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
        help_text=_("Months and weeks of a league table go by it."),
    )

    def time_zone(self) -> str:
        """The club's."""
        raise NotImplementedError

    def clean_starts_at(self) -> datetime | None:
        text = self.cleaned_data["starts_at"]
        try:
            return datetime.fromisoformat(text).replace(tzinfo=None) if text else None
        except ValueError:
            raise forms.ValidationError(gettext("A day and a time, like 2026-12-31 19:30.")) from None

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        if at := cleaned.get("starts_at"):
            cleaned["starts_at"] = self._local(at)
        if (outcomes := cleaned.get("outcomes")) and len(outcomes) != len(OUTCOMES):
            self.add_error("outcomes", gettext("Write three numbers: for a win, a draw and a loss."))
        elif outcomes and cleaned.get("by_place"):
            self.add_error("outcomes", gettext("Points are paid by place or for win, draw and loss, not both."))
        given = [cleaned.get(name) for name in SIZES.values()]
        if any(given) and not all(given):
            self.add_error("smallest", gettext("Write all three sizes, or none for what the game allows."))
        if (number := seating_fields.without_label(cleaned)) is not None:
            text = gettext("Nothing is written for table {number}.").format(number=number)
            self.add_error(f"{seating_fields.PREFIX}labels", text)
        return cleaned

    def _local(self, at: datetime) -> datetime | None:
        """The time on the club's clock; refused in an hour that the change of clocks leaves out, or has twice."""
        zone = ZoneInfo(self.time_zone())
        first, second = (at.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
        if first.utcoffset() != second.utcoffset():
            self.add_error("starts_at", gettext("The clocks change in that hour: choose another time."))
            return None
        return first

    def group(self, title: str, prefix: str) -> tuple[str, list[BoundField], bool]:
        """The fields whose names begin so, which are folded away under a title; whether one of them is wrong."""
        fields = [field for field in self.visible_fields() if field.name.startswith(prefix)]
        return title, fields, any(field.errors for field in fields)

    def settings(self) -> dict[str, Any]:
        """The settings that are chosen, but for the name, as `Create` and `Change` read them.

        Of points those by place, or for win, draw and loss.
        """
        cleaned = self.cleaned_data
        outcomes = cleaned["outcomes"]
        asked: dict[str, Any] = {
            "tie_breaks": cleaned["tie_breaks"],
            "rounds": cleaned["rounds"],
            "clock_seconds": 60 * cleaned["clock_minutes"] if cleaned["clock_minutes"] else None,
            "points": dict(zip(OUTCOMES, outcomes, strict=True)) if outcomes else {"by_place": cleaned["by_place"]},
            "starts_at": cleaned["starts_at"].isoformat() if cleaned["starts_at"] else None,
        }
        if cleaned["games_per_round"]:
            asked["games_per_round"] = cleaned["games_per_round"]
        if cleaned["smallest"]:
            asked["table_size"] = {key: cleaned[name] for key, name in SIZES.items()}
        return asked
