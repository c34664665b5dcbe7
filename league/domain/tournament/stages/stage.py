"""A stage: from some round on only the best of the standings play, by rules of their own.

| what | how |
| --- | --- |
| who is in | the best who play on when it begins; nobody comes in later, whatever is corrected |
| the standings before | are frozen: corrections and penalties of rounds before it make a new edition of them |
| points in it | carried over from the frozen standings (none, half, all), and those of its own rounds |
| places | those in it first, then everybody else in the frozen order |
| penalties | given since it began, to whoever is in it, they count in it; all others in the frozen standings |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from league.domain.tournament.formats import Areas, Format
from league.domain.tournament.settings import PointScheme, Settings, TableSize
from league.domain.values.fields import SMALLEST_TABLE, Game, Part, Rounds
from league.domain.values.numbers import Written, exact

Top = Annotated[int, Meta(ge=SMALLEST_TABLE, le=2000)]
Carry = Literal["none", "half", "all"]
"""How much of the points of the frozen standings counts on."""
CARRIED: Mapping[Carry, Fraction] = {"none": Fraction(0), "half": Fraction(1, 2), "all": Fraction(1)}


class FinalPlace(Part, frozen=True):
    """A row of standings as decided."""

    entry: str
    place: int
    points: Written
    tie_breaks: dict[str, Written | list[int]]
    decided_by: str


class Border(Part, frozen=True):
    """A place shared by some who go on and some who don't: the lots of the tournament's secret decided.

    on, out: who shared it, in the order of their lots.
    """

    place: int
    on: tuple[str, ...]
    out: tuple[str, ...]


class StageRules(Part, frozen=True):
    """How the rounds of a stage are held. points, game, table_size: None is the tournament's.

    rounds: how many the stage has at most; None: as many as it takes.
    """

    format: Format = Areas()
    points: PointScheme | None = None
    game: Game | None = None
    table_size: TableSize | None = None
    rounds: Rounds | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that has begun. top: how many were to go on. entries: who does, the best first.

    standings: the frozen ones; edition: of them. version: of the tournament when it began.
    """

    number: int
    from_round: int
    top: int
    carry: Carry
    entries: tuple[str, ...]
    standings: tuple[FinalPlace, ...]
    rules: StageRules
    border: Border | None
    version: int
    edition: int = 1

    def over(self, settings: Settings) -> Settings:
        """The settings of the tournament with those of the stage. rounds: of the whole tournament."""
        rules = self.rules
        is_own_game = rules.game in (None, settings.game)
        return msgspec.structs.replace(
            settings,
            format=rules.format,
            points=rules.points or settings.points,
            game=settings.game if is_own_game else rules.game,
            game_options=settings.game_options if is_own_game else {},
            table_size=rules.table_size or settings.table_size,
            rounds=None if rules.rounds is None else self.from_round - 1 + rules.rounds,
        )

    def carried(self, entries: Iterable[str]) -> dict[str, Fraction]:
        """The points that these bring along."""
        frozen = {row.entry: exact(row.points) for row in self.standings}
        return {entry: CARRIED[self.carry] * frozen.get(entry, Fraction(0)) for entry in entries}
