"""A table's result as it is typed: for each seat a score, a place, or that it was not there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import exact
from games.registry import find_game
from games.scoresheet.commands import SheetOptions
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.rounds.state import RoundGame, Table
from league.domain.values.fields import LARGEST_TABLE

ABSENT, LEFT = "absent", "left"
AWAY = [("", _("played")), (ABSENT, _("never came")), (LEFT, _("left early"))]


@dataclass(frozen=True)
class Row:
    """A seat of the form. score, place: None where the game asks for the other."""

    number: int
    name: str
    score: BoundField | None
    place: BoundField | None
    away: BoundField


def asked_for(played: RoundGame) -> tuple[str, ...]:
    """What the sheet of the game takes: scores or places; either, where the game has rules of its own."""
    options = find_game(played.game).options
    if not issubclass(options, SheetOptions):
        return ("score", "place")
    return ("place",) if played.options.get("places_only") else ("score",)


class Telling(forms.Form):
    """The result of a table. Valid, it is `said`. called: the table's number with what stands on it."""

    def __init__(
        self,
        table: Table,
        played: RoundGame,
        names: Mapping[str, str],
        data: Any = None,
        *,
        stands: Claim | None,
        called: str,
        **more: Any,
    ) -> None:
        self.table, self.asked = table, asked_for(played)
        self.called = called
        self.names = [names.get(entry, entry) for entry in table.seats]
        super().__init__(data, **more)
        for seat, (entry, name) in enumerate(zip(table.seats, self.names, strict=True), 1):
            self.fields |= _fields(seat, name, self.asked, entry, stands)

    def rows(self) -> Iterator[Row]:
        """The seats, as a table shows them."""
        for seat, name in enumerate(self.names, 1):
            score, place = (self[f"{kind}_{seat}"] if kind in self.asked else None for kind in ("score", "place"))
            yield Row(seat, name, score, place, self[f"away_{seat}"])

    def typed(self, kind: str) -> dict[int, Any]:
        """What was typed of a kind, by seat."""
        found = {seat: self.cleaned_data.get(f"{kind}_{seat}") for seat in range(1, len(self.names) + 1)}
        return {seat: value for seat, value in found.items() if value not in (None, "")}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        scores, places, away = self.typed("score"), self.typed("place"), self.typed("away")
        kinds = [kind for kind, typed in (("score", scores), ("place", places)) if typed]
        if len(kinds) != 1:
            raise forms.ValidationError(self._what_to_type(both=bool(kinds)))
        typed = scores if kinds == ["score"] else places
        for seat, name in enumerate(self.names, 1):
            if seat in typed and away.get(seat) == ABSENT:
                self.add_error(f"{kinds[0]}_{seat}", gettext("{name} never came: leave this empty.").format(name=name))
            elif seat not in typed and seat not in away:
                self.add_error(f"{kinds[0]}_{seat}", gettext("{name} is missing.").format(name=name))
        return cleaned

    def _what_to_type(self, *, both: bool) -> str:
        if both:
            return gettext("Write either scores or places, not both.")
        if len(self.asked) > 1:
            return gettext("Write the scores, or the places.")
        return gettext("Write the scores.") if self.asked == ("score",) else gettext("Write the places.")

    def said(self) -> Report:
        """What was told, once it is valid."""
        scores, places, away = self.typed("score"), self.typed("place"), self.typed("away")
        seats = dict(enumerate(self.table.seats, 1))
        return Report(
            places={seats[seat]: place for seat, place in places.items()} or None,
            scores={seats[seat]: score for seat, score in scores.items()} or None,
            absent=tuple(seats[seat] for seat, how in away.items() if how == ABSENT),
            left=tuple(seats[seat] for seat, how in away.items() if how == LEFT),
        )


class ScoreField(forms.CharField):
    """An exact number, with a point or a comma."""

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", ".").replace("−", "-")
        if not text:
            return ""
        try:
            return exact.write(exact.read(text))
        except ValueError:
            raise forms.ValidationError(gettext("This is no number: {text}").format(text=text)) from None


def _fields(seat: int, name: str, asked: tuple[str, ...], entry: str, stands: Claim | None) -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    away = "" if stands is None else ABSENT if entry in stands.absent else LEFT if entry in stands.left else ""
    scores = (stands.scores or {}) if stands else {}
    if "score" in asked:
        fields[f"score_{seat}"] = ScoreField(
            required=False,
            max_length=60,
            label=gettext("Score of {name}").format(name=name),
            widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "placeholder": gettext("score")}),
            initial=scores.get(entry),
        )
    if "place" in asked:
        fields[f"place_{seat}"] = forms.IntegerField(
            required=False,
            min_value=1,
            max_value=LARGEST_TABLE,
            label=gettext("Place of {name}").format(name=name),
            widget=forms.NumberInput({"placeholder": gettext("place")}),
            initial=stands.places[entry] if stands and not scores and not away else None,
        )
    label = gettext("Was {name} there?").format(name=name)
    fields[f"away_{seat}"] = forms.ChoiceField(choices=AWAY, required=False, label=label, initial=away)
    return fields


def told_again(claim: Claim) -> Report:
    """A result that somebody told, as it would be told anew: by scores where there are some."""
    if claim.awards or claim.absent or claim.left or claim.stand_in:
        return Report(**{name: getattr(claim, name) for name in Report.__struct_fields__})
    return Report(scores=claim.scores) if claim.scores else Report(places=claim.places)
