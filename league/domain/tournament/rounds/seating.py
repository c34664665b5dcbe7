"""A seating as its command carries it: the tables of a round, and the inputs from which it was made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from league.domain.values.fields import LARGEST_TABLE, Id, Part, RoundNumber, TableNumber

SeparationKind = Literal["household", "club"]
MOST_PAIRS = 20_000
"""The most pairs whose meetings in a season are stored: all pairs of 200 entries."""


class SeparationGroup(Part, frozen=True):
    """Entries of one household or club that should not meet."""

    kind: SeparationKind
    entries: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2000)]


class RotationRound(Part, frozen=True):
    """A round of a rotation. tables: from seat 1 on."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class RotationPlan(Part, frozen=True):
    """A rotation from round `first` on, found by `method` in `steps` steps of search.

    entries: those that were planned for. rounds: tables and byes, as indices into `entries`. repeats: pairs that meet
    again over all rounds; bound: the fewest possible.
    """

    first: RoundNumber
    entries: tuple[Id, ...]
    rounds: tuple[RotationRound, ...]
    method: str
    steps: int
    repeats: int
    bound: int


class CountedEntry(Part, frozen=True):
    """What an entry had in other tournaments of a season. seats: times in each seat, from seat 1.

    byes: given by the pairing. short: tables smaller than the largest of their round.
    """

    entry: Id
    seats: Annotated[tuple[int, ...], Meta(max_length=LARGEST_TABLE)] = ()
    byes: int = 0
    short: int = 0


class SeasonCounts(Part, frozen=True):
    """Counts from the other tournaments of a season, for entries that have any.

    met: two indices into `entries`, and the number of tables that the two shared.
    """

    entries: tuple[CountedEntry, ...] = ()
    met: Annotated[tuple[tuple[int, int, int], ...], Meta(max_length=MOST_PAIRS)] = ()


class KnockoutSeats(Part, frozen=True):
    """Who is in a round of a knockout after its first, by the results before it; decided when the round is seated.

    on: those who go on or fill up a table, best seed first. gone: those who could go on, but have left. filled: those
    of `on` who had gone out. third: the players of the small final. final, small_finals: ids of these tables.
    """

    on: tuple[Id, ...]
    gone: tuple[Id, ...] = ()
    filled: tuple[Id, ...] = ()
    third: tuple[Id, ...] = ()
    final: Id | None = None
    small_finals: tuple[Id, ...] = ()

    @property
    def still_in(self) -> tuple[str, ...]:
        """Those who had not gone out before the round."""
        return (*(entry for entry in self.on if entry not in self.filled), *self.gone)

    def with_replaced(self, pairs: Iterable[tuple[str, str]]) -> KnockoutSeats:
        """The same after entries took each other's part in the round."""
        other = {entry: partner for pair in pairs for entry, partner in (pair, pair[::-1])}
        on, filled, third = (
            tuple(other.get(entry, entry) for entry in entries) for entries in (self.on, self.filled, self.third)
        )
        return msgspec.structs.replace(self, on=on, filled=filled, third=third)


class SeatedTable(Part, frozen=True):
    """A table of a plan. area: its letter; None without areas. seats: entries, from seat 1 on."""

    id: Id
    number: TableNumber
    seats: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=12)]
    area: str | None = None
