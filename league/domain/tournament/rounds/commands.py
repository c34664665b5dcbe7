"""What can be asked to repair a round that everybody sees already; the rules stand in `repair`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from games.kernel import Command
from league.domain.tournament.settings import LARGEST_TABLE, Id, Reason


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
    """An entry takes the last seat of a table: from another table, from a bye, or since it came late."""

    entry: Id
    table: Id


class RepairMerge(Repair, frozen=True, kw_only=True, tag="repair_merge"):
    """Two tables become one, which has the lower number."""

    tables: tuple[Id, Id]


class RepairSwap(Repair, frozen=True, kw_only=True, tag="repair_swap"):
    """Two entries change places: their seats, or a seat and a bye. Sent again, they change back."""

    a: Id
    b: Id
