"""The field of a round: who is to be seated, and all that a format may look at. A format answers with a `Seating`.

A format is a pure function of its field: it draws by `games.kernel.draw` and `Field.chance` only, counts its budgets
in steps, and never iterates over a set, so the same field is seated the same way everywhere.
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
    """How many seats a table has: 2 <= min <= prefer <= max <= 12."""

    min: int
    max: int
    prefer: int


@dataclass(frozen=True)
class PastTable:
    """A table as it was seated in a closed round. number: of the furniture. seats: entries from seat 1 on.

    places: of each seat by its result. played: False where nobody came, or one was alone there.
    away: who was absent, or left before the end.
    """

    number: int
    seats: tuple[str, ...]
    area: str | None = None
    places: Mapping[str, int] = field(default_factory=dict)
    played: bool = True
    away: tuple[str, ...] = ()


@dataclass(frozen=True)
class PastRound:
    """A closed round. byes: of whoever the pairing found no table for."""

    number: int
    tables: tuple[PastTable, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Separated:
    """Entries that are not to meet: of a household, or of a club. hard: rather is the round refused."""

    kind: SeparationKind
    entries: tuple[str, ...]
    hard: bool = False


@dataclass(frozen=True)
class SeasonHistory:
    """What entries have had in other tournaments of a season. met: how often each pair has shared a table.

    seats: how often each seat, from 1 on. byes: of the pairing. short: tables smaller than the largest of their round.
    """

    met: Mapping[Pair, int] = field(default_factory=dict)
    seats: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    byes: Mapping[str, int] = field(default_factory=dict)
    short: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Problem:
    """Who is to be seated in round `number`, and what was before. rounds: how many there will be, where that is known.

    seed: of this attempt. players: in the order of the lots drawn from it. bounds: of the tables.
    place: in the standings before the round, equal where shared; nobody has one before the first round.
    points: by entry, the more the better, penalties taken off. rating: of those who have one.
    past: the closed rounds in order, of whoever was there; in a stage its own. earlier: those of the stages before, in
    which people met and had seats as well. byes_had: byes so far that the pairing gave.
    apart: who is not to meet. fixed: the number of the table that an entry always sits at.
    season: what was counted in its season, where the seating is to look at that.
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
    fixed: Mapping[str, int] = field(default_factory=dict)
    season: SeasonHistory | None = None

    def chance(self, label: str) -> Random:
        """A source of lots of its own for `label`; only its `random()` is the same on every Python."""
        return Random(f"{self.seed}/{label}")  # noqa: S311

    @property
    def full_history(self) -> tuple[PastRound, ...]:
        """The closed rounds of all stages in order."""
        return (*self.earlier, *self.history)

    @property
    def number_in_stage(self) -> int:
        """The number of the round, counted from the first one of its stage."""
        return self.number - len(self.earlier)

    @cached_property
    def met(self) -> Counter[Pair]:
        """How often each pair has shared a table."""
        tables = (table for past in self.full_history for table in past.tables)
        return Counter(pair for table in tables for pair in pairs(table.seats))

    @cached_property
    def seats_had(self) -> dict[str, Counter[int]]:
        """How often each entry has had each seat, from 1."""
        had: dict[str, Counter[int]] = {entry: Counter() for entry in self.players}
        for past in self.full_history:
            for table in past.tables:
                for seat, entry in enumerate(table.seats, 1):
                    had.setdefault(entry, Counter())[seat] += 1
        return had

    @cached_property
    def short_had(self) -> Counter[str]:
        """How often each entry has sat at a table that was smaller than the largest of its round."""
        had: Counter[str] = Counter()
        for past in self.full_history:
            largest = max(len(table.seats) for table in past.tables)
            had.update(entry for table in past.tables if len(table.seats) < largest for entry in table.seats)
        return had

    @cached_property
    def by_standing(self) -> list[str]:
        """The players, best first; the lots order whoever shares a place."""
        return sorted(self.players, key=lambda entry: self.place.get(entry, 0))


class Seated(NamedTuple):
    """A table. seats: entries from seat 1 on. area: its letter. number: where it has to be a certain table."""

    seats: tuple[str, ...]
    area: str | None = None
    number: int | None = None


@dataclass(frozen=True)
class Seating:
    """A format's answer: tables in order, who sits out, and what it costs beyond what `costs.cost` counts.

    steps: of the search that was made, where it may be cut short.
    """

    tables: tuple[Seated, ...]
    byes: tuple[str, ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    steps: int = 0


def pair_of(a: str, b: str) -> Pair:
    """Two entries as a pair."""
    return (a, b) if a < b else (b, a)


def pairs(seats: Sequence[str]) -> list[Pair]:
    """All pairs of a table."""
    return [pair_of(a, b) for a, b in combinations(seats, 2)]


def scaled(points: Mapping[str, Fraction], top: int = 1000) -> dict[str, int]:
    """The points as whole numbers from 0 (the fewest) to `top` (the most): equal points stay equal."""
    least, most = min(points.values(), default=Fraction(0)), max(points.values(), default=Fraction(0))
    span = (most - least) or Fraction(1)
    return {entry: int((own - least) * top / span) for entry, own in points.items()}
