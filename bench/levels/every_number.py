"""Every number of players: sizes and byes of all, and the next round of a sample, whatever the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from time import process_time

from bench.levels import Row
from games.kernel import Rejected
from league.domain.seating import areas, pairs, pods
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Seating
from league.domain.seating.sizes import table_sizes

MOST = 2000
SECOND = 1.0
SAMPLE = (*range(1, 60), *range(60, MOST, 97), 1999, MOST)
ALL_BOUNDS = [
    Bounds(least, most, prefer)
    for least in range(2, 13)
    for most in range(least, 13)
    for prefer in range(least, most + 1)
]
TABLES = (Bounds(2, 2, 2), Bounds(3, 4, 4), Bounds(3, 5, 4), Bounds(4, 5, 4), Bounds(2, 12, 4), Bounds(12, 12, 12))


def rows() -> Iterator[Row]:
    """Sizes for all bounds, then the slowest third round of each format."""
    yield _sizes()
    formats: Iterable[tuple[str, Callable[[Problem], Seating], Iterable[Bounds]]] = (
        ("swiss", lambda problem: pairs.seat(problem) if problem.bounds.max == 2 else pods.seat(problem), TABLES),
        ("areas", lambda problem: areas.seat(problem, k=None), TABLES),
        ("areas of 24", lambda problem: areas.seat(problem, k=24), TABLES),
    )
    for name, seat, tables in formats:
        for bounds in tables:
            yield _slowest(name, seat, bounds)


def _sizes() -> Row:
    slowest = 0.0
    for bounds in ALL_BOUNDS:
        begun = process_time()
        for entries in range(bounds.min, MOST + 1):
            table_sizes(entries, *bounds)
        slowest = max(slowest, process_time() - begun)
    what = f"sizes and byes of every number to {MOST:,}, {len(ALL_BOUNDS)} bounds"
    return Row(what, f"{slowest:.3f} s for all numbers of the slowest", "<= 1 s", slowest <= SECOND)


def _slowest(name: str, seat: Callable[[Problem], Seating], bounds: Bounds) -> Row:
    """The slowest of the third rounds: answered, or refused because too few are there."""
    slowest, at = 0.0, 0
    for entries in SAMPLE:
        for seconds in _third_round(seat, bounds, entries):
            if seconds > slowest:
                slowest, at = seconds, entries
    what = f"{name}, tables of {bounds.min}-{bounds.max}, 1-{MOST:,} players: slowest third round"
    return Row(what, f"{slowest:.3f} s at {at}", "<= 1 s", slowest <= SECOND)


def _third_round(seat: Callable[[Problem], Seating], bounds: Bounds, entries: int) -> Iterator[float]:
    players = tuple(f"e{number:04}" for number in range(entries))
    points = dict.fromkeys(players, Fraction(0))
    past: tuple[PastRound, ...] = ()
    for number in (1, 2, 3):
        order = sorted(set(points.values()), reverse=True)
        places = {entry: order.index(own) + 1 for entry, own in points.items()} if past else {}
        problem = Problem(
            number, f"seed {entries} {number}", players, bounds, place=places, points=points, history=past
        )
        begun = process_time()
        try:
            made = seat(problem)
        except Rejected:
            return
        seconds = process_time() - begun
        tables = tuple(PastTable(at, table.seats) for at, table in enumerate(made.tables, 1))
        past = (*past, PastRound(number, tables, made.byes))
        for table in tables:
            for place, entry in enumerate(table.seats):
                points[entry] += len(table.seats) - place
    yield seconds
