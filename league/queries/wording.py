"""Numbers, criteria, states and games as the pages show them: those of the admin and those of the hall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

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


NEWCOMER = 1000
"""The rating of somebody who has not played yet, whose safe estimate is 0."""
SCALE = 28
"""Shown points for one of the model: with it 200 more win about three games of two out of four, as in chess."""
RATING_MEANING = _(
    "Everybody begins at 1000, and nobody falls below 0. A lead of 200 means to finish ahead in about three games out "
    "of four. The rating is cautious: the estimate less three times its uncertainty, so people with few games are "
    "rated low."
)


def rating(strength: float) -> int:
    """A rating as people see it, from 0 up; the order stays. strength: in the model, where a newcomer's is 0."""
    return max(0, round(NEWCOMER + SCALE * strength))


def rating_uncertainty(sigma: float) -> int:
    """The uncertainty of an estimate, on the same scale."""
    return round(SCALE * sigma)


class Criterion(NamedTuple):
    """A criterion that decides places. meaning: "" for an unknown code."""

    name: str | Promise
    meaning: str | Promise


ALL_CRITERIA = {
    "points": Criterion(_("Points"), _("All points that count.")),
    "wins": Criterion(_("Wins"), _("First places at tables; a shared first counts in part.")),
    "last_round": Criterion(_("Last round"), _("Points of the last round.")),
    "count_back": Criterion(_("Count-back"), _("The number of first places, then of second places, and so on.")),
    "count_back_counted": Criterion(_("Count-back of counted events"), _("The same, without dropped events.")),
    "count_back_scoring": Criterion(_("Count-back of scores"), _("The same, counting only events that paid points.")),
    "best_last": Criterion(
        _("Best score, then last"),
        _("The counted scores from best to worst, then all scores from the last event back."),
    ),
    "lower_gross": Criterion(_("Lower gross total"), _("The total including dropped results; the lower is ahead.")),
    "first_to_reach": Criterion(_("First to reach the total"), _("The one who reached the total first is ahead.")),
    "game_points": Criterion(_("Game points"), _("The sum of the scores in the games.")),
    "share": Criterion(_("Share of the scores"), _("The person’s part of all scores at the table, added up.")),
    "opponents": Criterion(_("Opponents’ points"), _("The mean of the opponents’ points per round.")),
    "head_to_head": Criterion(
        _("Head to head"), _("Places at the tables where the tied players met, once all of them have met.")
    ),
    "best_game": Criterion(_("Best game"), _("The best single score.")),
    "rank_average": Criterion(
        _("Mean rank"), _("The mean place, from 0 for first to 1 for last at tables of any size; the lower is ahead.")
    ),
    "buchholz": Criterion(_("Buchholz"), _("The sum of the opponents’ scores. Only with two at a table.")),
    "buchholz_cut1": Criterion(_("Buchholz cut 1"), _("Buchholz without the lowest score. Only with two at a table.")),
    "median": Criterion(
        _("Median Buchholz"), _("Buchholz without the lowest and the highest score. Only with two at a table.")
    ),
    "sonneborn_berger": Criterion(
        _("Sonneborn-Berger"), _("The opponents’ scores times the points won against them. Only with two at a table.")
    ),
    "direct_encounter": Criterion(
        _("Direct encounter"), _("The games between the tied players. Only with two at a table.")
    ),
    "progressive": Criterion(_("Progressive score"), _("The sum of the scores after each round.")),
    "wins_played": Criterion(_("Games won"), _("Wins in games that were actually played. Only with two at a table.")),
    "lot": Criterion(_("Lot"), _("A lot, which anyone can check after the end; the lowest is ahead.")),
    "knockout": Criterion(_("Rounds survived"), _("In a knockout: the number of rounds survived.")),
    "stage": Criterion(
        _("Not in the final"), _("Finalists are ahead of the others, who keep their order from the start of the final.")
    ),
    "shared": Criterion(_("Shared place"), _("Tied in every criterion.")),
    "absent": Criterion(_("Absent"), _("Was absent in every round, and has no place.")),
    "minimum": Criterion(_("Too few events"), _("Took part in fewer events than a place requires.")),
}
"""The criteria that decide a place, by code."""


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
    return Movement.by(row.get("moved"), is_new=bool(row.get("new")))


def criteria(codes: Sequence[str]) -> list[Criterion]:
    """The criteria with these codes; the name of an unknown one is its code in words."""
    return [ALL_CRITERIA.get(code) or Criterion(humanised(code), "") for code in codes]


STATES = {
    "open": _("open"),
    "running": _("running"),
    "closed": _("closed"),
    "cancelled": _("cancelled"),
    "draft": _("draft"),
    "published": _("published"),
}


def criterion(code: str) -> str:
    return str(criteria([code])[0].name)


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
    return gettext(", ").join(names)
