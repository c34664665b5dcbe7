"""What orders entries of equal points. An organiser names a chain; what is equal after all of it shares a place.

| name | code | source | done |
| --- | --- | --- | --- |
| first places; a shared first counts 1/k | `wins` | usual in multi-player leagues | yes |
| points of the last round, then the one before, ... | `last_round` | the same | yes |
| most first places at tables, then most seconds, ... | `count_back` | motor sport | yes |
| drawn by lot from the tournament's secret | `lot` | the tournament's design | yes |
| sum of raw game points | `game_points` | usual | no |
| own points / points at the table | `share` | usual | no |
| opponents' points per round | `opponents` | usual | no |
| places at tables shared with the tied | `head_to_head` | usual | no |
| highest single game | `best_game` | usual | no |
| mean of (place - 1) / (size - 1) | `rank_average` | usual | no |
| Buchholz and its kin, Sonneborn-Berger, direct encounter | | FIDE tie-break regulations, August 2024 | no |
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from league.domain.ranking import Key

if TYPE_CHECKING:
    from league.domain.tournament.settings import ByeKind

Kind = Literal["played", "forfeit", "bye", "missed"]
"""forfeit: a seat at a table that nobody took, or whose entry was alone there."""


@dataclass(frozen=True, slots=True)
class Line:
    """A round of an entry. table, seat, place: None where it did not play. sharers: how many have its place there.

    bye: who wanted it, where it is one.
    """

    number: int
    kind: Kind
    points: Fraction
    table: int | None = None
    seat: int | None = None
    place: int | None = None
    sharers: int = 1
    bye: ByeKind | None = None


def wins(lines: Sequence[Line]) -> Fraction:
    """First places at tables; of a first place shared by k each has 1/k."""
    return sum((Fraction(1, line.sharers) for line in lines if line.place == 1), Fraction(0))


def last_round(lines: Sequence[Line], rounds: int) -> Key:
    """Points of the last of so many rounds, then of the one before, and so on to the first; 0 where there are none."""
    points = {line.number: line.points for line in lines}
    return tuple(points.get(number, Fraction(0)) for number in range(rounds, 0, -1))


def count_back(places: Sequence[int], last: int) -> list[int]:
    """How many first places, how many seconds, and so on to the `last` place; a shared place counts whole."""
    return [places.count(place) for place in range(1, last + 1)]


def lot(secret: str, entry: str) -> str:
    """An entry's lot, the same all tournament long: HMAC-SHA256(secret, "lot:<entry>") in hex; the lowest is first.

    secret: the tournament's first, in hex; a reopened one keeps its lots. A lot does not depend on who else is there.
    """
    return hmac.new(bytes.fromhex(secret), f"lot:{entry}".encode(), hashlib.sha256).hexdigest()
