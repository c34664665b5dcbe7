"""The rounds of all entries, for tie-breaks that need more than an entry's own.

Points are integers in units, `unit` per point: adding thousands of fractions would be slow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple

from league.domain.standings.tie_breaks.line import RoundLine
from league.domain.tournament.settings import FideEdition
from league.domain.tournament.state import EDITION


class SharedTable(NamedTuple):
    """An entry at a table, with its round and its points in units."""

    entry: str
    line: RoundLine
    points: int


class Meeting(NamedTuple):
    """A game of an entry, its points in units, and its opponents."""

    line: RoundLine
    points: int
    others: Sequence[str]


@dataclass(frozen=True)
class Record:
    """The rounds of each entry, in order. Entries that are not included are nobody's opponents.

    rounds: their number, including the running one. win, draw: points at a table of two; win None: the scheme pays
    none. low_points, low_scores: whether lower is better. fixed: all pairings were known in advance (a round robin).
    secret: for lots. has_games: whether lines may be divided into games. fide: the edition of FIDE's tie-breaks.
    edition: of the tournament's rules. knockout: who is out misses the rounds that follow.
    """

    lines: Mapping[str, Sequence[RoundLine]]
    rounds: int
    win: Fraction | None = None
    draw: Fraction = Fraction(0)
    low_points: bool = False
    low_scores: bool = False
    fixed: bool = False
    secret: str = ""
    has_games: bool = False
    fide: FideEdition = "2026"
    edition: int = EDITION
    knockout: bool = False

    @cached_property
    def by_game(self) -> Record:
        """The same with a line for each game; itself if no table played several."""
        if not self.has_games:
            return self
        games = {
            entry: [game for line in lines for game in line.games or (line,)] for entry, lines in self.lines.items()
        }
        return replace(self, lines=games, has_games=False)

    @property
    def mirrors_fide(self) -> bool:
        """Whether FIDE's tie-breaks have to be read the other way round: fewer points are better."""
        return self.low_points and self.edition > 1

    @cached_property
    def unit(self) -> int:
        """A common denominator of all points, including those of single games."""
        made = {line.points.denominator: None for lines in self.by_game.lines.values() for line in lines}
        return lcm(self.draw.denominator, (self.win or Fraction(0)).denominator, *made)

    def units(self, points: Fraction) -> int:
        return points.numerator * (self.unit // points.denominator)

    @cached_property
    def earned(self) -> Mapping[str, Sequence[int]]:
        """The points of each round of each entry, in units."""
        unit = self.unit
        return {
            entry: [line.points.numerator * (unit // line.points.denominator) for line in lines]
            for entry, lines in self.lines.items()
        }

    @cached_property
    def totals(self) -> Mapping[str, int]:
        """The total points of each entry, in units."""
        return {entry: sum(earned) for entry, earned in self.earned.items()}

    def points(self, entry: str, first: int, dropped: Sequence[RoundLine]) -> Fraction:
        """The points of an entry from the round `first` on, without the dropped rounds and games."""
        if first == 1 and not dropped:
            return Fraction(self.totals[entry], self.unit)
        before = [line for line in self.lines[entry] if line.number < first] if first > 1 else []
        out = [*before, *(line for line in dropped if line.number >= first)]
        return Fraction(self.totals[entry] - sum(self.units(line.points) for line in out), self.unit)

    @cached_property
    def tables(self) -> Mapping[tuple[int, int, int], Sequence[SharedTable]]:
        """Entries at the same table, by round, table and game."""
        tables: dict[tuple[int, int, int], list[SharedTable]] = {}
        for entry, lines in self.lines.items():
            for line, points in zip(lines, self.earned[entry], strict=True):
                if line.table is not None:
                    tables.setdefault((line.number, line.table, line.game), []).append(SharedTable(entry, line, points))
        return tables

    @cached_property
    def meetings(self) -> Mapping[str, Sequence[Meeting]]:
        """The games of each entry with its opponents; if all pairings are fixed, forfeits are included."""
        meetings: dict[str, list[Meeting]] = {entry: [] for entry in self.lines}
        for sats in self.tables.values():
            played = [sat for sat in sats if self.fixed or sat.line.kind == "played"]
            for entry, line, points in played:
                meetings[entry].append(Meeting(line, points, [sat.entry for sat in played if sat.entry != entry]))
        return meetings
