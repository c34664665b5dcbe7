"""The cost of a table of two, as one whole number: levels, each outweighing all below it.

| level | what |
| --- | --- |
| bye | byes of the entry that sits out beyond the fewest so far, in steps |
| rematch | 2k + 1 for two who have met k times, so that k meetings cost k squared |
| rank | entries whose turn for the bye comes before that of the one that sits out |
| strain | strained starts (`starts`) |
| closeness | the sum of the terms below |

Closeness, with n players: n times the squared score difference (the range of the field is `SPREAD`); n times the
uneven starts; n times `APART` for a soft separation; n times the cost of meetings in the season, if it counts
(`season_weights`); and the distance of the two from top half against bottom half of their score group, in order: the
squared number of places, plus the squared half for two of the same half (across groups: the squared number of places
between them). With a repeat weight, a rematch is not a level but a term of closeness.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby, islice
from typing import NamedTuple

from league.domain.seating.byes import sit_out
from league.domain.seating.pairs.matching import Edge
from league.domain.seating.pairs.starts import Starts, better_start_cost, histories, starts_of
from league.domain.seating.problem import Problem, scaled
from league.domain.seating.season_weights import LEVELS, MEETING, meeting_weight, met_steps, season_byes

SPREAD = 1000
"""The range of scores after scaling."""

APART = (SPREAD // 2) ** 2
"""A soft separation costs as much as half the range between the two."""


class Levels(NamedTuple):
    """The weight of one unit of each level."""

    strain: int
    rank: int
    rematch: int
    bye: int


class PairCosts:
    """The costs of all tables of a problem, with players numbered from the best (0); `dummy` is the bye's partner.

    repeat_weight: cost of a rematch in squared score differences; None keeps it a level.
    """

    def __init__(self, problem: Problem, repeat_weight: int | None = None) -> None:
        self.order = sorted(problem.by_standing, key=lambda entry: -problem.points.get(entry, Fraction(0)))
        self.players = len(self.order)
        self.odd = self.players % 2
        self.dummy = self.players
        self.tables = (self.players + self.odd) // 2
        self.repeat_weight = repeat_weight
        self._number_scores(problem)
        self._number_past(problem)
        self._number_bounds(problem)
        claims = sit_out(problem.players, self.players, problem.byes_had, problem.place, season_byes(problem))
        self._claims = claims if self.odd else ()
        self._had = [problem.byes_had.get(entry, 0) for entry in self._claims]
        self.levels = self._levels()

    def edges(self, reach: int, *, rematches: bool) -> list[Edge]:
        """The tables to consider: of players close in the standings, or at the same position in the halves of their
        group.

        reach: how close; `players` or more means everyone. rematches: include pairs that have met, and byes of entries
        with more than the fewest.
        """
        rematches = rematches or self.repeat_weight is not None
        found = [
            (one, other, cost)
            for one in range(self.players)
            for other in self._near(one, reach)
            if (cost := self.cost(one, other, rematches=rematches)) is not None
        ]
        return found + list(self._bye_edges(reach, rematches=rematches))

    def cost(self, one: int, other: int, *, rematches: bool) -> int | None:
        """The cost of a table of two, `one` the better player; None if they may not meet."""
        met = self._met[one].get(other, 0)
        if (met and not rematches) or not self._may_meet(one, other):
            return None
        strained, uneven = self._starting[self._state[one]][self._state[other]]
        close = (self._score[one] - self._score[other]) ** 2 + uneven
        if not self._soft[one].isdisjoint(self._soft[other]):
            close += APART
        if step := self._in_season[one].get(other):
            close += self._season_weight * step**2
        above = 0
        if met and self.repeat_weight is not None:
            close += self.repeat_weight * (2 * met + 1)
        elif met:
            above = self.levels.rematch * (2 * met + 1)
        return above + self.levels.strain * strained + self.players * close + self._off(one, other)

    @property
    def unavoidable(self) -> int:
        """Strained starts in any pairing: more players must have one seat than there are tables."""
        seats = self.players // 2
        need = [max(0, self._need[side] - self.odd - seats) for side in (1, -1)]
        return max(need)

    @property
    def first_bye(self) -> str | None:
        """The entry whose turn it is to sit out; None for an even number."""
        return self._claims[0] if self.odd else None

    def _may_meet(self, one: int, other: int) -> bool:
        """Whether no hard separation and no fixed table keeps the two from meeting."""
        if not self._hard[one].isdisjoint(self._hard[other]):
            return False
        mine, theirs = self._fixed[one], self._fixed[other]
        if mine is None and theirs is None:
            return True
        if mine is not None and theirs is not None:
            return mine == theirs
        return self._at_fixed[mine if mine is not None else theirs] == 1

    def _off(self, one: int, other: int) -> int:
        """The distance of the two from the ideal pair, squared, plus for two of one half the half squared."""
        if self._group[one] != self._group[other]:
            return (other - one - 1) ** 2
        half = self._half[one]
        same = self._top[one] == self._top[other] and half > 1
        return (other - one - half) ** 2 + same * half * half

    def _near(self, one: int, reach: int) -> Iterable[int]:
        """The players behind `one` within `reach` of it, or of its ideal opponent.

        With hard separations, the barred ones are skipped in counting, and players half a field away in the order of
        their groups are included: that pairs any groups that can be paired.
        """
        best = one + self._half[one]
        there = range(max(one + 1, best - reach), min(self.players, best + reach + 1))
        if not self._across:
            near = min(self.players, one + 1 + reach)
            return [*range(one + 1, near), *range(max(near, there.start), there.stop)]
        free = (other for other in range(one + 1, self.players) if self._hard[one].isdisjoint(self._hard[other]))
        return dict.fromkeys([*islice(free, reach), *there, *self._opposite(one, reach)])

    def _opposite(self, one: int, reach: int) -> list[int]:
        """The players behind `one` that are half a field away from it in the order of their groups, within reach."""
        at, half = self._across_at[one], self.players // 2
        around = [(at + half + off) % self.players for off in range(-reach, reach + 1)]
        return [self._across[place] for place in around if self._across[place] > one]

    def _bye_edges(self, reach: int, *, rematches: bool) -> Iterator[Edge]:
        number = {entry: index for index, entry in enumerate(self.order)}
        fewest = self._had[0] if self._had else 0
        steps = {had: step for step, had in enumerate(sorted(Counter(self._had)))}
        everybody = reach >= self.players
        for rank, (entry, had) in enumerate(zip(self._claims, self._had, strict=True)):
            if (rematches and everybody) or (had == fewest and (everybody or rank < reach)):
                yield number[entry], self.dummy, self.levels.bye * steps[had] + self.levels.rank * rank

    def _levels(self) -> Levels:
        """Each unit above the greatest total of all tables on the levels below."""
        uneven = max((out.uneven for row in self._starting for out in row), default=0)
        most_met = 2 * max((count for row in self._met for count in row.values()), default=0) + 1
        close = SPREAD**2 + APART + uneven + (self.repeat_weight or 0) * most_met
        if any(self._in_season):
            close += self._season_weight * LEVELS**2
        strain = self.tables * (self.players * close + self.players**2) + 1
        rank = strain * (2 * self.tables + 1)
        rematch = rank * (self.players + 1)
        return Levels(strain, rank, rematch, rematch * (self.tables * most_met + 1))

    def _number_scores(self, problem: Problem) -> None:
        points = {entry: problem.points.get(entry, Fraction(0)) for entry in self.order}
        by_entry = scaled(points, SPREAD)
        self._score = [by_entry[entry] for entry in self.order]
        self._group: list[int] = []
        self._half: list[int] = []
        self._top: list[bool] = []
        for number, (_, members) in enumerate(groupby(self.order, key=points.__getitem__)):
            size = len(list(members))
            self._group += [number] * size
            self._half += [max(1, size // 2)] * size
            self._top += [place < size // 2 for place in range(size)]

    def _number_past(self, problem: Problem) -> None:
        number = {entry: index for index, entry in enumerate(self.order)}
        self._met: list[dict[int, int]] = [{} for _ in self.order]
        for (a, b), count in problem.met.items():
            if a in number and b in number:
                one, other = sorted((number[a], number[b]))
                self._met[one][other] = count
        self._season_weight = MEETING if self.repeat_weight is None else meeting_weight(self.repeat_weight)
        self._in_season: list[dict[int, int]] = [{} for _ in self.order]
        for (a, b), step in met_steps(problem).items():
            one, other = sorted((number[a], number[b]))
            self._in_season[one][other] = step
        sides = histories(problem)
        starts = [starts_of(sides[entry]) for entry in self.order]
        states: dict[Starts, int] = {}
        self._state = [states.setdefault(own, len(states)) for own in starts]
        self._starting = [[better_start_cost(a, b) for b in states] for a in states]
        self._need = {side: sum(own.strained(-side) and not own.strained(side) for own in starts) for side in (1, -1)}

    def _number_bounds(self, problem: Problem) -> None:
        """Separation groups and fixed tables, by player number."""
        self._hard = _groups(problem, self.order, hard=True)
        self._soft = _groups(problem, self.order, hard=False)
        self._fixed = [problem.fixed.get(entry) for entry in self.order]
        self._at_fixed = Counter(self._fixed)
        self._across: list[int] = []
        if any(self._hard):
            sizes = Counter(index for groups in self._hard for index in sorted(groups))
            largest = [max(((sizes[index], index) for index in groups), default=(0, 0)) for groups in self._hard]
            self._across = sorted(range(self.players), key=lambda one: (largest[one], -one), reverse=True)
        self._across_at = {one: place for place, one in enumerate(self._across)}


def _groups(problem: Problem, order: list[str], *, hard: bool) -> list[frozenset[int]]:
    """For each entry of the order, the numbers of its separation groups."""
    of: dict[str, list[int]] = {entry: [] for entry in order}
    for index, group in enumerate(problem.separated):
        if group.hard == hard:
            for entry in group.entries:
                if entry in of:
                    of[entry].append(index)
    return [frozenset(of[entry]) for entry in order]
