"""Form fields for numbers as people type them. They ask about 32,000, which may be 32000 or 32."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext

from games import exact as scores
from league.admin.desk.step import TEXT
from league.domain.values.numbers import NUMBER_PATTERN, TwoWays, as_typed, exact, typed, written


class _Sent(str):
    """The text that a browser sent, which is shown again as it is."""

    __slots__ = ()


class _Typed(forms.CharField):
    """A field whose initial numbers are shown so that they are read as the same numbers."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        return _Sent(data) if isinstance(data, str) else data

    def prepare_value(self, value: Any) -> Any:
        return shown(value) if isinstance(value, str) and not isinstance(value, _Sent) else value


def shown(numbers: str | Iterable[int | str]) -> str:
    """The numbers, or those of a text, as a form shows them."""
    listed = numbers.split() if isinstance(numbers, str) else numbers
    return " ".join(map(as_typed, listed))


def read_typed(text: str) -> str:
    """The typed number in the usual notation. Raises ValidationError for one that can be read in two ways."""
    try:
        return typed(text)
    except TwoWays as asked:
        raise forms.ValidationError(gettext(asked.template).format(**asked.facts), "ambiguous_number") from None


class NumberField(_Typed):
    """A number such as 3, 2.5, 2,5 or 7/3; "" if empty."""

    widget = forms.TextInput({"inputmode": "decimal", **TEXT})

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 40, **options})

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        usual = read_typed(text)
        try:
            return self.read(usual) if usual else ""
        except ValueError:
            raise forms.ValidationError(self.not_a_number(text)) from None

    def not_a_number(self, text: str) -> str:
        """The sentence that refuses it."""
        return gettext("“{text}” is not a number. Write a number like 3 or 2.5.").format(text=text)

    def read(self, text: str) -> int | str:
        """The canonical form of a number. Raises ValueError."""
        if not re.match(NUMBER_PATTERN, text):
            raise ValueError(text)
        return written(exact(text))


class ScoreField(NumberField):
    """A score: a decimal number. player: whose it is, for the sentence that refuses it; "" for nobody's."""

    def __init__(self, player: str = "", **options: Any) -> None:
        self.player = player
        super().__init__(**options)

    def not_a_number(self, text: str) -> str:
        if not self.player:
            return super().not_a_number(text)
        return gettext("{player}: {number} is not a number.").format(player=self.player, number=text)

    def read(self, text: str) -> int | str:
        return scores.write(scores.read(text))


class WholeField(forms.IntegerField):
    """A whole number."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(read_typed(value) if isinstance(value, str) else value)


class CountedField(WholeField):
    """A number of somebody, from 1: a place, a table. player: whose it is, for the sentence that refuses it."""

    def __init__(self, player: str, most: int, **options: Any) -> None:
        wrong = gettext("{player}: a whole number from 1 to {most} is needed.").format(player=player, most=most)
        errors = dict.fromkeys(("invalid", "min_value", "max_value"), wrong)
        super().__init__(min_value=1, max_value=most, error_messages=errors, **options)


class PointListField(_Typed):
    """Points from the first place on, such as 4 2 1 0; None if empty."""

    def clean(self, value: Any) -> Any:
        numbers = [part for part in re.split(r"[\s;]+", super().clean(value).strip()) if part]
        usual = [read_typed(number) for number in numbers]
        if wrong := [text for text, number in zip(numbers, usual, strict=True) if not re.match(NUMBER_PATTERN, number)]:
            message = gettext("“{text}” is not a number. Write points like 4 2 1 0.")
            raise forms.ValidationError(message.format(text=wrong[0]))
        return [written(exact(number)) for number in usual] or None
