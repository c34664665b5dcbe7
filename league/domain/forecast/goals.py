"""Goals: to be among the best, to be in an area next round, to go on to a final. Each is a race for some positions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from games.kernel import N_, Rejected
from league.domain.seating.areas import area_sizes, letters
from league.domain.seating.history import byes_had
from league.domain.seating.sizes import table_sizes
from league.domain.tournament.formats import Areas
from league.domain.tournament.settings import TableSize
from league.domain.tournament.state import Tournament
from league.domain.values.faults import BadFields, Fault
from league.domain.values.fields import SMALLEST_TABLE

MOST = 2000
Told = Literal["yes", "no", "open"]
Counts = tuple[int, ...]
"""Of each group of rivals how many are before one, and how many are level: (before, level, before, level, ...)."""


class Top(NamedTuple):
    """To have one of the first n places; a shared place counts by its number."""

    n: int


class Area(NamedTuple):
    """To be in that area in the next round."""

    letter: str


class Final(NamedTuple):
    """To be among the n who go on, if a final or cut is made after this round."""

    n: int


Goal = Top | Area | Final


def goal_of(text: str) -> Goal:
    """The goal that was asked for: `win`, `top:3`, `area:A` or `final:8`. Raises BadFields."""
    kind, _, what = text.partition(":")
    number = int(what) if re.fullmatch(r"[1-9][0-9]{0,3}", what, re.ASCII) else 0
    if text == "win":
        return Top(1)
    if kind == "top" and 1 <= number <= MOST:
        return Top(number)
    if kind == "final" and SMALLEST_TABLE <= number <= MOST:
        return Final(number)
    if kind == "area" and re.fullmatch(r"[A-Z]{1,3}", what, re.ASCII):
        return Area(what)
    raise BadFields([Fault("goal", "unknown_goal", N_("A goal is written win, top:3, area:A or final:8."))])


@dataclass(frozen=True)
class Race:
    """A race for the positions from `start` on to before `stop`, counted from 0.

    groups: the rivals, one group, or two where some sit out: then `byes` of the first group do, the lowest of it, and
    is_in_first says whether one is in that group. is_over: who sits out for sure. shares: level with one is not before.
    """

    start: int
    stop: int
    groups: Sequence[Mapping[str, None]]
    byes: int = 0
    is_in_first: bool = False
    is_over: bool = False
    shares: bool = False

    def told(self, counts: Counts, *, shared: bool) -> Told:
        """Whether these counts bring the goal. shared: who is level shares the place; else something parts them."""
        if self.is_over:
            return "no"
        before, level = counts[-2:]
        if self.shares and shared:
            return "yes" if before < self.stop else "no"
        if len(self.groups) == 1:
            return self._between(before, before + level)
        if self.is_in_first:
            return self._among_first(counts)
        least, most = self._left(counts[0], counts[1])
        return self._between(before + least, before + level + most)

    def _between(self, first: int, last: int) -> Told:
        """For somebody who will have one of these positions."""
        if self.start <= first and last < self.stop:
            return "yes"
        return "no" if last < self.start or first >= self.stop else "open"

    def _among_first(self, counts: Counts) -> Told:
        """For somebody of the first group, who sits out if so many of it are before them."""
        safe = len(self.groups[0]) + 1 - self.byes
        before, level, *others = counts
        if before >= safe:
            return "no"
        told = self._between(before + others[0], min(before + level, safe - 1) + sum(others))
        return "open" if told == "yes" and before + level >= safe else told

    def _left(self, before: int, level: int) -> tuple[int, int]:
        """Of the first group, how many are before one and do not sit out: at least, and at most."""
        out = self.byes - (len(self.groups[0]) - before - level)
        if out <= 0:
            return before, before + level
        if out <= level:
            return before, before + level - out
        return (before + level - out,) * 2

    def clipped(self, counts: Counts) -> Counts:
        """The counts as far as they matter for the last group: beyond `stop` all are one."""
        before = min(counts[-2], self.stop)
        return (*counts[:-2], before, min(counts[-1], self.stop - before))


def race_of(goal: Goal, after: Tournament, entry: str, ranked: Sequence[str], size: TableSize) -> Race:
    """The race that a goal is. after: the tournament after the round. ranked: whom the standings order there.

    size: of the tables of the next round. Raises Rejected where the goal can't be.
    """
    if isinstance(goal, Top):
        return Race(0, goal.n, [_without(ranked, entry)], shares=True)
    number = len(after.rounds) + 1
    playing = [player.id for player in after.players(number)]
    if entry not in playing:
        facts = {"entry": entry, "number": number}
        raise Rejected("leaves", N_("{entry} does not play in round {number}."), facts, "entry")
    if isinstance(goal, Final):
        _require_going_on(goal, len(playing))
        return Race(0, goal.n, [_without(playing, entry)])
    return _race_for(goal.letter, after, entry, playing, size)


def _require_going_on(goal: Final, playing: int) -> None:
    if goal.n > playing:
        template = N_("{top} can't go on: {playing} of the standings still play.")
        raise Rejected("bad_top", template, {"top": goal.n, "playing": playing}, "goal")


def _race_for(letter: str, after: Tournament, entry: str, playing: Sequence[str], size: TableSize) -> Race:
    """The race for an area, where whoever has had the fewest byes may have to sit out."""
    held = after.settings_in_round(len(after.rounds) + 1)
    if held.rounds is not None and len(after.rounds) >= held.rounds:
        raise Rejected("last_round", N_("No round comes after this one."), {}, "goal")
    if not isinstance(held.format, Areas):
        raise Rejected("no_areas", N_("The next round is not seated in areas."), {}, "goal")
    sizes = table_sizes(len(playing), size.min, size.max, size.prefer)
    seated = sum(sizes.tables)
    k = held.format.k
    areas = list(sizes.tables) if k is None else area_sizes(seated, k, size.min, size.max)
    number = next((at for at in range(len(areas)) if letters(at) == letter), None)
    if number is None:
        facts = {"area": letter, "last": letters(len(areas) - 1)}
        raise Rejected(
            "no_such_area", N_("There is no area {area} in the next round; the last is {last}."), facts, "goal"
        )
    start = sum(areas[:number])
    return _with_byes(Race(start, start + areas[number], []), sizes.byes, byes_had(after), entry, playing)


def _with_byes(race: Race, byes: int, had: Mapping[str, int], entry: str, playing: Sequence[str]) -> Race:
    """The race where so many sit out: of those who have had the fewest byes all do, of the next few the lowest."""
    by_had = Counter(had.get(player, 0) for player in playing)
    level = 0
    for level in sorted(by_had):
        if by_had[level] > byes:
            break
        byes -= by_had[level]
    own = had.get(entry, 0)
    first = _without([player for player in playing if had.get(player, 0) == level], entry)
    others = _without([player for player in playing if had.get(player, 0) > level], entry)
    groups = [first, others] if byes else [{**first, **others}]
    return Race(race.start, race.stop, groups, byes, is_in_first=own == level, is_over=own < level)


def _without(entries: Sequence[str], entry: str) -> dict[str, None]:
    return {other: None for other in entries if other != entry}
