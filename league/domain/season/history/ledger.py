"""The ledger of a season: seats, byes and meetings of everybody in the closed rounds of its tournaments. Only counts.

| what | counts |
| --- | --- |
| a seat | for everybody who played in it, by `results.presence`; of several games a round, in any of them |
| meetings | tables at which two people played; members of one team don't meet each other |
| a short table | a table smaller than the largest of its round, as seatings count it |
| a bye | given by the pairing; requested byes are counted separately; in a knockout it is no burden and not counted |
| missed | rounds in which an entry had no bye and did not come; in a knockout only an empty seat |

Somebody who never had a seat or bye in a tournament has missed nothing in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.domain.season.history.meetings import CANCELLED
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.presence import PAIRING, came_to_tables, played_at
from league.domain.tournament.rounds.seating import MOST_PAIRS, CountedEntry, SeasonCounts
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.fields import LARGEST_TABLE


@dataclass(slots=True)
class Counts:
    """What a person has had. byes: given by the pairing; requested: at their own request. last: times in the last seat.

    seats: times in each, from 1; by_size: the same by size of table. areas: times in each. met: shared tables by
    person.
    """

    played: int = 0
    missed: int = 0
    byes: int = 0
    requested: int = 0
    short: int = 0
    last: int = 0
    seats: Counter[int] = field(default_factory=Counter)
    by_size: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    areas: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Adds the counts of another tournament."""
        for name in ("played", "missed", "byes", "requested", "short", "last"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for size, seats in other.by_size.items():
            self.by_size[size].update(seats)
        self.seats.update(other.seats)
        self.areas.update(other.areas)
        self.met.update(other.met)

    @property
    def rounds(self) -> int:
        """All rounds for which they were entered."""
        return self.played + self.missed + self.byes + self.requested

    @property
    def starts(self) -> int:
        """Times in the first seat."""
        return self.seats[1]


Ledger = Mapping[str, Counts]
"""By person."""


def ledger(state: Tournament) -> dict[str, Counts]:
    """Everybody's counts in a tournament; empty if it was cancelled."""
    by_person: dict[str, Counts] = defaultdict(Counts)
    if state.state != CANCELLED:
        participants = _took_part(state)
        for closed in state.closed_rounds:
            _count_round(by_person, state, closed, participants)
    return dict(by_person)


def merged(ledgers: Iterable[Ledger]) -> dict[str, Counts]:
    """Everybody's counts summed over these ledgers."""
    total: dict[str, Counts] = defaultdict(Counts)
    for rows in ledgers:
        for person, counts in rows.items():
            total[person].add(counts)
    return dict(total)


BURDENS: Mapping[str, Callable[[Counts], int]] = {
    "byes": lambda had: had.byes,
    "short": lambda had: had.short,
    "last": lambda had: had.last,
}
"""What nobody wants more often than others."""


def most_burdened(rows: Ledger) -> dict[str, tuple[str, ...]]:
    """For each person, the BURDENS that they have had most often; none that everybody has had equally often."""
    burdens: dict[str, tuple[str, ...]] = dict.fromkeys(rows, ())
    for name, count in BURDENS.items():
        times = {person: count(had) for person, had in rows.items()}
        most = max(times.values(), default=0)
        if most > min(times.values(), default=0):
            burdens |= {person: (*burdens[person], name) for person in rows if times[person] == most}
    return burdens


def _took_part(state: Tournament) -> list[Entry]:
    """The entries that have had a seat or a bye."""
    had = {entry for closed in state.closed_rounds for entry in closed.byes}
    had |= {entry for closed in state.closed_rounds for table in closed.tables for entry in table.seats}
    return [entry for entry in state.entries.values() if entry.id in had]


def _count_round(by_person: dict[str, Counts], state: Tournament, closed: Round, participants: Iterable[Entry]) -> None:
    largest = max((len(table.seats) for table in closed.tables), default=0)
    for table in closed.tables:
        people_of: dict[str, tuple[str, ...]] = {}
        for game in table.games:
            people_of |= played_at(state, game)
        _count_table(by_person, table, people_of, is_short=len(table.seats) < largest)
    came = {person for _, people in came_to_tables(state.entries, closed) for person in people}
    for entry in participants:
        for person in entry.people:
            _count_unseated(by_person, state, closed, entry, person, came)


def _count_table(
    by_person: dict[str, Counts], table: Table, people_of: Mapping[str, tuple[str, ...]], *, is_short: bool
) -> None:
    size = len(table.seats)
    for seat, entry in enumerate(table.seats, 1):
        others = [person for other, people in people_of.items() if other != entry for person in people]
        for person in people_of.get(entry, ()):
            counts = by_person[person]
            counts.played += 1
            counts.short += is_short
            counts.last += seat == size
            counts.seats[seat] += 1
            counts.by_size[size][seat] += 1
            counts.met.update(others)
            if table.area is not None:
                counts.areas[table.area] += 1


def _count_unseated(
    by_person: dict[str, Counts], state: Tournament, closed: Round, entry: Entry, person: str, came: set[str]
) -> None:
    """Counts a bye or a missed round. came: everybody who came to a table in the round."""
    is_knockout = state.settings_in_round(closed.number).knockout is not None
    if entry.id in closed.byes:
        if closed.terms_of(entry.id).kind == PAIRING:
            by_person[person].byes += not is_knockout
        else:
            by_person[person].requested += 1
    elif person not in came and _is_missed(state, closed, entry, is_knockout=is_knockout):
        by_person[person].missed += 1


def _is_missed(state: Tournament, closed: Round, entry: Entry, *, is_knockout: bool) -> bool:
    if is_knockout:
        return any(entry.id in table.seats for table in closed.tables)
    return entry.id in state.admitted(closed.number)


def counts_for(entries: Mapping[str, Entry], known: Ledger) -> SeasonCounts:
    """The ledger by entry id, for a seating of these entries. A team has the highest count of its members.

    Of more pairs than MOST_PAIRS, those that have met most often are kept.
    """
    counts = {
        id: [known[person] for person in entry.people if person in known] for id, entry in sorted(entries.items())
    }
    listed = {id: number for number, id in enumerate(id for id, mine in counts.items() if mine)}
    return SeasonCounts(tuple(_counted(id, counts[id]) for id in listed), _met(entries, listed, known))


def _counted(id: str, members: Sequence[Counts]) -> CountedEntry:
    most = [max(had.seats[seat] for had in members) for seat in range(1, LARGEST_TABLE + 1)]
    while most and not most[-1]:
        most.pop()
    return CountedEntry(id, tuple(most), max(had.byes for had in members), max(had.short for had in members))


def _met(entries: Mapping[str, Entry], listed: Mapping[str, int], known: Ledger) -> tuple[tuple[int, int, int], ...]:
    """Pairs of entries as indices, and how often they have met."""
    number = {person: at for id, at in listed.items() for person in entries[id].people if person in known}
    times: dict[tuple[int, int], int] = {}
    for person, one in number.items():
        for opponent, met in known[person].met.items():
            other = number.get(opponent)
            if other is not None and one < other:
                times[one, other] = max(met, times.get((one, other), 0))
    most = sorted(times, key=lambda pair: (-times[pair], pair))[:MOST_PAIRS]
    return tuple((*pair, times[pair]) for pair in sorted(most))
