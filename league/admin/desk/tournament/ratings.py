"""Ratings as they are typed when people are entered: one a line, a name and a number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

HIGHEST = 10_000
LINE = re.compile(r"(?P<name>.*\S)[\s,;:]+(?P<rating>\d{1,5})\s*")


def field(longest: int) -> forms.CharField:
    """The field, for some letters at most."""
    return forms.CharField(
        label=_("Ratings, one a line"),
        required=False,
        max_length=longest,
        widget=forms.Textarea({"rows": 2}),
        help_text=_(
            "Of those ticked or written above, like: Ada Lovelace 1710. Only where you seat or seed by rating."
        ),
    )


def read(text: str) -> list[tuple[str, int]]:
    """Names, folded, with their ratings. Raises ValidationError."""
    found = []
    for line in filter(str.strip, text.splitlines()):
        match = LINE.fullmatch(line)
        if match is None or int(match["rating"]) > HIGHEST:
            text = gettext("A rating is a name and a number up to {most}: {line}")
            raise forms.ValidationError(text.format(most=HIGHEST, line=line.strip()[:60]))
        found.append((folded(match["name"].rstrip(",;:")), int(match["rating"])))
    return found


def of(rated: Sequence[tuple[str, int]], named: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The ratings by the keys of `named`, each of which answers to some names. Raises ValidationError."""
    known = Counter(folded(name) for names in named.values() for name in dict.fromkeys(names))
    keys = {folded(name): key for key, names in named.items() for name in names}
    for name, _rating in rated:
        if known[name] != 1:
            text = (
                gettext("Nobody ticked or written above is called so: {name}")
                if not known[name]
                else gettext("Several of those above are called so, so enter them one by one: {name}")
            )
            raise forms.ValidationError(text.format(name=name))
    return {keys[name]: rating for name, rating in rated}


def folded(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.split()).casefold()
