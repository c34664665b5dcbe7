"""A seating as a command carries it: the tables of a round, and what it was made from."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from league.domain.values.fields import LARGEST_TABLE, Id, Part, RoundNumber, TableNumber

SeparationKind = Literal["household", "club"]
MOST_PAIRS = 20_000
"""Of whom it is written down how often they have met in a season: all pairs of 200 entries."""


class SeparationGroup(Part, frozen=True):
    """Entries that are not to meet, of one household or club."""

    kind: SeparationKind
    entries: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2000)]


class RotationRound(Part, frozen=True):
    """A round of a rotation. tables: from seat 1 on."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class RotationPlan(Part, frozen=True):
    """A rotation from round `first` on, found by `method` in so many steps of search.

    entries: who was reckoned with. rounds: their tables, and who sits out, as numbers in `entries`, from 0.
    repeats: how many pairs meet again in all rounds; bound: how many have to.
    """

    first: RoundNumber
    entries: tuple[Id, ...]
    rounds: tuple[RotationRound, ...]
    method: str
    steps: int
    repeats: int
    bound: int


class CountedEntry(Part, frozen=True):
    """What an entry has had in other tournaments of a season. seats: how often each seat, from 1 on.

    byes: of the pairing. short: tables that were smaller than the largest of their round.
    """

    entry: Id
    seats: Annotated[tuple[int, ...], Meta(max_length=LARGEST_TABLE)] = ()
    byes: int = 0
    short: int = 0


class SeasonCounts(Part, frozen=True):
    """What was counted in the other tournaments of a season, of whoever had anything.

    met: two of them, as numbers in `entries` from 0, and at how many tables they sat together.
    """

    entries: tuple[CountedEntry, ...] = ()
    met: Annotated[tuple[tuple[int, int, int], ...], Meta(max_length=MOST_PAIRS)] = ()


class SeatedTable(Part, frozen=True):
    """A table of a plan. area: its letter; None without areas. seats: entries, from seat 1 on."""

    id: Id
    number: TableNumber
    seats: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=12)]
    area: str | None = None
