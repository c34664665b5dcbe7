"""Commands about entries: register, check in, drop, return, fix a table. by: the sender."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.values.fields import At, Id, Part, Rating, RoundNumber, TableNumber


class NewEntry(Part, frozen=True):
    """A person, or a team of members. The team's name is stored outside the log. from_round: None means the next.

    rating: used to seat a first round or to seed a bracket by rating.
    """

    id: Id
    person: Id | None = None
    members: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    from_round: RoundNumber | None = None
    rating: Rating | None = None


class Register(Command, frozen=True, tag="register"):
    """Enters people or teams, all or none of them."""

    entries: Annotated[tuple[NewEntry, ...], Meta(min_length=1, max_length=2000)]


class CheckIn(Command, frozen=True, tag="check_in"):
    """Notes that an entry has arrived."""

    entry: Id
    at: At | UnsetType = UNSET
    by: str | UnsetType = UNSET


class WithdrawCheckIn(Command, frozen=True, tag="withdraw_check_in"):
    """Takes a check-in back, before the entry is seated."""

    entry: Id
    at: At
    by: str


class Drop(Command, frozen=True, tag="drop"):
    """An entry leaves: now, or after a round that is not over.

    after_round: the last round that it plays; None means that it leaves now.
    """

    entry: Id
    after_round: RoundNumber | None = None
    at: At | UnsetType = UNSET
    by: str | UnsetType = UNSET


class Return(Command, frozen=True, tag="return"):
    """An entry that has dropped, or announced it, plays again."""

    entry: Id
    at: At | UnsetType = UNSET
    by: str | UnsetType = UNSET


class FixTable(Command, frozen=True, tag="fix_table"):
    """Reserves a table for an entry, from the next seating on. table: its number; null removes the reservation."""

    entry: Id
    table: TableNumber | None
