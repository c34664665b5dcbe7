"""Commands about the clocks of rounds, tables and games."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from games.kernel import Command
from league.domain.values.fields import At, GameNumber, Id, Reason, Seconds


class Pause(Command, frozen=True, tag="pause"):
    """Pauses the clocks of a round. reason: for staff."""

    round: Id
    at: At
    reason: Reason | None = None


class Resume(Command, frozen=True, tag="resume"):
    """Resumes the clocks of a paused round."""

    round: Id
    at: At


class Extend(Command, frozen=True, tag="extend"):
    """Gives more time to a round, or to one of its tables.

    seconds: to be added. reason: for staff. table: the id of a table; None means all tables of the round.
    """

    round: Id
    at: At
    seconds: Seconds
    reason: Reason | None = None
    table: Id | None = None


class Expire(Command, frozen=True, tag="expire"):
    """Notes every clock of the round, or of a table with extra time, that has run out by `at` and isn't noted yet."""

    round: Id
    at: At


class StartTableClock(Command, frozen=True, tag="start_table_clock"):
    """Starts the clock that a table's game requests. key: its purpose. visible: whether players see the time."""

    table: Id
    key: Annotated[str, Meta(min_length=1, max_length=100)]
    seconds: Seconds
    at: At
    visible: bool = True
    game: GameNumber | UnsetType = UNSET


class StopTableClock(Command, frozen=True, tag="stop_table_clock"):
    """Removes the clock of a table's game."""

    table: Id
    at: At
    game: GameNumber | UnsetType = UNSET


class ExpireTableClock(Command, frozen=True, tag="expire_table_clock"):
    """Notes that the clock of a table's game has run out by `at`, if that isn't noted yet."""

    table: Id
    at: At
    game: GameNumber | UnsetType = UNSET
