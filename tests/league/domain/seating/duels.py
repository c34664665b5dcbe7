"""Fields of two at a table for tests: built by hand, and events played by lot, with people who come and go."""

from collections import Counter
from fractions import Fraction
from itertools import groupby
from random import Random

from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem

TWO = Bounds(2, 2, 2)


def names(count):
    return [f"e{number:04}" for number in range(count)]


def places_of(points, entries):
    """Places in the standings, shared where points are equal."""
    place: dict[str, int] = {}
    above = 0
    for _, members in groupby(sorted(entries, key=lambda entry: -points[entry]), key=points.__getitem__):
        tied = list(members)
        place |= dict.fromkeys(tied, above + 1)
        above += len(tied)
    return place


def problem_of(players, *, rounds=(), points=None, seed="seed", **more):
    """A field after these rounds. rounds: of each the tables, pairs of who starts and who does not.

    points: of everybody, in whole points; places follow from them.
    """
    exact = {entry: Fraction((points or {}).get(entry, 0)) for entry in players}
    past = tuple(
        PastRound(number, tuple(PastTable(table, tuple(seats)) for table, seats in enumerate(tables, 1)))
        for number, tables in enumerate(rounds, 1)
    )
    known = {"points": exact, "place": places_of(exact, players)} if points else {}
    return Problem(len(past) + 1, seed, tuple(players), TWO, **({"history": past} | known | more))


class Event:
    """A tournament of duels as it goes on: its results are drawn by lot, the rounds are seated by `seat`."""

    def __init__(self, entries, seed=0, **more):
        self.lot, self.seed, self.more = Random(seed), seed, more
        self.there = list(entries)
        self.points = {entry: Fraction(0) for entry in entries}
        self.byes: Counter[str] = Counter()
        self.past = []
        self.seatings = []

    def come(self, entry):
        self.there.append(entry)
        self.points.setdefault(entry, Fraction(0))

    def leave(self, entry):
        self.there.remove(entry)

    def problem(self):
        players = sorted(self.there)
        self.lot.shuffle(players)
        number = len(self.past) + 1
        later = {"place": places_of(self.points, players), "points": dict(self.points)} if self.past else {}
        had = dict(self.byes)
        return Problem(
            number,
            f"{self.seed}:{number}",
            tuple(players),
            TWO,
            history=tuple(self.past),
            byes_had=had,
            **later,
            **self.more,
        )

    def play(self, seat):
        """The next round: its field and its seating, whose tables are then played."""
        problem = self.problem()
        seating = seat(problem)
        sat = []
        for number, table in enumerate(seating.tables, 1):
            a, b = table.seats
            first, second = self.lot.choice([(1, 2), (1, 1), (2, 1)])
            self.points[a] += Fraction(second - first + 1, 2)
            self.points[b] += Fraction(first - second + 1, 2)
            sat.append(PastTable(number, table.seats, None, {a: first, b: second}))
        for entry in seating.byes:
            self.byes[entry] += 1
            self.points[entry] += 1
        self.past.append(PastRound(problem.number, tuple(sat), seating.byes))
        self.seatings.append(seating)
        return problem, seating


def seats(seating):
    return [table.seats for table in seating.tables]


def meetings(seating):
    return {frozenset(table.seats) for table in seating.tables}
