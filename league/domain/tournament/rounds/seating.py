"""A seating as a command carries it: the tables of a round, and what it was made from."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.seating.problem import ApartKind
from league.domain.tournament.settings import LARGEST_TABLE, ByeTerms, Game, GamesPerRound, Id, Part

TableNumber = Annotated[int, Meta(ge=1, le=2000)]
RoundNumber = Annotated[int, Meta(ge=1, le=100)]
MOST_PAIRS = 20_000
"""Of whom it is written down how often they have met in a season: all pairs of 200 entries."""


class KeptApart(Part, frozen=True):
    """Entries that are not to meet, of one household or club."""

    kind: ApartKind
    entries: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2000)]


class RotatedRound(Part, frozen=True):
    """A round of a rotation. tables: from seat 1 on."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class Rotated(Part, frozen=True):
    """A rotation from round `first` on, found by `method` in so many steps of search.

    entries: who was reckoned with. rounds: their tables, and who sits out, as numbers in `entries`, from 0.
    repeats: how many pairs meet again in all rounds; bound: how many have to.
    """

    first: RoundNumber
    entries: tuple[Id, ...]
    rounds: tuple[RotatedRound, ...]
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


class Seat(Command, frozen=True, tag="seat"):
    """Takes a plan as the draft of the next round.

    based_on: version of the tournament that it was made for. given: made by the director, who may leave entries out
    and choose other sizes. cost: what it costs, by name, as integers. game: None is the tournament's.
    bye_terms: of the byes that count otherwise than as the scheme pays them. apart: who was not to meet, where the
    seating looked at that. rotation: the plan of the rounds to come that it belongs to, where it is a new one.
    counted: what was counted in the season, where the seating looked at that.
    games: how many are played at each table; unset: as many as the tournament says.
    """

    round: Id
    number: RoundNumber
    attempt: Annotated[int, Meta(ge=1)]
    based_on: Annotated[int, Meta(ge=0)]
    tables: Annotated[tuple[SeatedTable, ...], Meta(min_length=1, max_length=1000)]
    byes: tuple[Id, ...] = ()
    cost: dict[str, int] = {}
    given: bool = False
    game: Game | None = None
    bye_terms: dict[Id, ByeTerms] = {}
    apart: tuple[KeptApart, ...] | None = None
    rotation: Rotated | None = None
    counted: SeasonCounts | None = None
    games: GamesPerRound | UnsetType = UNSET


class Redo(Seat, frozen=True, tag="redo"):
    """Takes another plan for the draft `round`."""
