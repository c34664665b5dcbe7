"""A reason: the code of a rule, a sentence ready for translation, and the events that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.kernel import N_, Event
from games.telling import Sentence

CRITERIA = {
    "knockout": N_("progress in the knockout"),
    "points": N_("points"),
    "wins": N_("first places"),
    "last_round": N_("points of the last rounds"),
    "count_back": N_("count-back"),
    "lot": N_("lot"),
    "stage": N_("qualification for the stage"),
    "shared": N_("nothing (they share the place)"),
}
"""Criteria of the standings in words; any other is written like its code."""
COSTS = {
    "apart": N_("pairs that should be kept apart"),
    "repeats": N_("pairs that meet again"),
    "byes": N_("earlier byes"),
    "season_byes": N_("byes in the season"),
    "season_repeats": N_("meetings in the season"),
    "score_spread": N_("points between first and last"),
    "short": N_("earlier smaller tables"),
    "season_short": N_("smaller tables in the season"),
    "seat": N_("repeats of a seat"),
    "season_seat": N_("repeats of a seat in the season"),
    "moved": N_("entries away from their own table"),
}
"""Costs of a seating in words."""


@dataclass(frozen=True)
class Reason:
    """rule: `<topic>.<rule>`, stable. sentence: names entries by id. rests_on: versions in the log, from 1."""

    rule: str
    sentence: Sentence
    rests_on: tuple[int, ...] = ()


def in_words(criterion: str) -> str:
    return CRITERIA.get(criterion, criterion.replace("_", " "))


def numbers(
    events: Sequence[Event], kinds: tuple[type[Event], ...], fits: Callable[[Event], bool] = lambda _: True
) -> tuple[int, ...]:
    """The versions of the events of these kinds that fit, counted from 1."""
    return tuple(number for number, event in enumerate(events, 1) if isinstance(event, kinds) and fits(event))
