"""How often people met at tables of tournaments, and which of them was placed better. Exact counts only.

Who played is decided by `results.presence`. Members of a team have its place, and don't meet each other. Each of
several games in one round is a meeting.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from league.domain.tournament.results.presence import played_at
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
            yield from (_sat(state, game) for table in round.tables for game in table.games)


def _sat(state: Tournament, table: Table) -> list[SharedTable]:
    places = table.result.places if table.result else {}
    return [SharedTable(people, places[seat]) for seat, people in played_at(state, table).items()]
