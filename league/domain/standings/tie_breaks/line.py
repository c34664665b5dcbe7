"""A round of an entry, as standings and tie-breaks look at it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from league.domain.tournament.formats import ByeKind

Kind = Literal["played", "forfeit", "bye", "missed"]
"""forfeit: a seat at a table that nobody took, or whose entry was alone there."""


class RoundLine(NamedTuple):
    """A round of an entry, or one of several games in it. table, seat, place: None where it did not play.

    sharers: how many have its place there. bye: who wanted it, where it is one. size: seats at the table. score: as
    told, None where it was not. awarded: its points were given and not paid by the scheme. games: where a round has
    several, a line of each, and as many of equal points where it was not played; the round itself then has no score.
    game: which of these it is.
    """

    number: int
    kind: Kind
    points: Fraction
    table: int | None = None
    seat: int | None = None
    place: int | None = None
    sharers: int = 1
    bye: ByeKind | None = None
    size: int = 0
    score: Fraction | int | None = None
    awarded: bool = False
    games: tuple[RoundLine, ...] = ()
    game: int = 0

    @property
    def is_first(self) -> bool:
        """Whether it was first at its table, alone."""
        return self.place == 1 and self.sharers == 1
