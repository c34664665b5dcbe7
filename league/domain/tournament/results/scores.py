"""Places and points of one round, as they are kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from league.domain.tournament.settings import PointScheme
from league.domain.values.numbers import places_by


class GameScore(NamedTuple):
    """Places and points of one of several games at a table."""

    places: Mapping[str, int]
    points: Mapping[str, Fraction]


@dataclass(slots=True)
class RoundScore:
    """Places at the tables and points of a round: as decided at its close, or as they stand so far.

    scheme: the one that a closed round was paid by; the tournament may have another one since.
    games: by table and number, where it plays several: points are then their sums, and places go by these.
    """

    places: dict[str, int] = field(default_factory=dict)
    points: dict[str, Fraction] = field(default_factory=dict)
    byes: dict[str, Fraction] = field(default_factory=dict)
    missed: dict[str, Fraction] = field(default_factory=dict)
    scheme: PointScheme | None = None
    games: dict[str, dict[int, GameScore]] = field(default_factory=dict)

    def correct(self, table: str, game: int, score: GameScore) -> None:
        """Puts another score of a game in the place of the one that stood, in a round that was paid by a scheme."""
        if table in self.games and self.scheme is not None:
            self.games[table] = {**self.games[table], game: score}
            self.add_up(table, self.scheme)
        else:
            self.places.update(score.places)
            self.points.update(score.points)

    def corrected(self, table: str, game: int, points: Mapping[str, Fraction]) -> dict[str, Fraction]:
        """The points of a table with other points of one of its games."""
        others = [score.points for number, score in self.games.get(table, {}).items() if number != game]
        return {entry: sum((other[entry] for other in others), mine) for entry, mine in points.items()}

    def add_up(self, table: str, scheme: PointScheme) -> None:
        """Sum a table's games: its points, and the places that go by these."""
        played = list(self.games[table].values())
        points = {entry: sum((game.points[entry] for game in played), Fraction(0)) for entry in played[0].points}
        self.points.update(points)
        self.places.update(places_by(points, low=scheme.low_wins is True))
