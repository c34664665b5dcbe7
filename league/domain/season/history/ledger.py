"""The ledger of a season: what everybody has had in the closed rounds of its tournaments. Counts only.

| what | counts |
| --- | --- |
| a seat | for whoever played it: a stand-in, not whose seat it was; each member of a team; nobody who was absent |
| meetings | tables at which two played; members of a team have not met each other there |
| a short table | one that was smaller than the largest of its round, as seatings count it |
| a bye | of the pairing; one that was asked for is counted apart |
| missed | rounds that somebody was entered for and neither played nor sat out; in a knockout only a seat left empty |

Who never had a seat or a bye in a tournament has missed nothing in it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.domain.season.history.meetings import CANCELLED, who_played
from league.domain.tournament.entries.state import Entry
from league.domain.tournament.rounds.seating import MOST_PAIRS, CountedEntry, SeasonCounts
from league.domain.tournament.rounds.state import Round, Table
from league.domain.tournament.state import Tournament
from league.domain.values.fields import LARGEST_TABLE

PAIRING = "pairing"


@dataclass(slots=True)
class Counts:
    """What somebody has had. byes: of the pairing; requested: those that they asked for. last: tables in the last seat.

    seats: how often each, from 1; by_size: the same at tables of each size. areas: how often in each.
    met: at how many tables with each.
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
        """Counts what was had elsewhere as well."""
        for name in ("played", "missed", "byes", "requested", "short", "last"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for size, seats in other.by_size.items():
            self.by_size[size].update(seats)
        self.seats.update(other.seats)
        self.areas.update(other.areas)
        self.met.update(other.met)

    @property
    def rounds(self) -> int:
        """Of those that they were entered for."""
        return self.played + self.missed + self.byes + self.requested

    @property
    def starts(self) -> int:
        """How often they had the first seat."""
        return self.seats[1]


Ledger = Mapping[str, Counts]
"""By person."""


def ledger(state: Tournament) -> dict[str, Counts]:
    """What everybody has had in a tournament; in one that was called off nobody had anything."""
    found: dict[str, Counts] = defaultdict(Counts)
    if state.state != CANCELLED:
        there = _took_part(state)
        for closed in state.closed_rounds:
            _count_round(found, state, closed, there)
    return dict(found)


def merged(ledgers: Iterable[Ledger]) -> dict[str, Counts]:
    """What everybody has had in all of these."""
    found: dict[str, Counts] = defaultdict(Counts)
    for rows in ledgers:
        for person, had in rows.items():
            found[person].add(had)
    return dict(found)


BURDENS: Mapping[str, Callable[[Counts], int]] = {
    "byes": lambda had: had.byes,
    "short": lambda had: had.short,
    "last": lambda had: had.last,
}
"""What nobody wants more of than others."""


def most_burdened(rows: Ledger) -> dict[str, tuple[str, ...]]:
    """By person what of OWED they have had most often of all; nothing of what everybody has had as often."""
    found: dict[str, tuple[str, ...]] = dict.fromkeys(rows, ())
    for name, count in BURDENS.items():
        times = {person: count(had) for person, had in rows.items()}
        most = max(times.values(), default=0)
        if most > min(times.values(), default=0):
            found |= {person: (*found[person], name) for person in rows if times[person] == most}
    return found


def _took_part(state: Tournament) -> list[Entry]:
    """The entries that have had a seat or a bye."""
    had = {entry for closed in state.closed_rounds for entry in closed.byes}
    had |= {entry for closed in state.closed_rounds for table in closed.tables for entry in table.seats}
    return [entry for entry in state.entries.values() if entry.id in had]


def _count_round(found: dict[str, Counts], state: Tournament, closed: Round, there: Iterable[Entry]) -> None:
    largest = max((len(table.seats) for table in closed.tables), default=0)
    played: set[str] = set()
    for table in closed.tables:
        sat = who_played(state.entries, table)
        played.update(person for people in sat.values() for person in people)
        _count_table(found, table, sat, is_short=len(table.seats) < largest)
    for entry in there:
        for person in entry.people:
            _count_out(found, state, closed, entry, person, played)


def _count_table(found: dict[str, Counts], table: Table, sat: Mapping[str, tuple[str, ...]], *, is_short: bool) -> None:
    size = len(table.seats)
    for seat, entry in enumerate(table.seats, 1):
        others = [person for other, people in sat.items() if other != entry for person in people]
        for person in sat.get(entry, ()):
            had = found[person]
            had.played += 1
            had.short += is_short
            had.last += seat == size
            had.seats[seat] += 1
            had.by_size[size][seat] += 1
            had.met.update(others)
            if table.area is not None:
                had.areas[table.area] += 1


def _count_out(
    found: dict[str, Counts], state: Tournament, closed: Round, entry: Entry, person: str, played: set[str]
) -> None:
    """Counts a bye, or that somebody of an entry was missing."""
    if entry.id in closed.byes:
        if closed.terms_of(entry.id).kind == PAIRING:
            found[person].byes += 1
        else:
            found[person].requested += 1
    elif person not in played and _is_missed(state, closed, entry):
        found[person].missed += 1


def _is_missed(state: Tournament, closed: Round, entry: Entry) -> bool:
    if state.settings_in_round(closed.number).knockout is not None:
        return any(entry.id in table.seats for table in closed.tables)
    return entry.id in state.admitted(closed.number)


def counts_for(entries: Mapping[str, Entry], known: Ledger) -> SeasonCounts:
    """The ledger for a seating of these entries, by their ids. A team has had what the member had who had most of it.

    Of more pairs than MOST_PAIRS there are those that have met most often.
    """
    had = {id: [known[person] for person in entry.people if person in known] for id, entry in sorted(entries.items())}
    listed = {id: number for number, id in enumerate(id for id, mine in had.items() if mine)}
    return SeasonCounts(tuple(_counted(id, had[id]) for id in listed), _met(entries, listed, known))


def _counted(id: str, mine: Sequence[Counts]) -> CountedEntry:
    most = [max(had.seats[seat] for had in mine) for seat in range(1, LARGEST_TABLE + 1)]
    while most and not most[-1]:
        most.pop()
    return CountedEntry(id, tuple(most), max(had.byes for had in mine), max(had.short for had in mine))


def _met(entries: Mapping[str, Entry], listed: Mapping[str, int], known: Ledger) -> tuple[tuple[int, int, int], ...]:
    """Pairs of entries by their numbers, and how often they have met."""
    number = {person: at for id, at in listed.items() for person in entries[id].people if person in known}
    times: dict[tuple[int, int], int] = {}
    for person, one in number.items():
        for opponent, met in known[person].met.items():
            other = number.get(opponent)
            if other is not None and one < other:
                times[one, other] = max(met, times.get((one, other), 0))
    most = sorted(times, key=lambda pair: (-times[pair], pair))[:MOST_PAIRS]
    return tuple((*pair, times[pair]) for pair in sorted(most))
