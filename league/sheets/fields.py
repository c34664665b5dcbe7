"""A round sheet's fields as form fields: each answers as the sheet asks, and refuses in a sentence with a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from games import exact
from games.kernel import N_
from games.round_sheet import Field, Option
from league.domain.values.numbers import TwoWays, as_typed, typed

LONGEST_NUMBER = 40
MOST_RADIOS = 4
UNREAD = {
    "no decimal number": N_("{player}: {number} is not a number."),
    "too large": N_("{player}: {number} is too large."),
    "too many digits": N_("{player}: {number} has too many digits."),
}
NOT_WHOLE = N_("{player}: {number} is not a whole number.")
TOO_SMALL = N_("{player}: {number} is below {least}.")
TOO_LARGE = N_("{player}: {number} is above {most}.")
NEEDED = N_("{player} is missing.")
NEEDED_OF_ROUND = N_("Please fill this in.")
NO_CHOICE = N_("Please choose one of the list.")


class NumberField(forms.CharField):
    """A number within a sheet's bounds. player: its name, for sentences."""

    def __init__(self, asked: Field, player: str, **more: Any) -> None:
        self.asked, self.player = asked, player
        super().__init__(max_length=LONGEST_NUMBER, widget=forms.TextInput(_hints(asked)), **more)

    def prepare_value(self, value: Any) -> Any:
        return as_typed(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return self._within(text, exact.read(typed(text)))
        except TwoWays as asked:
            raise forms.ValidationError(gettext(asked.template).format(**asked.facts)) from None
        except ValueError as fault:
            raise self.refusal(UNREAD[str(fault)], text) from None

    def _within(self, text: str, number: exact.Exact) -> exact.Written:
        asked = self.asked
        if asked.whole and number.denominator != 1:
            raise self.refusal(NOT_WHOLE, text)
        if asked.least is not None and number < exact.read(asked.least):
            raise self.refusal(TOO_SMALL, text, least=asked.least)
        if asked.most is not None and number > exact.read(asked.most):
            raise self.refusal(TOO_LARGE, text, most=asked.most)
        return exact.write(number)

    def refusal(self, template: str, text: str, **bounds: Any) -> forms.ValidationError:
        return forms.ValidationError(gettext(template).format(player=self.player, number=text, **bounds))


def _hints(asked: Field) -> dict[str, str]:
    """What the browser and the page's script know of a number; no keyboard of numbers has a minus on every phone."""
    bounds = {"data-least": asked.least, "data-most": asked.most}
    keyboard = {} if asked.takes_negatives else {"inputmode": "numeric" if asked.whole else "decimal"}
    return {
        "autocomplete": "off",
        "placeholder": "–",
        "data-number": "whole" if asked.whole else "decimal",
        **keyboard,
        **({"data-needed": ""} if asked.required else {}),
        **{name: str(bound) for name, bound in bounds.items() if bound is not None},
    }


class ChoiceField(forms.ChoiceField):
    """One of a few; None for the empty choice."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) or None


class FlagField(forms.BooleanField):
    """Yes or no; no is None, as what is left empty."""

    def clean(self, value: Any) -> Any:
        return super().clean(value) or None


def form_field(asked: Field, owner: str | None, names: Mapping[str, str], label: str, initial: Any) -> forms.Field:
    """The form field of a sheet's field. owner: the player whose it is. Emptiness is looked at by the form."""
    given: dict[str, Any] = {"required": False, "label": label, "initial": initial}
    match asked.kind:
        case "number":
            return NumberField(asked, names.get(owner or "", ""), **given)
        case "flag":
            return FlagField(**given)
        case "player":
            options: Iterable[Option] = (Option(player, "", player) for player in names if asked.own or player != owner)
        case "order":
            options = asked.orders
        case _:
            options = asked.options
    return _choice(asked, [(option.value, _called(option, names)) for option in options], owner, given)


def _choice(asked: Field, choices: list[tuple[str, str]], owner: str | None, given: dict[str, Any]) -> forms.Field:
    """Few choices of the round are shown at once; of several that are needed none is chosen beforehand."""
    is_open = owner is None and asked.required and asked.kind == "choice" and len(choices) <= MOST_RADIOS
    blank = [] if is_open else [("", gettext(asked.blank) if asked.blank else "–")]
    if asked.required and len(choices) == 1:
        given["initial"] = given["initial"] or choices[0][0]
    errors = {"invalid_choice": gettext(NO_CHOICE)}
    widget = forms.RadioSelect() if is_open else forms.Select()
    return ChoiceField(choices=[*blank, *choices], widget=widget, error_messages=errors, **given)


def _called(option: Option, names: Mapping[str, str]) -> str:
    """A choice as people read it, after the name of the player whom it is about."""
    label = gettext(option.label) if option.label else ""
    if option.player is None:
        return label
    name = names.get(option.player, option.player)
    return gettext("{player}: {what}").format(player=name, what=label) if label else name
