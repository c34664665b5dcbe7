"""How the admin's pages write numbers, places and the words of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel import Json
from games.registry import all_games
from league.domain.values.numbers import Written, display, exact, written


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
    "game_points": gettext_lazy("Game points"),
    "share": gettext_lazy("Share of the scores"),
    "opponents": gettext_lazy("Opponents’ points"),
    "head_to_head": gettext_lazy("Head to head"),
    "best_game": gettext_lazy("Best game"),
    "rank_average": gettext_lazy("Mean rank"),
    "buchholz": gettext_lazy("Buchholz"),
    "buchholz_cut1": gettext_lazy("Buchholz cut 1"),
    "median": gettext_lazy("Median Buchholz"),
    "sonneborn_berger": gettext_lazy("Sonneborn-Berger"),
    "direct_encounter": gettext_lazy("Direct encounter"),
    "progressive": gettext_lazy("Progressive score"),
    "wins_played": gettext_lazy("Games won"),
    "lot": gettext_lazy("Lot"),
    "knockout": gettext_lazy("Rounds survived"),
    "stage": gettext_lazy("Not in the final"),
    "shared": gettext_lazy("Shared place"),
    "minimum": gettext_lazy("Too few events"),
}
"""What decides a place; what is not listed is written as its code says."""

CRITERIA_MEANING = {
    "points": gettext_lazy("All points that count."),
    "wins": gettext_lazy("First places at tables; a shared first counts in part."),
    "last_round": gettext_lazy("Points of the last round."),
    "count_back": gettext_lazy("How many first places, seconds, thirds and so on."),
    "count_back_scoring": gettext_lazy("The same, of events that brought points."),
    "best_last": gettext_lazy("The counted scores from best to worst, then all scores from the last event back."),
    "lower_gross": gettext_lazy("The total with what was dropped; the lower is first."),
    "first_to_reach": gettext_lazy("Whose total stood first where it stands now."),
    "game_points": gettext_lazy("The sum of the scores in the games."),
    "share": gettext_lazy("Own score as a part of all scores at the table, summed."),
    "opponents": gettext_lazy("The mean of the opponents’ points per round."),
    "head_to_head": gettext_lazy("Places at the tables that the tied shared, once all of them have met."),
    "best_game": gettext_lazy("The best single score."),
    "rank_average": gettext_lazy(
        "The mean place from 0, first, to 1, last, at tables of all sizes; the lowest is first."
    ),
    "buchholz": gettext_lazy("The sum of the opponents’ scores; for two at a table."),
    "buchholz_cut1": gettext_lazy("Buchholz without the lowest; for two at a table."),
    "median": gettext_lazy("Buchholz without the lowest and the highest; for two at a table."),
    "sonneborn_berger": gettext_lazy("The opponents’ scores times the points against them; for two at a table."),
    "direct_encounter": gettext_lazy("The games of the tied among themselves; for two at a table."),
    "progressive": gettext_lazy("The sum of the scores after each round."),
    "wins_played": gettext_lazy("Games that were won and played; for two at a table."),
    "lot": gettext_lazy("Drawn from the tournament’s secret; the lowest is first."),
    "knockout": gettext_lazy("In a knockout: how far each has come."),
    "stage": gettext_lazy("Who is in the final comes first; below stands the order in which it began."),
    "shared": gettext_lazy("Level in all that decides."),
    "minimum": gettext_lazy("Fewer events than a place needs."),
}


class Criterion(NamedTuple):
    """Something that decides a place, and what it means."""

    name: str
    meaning: str


class Movement(NamedTuple):
    """How a row has moved since the table before. is_known: whether there was a place to move from."""

    is_new: bool = False
    is_known: bool = False
    up: int = 0
    down: int = 0


def movement_of(row: Json) -> Movement:
    """What a row says of its movement."""
    by = row.get("moved")
    return Movement(bool(row.get("new")), by is not None, max(by or 0, 0), max(-(by or 0), 0))


def deciding(codes: Sequence[str]) -> list[Criterion]:
    """A chain of what decides places, in words."""
    return [Criterion(criterion(code), str(CRITERIA_MEANING.get(code, ""))) for code in codes]


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
