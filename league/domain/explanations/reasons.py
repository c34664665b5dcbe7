"""Why something is so: a rule by its code, a sentence ready for translation, and the events that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.kernel import N_, Event
from games.telling import Sentence

CRITERIA = {
    "knockout": N_("how far they came"),
    "points": N_("points"),
    "wins": N_("first places"),
    "last_round": N_("points of the last rounds"),
    "count_back": N_("count-back"),
    "lot": N_("lot"),
    "stage": N_("who went on into the stage"),
    "shared": N_("nothing: they share the place"),
}
"""What decides a place, in words; what is not listed is written as its code says."""
COSTS = {
    "apart": N_("pairs that are not to meet"),
    "repeats": N_("pairs that meet again"),
    "byes": N_("byes had before"),
    "season_byes": N_("byes had in the season"),
    "season_repeats": N_("meetings in the season"),
    "score_spread": N_("points apart"),
    "short": N_("smaller tables had before"),
    "season_short": N_("smaller tables had in the season"),
    "seat": N_("same seats had before"),
    "season_seat": N_("same seats had in the season"),
    "moved": N_("not at their own table"),
}
"""What a seating costs, in words."""


@dataclass(frozen=True)
class Reason:
    """rule: `<what>.<rule>`, stable. said: entries by id. rests_on: numbers of events in the log, from 1."""

    rule: str
    said: Sentence
    rests_on: tuple[int, ...] = ()


def in_words(criterion: str) -> str:
    """A criterion of the standings for a sentence."""
    return CRITERIA.get(criterion, criterion.replace("_", " "))


def numbers(
    events: Sequence[Event], kinds: tuple[type[Event], ...], fits: Callable[[Event], bool] = lambda _: True
) -> tuple[int, ...]:
    """The numbers in the log of the events of these kinds that fit."""
    return tuple(number for number, event in enumerate(events, 1) if isinstance(event, kinds) and fits(event))
