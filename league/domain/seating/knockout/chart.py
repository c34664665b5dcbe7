"""The chart of a knockout as people see it: its rounds in columns, played, going on and to come. `drawing` makes it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from league.domain.tournament.formats import Knockout
from league.domain.tournament.results.scores import LevelMatch
from league.domain.tournament.rounds.state import Round, Table

Kind = Literal["match", "bye", "final", "small_final"]


class Source(NamedTuple):
    """Where a contender comes from. match: its key. loser: whether by losing it."""

    match: str
    loser: bool = False


@dataclass(frozen=True)
class Contender:
    """One of those in a match. entry: None if it is not known yet. seed: from 1. source: None in the first round.

    goes_on: None while that is open. gone: has left, and plays no more.
    """

    entry: str | None
    seed: int | None = None
    source: Source | None = None
    goes_on: bool | None = None
    gone: bool = False


@dataclass(frozen=True)
class Match:
    """A table of a round, a bye, or a match to come. key: `<column>.<number>`, both from 1.

    table: None before it is seated, and for a bye. is_level: it has ended level, and it is open who goes on. decided:
    what has decided that. is_shared: those at the border are level, and nothing but the seeding is between them.
    is_corrected: by a later correction others would have gone on.
    """

    key: str
    kind: Kind
    contenders: Sequence[Contender]
    table: Table | None = None
    is_level: bool = False
    decided: LevelMatch | None = None
    is_shared: bool = False
    is_corrected: bool = False

    @property
    def is_over(self) -> bool:
        """Whether its table has reported, and nobody has to decide who goes on."""
        return self.table is not None and self.table.has_reported and not self.is_level


Cells = Sequence[Match | None]


@dataclass(frozen=True)
class Column:
    """A round of the chart. number: in the tournament. round: None if it is to come. of: the size of its bracket.

    cells: from top to bottom. None: nobody is there. small_finals: played beside the final. is_regular: neighbours in a
    bracket meet next.
    """

    number: int
    round: Round | None
    of: int | None
    cells: Cells
    small_finals: Sequence[Match] = ()
    is_final: bool = False
    is_regular: bool = True

    @property
    def matches(self) -> list[Match]:
        """Its matches without byes, from top to bottom; small finals last."""
        return [match for match in (*self.cells, *self.small_finals) if match is not None and match.kind != "bye"]

    @property
    def byes(self) -> list[Match]:
        return [match for match in self.cells if match is not None and match.kind == "bye"]


@dataclass(frozen=True)
class Chart:
    """stage: its number; 0 before any. is_bracket: two at each table; else heats. winner: None until it is known."""

    stage: int
    is_bracket: bool
    format: Knockout
    columns: Sequence[Column] = ()
    seeds: Sequence[str] = ()
    winner: str | None = None

    @property
    def out(self) -> Collection[str]:
        """Those who are out: who lost where that is known, or was not in a later round that is seated."""
        found: dict[str, bool] = {}
        for column in self.columns:
            if column.round is not None:
                found = dict.fromkeys(found, True)
            for match in (match for match in (*column.cells, *column.small_finals) if match is not None):
                is_over = match.kind == "small_final" and match.is_over
                for one in (one for one in match.contenders if one.entry is not None):
                    found[str(one.entry)] = one.goes_on is False or one.gone or is_over
        return [entry for entry, is_out in found.items() if is_out]
