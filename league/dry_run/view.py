"""The one view of a dry run: its events, its standings, and what changes by it. The API and the admin show it."""

from __future__ import annotations

from typing import Any, TypedDict
from uuid import UUID

import msgspec

from league.domain.values.numbers import Written

MEDIA_TYPE = "application/vnd.tablekeeper.dry-run+json"
"""Of the answer of the API to a dry run."""


class Placing(TypedDict):
    """A place with its points.

    points: exact. decided_by: what separates the row from the one above. place: null for an entry that was in no round.
    points_display: with two decimals.
    """

    place: int | None
    points: Written
    points_display: str
    decided_by: str


class MovedEntry(msgspec.Struct):
    """An entry whose place or points change.

    before, after: null if it is not listed. movement: places gained. entry: its id. name: of the entry.
    """

    entry: UUID
    name: str
    before: Placing | None
    after: Placing | None
    movement: int | None

    @property
    def id(self) -> str:
        """The entry's id."""
        return str(self.entry)


class MovedPerson(msgspec.Struct):
    """A person whose place or points change.

    before, after: null if not listed. movement: places gained. person: their id. name: of the person.
    """

    person: UUID
    name: str
    before: Placing | None
    after: Placing | None
    movement: int | None

    @property
    def id(self) -> str:
        """The person's id."""
        return str(self.person)


class NamedEntry(msgspec.Struct):
    """An entry and its name. entry: its id. name: of the entry."""

    entry: UUID
    name: str


class ChangedArea(msgspec.Struct):
    """An area of the next round with other members.

    enter: entries that join it. leave: entries that leave it. area: its letter.
    """

    area: str
    enter: list[NamedEntry]
    leave: list[NamedEntry]


class PlannedSeat(msgspec.Struct):
    """A seat. seat: from 1. entry: its id. name: of the entry."""

    seat: int
    entry: UUID
    name: str


class PlannedTable(msgspec.Struct):
    """A table that is not published.

    number: of the table. area: its letter; null without areas. seats: in their order.
    """

    number: int
    area: str | None
    seats: list[PlannedSeat]


class PlannedSeating(msgspec.Struct):
    """A seating that is not published. byes: entries that sit out. tables: by number."""

    tables: list[PlannedTable]
    byes: list[UUID]


class ChangedSeat(msgspec.Struct):
    """An entry that would sit at another table.

    before, after: the table's number; null for none. entry: its id. name: of the entry.
    """

    entry: UUID
    name: str
    before: int | None
    after: int | None


class Refusal(msgspec.Struct):
    """The reason why there is no seating. code: for programs. detail: for people, in the language of the request."""

    code: str
    detail: str


class UpcomingSeats(msgspec.Struct):
    """The open round, or the next one.

    round: its number. state: `published`, `running` or `draft`; `to_come` before it is seated. stays: the seating is
    published and stays. becomes_stale: the draft becomes stale, or somebody in a round of a knockout is in another's
    place then. before: the draft, or the seating as it would be drawn
    without the change. after: the seating as it would be drawn with the change; for a draft, by the next attempt.
    moved: entries that would sit at another table. refused: the reason why there is no seating; else null.
    """

    round: int
    state: str
    stays: bool
    becomes_stale: bool
    before: PlannedSeating | None
    after: PlannedSeating | None
    moved: list[ChangedSeat]
    refused: Refusal | None


class ChangedLeagueTable(msgspec.Struct):
    """The league table of a season.

    if_closed: as if the tournament were closed now. rows: people whose row changes. season: its id. name: of the
    season.
    """

    season: UUID
    name: str
    if_closed: bool
    rows: list[MovedPerson]


class Changes(msgspec.Struct):
    """The changes.

    standings: entries whose place or points change. areas: areas of the next round with other members; empty while
    they are unknown. seats: null if no seat depends on the write. league_tables: those in which the tournament counts.
    edition: the number of the new edition of the final standings; else null.
    """

    standings: list[MovedEntry]
    areas: list[ChangedArea]
    seats: UpcomingSeats | None
    league_tables: list[ChangedLeagueTable]
    edition: int | None


class DryRunAnswer(msgspec.Struct):
    """The effects of a write that is only tried.

    events: as staff see them. standings_before, standings_after: the standings, or the league table, without and with
    the write; empty with `standings=false`. changes: the differences, and their consequences.
    """

    events: list[Any]
    standings_before: list[Any]
    standings_after: list[Any]
    changes: Changes
