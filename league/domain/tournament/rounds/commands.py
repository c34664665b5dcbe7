"""What can be asked to repair a round that everybody sees already; the rules stand in `repair`."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.tournament.formats import ByeTerms
from league.domain.tournament.rounds.seating import Rotated, SeasonCounts, SeatedTable, SeparationGroup
from league.domain.values.fields import (
    LARGEST_TABLE,
    At,
    Game,
    GamesPerRound,
    Id,
    Reason,
    RoundNumber,
)


class Repair(Command, frozen=True, kw_only=True):
    """What all repairs have in common.

    fewest, most: seats of a table at which the round's game can be played. fresh: ids for the tables that it changes,
    where games have been opened at them; a repair changes two at most.
    """

    round: Id
    fewest: Annotated[int, Meta(ge=1)]
    most: Annotated[int, Meta(ge=1)] = LARGEST_TABLE
    fresh: tuple[Id, Id]
    reason: Reason | None = None


class RepairSeat(Repair, frozen=True, kw_only=True, tag="repair_seat"):
    """Gives an entry the last seat of a table. It comes from another table or a bye, or has arrived late.

    entry, table: their ids. reason: for staff.
    """

    entry: Id
    table: Id


class RepairMerge(Repair, frozen=True, kw_only=True, tag="repair_merge"):
    """Two tables become one, which has the lower number."""

    tables: tuple[Id, Id]


class RepairSwap(Repair, frozen=True, kw_only=True, tag="repair_swap"):
    """Two entries change places: their seats, or a seat and a bye. Sent again, they change back."""

    a: Id
    b: Id


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
    apart: tuple[SeparationGroup, ...] | None = None
    rotation: Rotated | None = None
    counted: SeasonCounts | None = None
    games: GamesPerRound | UnsetType = UNSET


class Redo(Seat, frozen=True, tag="redo"):
    """Takes another plan for the draft `round`."""


class Swap(Command, frozen=True, tag="swap"):
    """Two entries of a draft swap their seats, or a seat and a bye. Sent again, it swaps them back.

    a, b: the ids of the entries.
    """

    round: Id
    a: Id
    b: Id


class Move(Command, frozen=True, tag="move"):
    """An entry of a draft takes the last seat of another table. entry, table: their ids."""

    round: Id
    entry: Id
    table: Id


class Discard(Command, frozen=True, tag="discard"):
    """Throws a draft away; its attempt stays counted."""

    round: Id


class Publish(Command, frozen=True, tag="publish"):
    """Shows a draft to everybody."""

    round: Id


class Start(Command, frozen=True, tag="start"):
    """Starts a round and its clock; a draft is published with it."""

    round: Id
    at: At
