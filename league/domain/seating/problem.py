"""The seating problem of a round: who is to be seated, and all that a format may look at. Its answer is a `Seating`.

A format is a pure function of its problem: it draws only by `games.kernel.draw` and `Problem.chance`, counts its
budgets in steps, and never iterates over a set, so the same problem gives the same seating on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple

from league.domain.tournament.rounds.seating import SeparationKind

Pair = tuple[str, str]
"""Two entries, the lower id first."""


class Bounds(NamedTuple):
    """Seats of a table: 2 <= min <= prefer <= max <= 12."""

    min: int
    max: int
    prefer: int


@dataclass(frozen=True)
class PastTable:
    """A table of a closed round. number: in the hall. seats: entries from seat 1 on.

    places: by result. played: False if at most one entry came. away: entries that were absent or left early.
    is_small_final: whether it was seated for those who had gone out of a knockout. level: entries that did equally
    well and go on, and those that don't, as decided.
    """

    number: int
    seats: tuple[str, ...]
    area: str | None = None
    places: Mapping[str, int] = field(default_factory=dict)
    played: bool = True
    away: tuple[str, ...] = ()
    is_small_final: bool = False
    level: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True)
class PastRound:
    """A closed round. byes: entries that the pairing left without a table.

    still_in: those who had not gone out of a knockout before the round, as decided when it was seated; None: the
    results decide.
    """

    number: int
    tables: tuple[PastTable, ...]
    byes: tuple[str, ...] = ()
    still_in: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Separated:
    """Entries of one household or club that should be kept apart. hard: refuse the round rather than let them meet."""

    kind: SeparationKind
    entries: tuple[str, ...]
    hard: bool = False


@dataclass(frozen=True)
class SeasonHistory:
    """Counts from other tournaments of the season. met: times that each pair has shared a table.

    seats: times in each seat, from 1. byes: given by the pairing. short: times at a table smaller than the largest.
    """

    met: Mapping[Pair, int] = field(default_factory=dict)
    seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[str, int] = field(default_factory=dict)
    short: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """The entries to seat in round `number`, and their history. rounds: planned in all, if known.

    seed: of this attempt. players: in the order of its lots. bounds: of table sizes.
    place: in the standings before the round, equal if shared; empty before the first round.
    points: more is better, after penalties. rating: of entries that have one.
    history: the closed rounds, in order; in a stage, those of the stage. earlier: those of the stages before, in which
    people met and had seats as well. byes_had: byes given by the pairing.
    separated: groups to keep apart. mates: in the first round of a knockout, everybody of one club or household. fixed:
    the number of an entry's fixed table. season: if the seating looks at it.
    """

    number: int
    seed: str
    players: tuple[str, ...]
    bounds: Bounds
    rounds: int | None = None
    place: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, Fraction] = field(default_factory=dict)
    rating: Mapping[str, int] = field(default_factory=dict)
    history: tuple[PastRound, ...] = ()
    earlier: tuple[PastRound, ...] = ()
    byes_had: Mapping[str, int] = field(default_factory=dict)
    separated: tuple[Separated, ...] = ()
    mates: tuple[Separated, ...] = ()
    fixed: Mapping[str, int] = field(default_factory=dict)
    season: SeasonHistory | None = None

    def chance(self, label: str) -> Random:
        """A random source for `label`. Only its `random()` is the same on every Python version."""
        return Random(f"{self.seed}/{label}")  # noqa: S311

    @property
    def full_history(self) -> tuple[PastRound, ...]:
        """The closed rounds of all stages, in order."""
        return (*self.earlier, *self.history)

    @property
    def number_in_stage(self) -> int:
        """The number of the round within its stage, from 1."""
        return self.number - len(self.earlier)

    @cached_property
    def met(self) -> Counter[Pair]:
        """Times that each pair has shared a table."""
        tables = (table for past in self.full_history for table in past.tables)
        return Counter(pair for table in tables for pair in pairs(table.seats))

    @cached_property
    def seats_had(self) -> dict[str, Counter[int]]:
        """Times that each entry has had each seat, from 1."""
        had: dict[str, Counter[int]] = {entry: Counter() for entry in self.players}
        for past in self.full_history:
            for table in past.tables:
                for seat, entry in enumerate(table.seats, 1):
                    had.setdefault(entry, Counter())[seat] += 1
        return had

    @cached_property
    def short_had(self) -> Counter[str]:
        """Times that each entry has sat at a table smaller than the largest of its round."""
        had: Counter[str] = Counter()
        for past in self.full_history:
            largest = max(len(table.seats) for table in past.tables)
            had.update(entry for table in past.tables if len(table.seats) < largest for entry in table.seats)
        return had

    @cached_property
    def by_standing(self) -> list[str]:
        """The players, best first; lots order those who share a place."""
        return sorted(self.players, key=lambda entry: self.place.get(entry, 0))


class Seated(NamedTuple):
    """A table. seats: entries from seat 1 on. area: its letter. number: of the table in the hall, if it is fixed."""

    seats: tuple[str, ...]
    area: str | None = None
    number: int | None = None


@dataclass(frozen=True)
class Seating:
    """A format's answer: the tables in order, the byes, and costs beyond those of `costs.cost`.

    steps: made by the search, if the search may be cut short.
    """

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    steps: int = 0


def pair_of(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)


def pairs(seats: Sequence[str]) -> list[Pair]:
    return [pair_of(a, b) for a, b in combinations(seats, 2)]


def scaled(points: Mapping[str, Fraction], top: int = 1000) -> dict[str, int]:
    """The points as whole numbers from 0 (fewest) to `top` (most). Equal points stay equal."""
    least, most = min(points.values(), default=Fraction(0)), max(points.values(), default=Fraction(0))
    span = (most - least) or Fraction(1)
    return {entry: int((own - least) * top / span) for entry, own in points.items()}
