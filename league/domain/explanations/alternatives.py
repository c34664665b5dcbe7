"""Where else an entry could have sat: every exchange with somebody, and what it would have cost more, or less.

| cost | definition |
| --- | --- |
| `byes` | how much more often whoever sits out then has done so before |
| `season_byes` | the same in other tournaments of the season |
| all others | as in `costs`: the whole round with the exchange, less the round as it is |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nsmallest
from math import ceil

from league.domain.seating.costs import apart_pairs, season_cost, seat_cost, spread
from league.domain.seating.problem import Problem, pairs
from league.domain.seating.season_weights import byes_had

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
"""Costs from the dearest on: an alternative is the cheaper one by the first in which two differ."""
SPREAD = "score_spread"
BYES = ("byes", "season_byes")


@dataclass(frozen=True)
class At:
    """A table as it stands. number: of the furniture."""

    number: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Alternative:
    """A seat in exchange with whoever has it; table and seat are None for sitting out. extra: costs that differ."""

    table: int | None
    seat: int | None
    instead: str
    extra: Mapping[str, int]


def alternatives(field: Problem, tables: Sequence[At], byes: Sequence[str], entry: str) -> list[Alternative]:
    """The cheapest ways to seat the entry otherwise, at most 12; none for who has neither a seat nor a bye.

    byes: those that the pairing gave.
    """
    return nsmallest(MOST, _Exchanges(field, tables, byes, entry).all(), key=_dearness)


def _dearness(found: Alternative) -> tuple[tuple[int, ...], int, int]:
    return tuple(found.extra.get(name, 0) for name in ORDER), found.table or 0, found.seat or 0


class _Exchanges:
    def __init__(self, field: Problem, tables: Sequence[At], byes: Sequence[str], entry: str) -> None:
        self.field, self.tables, self.byes, self.entry = field, tables, byes, entry
        self.apart = apart_pairs(field)
        self.largest = max((len(table.seats) for table in tables), default=0)
        self.spread = sum((spread(field, table.seats) for table in tables), Fraction(0))
        self.home = next((table for table in tables if entry in table.seats), None)

    def all(self) -> Iterator[Alternative]:
        if self.home is None and self.entry not in self.byes:
            return
        for table in self.tables:
            for seat, other in enumerate(table.seats, 1):
                if other != self.entry:
                    extra = self._within(table, other) if table is self.home else self._between(table, other)
                    yield Alternative(table.number, seat, other, extra)
        if self.home is not None:
            for other in self.byes:
                yield Alternative(None, None, other, self._sitting_out(self.home, self.entry, other))

    def _within(self, table: At, other: str) -> Mapping[str, int]:
        """Two of a table change seats."""
        return self._extra([table], [_exchanged(table, self.entry, other)])

    def _between(self, table: At, other: str) -> Mapping[str, int]:
        """Two of two tables change places, or one of them sits out then."""
        if self.home is None:
            return self._sitting_out(table, other, self.entry)
        changed = [_exchanged(self.home, self.entry, other), _exchanged(table, self.entry, other)]
        return self._extra([self.home, table], changed)

    def _sitting_out(self, table: At, leaves: str, comes: str) -> Mapping[str, int]:
        """One of a table sits out, and another takes the seat."""
        had = self.field.byes_had
        byes = had.get(leaves, 0) - had.get(comes, 0)
        of_season = byes_had(self.field)
        in_season = of_season.get(leaves, 0) - of_season.get(comes, 0)
        extra = {name: more for name, more in (("byes", byes), ("season_byes", in_season)) if more}
        return {**extra, **self._extra([table], [_exchanged(table, leaves, comes)])}

    def _extra(self, before: Sequence[At], after: Sequence[At]) -> dict[str, int]:
        """What these tables cost more after the change; nothing is said of what is equal."""
        found = {name: 0 for name in ORDER if name not in (SPREAD, *BYES)}
        for sign, tables in ((1, after), (-1, before)):
            for table in tables:
                for name, cost in self._cost(table).items():
                    found[name] += sign * cost
        wider = sum((spread(self.field, table.seats) for table in after), Fraction(0))
        wider -= sum((spread(self.field, table.seats) for table in before), Fraction(0))
        found[SPREAD] = ceil(self.spread + wider) - ceil(self.spread)
        return {name: found[name] for name in ORDER if found.get(name)}

    def _cost(self, table: At) -> Mapping[str, int]:
        field, together = self.field, pairs(table.seats)
        is_short = len(table.seats) < self.largest
        return {
            "apart": sum(pair in self.apart for pair in together),
            "repeats": sum(pair in field.met for pair in together),
            "short": sum(field.short_had[entry] for entry in table.seats) if is_short else 0,
            "seat": seat_cost(field, table.seats),
            "moved": sum(field.fixed.get(entry, table.number) != table.number for entry in table.seats),
            **season_cost(field, [table.seats], self.largest),
        }


def _exchanged(table: At, one: str, other: str) -> At:
    """The table with each of the two in the place of the other."""
    place = {one: other, other: one}
    return At(table.number, tuple(place.get(entry, entry) for entry in table.seats))
