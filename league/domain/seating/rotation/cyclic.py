"""Cyclic search: one base round (or a few) is annealed so that its shifts, round after round, repeat as little.

The players stand on wheels of `turn` places, and some stand still; each next round every wheel is one place further.
A pair of the base round then stands for a whole class of pairs, the same difference of the same two wheels, and
classes are counted instead of pairs: the space to be searched falls by as much as the wheels have places.
Source: cyclic and 1-rotational designs, as in the literature of the social golfer problem.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heapify, heapreplace
from random import Random
from typing import NamedTuple

from league.domain.seating.rotation.budget import SCALE, Budget, odds
from league.domain.seating.rotation.problem import DUTY, Problem, Schedule

MOST_PLAYERS = 240
PER_UNIT = 16
SURE = 8
NEVER = 1000
"""Meetings that a pair begins with that would meet in every round."""


class Wheels(NamedTuple):
    """turn: places of a wheel. bases: base rounds, each shifted `turn` times."""

    turn: int
    bases: int


def wheels_for(problem: Problem) -> list[Wheels]:
    """What is worth a try, the likeliest first: byes and places that stand still have to be shared fairly."""
    found = []
    for bases in (1, 2, 3):
        least = -(-problem.rounds // bases)
        for turn in range(least, least + (5 if bases == 1 else 2)):
            wheels, still = divmod(problem.players, turn)
            fair = bases * (problem.players - problem.seated) <= wheels and not (problem.sizes[0] > problem.sizes[-1] and still > 1)
            if turn > 1 and wheels and still <= len(problem.sizes) and fair:
                found.append(Wheels(turn, bases))
    if problem.players > MOST_PLAYERS or not problem.alike:
        return []
    return sorted(found, key=lambda some: (some.bases, some.bases * some.turn - problem.rounds))


def cyclic(problem: Problem, wheels: Wheels, steps: int, budget: Budget, chance: Random) -> Schedule:
    """The seating that the best base rounds give which were met in at most `steps` steps."""
    search = _Search(problem, wheels, chance)
    accept, made = odds(PER_UNIT), 0
    while made < steps and search.best > search.least and (some := budget.chunk(steps - made)):
        spent = search.walk(some, accept, chance)
        made += spent
        budget.spend(spent)
    return _shifted(problem, wheels, search.kept)


def _shifted(problem: Problem, wheels: Wheels, bases: list[list[int]]) -> Schedule:
    """The rounds that the base rounds give, no more than asked for."""
    turn, turning = wheels.turn, problem.players // wheels.turn * wheels.turn
    rounds = (
        [player - player % turn + (player + step) % turn if player < turning else player for player in base]
        for base in bases
        for step in range(turn)
    )
    return [players for players, _ in zip(rounds, range(problem.rounds), strict=False)]


class _Search:
    """Base rounds on their way. met: how often each class of pairs is met. had: seats at short tables by wheel."""

    def __init__(self, problem: Problem, wheels: Wheels, chance: Random) -> None:
        self.problem, self.turn = problem, wheels.turn
        self.wheels = problem.players // wheels.turn
        self.turning = self.wheels * wheels.turn
        still = problem.players - self.turning
        self.wheel = [min(player // self.turn, self.wheels) for player in range(problem.players)]
        for player in range(self.turning, problem.players):
            self.wheel[player] = self.wheels + player - self.turning
        self.names: dict[tuple[int, int, int], int] = {}
        self.met: list[int] = []
        self.classes = [[self._class(a, b) for b in range(problem.players)] for a in range(problem.players)]
        self.had = [0] * (self.wheels + still)
        self.bases = [self._base(number, chance) for number in range(wheels.bases)]
        self.least = self._least(wheels.bases)
        self.cost = self._seat_all()
        self.best, self.kept = self.cost, [list(base) for base in self.bases]

    def _class(self, a: int, b: int) -> int:
        """The class of a pair; of one who is no pair, 0."""
        a, b = min(a, b), max(a, b)
        begins = 0
        if b >= self.turning:
            place, begins = 0, NEVER if a >= self.turning else 0
        elif self.wheel[a] == self.wheel[b]:
            place = min(b - a, self.turn - b + a)
            begins = NEVER if a == b else int(2 * place == self.turn)
        else:
            place = (b - a) % self.turn
        name = (self.wheel[a], self.wheel[b], place)
        if name not in self.names:
            self.names[name] = len(self.met)
            self.met.append(begins)
        return self.names[name]

    def _base(self, number: int, chance: Random) -> list[int]:
        """A base round by lot; those who sit out are of as many wheels."""
        problem = self.problem
        count = problem.players - problem.seated
        out = [(self.wheels - 1 - number * count - place) * self.turn for place in range(count)]
        free = [player for player in range(problem.players) if player not in out]
        for last in range(len(free) - 1, 0, -1):
            other = int(chance.random() * (last + 1))
            free[last], free[other] = free[other], free[last]
        return free + out

    def _least(self, bases: int) -> int:
        """A bound of the cost: each meeting given to the class for which it is cheapest."""
        levels, cost = list(self.met), 0
        heapify(levels)
        for _ in range(bases * sum(size * (size - 1) // 2 for size in self.problem.sizes)):
            cost += levels[0]
            heapreplace(levels, levels[0] + 1)
        short = [0] * len(self.had)
        for _ in range(bases * sum(self.problem.short)):
            cost += DUTY * short[0]
            heapreplace(short, short[0] + 1)
        return cost

    def _seat_all(self) -> int:
        """Counts the base rounds; what they cost."""
        cost = 0
        for players, at in self._seats():
            kinds = self.classes[players[at]]
            for other in players[at + 1 : self.problem.spans[at][1]]:
                cost += self.met[kinds[other]]
                self.met[kinds[other]] += 1
            if self.problem.short[at]:
                cost += DUTY * self.had[self.wheel[players[at]]]
                self.had[self.wheel[players[at]]] += 1
        return cost

    def _seats(self) -> Iterator[tuple[list[int], int]]:
        return ((players, at) for players in self.bases for at in range(self.problem.seated))

    def walk(self, steps: int, accept: list[int], chance: Random) -> int:
        """At most so many steps; how many were made before nothing was left to better."""
        random, count, seats, spans = chance.random, len(self.bases), self.problem.seated, self.problem.spans
        for step in range(steps):
            players = self.bases[int(random() * count)]
            at = int(random() * seats)
            if self._fine(players, at) and random() * SURE >= 1:
                continue
            other = int(random() * seats)
            if spans[other] == spans[at]:
                continue
            dearer = self._swap(players, at, other)
            if dearer > 0 and (dearer >= len(accept) or random() * SCALE >= accept[dearer]):
                self._swap(players, at, other)
                continue
            self.cost += dearer
            if self.cost < self.best:
                self.best, self.kept = self.cost, [list(base) for base in self.bases]
                if self.best <= self.least:
                    return step + 1
        return steps

    def _fine(self, players: list[int], at: int) -> bool:
        """Whether whoever sits there repeats nobody."""
        kinds, met = self.classes[players[at]], self.met
        begin, end = self.problem.spans[at]
        return all(met[kinds[player]] == 1 for player in players[begin:end] if player != players[at])

    def _swap(self, players: list[int], at: int, other: int) -> int:
        """Two players of a base round change places; how much dearer that is."""
        a, b, met = players[at], players[other], self.met
        kinds_a, kinds_b = self.classes[a], self.classes[b]
        here = [player for player in players[slice(*self.problem.spans[at])] if player != a]
        there = [player for player in players[slice(*self.problem.spans[other])] if player != b]
        dearer = 0
        for kinds, table in ((kinds_a, here), (kinds_b, there)):
            for player in table:
                met[kinds[player]] -= 1
                dearer -= met[kinds[player]]
        for kinds, table in ((kinds_b, here), (kinds_a, there)):
            for player in table:
                dearer += met[kinds[player]]
                met[kinds[player]] += 1
        if self.problem.short[at] != self.problem.short[other]:
            up, down = (a, b) if self.problem.short[other] else (b, a)
            dearer += DUTY * (self.had[self.wheel[up]] - self.had[self.wheel[down]] + 1)
            if self.wheel[up] == self.wheel[down]:
                dearer -= DUTY
            self.had[self.wheel[up]] += 1
            self.had[self.wheel[down]] -= 1
        players[at], players[other] = b, a
        return dearer
