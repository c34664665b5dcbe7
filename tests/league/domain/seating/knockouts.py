"""A knockout played on: results by a rule, the rounds kept as a tournament keeps them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from games.kernel import Rejected
from league.domain.seating import knockout
from league.domain.seating.problem import Bounds, PastRound, PastTable, Problem, Seating

PAIRS = Bounds(2, 2, 2)
FOURS = Bounds(3, 4, 4)
ONLY_FOURS = Bounds(4, 4, 4)
Result = Callable[[Sequence[str]], Mapping[str, int]]


def names(count: int) -> tuple[str, ...]:
    """Seeds by name, s1 the best."""
    return tuple(f"s{seed}" for seed in range(1, count + 1))


def number_of(entry: str) -> int:
    return int(entry[1:])


def better_wins(seats: Sequence[str]) -> dict[str, int]:
    return {entry: place for place, entry in enumerate(sorted(seats, key=number_of), 1)}


class Knockout:
    """Players who may leave, and the rounds so far."""

    def __init__(self, count: int, bounds: Bounds = PAIRS, advance: int = 1, *, third_place: bool = False) -> None:
        self.players = list(names(count))
        self.bounds, self.advance, self.third_place = bounds, advance, third_place
        self.past: list[PastRound] = []

    @property
    def problem(self) -> Problem:
        number = len(self.past) + 1
        seeded = {entry: number_of(entry) for entry in self.players} if number == 1 else {}
        return Problem(number, f"seed {number}", tuple(sorted(self.players)), self.bounds, place=seeded,
                     points=dict.fromkeys(self.players, Fraction(0)), history=tuple(self.past))  # fmt: skip

    def seat(self) -> Seating:
        return knockout.seat(self.problem, advance=self.advance, third_place=self.third_place)

    def play(self, result: Result = better_wins, *, absent: Iterable[str] = (), alone: bool = False) -> Seating:
        """A round with results by a rule. alone: whether nothing was played at the tables of the absent."""
        seating, away = self.seat(), tuple(absent)
        tables = [
            PastTable(number, table.seats, table.area, result(table.seats),
                not (alone and any(entry in away for entry in table.seats)),
                tuple(entry for entry in table.seats if entry in away))
            for number, table in enumerate(seating.tables, 1)
        ]  # fmt: skip
        self.past.append(PastRound(len(self.past) + 1, tuple(tables), seating.byes))
        return seating

    def play_out(self, result: Result = better_wins) -> int:
        """All rounds that are left; how many have been played then."""
        while not self.over:
            self.play(result)
        return len(self.past)

    @property
    def over(self) -> bool:
        """Whether no round is left."""
        try:
            self.seat()
        except Rejected as refused:
            return refused.code == "no_more_rounds"
        return False

    def on(self) -> tuple[str, ...]:
        return knockout.advancing(self.problem, advance=self.advance).on

    def reached(self) -> Mapping[str, int]:
        return knockout.reached(self.problem, advance=self.advance)


def tables_of(seating: Seating) -> list[list[int]]:
    """Who sits where, by seed and in order."""
    return [sorted(map(number_of, table.seats)) for table in seating.tables]
