"""Form fields for exact numbers."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext

from league.admin.desk.step import TEXT
from league.domain.values.numbers import NUMBER_PATTERN, exact, written


class NumberField(forms.CharField):
    """A number such as 3, 2.5, 2,5 or 7/3; "" if empty."""

    widget = forms.TextInput({"inputmode": "decimal", **TEXT})

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"max_length": 40, **options})

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return self.read(text.replace(",", ".").replace("−", "-")) if text else ""
        except ValueError:
            message = gettext("“{text}” is not a number. Write a number like 3 or 2.5.")
            raise forms.ValidationError(message.format(text=text)) from None

    def read(self, text: str) -> int | str:
        """The canonical form of a number. Raises ValueError."""
        if not re.match(NUMBER_PATTERN, text):
            raise ValueError(text)
        return written(exact(text))


class PointListField(forms.CharField):
    """Points from the first place on, such as 4 2 1 0; None if empty."""

    def clean(self, value: Any) -> Any:
        parts = re.split(r"[\s;]+", super().clean(value).strip())
        numbers = [part.replace("−", "-") for part in parts if part]
        if wrong := [number for number in numbers if not re.match(NUMBER_PATTERN, number)]:
            message = gettext("“{text}” is not a number. Write points like 4 2 1 0.")
            raise forms.ValidationError(message.format(text=wrong[0]))
        return [written(exact(number)) for number in numbers] or None
