"""How the admin's pages write numbers, places and the words of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.registry import all_games
from league.domain.numbers import Written, display, exact, written


class Points(NamedTuple):
    """A number as people write it; exactly: what it is, where two decimals don't say it."""

    text: str
    exactly: str = ""


def points(number: Written) -> Points:
    """3 as 3, 2.5 as 2.5, 7/3 as 2.33 with its exact value beside it."""
    rounded = display(exact(number))
    if exact(rounded) == exact(number):
        return Points(str(written(exact(rounded))).replace("-", "−"))
    return Points(rounded.replace("-", "−"), str(written(exact(number))))


CRITERIA = {
    "points": gettext_lazy("Points"),
    "wins": gettext_lazy("Wins"),
    "last_round": gettext_lazy("Last round"),
    "count_back": gettext_lazy("Count-back"),
    "count_back_scoring": gettext_lazy("Count-back of scores"),
    "best_last": gettext_lazy("Best score, then last"),
    "lower_gross": gettext_lazy("Lower gross total"),
    "first_to_reach": gettext_lazy("First to reach it"),
    "lot": gettext_lazy("Lot"),
    "stage": gettext_lazy("Not in the final"),
    "shared": gettext_lazy("Shared place"),
    "minimum": gettext_lazy("Too few events"),
}
"""What decides a place; what is not listed is written as its code says."""

CRITERIA_MEANING = {
    "wins": gettext_lazy("First places at tables; a shared first counts in part."),
    "last_round": gettext_lazy("Points of the last round."),
    "count_back": gettext_lazy("How many first places, seconds, thirds and so on."),
    "lot": gettext_lazy("Drawn from the tournament’s secret; the lowest is first."),
}

STATES = {
    "open": gettext_lazy("open"),
    "running": gettext_lazy("running"),
    "closed": gettext_lazy("closed"),
    "cancelled": gettext_lazy("cancelled"),
    "draft": gettext_lazy("draft"),
    "published": gettext_lazy("published"),
}


def criterion(code: str) -> str:
    """The name of what decides a place."""
    return str(CRITERIA.get(code, humanised(code)))


def criterion_value(value: Written | Sequence[int]) -> Points:
    """A tie-break's value; counts of places without the zeros at their end."""
    if isinstance(value, int | str):
        return points(value)
    counts = list(value)
    while counts and not counts[-1]:
        counts.pop()
    return Points("–".join(map(str, counts)) or "0")


def state_name(code: str) -> str:
    """The name of a state."""
    return str(STATES.get(code, code))


def game_name(slug: str) -> str:
    """A game's title; of one that is not installed here, its slug in words."""
    known = all_games().get(slug)
    return known.title if known else " ".join(word.capitalize() for word in slug.split("-"))


def humanised(code: str) -> str:
    """`tile_burned` as “Tile burned”."""
    words = code.replace("_", " ")
    return words[:1].upper() + words[1:]


def joined(names: Sequence[str]) -> str:
    """A list of names in one line."""
    return _(", ").join(names)
