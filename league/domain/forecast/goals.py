"""Goals: a place among the first, an area of the next round, a final. Each is a race for some positions."""

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
Decision = Literal["yes", "no", "open"]
Counts = tuple[int, ...]
"""The rivals ahead and level, group by group: (ahead, level, ahead, level, ...)."""


class Top(NamedTuple):
    """One of the first n places; a shared place counts by its number."""

    n: int


class Area(NamedTuple):
    """A seat in this area of the next round."""

    letter: str


class Final(NamedTuple):
    """One of the n places in a stage that would begin after this round."""

    n: int


Goal = Top | Area | Final


def goal_of(text: str) -> Goal:
    """Parse a goal: `win`, `top:3`, `area:A` or `final:8`. Raises BadFields."""
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
    """A race for the positions from `start` up to, not including, `stop`, counted from 0.

    groups: the rivals. There are two groups where some of them sit out: the lowest `byes` of the first group do, and
    is_in_first says whether the entry belongs to it. is_over: the entry is sure to sit out.
    shares: rivals that are level don't count as ahead. is_seating: entries without a place have that of their points.
    """

    start: int
    stop: int
    groups: Sequence[Mapping[str, None]]
    byes: int = 0
    is_in_first: bool = False
    is_over: bool = False
    shares: bool = False
    is_seating: bool = False

    def decide(self, counts: Counts, *, shared: bool) -> Decision:
        """Whether these counts reach the goal. shared: level entries share a place; else something separates them."""
        if self.is_over:
            return "no"
        ahead, level = counts[-2:]
        if self.shares and shared:
            return "yes" if ahead < self.stop else "no"
        if len(self.groups) == 1:
            return self._within(ahead, ahead + level)
        if self.is_in_first:
            return self._within_first_group(counts)
        least, most = self._seated_ahead(counts[0], counts[1])
        return self._within(ahead + least, ahead + level + most)

    def _within(self, first: int, last: int) -> Decision:
        """The decision for an entry whose position will be one of first to last."""
        if self.start <= first and last < self.stop:
            return "yes"
        return "no" if last < self.start or first >= self.stop else "open"

    def _within_first_group(self, counts: Counts) -> Decision:
        """The decision for an entry of the first group, which sits out if enough of the group are ahead of it."""
        seated = len(self.groups[0]) + 1 - self.byes
        ahead, level, *others = counts
        if ahead >= seated:
            return "no"
        decision = self._within(ahead + others[0], min(ahead + level, seated - 1) + sum(others))
        return "open" if decision == "yes" and ahead + level >= seated else decision

    def _seated_ahead(self, ahead: int, level: int) -> tuple[int, int]:
        """The least and the most of the first group that are ahead of the entry and don't sit out."""
        out = self.byes - (len(self.groups[0]) - ahead - level)
        if out <= 0:
            return ahead, ahead + level
        if out <= level:
            return ahead, ahead + level - out
        return (ahead + level - out,) * 2

    def clipped(self, counts: Counts) -> Counts:
        """The counts with those of the last group cut at `stop`, beyond which they make no difference."""
        ahead = min(counts[-2], self.stop)
        return (*counts[:-2], ahead, min(counts[-1], self.stop - ahead))


def race_of(goal: Goal, after: Tournament, entry: str, ranked: Sequence[str], size: TableSize) -> Race:
    """The race for a goal. after: the tournament after the round. ranked: the entries in its standings.

    size: of the tables of the next round.
    Raises Rejected: `leaves`, `bad_top`, `last_round`, `no_areas`, `no_such_area`.
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
        template = N_("A final of {top} is too large: only {playing} still play.")
        raise Rejected("bad_top", template, {"top": goal.n, "playing": playing}, "goal")


def _race_for(letter: str, after: Tournament, entry: str, playing: Sequence[str], size: TableSize) -> Race:
    """The race for an area. Entries with the fewest byes so far may have to sit out."""
    settings = after.settings_in_round(len(after.rounds) + 1)
    if settings.rounds is not None and len(after.rounds) >= settings.rounds:
        raise Rejected("last_round", N_("No round comes after this one."), {}, "goal")
    if not isinstance(settings.format, Areas):
        raise Rejected("no_areas", N_("The next round is not seated in areas."), {}, "goal")
    sizes = table_sizes(len(playing), size.min, size.max, size.prefer)
    seated = sum(sizes.tables)
    k = settings.format.k
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
    """The race with `byes` sitting out: first all with the fewest byes so far, then the lowest of the next."""
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
    return Race(race.start, race.stop, groups, byes, own == level, is_over=own < level, is_seating=True)


def _without(entries: Sequence[str], entry: str) -> dict[str, None]:
    return {other: None for other in entries if other != entry}
