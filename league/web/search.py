"""Finds people by the first letters of their names, without regard to case and accents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from league.domain.values.names import search_key
from league.web.rounds import Person

FEWEST, ANYWHERE, MOST = 2, 3, 12
FIRST_IDEOGRAPH = "\u2e80"
"""From here on one sign can be a whole name."""


class Search(NamedTuple):
    """What was looked for, and who was found. is_too_short: it needs another letter. more: how many are left out."""

    text: str
    found: Sequence[Person] = ()
    is_too_short: bool = False
    more: int = 0


def find(text: str, people: Sequence[Person]) -> Search | None:
    """The people with a word that begins like the text; from three letters on also with the text in a word."""
    key = search_key(text)
    if not key:
        return None
    if len(key) < FEWEST and key < FIRST_IDEOGRAPH:
        return Search(text, is_too_short=True)
    is_anywhere = len(key) >= ANYWHERE or key >= FIRST_IDEOGRAPH
    first, inside = [], []
    for person in people:
        name = search_key(person.name)
        if f" {key}" in f" {name}":
            first.append(person)
        elif is_anywhere and key in name:
            inside.append(person)
    found = first + inside
    return Search(text, found[:MOST], more=len(found[MOST:]))
