"""Ratings typed when people are entered: a name and a number on each line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.domain.values.names import compared

HIGHEST = 10_000
LINE = re.compile(r"(?P<name>.*\S)[\s,;:]+(?P<rating>\d{1,5})\s*")


def field(longest: int) -> forms.CharField:
    return forms.CharField(
        label=_("Ratings, one on each line"),
        required=False,
        max_length=longest,
        widget=forms.Textarea({"rows": 2}),
        help_text=_(
            "For people ticked or written above, like: Ada Lovelace 1710. Only needed if you seat or seed by rating."
        ),
    )


def read(text: str) -> list[tuple[str, int]]:
    """Names, folded for comparison, with their ratings. Raises ValidationError."""
    ratings = []
    for line in filter(str.strip, text.splitlines()):
        match = LINE.fullmatch(line)
        if match is None or int(match["rating"]) > HIGHEST:
            text = gettext("Write a name and a number up to {most} on each line, not: {line}")
            raise forms.ValidationError(text.format(most=HIGHEST, line=line.strip()[:60]))
        ratings.append((compared(match["name"].rstrip(",;:")), int(match["rating"])))
    return ratings


def of(rated: Sequence[tuple[str, int]], named: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The ratings, by the keys of `named`. named: the names of each person, by key. Raises ValidationError."""
    known = Counter(compared(name) for names in named.values() for name in dict.fromkeys(names))
    keys = {compared(name): key for key, names in named.items() for name in names}
    for name, _rating in rated:
        if known[name] != 1:
            text = (
                gettext("Nobody ticked or written above has this name: {name}")
                if not known[name]
                else gettext("Several people above have this name, so enter them one by one: {name}")
            )
            raise forms.ValidationError(text.format(name=name))
    return {keys[name]: rating for name, rating in rated}
