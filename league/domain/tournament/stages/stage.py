"""A stage: from some round on only the best of the standings play, by rules of their own.

| what | how |
| --- | --- |
| who is in it | the best who still play when it begins; later corrections change nobody |
| the standings before it | are frozen: corrections and penalties of earlier rounds make a new edition of them |
| points in it | those carried over from the frozen standings (none, half, all), plus those of its own rounds |
| places | entries in it first, then everybody else in the frozen order |
| penalties | count in it if given to one of its entries since it began; all others in the frozen standings |
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
"""The share of the points in the frozen standings that is carried over."""
CARRIED: Mapping[Carry, Fraction] = {"none": Fraction(0), "half": Fraction(1, 2), "all": Fraction(1)}


class FinalPlace(Part, frozen=True):
    """A row of standings as decided. place: None for an entry that came to no round."""

    entry: str
    place: int | None
    points: Written
    tie_breaks: dict[str, Written | list[int]]
    decided_by: str


class Border(Part, frozen=True):
    """A place shared by entries that go on and entries that don't, decided by lots from the tournament's secret.

    on, out: the entries that shared it, in the order of their lots.
    """

    place: int
    on: tuple[str, ...]
    out: tuple[str, ...]


class StageRules(Part, frozen=True):
    """The rules for a stage's rounds.

    format: how its rounds are seated; `areas` if left out. points, game, table_size: None means the tournament's.
    rounds: the most rounds of the stage; None: no limit.
    """

    format: Format = Areas()
    points: PointScheme | None = None
    game: Game | None = None
    table_size: TableSize | None = None
    rounds: Rounds | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage that has begun. top: how many entries were to go on. entries: those that do, the best first.

    standings: the frozen ones, of that `edition`. version: the tournament's when the stage began.
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
        """The tournament's settings with those of the stage. rounds: counted over the whole tournament."""
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
        """The points that these entries carry into the stage."""
        frozen = {row.entry: exact(row.points) for row in self.standings}
        return {entry: CARRIED[self.carry] * frozen.get(entry, Fraction(0)) for entry in entries}
