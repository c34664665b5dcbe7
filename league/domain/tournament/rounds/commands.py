"""The commands that seat a round, change its draft, publish, start, repair and cancel it."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.tournament.formats import ByeTerms
from league.domain.tournament.rounds.seating import RotationPlan, SeasonCounts, SeatedTable, SeparationGroup
from league.domain.values.fields import LARGEST_TABLE, At, Game, GamesPerRound, Id, Reason, RoundNumber


class Repair(Command, frozen=True, kw_only=True):
    """The fields that all repairs share.

    fewest, most: numbers of seats at which the round's game can be played. fresh: ids for the changed tables, used if
    their games have started; a repair changes at most two tables.
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
    """Merges two tables into one, which keeps the lower number."""

    tables: tuple[Id, Id]


class RepairSwap(Repair, frozen=True, kw_only=True, tag="repair_swap"):
    """Two entries swap their seats, or a seat and a bye. Sent again, it swaps them back."""

    a: Id
    b: Id


class RepairReplace(Repair, frozen=True, kw_only=True, tag="repair_replace"):
    """In a knockout, an entry takes the place of another; one in the small final changes places with it."""

    replace: Id
    by: Id


class RepairEmpty(Repair, frozen=True, kw_only=True, tag="repair_empty"):
    """Takes an entry out of a round that has not begun: its seat is gone, or its bye. entry: its id."""

    entry: Id


class Seat(Command, frozen=True, tag="seat"):
    """Takes a plan as the draft of the next round.

    based_on: the tournament's version for which it was made. given: made by the director, who may leave entries out and
    choose other table sizes. cost: integers by name. game: None means the tournament's. bye_terms: those of byes that
    don't count as the scheme says. apart, counted: who should not meet and the season's counts, if the seating used
    them. rotation: the plan of the rounds to come, if it is new. games: games per table; unset means the tournament's
    setting.
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
    rotation: RotationPlan | None = None
    counted: SeasonCounts | None = None
    games: GamesPerRound | UnsetType = UNSET


class Redo(Seat, frozen=True, tag="redo"):
    """Takes another plan for the round `round`, a draft or published and not begun. It is a draft afterwards."""


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
    """Deletes a draft, or a published round that has not begun; its attempt still counts."""

    round: Id


class Publish(Command, frozen=True, tag="publish"):
    """Shows a draft to everybody."""

    round: Id


class Start(Command, frozen=True, tag="start"):
    """Starts a round and its clock; a draft is published as well."""

    round: Id
    at: At


class CancelRound(Command, frozen=True, tag="cancel_round"):
    """Calls a published or running round off: nothing of it counts. reason: for staff."""

    round: Id
    reason: Annotated[str, Meta(min_length=1, max_length=500)]
