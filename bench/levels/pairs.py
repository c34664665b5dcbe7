"""How well and how fast two at a table are paired: whole events by lot, each beside the level that is asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from bench.levels import Row
from league.domain.seating import pairs, round_robin
from league.domain.seating.pairs.starts import histories
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Seating

TWO = Bounds(2, 2, 2)
EVENTS = ((20, 9), (100, 9), (101, 9), (1000, 9), (2000, 9))
RUNS = 3
EVENT_SECONDS = {1000: 3.0}
ROUND_SECONDS = 1.0
BALANCED = 2
DRAWS = 0.3


class Played(NamedTuple):
    """An event: the seconds of CPU of each round, score differences at the tables, and the field after it."""

    seconds: Sequence[float]
    floats: Counter[Fraction]
    strain: int
    after: Problem


def rows() -> Iterable[Row]:
    """All lines, each as soon as it is measured."""
    for players, rounds in EVENTS:
        runs = [played(players, rounds, seed) for seed in range(RUNS)]
        yield from _quality(f"Swiss, {players} players x {rounds} rounds", runs)
        yield from _speed(players, f"Swiss, {players} players x {rounds} rounds", runs)
    yield _round_robin(100)


def played(players: int, rounds: int, seed: int) -> Played:
    """An event whose results are drawn by lot, all being of one strength."""
    lot, entries = Random(seed), [f"e{number:04}" for number in range(players)]
    points = dict.fromkeys(entries, Fraction(0))
    byes: Counter[str] = Counter()
    past: list[PastRound] = []
    seconds: list[float] = []
    floats: Counter[Fraction] = Counter()
    strain = 0
    for number in range(1, rounds + 1):
        problem = _field(number, f"{seed}:{number}", points, past, byes)
        began = process_time()
        seating = pairs.seat(problem)
        seconds.append(process_time() - began)
        strain += seating.cost["strain"]
        floats.update(abs(points[a] - points[b]) for a, b in (table.seats for table in seating.tables))
        byes.update(seating.byes)
        for entry in seating.byes:
            points[entry] += 1
        sat = [
            PastTable(table, found.seats, places=_result(found.seats, lot))
            for table, found in enumerate(seating.tables, 1)
        ]
        for table in sat:
            _pay(points, table)
        past.append(PastRound(number, tuple(sat), seating.byes))
    return Played(seconds, floats, strain, _field(rounds + 1, str(seed), points, past, byes))


def _field(
    number: int, seed: str, points: dict[str, Fraction], past: Sequence[PastRound], byes: Counter[str]
) -> Problem:
    """The field before a round, places shared where points are equal."""
    place: dict[str, int] = {}
    for _, members in groupby(sorted(points, key=lambda entry: -points[entry]), key=points.__getitem__):
        place |= dict.fromkeys(members, len(place) + 1)
    known = place if past else {}
    return Problem(
        number, seed, tuple(points), TWO, None, known, dict(points), history=tuple(past), byes_had=dict(byes)
    )


def _result(seats: Sequence[str], lot: Random) -> dict[str, int]:
    if lot.random() < DRAWS:
        return dict.fromkeys(seats, 1)
    first = int(lot.random() * 2)
    return {seats[first]: 1, seats[1 - first]: 2}


def _pay(points: dict[str, Fraction], table: PastTable) -> None:
    first, second = table.seats
    points[first] += Fraction(1 + table.places[second] - table.places[first], 2)
    points[second] += Fraction(1 + table.places[first] - table.places[second], 2)


def _quality(what: str, runs: Sequence[Played]) -> Iterable[Row]:
    """Rematches, byes, differences of scores and starts, the worst of the runs."""
    rematches = max(sum(count - 1 for count in run.after.met.values()) for run in runs)
    yield Row(f"{what}: rematches", str(rematches), "0", rematches == 0)
    byes = max(max(run.after.byes_had.values(), default=0) for run in runs)
    yield Row(f"{what}: most byes of one", str(byes), "<= 1", byes <= 1)
    floats = sum((run.floats for run in runs), Counter[Fraction]())
    shares = ", ".join(f"{float(size):g}: {count / floats.total():.1%}" for size, count in sorted(floats.items()))
    yield Row(f"{what}: tables by difference of scores", shares, "told", True)
    uneven = max(abs(sum(sides)) for run in runs for sides in histories(run.after).values())
    yield Row(f"{what}: starts less other games", f"at most {uneven}", f"<= {BALANCED}", uneven <= BALANCED)
    strain = max(run.strain for run in runs)
    yield Row(f"{what}: third starts running, or three more", str(strain), "0", strain == 0)


def _speed(players: int, what: str, runs: Sequence[Played]) -> Iterable[Row]:
    """CPU of whole events, the median of the runs, and of the slowest round."""
    if players in EVENT_SECONDS:
        whole, level = median(sum(run.seconds) for run in runs), EVENT_SECONDS[players]
        yield Row(f"{what}: CPU", f"{whole:.2f} s", f"<= {level:g} s", whole <= level)
    slowest = median(max(run.seconds) for run in runs)
    yield Row(
        f"{what}: CPU of the slowest round", f"{slowest:.2f} s", f"<= {ROUND_SECONDS:g} s", slowest <= ROUND_SECONDS
    )


def _round_robin(entries: int) -> Row:
    """All rounds of a round robin: how many pairs meet, of all there are."""
    numbers = [f"e{number:04}" for number in range(entries)]
    began = process_time()
    seatings: list[Seating] = []
    while not seatings or seatings[-1].cost[round_robin.ROUNDS_LEFT]:
        past = tuple(
            PastRound(number, tuple(PastTable(0, table.seats) for table in seating.tables))
            for number, seating in enumerate(seatings, 1)
        )
        problem = Problem(len(past) + 1, "seed", tuple(numbers), TWO, history=past)
        seatings.append(round_robin.seat(problem, double=False, numbers=numbers))
    met = {frozenset(table.seats) for seating in seatings for table in seating.tables}
    there_are = entries * (entries - 1) // 2
    measured = f"{len(met)} pairs, {process_time() - began:.2f} s"
    return Row(f"Round robin, {entries} players: pairs that meet", measured, str(there_are), len(met) == there_are)
