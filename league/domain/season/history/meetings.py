"""How often people met at tables of tournaments, and which of them was placed better. Exact counts only.

| at a table | what counts |
| --- | --- |
| absent | nobody: no meetings |
| left before the end | as placed |
| a stand-in | the person who played, not the owner of the seat |
| a team | all its members with the team's place, not against each other; nobody if a member had a stand-in |
| a person with a seat of their own who also stood in at the same table | only their own seat |
| several games in one round | each is a meeting |
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
    """A seat that was played: by a person or a team, with its place at the table."""

    people: tuple[str, ...]
    place: int


@dataclass(slots=True)
class MeetingCounts:
    """Tables shared by two people, and how often one was placed better than, worse than or level with the other."""

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
"""By person, then by opponent. Both directions are included, with better and worse exchanged."""


def head_to_head(tables: Iterable[Iterable[SharedTable]]) -> Matrix:
    """The meetings at these tables."""
    matrix: dict[str, dict[str, MeetingCounts]] = defaultdict(dict)
    for table in tables:
        for mine, theirs in permutations(table, 2):
            for person in mine.people:
                for opponent in theirs.people:
                    matrix[person].setdefault(opponent, MeetingCounts()).note(mine.place, theirs.place)
    return matrix


def tables_of(state: Tournament) -> Iterator[list[SharedTable]]:
    """The games at the tables of a tournament's closed rounds; none if it was cancelled."""
    if state.state == CANCELLED:
        return
    for round in state.rounds:
        if round.state == CLOSED:
            yield from (_sat(state.entries, game) for table in round.tables for game in table.games)


def _sat(entries: Mapping[str, Entry], table: Table) -> list[SharedTable]:
    places = table.result.claim.places if table.result else {}
    return [SharedTable(people, places[seat]) for seat, people in who_played(entries, table).items()]


def who_played(entries: Mapping[str, Entry], table: Table) -> dict[str, tuple[str, ...]]:
    """The people who played at a table by entry; empty without a result."""
    if (result := table.result) is None:
        return {}
    claim = result.claim
    came = [seat for seat in table.seats if seat not in claim.absent]
    own = {person for seat in came if seat not in claim.stand_in for person in entries[seat].people}
    played = ((seat, _people(entries[seat], claim, own)) for seat in came)
    return {seat: people for seat, people in played if people}


def _people(entry: Entry, claim: Claim, own: set[str]) -> tuple[str, ...]:
    """The people who played in an entry's seat, if known. own: everybody who played in a seat of their own."""
    if (stand_in := claim.stand_in.get(entry.id)) is None:
        return entry.people
    return (stand_in,) if entry.person is not None and stand_in not in own else ()
