"""Who met whom at the tables of tournaments, and who was placed better: head to head. Counts only, all of them exact.

| who sat at a table | what counts |
| --- | --- |
| absent | nobody: they have met nobody there |
| left before the end | as placed |
| a stand-in | whoever played, not whose seat it was |
| a team | all its members by the team's place, none against each other; nobody where one of them had a stand-in |
| somebody whose own seat was at the table beside the one they stood in for | the own seat alone |
| several games in one round | each of them is a meeting |
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from league.domain.tournament.entries.state import Entry
from league.domain.tournament.results.reports import Claim
from league.domain.tournament.rounds.state import Table
from league.domain.tournament.state import Tournament

CANCELLED, CLOSED = "cancelled", "closed"


@dataclass(frozen=True, slots=True)
class SharedTable:
    """A seat that was played: by whom, a person or a team, and its place at the table."""

    people: tuple[str, ...]
    place: int


@dataclass(slots=True)
class MeetingCounts:
    """How often two people were at one table, and how often one was placed better, worse, and level with the other."""

    tables: int = 0
    better: int = 0
    worse: int = 0
    level: int = 0

    def note(self, place: int, other: int) -> None:
        """Counts a table at which they had these places."""
        self.tables += 1
        self.better += place < other
        self.worse += place > other
        self.level += place == other


Matrix = Mapping[str, Mapping[str, MeetingCounts]]
"""By person, by opponent. What stands there for the one is for the other the same with better and worse exchanged."""


def head_to_head(tables: Iterable[Iterable[SharedTable]]) -> Matrix:
    """The meetings at these tables."""
    found: dict[str, dict[str, MeetingCounts]] = defaultdict(dict)
    for table in tables:
        for mine, theirs in permutations(table, 2):
            for person in mine.people:
                for opponent in theirs.people:
                    found[person].setdefault(opponent, MeetingCounts()).note(mine.place, theirs.place)
    return found


def tables_of(state: Tournament) -> Iterator[list[SharedTable]]:
    """The games at the tables of a tournament's closed rounds; of one that was called off there are none."""
    if state.state == CANCELLED:
        return
    for round in state.rounds:
        if round.state == CLOSED:
            yield from (_sat(state.entries, game) for table in round.tables for game in table.games)


def _sat(entries: Mapping[str, Entry], table: Table) -> list[SharedTable]:
    places = table.result.claim.places if table.result else {}
    return [SharedTable(people, places[seat]) for seat, people in who_played(entries, table).items()]


def who_played(entries: Mapping[str, Entry], table: Table) -> dict[str, tuple[str, ...]]:
    """The people who played a table, by the entry whose seat it was; nobody where it has no result."""
    if (result := table.result) is None:
        return {}
    claim = result.claim
    came = [seat for seat in table.seats if seat not in claim.absent]
    own = {person for seat in came if seat not in claim.stand_in for person in entries[seat].people}
    played = ((seat, _people(entries[seat], claim, own)) for seat in came)
    return {seat: people for seat, people in played if people}


def _people(entry: Entry, claim: Claim, own: set[str]) -> tuple[str, ...]:
    """Who played an entry's seat; nobody where that is not known. own: who played a seat of their own."""
    if (stand_in := claim.stand_in.get(entry.id)) is None:
        return entry.people
    return (stand_in,) if entry.person is not None and stand_in not in own else ()
