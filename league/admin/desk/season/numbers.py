"""A field for an exact number of points or a factor."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext

from league.admin.desk.tournament.step import TEXT
from league.domain.values.numbers import NUMBER_PATTERN, exact, written

_NUMBER = re.compile(NUMBER_PATTERN)


class NumberField(forms.CharField):
    """A number like 3, 2.5 or 1/2, with a point or a comma; "" where nothing is written."""

    def __init__(self, *, label: Any, help_text: Any = "", words: dict[str, str] | None = None) -> None:
        widget = forms.TextInput({"inputmode": "decimal", **TEXT, **(words or {})})
        super().__init__(label=label, help_text=help_text, required=False, max_length=40, widget=widget)

    def clean(self, value: Any) -> Any:
        text = super().clean(value).replace(",", ".").replace("−", "-")
        if not text:
            return ""
        if not _NUMBER.match(text):
            raise forms.ValidationError(gettext("This is no number: {text}").format(text=text))
        return written(exact(text))
