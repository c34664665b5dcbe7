"""The one view of a dry run: its events, its standings, and what changes by it. The API and the admin show it."""

from __future__ import annotations

from typing import Any, TypedDict
from uuid import UUID

import msgspec

from league.domain.values.numbers import Written


class Placing(TypedDict):
    """A place with its points, and what decided it."""

    place: int | None
    points: Written
    points_display: str
    decided_by: str


class EntryMoved(msgspec.Struct):
    """An entry whose place or points change. before, after: Null where it is not listed. movement: Places won."""

    entry: UUID
    name: str
    before: Placing | None
    after: Placing | None
    movement: int | None

    @property
    def who(self) -> str:
        """The entry's id."""
        return str(self.entry)


class PersonMoved(msgspec.Struct):
    """A person whose place or points change. before, after: Null where they are not listed. movement: Places won."""

    person: UUID
    name: str
    before: Placing | None
    after: Placing | None
    movement: int | None

    @property
    def who(self) -> str:
        """The person's id."""
        return str(self.person)


class NamedEntry(msgspec.Struct):
    """An entry and its name."""

    entry: UUID
    name: str


class AreaShown(msgspec.Struct):
    """Who would enter an area of the next round, and who would leave it."""

    area: str
    enter: list[NamedEntry]
    leave: list[NamedEntry]


class SeatToCome(msgspec.Struct):
    """A seat, from 1 on."""

    seat: int
    entry: UUID
    name: str


class TableToCome(msgspec.Struct):
    """A table that is not published."""

    number: int
    area: str | None
    seats: list[SeatToCome]


class SeatingToCome(msgspec.Struct):
    """A seating that is not published."""

    tables: list[TableToCome]
    byes: list[UUID]


class SeatMoved(msgspec.Struct):
    """An entry that would sit at another table. before, after: The table's number; null for none."""

    entry: UUID
    name: str
    before: int | None
    after: int | None


class Refused(msgspec.Struct):
    """Why a seating can't be told: a code for programs, a sentence for people."""

    code: str
    detail: str


class SeatsToCome(msgspec.Struct):
    """The round that is open, or comes next.

    round: Its number. state: `published` or `running`; `draft`; `to_come` where it is not seated yet.
    stays: It stays seated, whatever changes. becomes_stale: The draft does, by this.
    before: The draft, or the seating as it would be drawn. after: The seating as it would be drawn, of a draft by the
    next attempt. moved: Who would sit at another table. refused: Why there is none, if so.
    """

    round: int
    state: str
    stays: bool
    becomes_stale: bool
    before: SeatingToCome | None
    after: SeatingToCome | None
    moved: list[SeatMoved]
    refused: Refused | None


class LeagueTableMoved(msgspec.Struct):
    """The league table of a season. if_closed: As if the tournament were closed as it stands. rows: Who moves in it."""

    season: UUID
    name: str
    if_closed: bool
    rows: list[PersonMoved]


class Changes(msgspec.Struct):
    """What would change.

    standings: Entries whose place or points change. areas: Areas of the next round with another member; empty while
    they can't be known. seats: Null where no seat depends on it. league_tables: Those that it counts in.
    edition: Which edition of the final standings it would make, if any.
    """

    standings: list[EntryMoved]
    areas: list[AreaShown]
    seats: SeatsToCome | None
    league_tables: list[LeagueTableMoved]
    edition: int | None


class Foreseen(msgspec.Struct):
    """What a write would lead to: its events as staff see them, and the standings, or the league table, without and
    with them.

    changes: What of that is another, and what follows from it.
    """

    events: list[Any]
    standings_before: list[Any]
    standings_after: list[Any]
    changes: Changes
