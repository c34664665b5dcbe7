"""Places and points of one round, as stored in its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType

from league.domain.tournament.settings import PointScheme
from league.domain.values.fields import Id, Part
from league.domain.values.numbers import places_by


class LevelMatch(Part, frozen=True):
    """A table of a knockout at which more entries did equally well than can go on, and what decided between them.

    on, out: those who go on, and those who don't. decided_by: the director by hand, the seeding, a play-off, or a lot.
    lot: the label of that lot, which with the secret of the draws gives its seed (`seating.lots.level_seed`).
    """

    table: Id
    on: tuple[Id, ...]
    out: tuple[Id, ...]
    decided_by: Literal["director", "seed", "play_off", "lot"]
    lot: str | UnsetType = UNSET


class GameScore(NamedTuple):
    """Places and points of one of several games at a table."""

    places: Mapping[str, int]
    points: Mapping[str, Fraction]


@dataclass(slots=True)
class RoundScore:
    """Places at the tables and points of a round: as decided at its close, or so far.

    scheme: by which a closed round was paid; the tournament's may have changed since. games: by table and number, if it
    plays several: points are then their sums, and places follow from them. level: decisions on level tables of a
    knockout, by table.
    """

    places: dict[str, int] = field(default_factory=dict)
    points: dict[str, Fraction] = field(default_factory=dict)
    byes: dict[str, Fraction] = field(default_factory=dict)
    missed: dict[str, Fraction] = field(default_factory=dict)
    scheme: PointScheme | None = None
    games: dict[str, dict[int, GameScore]] = field(default_factory=dict)
    level: dict[str, LevelMatch] = field(default_factory=dict)

    def correct(self, table: str, game: int, score: GameScore) -> None:
        """Replaces the score of a game."""
        if table in self.games and self.scheme is not None:
            self.games[table] = {**self.games[table], game: score}
            self.add_up(table, self.scheme)
        else:
            self.places.update(score.places)
            self.points.update(score.points)

    def corrected(self, table: str, game: int, points: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """A table's points if one of its games had these points."""
        others = [score.points for number, score in self.games.get(table, {}).items() if number != game]
        return {entry: sum((other[entry] for other in others), mine) for entry, mine in points.items()}

    def add_up(self, table: str, scheme: PointScheme) -> None:
        """Sums a table's games: its points, and the places that follow from them."""
        played = list(self.games[table].values())
        points = {entry: sum((game.points[entry] for game in played), Fraction(0)) for entry in played[0].points}
        self.points.update(points)
        self.places.update(places_by(points, low=scheme.lowest_first))
