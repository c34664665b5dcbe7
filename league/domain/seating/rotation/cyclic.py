"""Cyclic search: anneals one base round (or a few) so that its shifts, round after round, repeat as little as possible.

The players stand on wheels of `turn` places, and some stand still; each round turns every wheel by one place. A pair of
the base round then stands for a whole class of pairs, the same difference of the same two wheels. Counting classes
instead of pairs reduces the search space by as much as the wheels have places.
Source: cyclic and 1-rotational designs, as in the literature of the social golfer problem.
"""

from __future__ import annotations

from heapq import heapify, heapreplace
from itertools import product
from random import Random
from typing import NamedTuple

from league.domain.seating.rotation.budget import SCALE, Budget, odds
from league.domain.seating.rotation.problem import RotationProblem, Schedule

MOST_PLAYERS = 240
PER_UNIT = 4
UNIT = 2
"""Cost of a repeat in each round of a turn; that of a pair half a wheel apart costs half as much."""
SURE = 8
DUTY = 4
"""Cost, in repeats, of short tables shared unevenly by one."""
MOST_TRIED = 4
NEVER = 1000
"""Cost of the first meeting of a pair that would meet in every round."""


class Wheels(NamedTuple):
    """turn: places of a wheel. bases: number of base rounds, each shifted `turn` times."""

    turn: int
    bases: int


def wheels_for(problem: RotationProblem) -> list[Wheels]:
    """The wheels worth trying, most promising first. Byes and standing places have to be shared fairly."""
    if problem.players > MOST_PLAYERS or not problem.alike:
        return []
    found = [Wheels(turn, bases) for bases in (1, 2, 3) for turn in _turns(problem.rounds, bases)]
    fit = [some for some in found if _fits(problem, some)]
    fit.sort(key=lambda some: (some.bases * some.turn - problem.rounds, problem.players % some.turn, some.bases))
    return fit[:MOST_TRIED]


def _turns(rounds: int, bases: int) -> range:
    least = -(-rounds // bases)
    return range(max(2, least), least + (5 if bases == 1 else 2))


def _fits(problem: RotationProblem, some: Wheels) -> bool:
    """Whether byes and short tables can be shared fairly, and players that stand still can be kept apart."""
    wheels, still = divmod(problem.players, some.turn)
    uneven = problem.sizes[0] > problem.sizes[-1]
    fair = some.bases * (problem.players - problem.seated) <= wheels
    return wheels > 0 and fair and still <= (1 if uneven else len(problem.sizes))


def cyclic(problem: RotationProblem, wheels: Wheels, steps: int, budget: Budget, chance: Random) -> Schedule:
    search = _Search(problem, wheels, chance)
    accept, made = odds(PER_UNIT), 0
    while made < steps and search.best > search.least and (some := budget.chunk(steps - made)):
        spent = search.walk(some, accept, chance)
        made += spent
        budget.spend(spent)
    return _shifted(problem, wheels, search.kept)


def _shifted(problem: RotationProblem, wheels: Wheels, bases: list[list[int]]) -> Schedule:
    """The rounds that the base rounds give, as many as needed."""
    turn, turning = wheels.turn, problem.players // wheels.turn * wheels.turn
    rounds = (
        [player - player % turn + (player + step) % turn if player < turning else player for player in base]
        for base in bases
        for step in range(turn)
    )
    return [players for players, _ in zip(rounds, range(problem.rounds), strict=False)]


class _Search:
    """Base rounds under search. had: seats at short tables by wheel; players that stand still get none.

    price: cost of the next meeting of each class of pairs. rise: by how much each meeting raises the price.
    """

    def __init__(self, problem: RotationProblem, wheels: Wheels, chance: Random) -> None:
        self.problem, self.turn = problem, wheels.turn
        self.wheels = problem.players // wheels.turn
        self.turning = self.wheels * wheels.turn
        still = problem.players - self.turning
        self.wheel = [min(player // self.turn, self.wheels) for player in range(problem.players)]
        for player in range(self.turning, problem.players):
            self.wheel[player] = self.wheels + player - self.turning
        self.names: dict[tuple[int, int, int], int] = {}
        self.price: list[int] = []
        self.rise: list[int] = []
        self.classes = [[self._class(a, b) for b in range(problem.players)] for a in range(problem.players)]
        self.had = [0] * self.wheels + [NEVER] * still
        self.bases = [self._base(number, chance) for number in range(wheels.bases)]
        self.least = self._least(wheels.bases)
        self.cost = self._seat_all()
        self.best, self.kept = self.cost, [list(base) for base in self.bases]

    def _class(self, a: int, b: int) -> int:
        """The class of a pair; 0 for a player with itself."""
        a, b = min(a, b), max(a, b)
        first = 0
        if b >= self.turning:
            place, first = 0, NEVER if a >= self.turning else 0
        elif self.wheel[a] == self.wheel[b]:
            place = min(b - a, self.turn - b + a)
            first = NEVER if a == b else int(2 * place == self.turn)
        else:
            place = (b - a) % self.turn
        name = (self.wheel[a], self.wheel[b], place)
        if name not in self.names:
            self.names[name] = len(self.price)
            self.price.append(first)
            self.rise.append(2 * UNIT if first else UNIT)
        return self.names[name]

    def _base(self, number: int, chance: Random) -> list[int]:
        """A random base round; its byes are of different wheels."""
        problem = self.problem
        count = problem.players - problem.seated
        out = [(self.wheels - 1 - number * count - place) * self.turn for place in range(count)]
        free = [player for player in range(problem.players) if player not in out]
        for last in range(len(free) - 1, 0, -1):
            other = int(chance.random() * (last + 1))
            free[last], free[other] = free[other], free[last]
        return free + out

    def _least(self, bases: int) -> int:
        """A lower bound of the cost: each meeting given to the class where it is cheapest."""
        prices, cost = list(zip(self.price, self.rise, strict=True)), 0
        heapify(prices)
        for _ in range(bases * sum(size * (size - 1) // 2 for size in self.problem.sizes)):
            price, rise = prices[0]
            cost += price
            heapreplace(prices, (price + rise, rise))
        short = [0] * self.wheels
        for _ in range(bases * sum(self.problem.short)):
            cost += UNIT * DUTY * short[0]
            heapreplace(short, short[0] + 1)
        return cost

    def _seat_all(self) -> int:
        """Count the meetings of the base rounds, and return their cost."""
        cost = 0
        for players, at in product(self.bases, range(self.problem.seated)):
            kinds = self.classes[players[at]]
            for other in players[at + 1 : self.problem.spans[at][1]]:
                cost += self.price[kinds[other]]
                self.price[kinds[other]] += self.rise[kinds[other]]
            if self.problem.short[at]:
                cost += UNIT * DUTY * self.had[self.wheel[players[at]]]
                self.had[self.wheel[players[at]]] += 1
        return cost

    def walk(self, steps: int, accept: list[int], chance: Random) -> int:
        """Make up to this many steps; return how many were made before the bound was reached."""
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
        """Whether the player at this seat has no repeat at the table."""
        kinds, price = self.classes[players[at]], self.price
        begin, end = self.problem.spans[at]
        return all(price[kinds[player]] <= UNIT for player in players[begin:end] if player != players[at])

    def _swap(self, players: list[int], at: int, other: int) -> int:
        """Swap two players of a base round, and return the increase in cost."""
        a, b, price, rise = players[at], players[other], self.price, self.rise
        kinds_a, kinds_b = self.classes[a], self.classes[b]
        here = [player for player in players[slice(*self.problem.spans[at])] if player != a]
        there = [player for player in players[slice(*self.problem.spans[other])] if player != b]
        dearer = 0
        for kinds, table in ((kinds_a, here), (kinds_b, there)):
            for player in table:
                price[kinds[player]] -= rise[kinds[player]]
                dearer -= price[kinds[player]]
        for kinds, table in ((kinds_b, here), (kinds_a, there)):
            for player in table:
                dearer += price[kinds[player]]
                price[kinds[player]] += rise[kinds[player]]
        if self.problem.short[at] != self.problem.short[other]:
            up, down = (a, b) if self.problem.short[other] else (b, a)
            dearer += UNIT * DUTY * (self.had[self.wheel[up]] - self.had[self.wheel[down]] + 1)
            if self.wheel[up] == self.wheel[down]:
                dearer -= UNIT * DUTY
            self.had[self.wheel[up]] += 1
            self.had[self.wheel[down]] -= 1
        players[at], players[other] = b, a
        return dearer
