"""Which events of a person count, and their total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.domain.season.table.payment import ScoredEvent
from league.domain.season.table.scheme import Scheme
from league.domain.values.numbers import Exact, added, exact, plain


@dataclass(frozen=True, slots=True)
class Account:
    """A person's counted and dropped events, in the season's order. attendance: points for attendance.

    least: how many results always count.
    """

    counted: Sequence[ScoredEvent]
    dropped: Sequence[ScoredEvent]
    attendance: Exact
    least: int

    @property
    def all(self) -> list[ScoredEvent]:
        """All events, in no particular order."""
        return [*self.counted, *self.dropped]

    @property
    def scored(self) -> list[ScoredEvent]:
        """All events, in the season's order."""
        return sorted(self.all, key=lambda event: event.number)

    @property
    def played(self) -> int:
        """The number of events at which the person played."""
        return sum(event.played for event in self.all)

    @property
    def points(self) -> Exact:
        """The total that ranks."""
        return added((self.attendance, *(event.points for event in self.counted)))

    @property
    def gross(self) -> Exact:
        """The total including dropped events."""
        return added((self.points, *(event.points for event in self.dropped)))


def account(scored: Sequence[ScoredEvent], scheme: Scheme, numbers: Sequence[int], least: int) -> Account:
    """Counts the best events. numbers: of all events held so far, with or without the person.

    least: how many results always count, as in `Season.least_counted`.

    Points for attendance are paid for every event played and are never dropped.
    """
    dropped = {event.number for part in _dropped(scored, scheme, numbers, least) for event in part}
    paid = plain(exact(scheme.attendance) * sum(event.played for event in scored)) if scheme.attendance else 0
    return Account(
        [event for event in scored if event.number not in dropped] if dropped else list(scored),
        [event for event in scored if event.number in dropped] if dropped else [],
        paid,
        least,
    )


def _dropped(
    scored: Sequence[ScoredEvent], scheme: Scheme, numbers: Sequence[int], least: int
) -> Iterator[list[ScoredEvent]]:
    if scheme.splits:
        for split in scheme.splits:
            first, last = split.events
            part = [event for event in scored if first <= event.number <= last]
            yield worst(part, len(part) - split.best, scheme)
    elif scheme.best is not None:
        yield worst(scored, len(scored) - scheme.best, scheme)
    else:
        yield worst(scored, dropped_after(len(numbers), scheme, least), scheme, missed=len(numbers) - len(scored))


def dropped_after(events: int, scheme: Scheme, least: int) -> int:
    """How many of the worst results are dropped after that many events, of which at least so many count."""
    steps = ((0, scheme.drop_worst),) if isinstance(scheme.drop_worst, int) else scheme.drop_worst
    dropped = next((dropped for start, dropped in reversed(steps) if events >= start), 0)
    return min(dropped, events - least) if least else dropped


def worst(scored: Sequence[ScoredEvent], count: int, scheme: Scheme, *, missed: int = 0) -> list[ScoredEvent]:
    """The `count` worst results among those that may be dropped.

    missed: events of the season without the person; each is worth 0 and is dropped like a result, so that missing one
    never pays off. Of equal results the later is dropped; with low points the earlier (rule A2.1).
    """
    if count <= 0:
        return []
    if scheme.low_point is not None:
        order: list[ScoredEvent | None] = [*sorted(scored, key=lambda event: (-event.points, event.number))]
    else:
        real = sorted(scored, key=lambda event: (event.points, -event.number))
        below = sum(event.points < 0 for event in real)
        order = [*real[:below], *[None] * missed, *real[below:]]
    droppable = [event for event in order if event is None or event.droppable]
    return [event for event in droppable[:count] if event is not None]
