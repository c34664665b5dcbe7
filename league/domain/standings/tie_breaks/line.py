"""A round of an entry, as standings and tie-breaks see it."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from league.domain.tournament.formats import ByeKind

Kind = Literal["played", "forfeit", "bye", "missed", "out"]
"""forfeit: a seat that nobody took, or whose entry was alone at the table. out: of a knockout, before the round."""


class RoundLine(NamedTuple):
    """A round of an entry, or one of several games in it. table, seat, place: None if it did not play.

    sharers: how many have its place at the table. bye: who asked for it, if it is one. size: seats at the table. score:
    as reported, or None. awarded: staff gave its points. games: a line for each of several games; an unplayed round is
    divided into equal ones; the round itself then has no score. game: number of this game. struck: the game was played,
    but counts for nobody. stayed_away: it asked for a bye without points. absent: nobody came to its seat.
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
    struck: bool = False
    stayed_away: bool = False
    absent: bool = False

    @property
    def is_missing(self) -> bool:
        """Whether it had neither a seat nor a bye."""
        return self.kind in ("missed", "out")

    @property
    def came(self) -> bool:
        """Whether its entry was there: in a seat, or with a bye other than one without points at its own request."""
        return not self.absent and self.took_part

    @property
    def took_part(self) -> bool:
        """Whether it had a seat, or such a bye."""
        has_turn = not self.is_missing and not self.stayed_away
        return has_turn and (self.bye != "requested" or self.points != 0)

    @property
    def counted(self) -> RoundLine:
        """The round as it counts: one that was struck was missed, for no points."""
        return RoundLine(self.number, "missed", self.points) if self.struck else self

    @property
    def is_first(self) -> bool:
        """Whether the entry was sole first at its table."""
        return self.place == 1 and self.sharers == 1
