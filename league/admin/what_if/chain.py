"""A chain of criteria as form fields: who decides first, who then, and so on."""

from __future__ import annotations

from collections.abc import Sequence

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext

from league.admin.formatting.wording import criterion

PREFIX = "decides_"
FEWEST = 5
"""So many can be chosen at least."""


def asked_field() -> forms.CharField:
    """By which a form that is sent by GET is told from one that is only shown."""
    return forms.CharField(widget=forms.HiddenInput, initial="1", required=False)


class ChainForm(forms.Form):
    """A form that asks for a chain beside other things."""

    def plain(self) -> list[BoundField]:
        """The fields beside the chain."""
        return [field for field in self.visible_fields() if not field.name.startswith(PREFIX)]

    def links(self) -> list[BoundField]:
        """The fields of the chain."""
        return [field for field in self.visible_fields() if field.name.startswith(PREFIX)]

    def chosen(self) -> list[str]:
        """The criteria in their order; a field that is left empty is passed over."""
        return [found for field in self.links() if (found := self.cleaned_data.get(field.name))]


def chain_fields(choices: Sequence[str], stands: Sequence[str]) -> dict[str, forms.Field]:
    """A field for each link of the chain that stands, and for more. choices: the codes of the criteria."""
    options = [("", "–"), *((code, criterion(code)) for code in choices)]
    count = min(max(FEWEST, len(stands) + 1), len(choices))
    return {
        f"{PREFIX}{number}": forms.ChoiceField(
            label=gettext("With equal points") if number == 1 else gettext("then"),
            required=False,
            choices=options,
            initial=stands[number - 1] if number <= len(stands) else "",
        )
        for number in range(1, count + 1)
    }
