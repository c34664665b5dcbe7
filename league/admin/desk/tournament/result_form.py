"""The form for a table's result: for each seat a score or a place, or that its player was away."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.registry import find_game
from games.scoresheet.commands import SheetOptions
from league.admin.desk.number_fields import CountedField, ScoreField
from league.domain.tournament.results.reports import Claim, Report
from league.domain.tournament.rounds.state import RoundGame, Table
from league.domain.values.fields import LARGEST_TABLE

ABSENT, LEFT = "absent", "left"
AWAY = [("", _("played")), (ABSENT, _("never came")), (LEFT, _("left early"))]


@dataclass(frozen=True)
class SeatRow:
    """A seat of the form. score, place: None if the game does not ask for it."""

    number: int
    name: str
    score: BoundField | None
    place: BoundField | None
    away: BoundField


def asked_for(game: RoundGame) -> tuple[str, ...]:
    """What the form asks for: "score" or "place" for a score sheet, both for games with rules of their own."""
    options = find_game(game.game).options
    if not issubclass(options, SheetOptions):
        return ("score", "place")
    return ("place",) if game.options.get("places_only") else ("score",)


class ResultForm(forms.Form):
    """The result of a game at a table. current: shown in the fields. table_name: the table's number and label.

    dropped: entries that have left the tournament; without a result, the form says that they never came.
    """

    def __init__(
        self,
        table: Table,
        game: RoundGame,
        names: Mapping[str, str],
        data: Any = None,
        *,
        current: Claim | None,
        table_name: str,
        dropped: Collection[str] = (),
        **more: Any,
    ) -> None:
        self.table, self.asked = table, asked_for(game)
        self.table_name = table_name
        self.names = [names.get(entry, entry) for entry in table.seats]
        super().__init__(data, **more)
        for seat, (entry, name) in enumerate(zip(table.seats, self.names, strict=True), 1):
            away = (ABSENT if entry in dropped else "") if current is None else _away(current, entry)
            self.fields |= _fields(seat, name, self.asked, entry, current, away)

    def rows(self) -> Iterator[SeatRow]:
        for seat, name in enumerate(self.names, 1):
            score, place = (self[f"{kind}_{seat}"] if kind in self.asked else None for kind in ("score", "place"))
            yield SeatRow(seat, name, score, place, self[f"away_{seat}"])

    def typed(self, kind: str) -> dict[int, Any]:
        """The filled-in fields of a kind (score, place or away), by seat."""
        values = {seat: self.cleaned_data.get(f"{kind}_{seat}") for seat in range(1, len(self.names) + 1)}
        return {seat: value for seat, value in values.items() if value not in (None, "")}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        scores, places, away = self.typed("score"), self.typed("place"), self.typed("away")
        kinds = [kind for kind, typed in (("score", scores), ("place", places)) if typed]
        if len(kinds) != 1:
            raise forms.ValidationError(self._hint(both=bool(kinds)))
        typed = scores if kinds == ["score"] else places
        for seat, name in enumerate(self.names, 1):
            if seat in typed and away.get(seat) == ABSENT:
                self.add_error(f"{kinds[0]}_{seat}", gettext("{name} never came: leave this empty.").format(name=name))
            elif seat not in typed and seat not in away:
                self.add_error(f"{kinds[0]}_{seat}", gettext("{name} is missing.").format(name=name))
        return cleaned

    def _hint(self, *, both: bool) -> str:
        if both:
            return gettext("Write either scores or places, not both.")
        if len(self.asked) > 1:
            return gettext("Write the scores, or the places.")
        return gettext("Write the scores.") if self.asked == ("score",) else gettext("Write the places.")

    def report(self) -> Report:
        """The report of a valid form."""
        scores, places, away = self.typed("score"), self.typed("place"), self.typed("away")
        seats = dict(enumerate(self.table.seats, 1))
        return Report(
            places={seats[seat]: place for seat, place in places.items()} or None,
            scores={seats[seat]: score for seat, score in scores.items()} or None,
            absent=tuple(seats[seat] for seat, how in away.items() if how == ABSENT),
            left=tuple(seats[seat] for seat, how in away.items() if how == LEFT),
        )


def _away(claim: Claim, entry: str) -> str:
    return ABSENT if entry in claim.absent else LEFT if entry in claim.left else ""


def _fields(
    seat: int, name: str, asked: tuple[str, ...], entry: str, current: Claim | None, away: str
) -> dict[str, forms.Field]:
    """The fields of a seat. away: the choice that is selected."""
    fields: dict[str, forms.Field] = {}
    scores = (current.scores or {}) if current else {}
    if "score" in asked:
        fields[f"score_{seat}"] = ScoreField(
            name,
            required=False,
            max_length=60,
            label=gettext("Score of {name}").format(name=name),
            widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "placeholder": gettext("score")}),
            initial=scores.get(entry),
        )
    if "place" in asked:
        fields[f"place_{seat}"] = CountedField(
            name,
            LARGEST_TABLE,
            required=False,
            label=gettext("Place of {name}").format(name=name),
            widget=forms.NumberInput({"placeholder": gettext("place")}),
            initial=current.places[entry] if current and not scores and not away else None,
        )
    label = gettext("Was {name} absent?").format(name=name)
    fields[f"away_{seat}"] = forms.ChoiceField(choices=AWAY, required=False, label=label, initial=away)
    return fields


def report_of(claim: Claim) -> Report:
    """A report that leads to this claim: by scores if it has any."""
    if claim.awards or claim.absent or claim.left or claim.stand_in:
        return Report(**{name: getattr(claim, name) for name in Report.__struct_fields__})
    return Report(scores=claim.scores) if claim.scores else Report(places=claim.places)
