"""Score pods: repeats and score spread beside a greedy seating in the order of the scores, and the CPU time of a round.

Tournaments are simulated: each player has a strength, each game adds luck, each place pays by the scheme. The anchor
plays tournaments of its own: it fills the tables in the order of the standings, each next seat with the best placed
of those who repeat least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from bench.levels import Row
from league.domain.seating import costs
from league.domain.seating.byes import sit_out
from league.domain.seating.pods import seat
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, pair_of
from league.domain.seating.seats import balanced
from league.domain.seating.sizes import table_sizes

SCHEMES: Sequence[Sequence[int]] = ((4, 2, 1), (7, 5, 3, 1), (5, 4, 3, 2, 1))
SEEDS = range(4)
TOURNAMENTS = (
    (60, Bounds(4, 4, 4), 6),
    (60, Bounds(4, 4, 4), 8),
    (66, Bounds(3, 5, 4), 7),
    (80, Bounds(4, 4, 4), 8),
    (100, Bounds(4, 4, 4), 6),
    (100, Bounds(4, 4, 4), 8),
    (90, Bounds(5, 5, 5), 6),
)
MOST_REPEATS, MOST_SPREAD, ROUND_SECONDS = 0.5, 1.1, 0.05
WEIGHT = 4000
"""Of a repeat, where the scores are to count beside it."""
LARGE_BOUNDS = (Bounds(2, 3, 3), Bounds(3, 4, 4), Bounds(3, 5, 4), Bounds(2, 7, 7), Bounds(2, 12, 12), Bounds(4, 9, 5))
LARGE, LARGE_SECONDS, SEATS_SECONDS = 2000, 1.0, 0.3

Tables = tuple[list[tuple[str, ...]], tuple[str, ...]]


class Sums(NamedTuple):
    """Of tournaments: pairs who met again, points between first and last of the tables, seconds of each round."""

    repeats: int
    spread: int
    seconds: Sequence[float]


def pods(problem: Problem, repeat_weight: int | None = None) -> Tables:
    """The tables of the format."""
    made = seat(problem, repeat_weight=repeat_weight)
    return [table.seats for table in made.tables], made.byes


def greedy(problem: Problem) -> Tables:
    """The tables of the anchor."""
    sizes = table_sizes(len(problem.players), problem.bounds.min, problem.bounds.max, problem.bounds.prefer)
    byes = sit_out(problem.players, sizes.byes, problem.byes_had, problem.place)
    left, tables = [entry for entry in problem.by_standing if entry not in byes], []
    for size in sizes.tables:
        table = [left.pop(0)]
        while len(table) < size:
            repeats = [sum(problem.met[pair_of(entry, other)] for other in table) for entry in left]
            table.append(left.pop(repeats.index(min(repeats))))
        tables.append(tuple(table))
    return tables, byes


def in_order(problem: Problem) -> Tables:
    """The tables of the order of the standings, whoever meets again."""
    sizes = table_sizes(len(problem.players), problem.bounds.min, problem.bounds.max, problem.bounds.prefer)
    order = iter(problem.by_standing)
    return [tuple(islice(order, size)) for size in sizes.tables], tuple(order)


class Night:
    """A tournament that is played on paper."""

    def __init__(self, players: int, bounds: Bounds, scheme: Sequence[int], seed: int) -> None:
        self.bounds, self.scheme, self.seed, self.luck = bounds, scheme, seed, Random(seed)
        self.strength = {f"e{number}": self.luck.gauss(0, 1) for number in range(players)}
        self.points: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        self.past: list[PastRound] = []

    def field(self) -> Problem:
        """The next round's."""
        number = len(self.past) + 1
        order = Random(f"{self.seed}/{number}").sample(sorted(self.strength), len(self.strength))
        above = {own: sum(other > own for other in self.points.values()) for own in {*self.points.values(), 0}}
        return Problem(
            number,
            f"{self.seed}-{number}",
            tuple(order),
            self.bounds,
            place={entry: 1 + above[self.points[entry]] for entry in order} if self.past else {},
            points={entry: Fraction(self.points[entry]) for entry in order},
            history=tuple(self.past),
            byes_had=dict(self.byes),
        )

    def play(self, tables: Tables) -> None:
        """Plays a round and pays its places."""
        for seats in tables[0]:
            ranked = sorted(seats, key=lambda entry: -self.strength[entry] - self.luck.gauss(0, 1))
            for entry, points in zip(ranked, self.scheme, strict=False):
                self.points[entry] += points
        self.byes.update(tables[1])
        seated = tuple(PastTable(number, seats) for number, seats in enumerate(tables[0], 1))
        self.past.append(PastRound(len(self.past) + 1, seated, tables[1]))


def played(players: int, bounds: Bounds, rounds: int, format: Callable[[Problem], Tables]) -> Sums:
    """Tournaments of all schemes and seeds by one way to seat them."""
    repeats, spread, seconds = 0, 0, []
    for scheme in SCHEMES:
        for seed in SEEDS:
            night = Night(players, bounds, scheme, seed)
            for _ in range(rounds):
                problem = night.field()
                started = process_time()
                tables = format(problem)
                seconds.append(process_time() - started)
                cost = costs.cost(problem, tables[0])
                repeats, spread = repeats + cost["repeats"], spread + cost["score_spread"]
                night.play(tables)
    return Sums(repeats, spread, seconds)


def compared(what: str, found: Sums, anchor: Sums) -> Iterable[Row]:
    """The rows of tournaments beside those of the anchor."""
    yield Row(
        f"{what}: repeats",
        f"{found.repeats} (greedy {anchor.repeats})",
        f"<= {MOST_REPEATS:g} x greedy",
        found.repeats <= MOST_REPEATS * anchor.repeats,
    )
    yield Row(
        f"{what}: score spread",
        f"{found.spread / anchor.spread:.2f} x greedy",
        f"<= {MOST_SPREAD:g} x greedy",
        found.spread <= MOST_SPREAD * anchor.spread,
    )
    middle = median(found.seconds)
    level = f"about {ROUND_SECONDS * 1000:.0f} ms"
    yield Row(f"{what}: a round", f"{middle * 1000:.0f} ms of CPU", level, middle <= 1.2 * ROUND_SECONDS)


def large() -> Iterable[Row]:
    """The next round of very many, and its seats."""
    for bounds in LARGE_BOUNDS:
        night = Night(LARGE, bounds, SCHEMES[1], 1)
        for _ in range(2):
            night.play(in_order(night.field()))
        started = process_time()
        pods(night.field())
        spent = process_time() - started
        what = f"{LARGE} players, tables of {bounds.min} to {bounds.max}, best {bounds.prefer}"
        yield Row(what, f"{spent:.2f} s of CPU", f"<= {LARGE_SECONDS:g} s", spent <= LARGE_SECONDS)
    for size in (3, 4, 12):
        night = Night(LARGE, Bounds(size, size, size), SCHEMES[1], 2)
        night.play(greedy(night.field()))
        problem = night.field()
        tables = greedy(problem)[0]
        started = process_time()
        balanced(problem, tables)
        spent = process_time() - started
        level = f"<= {SEATS_SECONDS:g} s"
        yield Row(f"seats of {LARGE} at {size}", f"{spent:.3f} s of CPU", level, spent <= SEATS_SECONDS)


def rows() -> Iterable[Row]:
    """The rows, measured now."""
    for players, bounds, rounds in TOURNAMENTS:
        anchor = played(players, bounds, rounds, greedy)
        what = f"{players} players in {bounds.prefer}s, {rounds} rounds"
        yield from compared(what, played(players, bounds, rounds, pods), anchor)
        if (players, rounds) == (60, 8):
            weighed = partial(pods, repeat_weight=WEIGHT)
            yield from compared(f"{what}, a repeat weighs {WEIGHT}", played(players, bounds, rounds, weighed), anchor)
    yield from large()
