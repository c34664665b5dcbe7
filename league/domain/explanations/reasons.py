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
    "stage": N_("qualification for the final"),
    "shared": N_("nothing (they share the place)"),
}
"""Criteria of the standings in words; any other is written like its code."""
COSTS = {
    "apart": N_("pairs who should be apart"),
    "repeats": N_("pairs who meet again"),
    "byes": N_("byes before"),
    "season_byes": N_("byes in the season"),
    "season_repeats": N_("meetings in the season"),
    "score_spread": N_("gap in points"),
    "short": N_("smaller table again"),
    "season_short": N_("smaller table again, in the season"),
    "seat": N_("same seat again"),
    "season_seat": N_("same seat again, in the season"),
    "moved": N_("people away from their fixed table"),
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
