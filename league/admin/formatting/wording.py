"""Numbers, criteria, states and games as the admin's pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kernel import Json
from games.registry import all_games
from league.domain.values.numbers import Written, display, exact, written


class Points(NamedTuple):
    """A number with at most two decimals. exactly: its exact value, "" if that is `text`."""

    text: str
    exactly: str = ""


def points(number: Written) -> Points:
    """3 as 3, 2.5 as 2.5, 7/3 as 2.33 with the exact value 7/3."""
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
    "first_to_reach": gettext_lazy("First to reach the total"),
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
"""Names of the criteria that decide a place, by code; other codes are written as words."""

CRITERIA_MEANING = {
    "points": gettext_lazy("All points that count."),
    "wins": gettext_lazy("First places at tables; a shared first counts in part."),
    "last_round": gettext_lazy("Points of the last round."),
    "count_back": gettext_lazy("The number of first places, then of second places, and so on."),
    "count_back_scoring": gettext_lazy("The same, counting only events that paid points."),
    "best_last": gettext_lazy("The counted scores from best to worst, then all scores from the last event back."),
    "lower_gross": gettext_lazy("The total including dropped results; the lower is ahead."),
    "first_to_reach": gettext_lazy("Whoever reached the total first is ahead."),
    "game_points": gettext_lazy("The sum of the scores in the games."),
    "share": gettext_lazy("The own score divided by all scores at the table, summed."),
    "opponents": gettext_lazy("The mean of the opponents’ points per round."),
    "head_to_head": gettext_lazy("Places at the tables where the tied players met, once all of them have met."),
    "best_game": gettext_lazy("The best single score."),
    "rank_average": gettext_lazy(
        "The mean place, from 0 for first to 1 for last at tables of any size; the lower is ahead."
    ),
    "buchholz": gettext_lazy("The sum of the opponents’ scores. Only with two at a table."),
    "buchholz_cut1": gettext_lazy("Buchholz without the lowest score. Only with two at a table."),
    "median": gettext_lazy("Buchholz without the lowest and the highest score. Only with two at a table."),
    "sonneborn_berger": gettext_lazy(
        "The opponents’ scores times the points won against them. Only with two at a table."
    ),
    "direct_encounter": gettext_lazy("The games between the tied players. Only with two at a table."),
    "progressive": gettext_lazy("The sum of the scores after each round."),
    "wins_played": gettext_lazy("Wins in games that were actually played. Only with two at a table."),
    "lot": gettext_lazy("A lot derived from the tournament’s secret; the lowest is ahead."),
    "knockout": gettext_lazy("In a knockout: the number of rounds survived."),
    "stage": gettext_lazy("Finalists are ahead of the others, who keep their order from the start of the final."),
    "shared": gettext_lazy("Tied in every criterion."),
    "minimum": gettext_lazy("Took part in fewer events than a place requires."),
}


class Criterion(NamedTuple):
    """A criterion that decides places. meaning: "" for an unknown code."""

    name: str
    meaning: str


class Movement(NamedTuple):
    """A row's movement since an earlier table. is_known: whether there is a place to compare with."""

    is_new: bool = False
    is_known: bool = False
    up: int = 0
    down: int = 0

    @classmethod
    def by(cls, places: int | None, *, is_new: bool = False) -> Movement:
        """The movement by so many places up, or down if negative; None: there is no place to compare with."""
        return cls(is_new, places is not None, max(places or 0, 0), max(-(places or 0), 0))


def movement_of(row: Json) -> Movement:
    """The movement in a row of standings or of a league table."""
    return Movement.by(row.get("moved"), is_new=bool(row.get("new")))


def criteria(codes: Sequence[str]) -> list[Criterion]:
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
    """The name of a criterion."""
    return str(CRITERIA.get(code, humanised(code)))


def criterion_value(value: Written | Sequence[int]) -> Points:
    """A tie-break's value; counts of places as 2–1, without trailing zeros."""
    if isinstance(value, int | str):
        return points(value)
    counts = list(value)
    while counts and not counts[-1]:
        counts.pop()
    return Points("–".join(map(str, counts)) or "0")


def state_name(code: str) -> str:
    return str(STATES.get(code, code))


def game_name(slug: str) -> str:
    """A game's title; if it is not installed, its slug in words."""
    known = all_games().get(slug)
    return known.title if known else " ".join(word.capitalize() for word in slug.split("-"))


def humanised(code: str) -> str:
    """`tile_burned` as “Tile burned”."""
    words = code.replace("_", " ")
    return words[:1].upper() + words[1:]


def joined(names: Sequence[str]) -> str:
    """The names, separated by commas."""
    return _(", ").join(names)
