"""Where else an entry could have sat: every swap with another entry, and how it would change the costs.

| cost | definition |
| --- | --- |
| `byes` | earlier byes of the entry that would sit out, minus those of the one that does |
| `season_byes` | the same for byes in other tournaments of the season |
| all others | as in `costs`: the whole round after the swap, minus the round as it is |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from math import ceil

from league.domain.seating.costs import season_cost, seat_cost, separated_pairs, spread
from league.domain.seating.problem import Problem, pairs
from league.domain.seating.season_weights import season_byes

MOST = 12
ORDER = (
    "apart",
    "repeats",
    "byes",
    "season_byes",
    "season_repeats",
    "score_spread",
    "short",
    "season_short",
    "seat",
    "season_seat",
    "moved",
)
"""Costs by weight, heaviest first: the first one in which two alternatives differ decides which is cheaper."""
SPREAD = "score_spread"
BYES = ("byes", "season_byes")


@dataclass(frozen=True)
class CurrentTable:
    """A table as it is now. number: in the hall."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """A swap with the entry `instead`; table and seat are None if that sits out. extra: the costs that change."""

    table: int | None
    seat: int | None
    instead: str
    extra: Mapping[str, int]


def alternatives(
    problem: Problem, tables: Sequence[CurrentTable], byes: Sequence[str], entry: str
) -> list[Alternative]:
    """The cheapest swaps of the entry, at most 12; none if it has neither a seat nor a bye.

    byes: entries that the pairing left without a table.
    """
    return nsmallest(MOST, _Swaps(problem, tables, byes, entry).all(), key=_weight)


def _weight(swap: Alternative) -> tuple[tuple[int, ...], int, int]:
    return tuple(swap.extra.get(name, 0) for name in ORDER), swap.table or 0, swap.seat or 0


class _Swaps:
    def __init__(self, problem: Problem, tables: Sequence[CurrentTable], byes: Sequence[str], entry: str) -> None:
        self.problem, self.tables, self.byes, self.entry = problem, tables, byes, entry
        self.separated = separated_pairs(problem)
        self.largest = max((len(table.seats) for table in tables), default=0)
        self.spread = sum((spread(problem, table.seats) for table in tables), Fraction(0))
        self.home = next((table for table in tables if entry in table.seats), None)

    def all(self) -> Iterator[Alternative]:
        if self.home is None and self.entry not in self.byes:
            return
        for table in self.tables:
            for seat, other in enumerate(table.seats, 1):
                if other != self.entry:
                    yield Alternative(table.number, seat, other, self._swap(table, other))
        if self.home is not None:
            for other in self.byes:
                yield Alternative(None, None, other, self._sitting_out(self.home, self.entry, other))

    def _swap(self, table: CurrentTable, other: str) -> Mapping[str, int]:
        if self.home is None:
            return self._sitting_out(table, other, self.entry)
        changed = [self.home] if table is self.home else [self.home, table]
        return self._extra(changed, [_swapped(each, self.entry, other) for each in changed])

    def _sitting_out(self, table: CurrentTable, leaves: str, comes: str) -> Mapping[str, int]:
        sources = zip(BYES, (self.problem.byes_had, season_byes(self.problem)), strict=True)
        extra = {name: had.get(leaves, 0) - had.get(comes, 0) for name, had in sources}
        return {
            **{name: more for name, more in extra.items() if more},
            **self._extra([table], [_swapped(table, leaves, comes)]),
        }

    def _extra(self, before: Sequence[CurrentTable], after: Sequence[CurrentTable]) -> dict[str, int]:
        """The costs of these tables that change."""
        extra = {name: 0 for name in ORDER if name not in (SPREAD, *BYES)}
        for sign, tables in ((1, after), (-1, before)):
            for table in tables:
                for name, cost in self._cost(table).items():
                    extra[name] += sign * cost
        wider = sum((spread(self.problem, table.seats) for table in after), Fraction(0))
        wider -= sum((spread(self.problem, table.seats) for table in before), Fraction(0))
        extra[SPREAD] = ceil(self.spread + wider) - ceil(self.spread)
        return {name: extra[name] for name in ORDER if extra.get(name)}

    def _cost(self, table: CurrentTable) -> Mapping[str, int]:
        problem, together = self.problem, pairs(table.seats)
        is_short = len(table.seats) < self.largest
        return {
            "apart": sum(pair in self.separated for pair in together),
            "repeats": sum(pair in problem.met for pair in together),
            "short": sum(problem.short_had[entry] for entry in table.seats) if is_short else 0,
            "seat": seat_cost(problem, table.seats),
            "moved": sum(problem.fixed.get(entry, table.number) != table.number for entry in table.seats),
            **season_cost(problem, [table.seats], self.largest),
        }


def _swapped(table: CurrentTable, one: str, other: str) -> CurrentTable:
    new = {one: other, other: one}
    return CurrentTable(table.number, tuple(new.get(entry, entry) for entry in table.seats))
