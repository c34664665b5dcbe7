"""A person's record: events and their places, tables and their places, opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.domain.season.history.meetings import MeetingCounts, SharedTable, head_to_head


@dataclass(frozen=True, slots=True)
class Finish:
    """An event in which a person took part. place: None with only a status or an award."""

    event: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """events: how many; wins: first places, including shared ones; places: how many of each, in events.

    tables: how many were played; table_wins: first places at them, including shared ones. opponents: met at them.
    """

    events: int = 0
    wins: int = 0
    places: Mapping[int, int] = field(default_factory=dict)
    tables: int = 0
    table_wins: int = 0
    opponents: Mapping[str, MeetingCounts] = field(default_factory=dict)


def record(person: str, finishes: Iterable[Finish], tables: Iterable[Sequence[SharedTable]]) -> Record:
    """A person's record of these events, each counted once, and of the tables at which they sat."""
    by_event: dict[str, int | None] = {}
    for finish in finishes:
        known = by_event.get(finish.event)
        known_places = [place for place in (known, finish.place) if place is not None]
        by_event[finish.event] = min(known_places, default=None)
    own = [table for table in tables if any(person in seat.people for seat in table)]
    places = Counter(place for place in by_event.values() if place is not None)
    return Record(
        events=len(by_event),
        wins=places[1],
        places=dict(sorted(places.items())),
        tables=len(own),
        table_wins=sum(any(seat.place == 1 and person in seat.people for seat in table) for table in own),
        opponents=head_to_head(own).get(person, {}),
    )
