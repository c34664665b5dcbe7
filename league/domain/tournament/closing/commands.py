"""Commands that end or reopen a round or a tournament."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.values.fields import At, Id, Reason, Secret


class CloseRound(Command, frozen=True, tag="close_round"):
    """Closes a round in which all tables have reported.

    goes_on: in a knockout, of the entries that are level at a table those that go on. drop: the ids of entries that
    leave the tournament with it.
    """

    round: Id
    goes_on: Annotated[tuple[Id, ...], Meta(max_length=2000)] = ()
    drop: tuple[Id, ...] | UnsetType = UNSET


class Close(Command, frozen=True, tag="close"):
    """Closes the tournament: final standings, and its secret is revealed. at: needed only after a reopening."""

    at: At | None = None


class Reopen(Command, frozen=True, tag="reopen"):
    """Reopens a closed tournament. secret: for draws to come, 128 random bits as 32 hex digits. reason: for staff."""

    at: At
    secret: Secret
    reason: Reason | None = None


class Cancel(Command, frozen=True, tag="cancel"):
    """Cancels the tournament. reason: for staff."""

    reason: Reason | None = None


class Remove(Command, frozen=True, tag="remove"):
    """Removes the tournament, in which no round was ever seated."""
