"""Knockout for every number: the slowest round of all numbers tried, in the time of the CPU."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from bench.levels import Row
from league.domain.seating import knockout
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Seating

LEVEL_SECONDS = 1.0
SIZES = ((Bounds(2, 2, 2), 1), (Bounds(3, 4, 4), 2), (Bounds(4, 4, 4), 1), (Bounds(12, 12, 12), 11))
NUMBERS = (*range(12, 2001, 199), 1025, 2000)


def rows() -> Iterable[Row]:
    """A line for each size of table."""
    for bounds, advance in SIZES:
        seconds, entries = max(
            max((spent, entries) for spent in rounds(entries, bounds, advance)) for entries in NUMBERS
        )
        what = f"knockout, tables of {bounds.min}-{bounds.max}, {advance} on, 12-2,000 entries: slowest round"
        yield Row(what, f"{seconds:.3f} s at {entries}", f"<= {LEVEL_SECONDS:.0f} s", seconds <= LEVEL_SECONDS)


def rounds(entries: int, bounds: Bounds, advance: int) -> Iterator[float]:
    """The seconds of each round of a knockout in which the first seats win."""
    players = tuple(f"e{number:04}" for number in range(entries))
    past: tuple[PastRound, ...] = ()
    for number in range(1, knockout.rounds_of(entries, bounds, advance) + 1):
        begun = time.process_time()
        seating = knockout.seat(
            Problem(number, "seed", players, bounds, history=past), advance=advance, third_place=True
        )
        yield time.process_time() - begun
        past = (*past, _played(number, seating))


def _played(number: int, seating: Seating) -> PastRound:
    tables = tuple(
        PastTable(table, seated.seats, seated.area, {entry: place for place, entry in enumerate(seated.seats, 1)})
        for table, seated in enumerate(seating.tables, 1)
    )
    return PastRound(number, tables, seating.byes)
