"""How fast ratings are derived: 100,000 tables of four, rated in the order of play, each in its game and overall.

The sums alone stand beside the level: they are what grows with the games. What the library's public function takes for
one ladder of the same tables, with the copies that it makes, stands there to compare.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from statistics import median
from time import process_time

from openskill.models import PlackettLuce, PlackettLuceRating

from bench.levels import Row
from league.domain.ratings import Ladders, RatedSeat, RatedTable

GAMES, SEATS = 100_000, 4
PEOPLE = (200, 2000)
SLUGS = ("four-monkeys", "keskife", "scoresheet")
LEVEL_SECONDS = 5.0
RUNS = 3


def rows() -> Iterable[Row]:
    """All lines, each as soon as it is measured."""
    for people in PEOPLE:
        tables = played(people)
        seconds = median(_rebuilt(tables) for _ in range(RUNS))
        what = f"{GAMES:,} games of {SEATS}, {people} people, {len(SLUGS)} games and overall"
        measured = f"{seconds:.2f} s, {seconds / LEVEL_SECONDS:.2f} of the level"
        yield Row(what, measured, f"<= {LEVEL_SECONDS:g} s of CPU", seconds <= LEVEL_SECONDS)
    theirs = _by_library(tables)
    yield Row("one ladder by PlackettLuce.rate", f"{theirs:.2f} s, {theirs / seconds:.1f} x ours of two", "told", True)


def played(people: int) -> list[RatedTable]:
    """Tables by lot; now and then two share a place."""
    lot, names = Random(people), [f"p{number:04}" for number in range(people)]
    return [_table(number, lot, names) for number in range(GAMES)]


def _table(number: int, lot: Random, names: Sequence[str]) -> RatedTable:
    rolls = [lot.randrange(12) for _ in range(SEATS)]
    places = [1 + sum(other > roll for other in rolls) for roll in rolls]
    seats = tuple(RatedSeat((name,), place) for name, place in zip(lot.sample(names, SEATS), places, strict=True))
    return RatedTable(str(number), lot.choice(SLUGS), seats)


def _rebuilt(tables: Sequence[RatedTable]) -> float:
    """Seconds of CPU to rate all of them, with everybody's rating after each table."""
    began, ladders = process_time(), Ladders()
    for table in tables:
        ladders.rate(table)
        ladders.after(table)
    return process_time() - began


def _by_library(tables: Sequence[RatedTable]) -> float:
    model, known = PlackettLuce(), dict[str, PlackettLuceRating]()
    began = process_time()
    for table in tables:
        people = [seat.people[0] for seat in table.seats]
        ranks = [float(seat.place) for seat in table.seats]
        after = model.rate([[known.get(person) or model.rating()] for person in people], ranks=ranks)
        known.update(zip(people, (rating for (rating,) in after), strict=True))
    return process_time() - began
