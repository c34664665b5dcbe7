"""A chain of tie-breaking criteria as form fields, in order."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext

from league.queries.wording import criterion

PREFIX = "decides_"
FEWEST = 5
"""The least number of fields."""


def sent_field() -> forms.CharField:
    """A hidden field that is in the query only once the form has been sent by GET."""
    return forms.CharField(widget=forms.HiddenInput, initial="1", required=False)


class ChainForm(forms.Form):
    """A form with a chain among its fields."""

    def plain(self) -> list[BoundField]:
        """The fields that aren't part of the chain."""
        return [field for field in self.visible_fields() if not field.name.startswith(PREFIX)]

    def links(self) -> list[BoundField]:
        return [field for field in self.visible_fields() if field.name.startswith(PREFIX)]

    def chosen(self) -> list[str]:
        """The codes of the chosen criteria, in order; empty fields are skipped."""
        return [found for field in self.links() if (found := self.cleaned_data.get(field.name))]


def chain_fields(choices: Sequence[str], current: Sequence[str]) -> dict[str, forms.Field]:
    """A field for each criterion of the current chain, and more. choices: the codes of all criteria."""
    options = [("", "–"), *((code, criterion(code)) for code in choices)]
    count = min(max(FEWEST, len(current) + 1), len(choices))
    return {
        f"{PREFIX}{number}": forms.ChoiceField(
            label=gettext("If points are equal") if number == 1 else gettext("then"),
            required=False,
            choices=options,
            initial=current[number - 1] if number <= len(current) else "",
        )
        for number in range(1, count + 1)
    }
