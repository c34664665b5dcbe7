"""A person's total after each event of a season, computed from the one before."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from league.domain.season.table.counting import dropped_after
from league.domain.season.table.payment import ScoredEvent
from league.domain.season.table.scheme import MOST_EVENTS, Scheme
from league.domain.values.numbers import exact


@dataclass(slots=True)
class _Part:
    """The events from number `first` to `last`, of which the `best` count; None: as `drop_worst` says.

    size: events so far. worst_first: points that may be dropped, in units, the worst first.
    """

    first: int
    last: int
    best: int | None
    size: int = 0
    worst_first: list[int] = field(default_factory=list)

    def dropped(self, count: int, missed: int) -> int:
        """The sum of the `count` worst. missed: additional events worth 0."""
        below = bisect_left(self.worst_first, 0)
        return sum(self.worst_first[: max(min(count, below), count - missed, 0)])


def totals(scored: Sequence[ScoredEvent], scheme: Scheme, numbers: Sequence[int], least: int) -> Iterator[Fraction]:
    """The total after each event held, as `counting.account` computes it from the events up to then.

    scored: in the season's order. numbers: of the events that count. least: how many results always count.
    """
    attendance, sign = exact(scheme.attendance), -1 if scheme.low_point else 1
    unit = lcm(attendance.denominator, *(event.points.denominator for event in scored))
    parts, own = _parts(scheme), {event.number: event for event in scored}
    total = 0
    for known, number in enumerate(numbers, 1):
        if (event := own.get(number)) is not None:
            points = int(event.points * unit)
            total += points + (int(attendance * unit) if event.played else 0)
            for part in parts:
                _take(part, event, sign * points)
        yield Fraction(total - sign * sum(_dropped(part, scheme, known, least) for part in parts), unit)


def _parts(scheme: Scheme) -> list[_Part]:
    if scheme.splits:
        return [_Part(*split.events, split.best) for split in scheme.splits]
    return [_Part(1, MOST_EVENTS, scheme.best)]


def _take(part: _Part, event: ScoredEvent, points: int) -> None:
    if part.first <= event.number <= part.last:
        part.size += 1
        if event.droppable:
            insort(part.worst_first, points)


def _dropped(part: _Part, scheme: Scheme, known: int, least: int) -> int:
    if part.best is not None:
        return part.dropped(part.size - part.best, 0)
    return part.dropped(dropped_after(known, scheme, least), 0 if scheme.low_point else known - part.size)
