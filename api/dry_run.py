"""How what has changed is told: rows beside each other, and what a dry run would lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal
from uuid import UUID

import msgspec

from games.kernel import Json
from games.telling import Sentence
from league.domain.preview.seats_to_come import AreaChange, Layout, RoundPreview, seat_changes
from league.domain.standings.comparison import Compared, brief
from league.domain.values.numbers import Written
from league.dry_run.effects import Effects
from league.dry_run.trial import DryRunDone
from league.queries import names
from league.queries.transcript import say


class Placing(msgspec.Struct):
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


class PersonMoved(msgspec.Struct):
    """A person whose place or points change. before, after: Null where they are not listed. movement: Places won."""

    person: UUID
    name: str
    before: Placing | None
    after: Placing | None
    movement: int | None


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


def placing(row: Json | None) -> Placing | None:
    """What of a row stands beside another."""
    told = brief(row)
    return None if told is None else Placing(**told)


def rows_beside(compared: Iterable[Compared]) -> list[Json]:
    """The rows of a what-if, each with how it is beside it."""
    return [
        {**one.after, "before": placing(one.before), "movement": one.movement}
        for one in compared
        if one.after is not None
    ]


def left_out(compared: Iterable[Compared], key: Literal["entry", "person"], called: Mapping[str, str]) -> Json:
    """Whom a what-if would not list, as the answer tells it."""
    gone = [one for one in compared if one.after is None]
    return {"left_out": [{key: one.id, "name": called.get(one.id, ""), "before": placing(one.before)} for one in gone]}


def foreseen(tried: DryRunDone, effects: Effects) -> Foreseen:
    """The answer to a dry run."""
    called = names.of_entries(tried.touched.id) if tried.touched else {}
    return Foreseen(tried.events, tried.before, tried.after, _changes(effects, called))


def _changes(effects: Effects, called: Mapping[str, str]) -> Changes:
    seats = effects.to_come.seats
    people = [one.id for season in effects.league_tables for one in season.moved]
    persons = names.of_people([UUID(person) for person in people]) if people else {}
    return Changes(
        [EntryMoved(UUID(one.id), called.get(one.id, ""), *_both(one)) for one in effects.standings],
        [_area(change, called) for change in effects.to_come.areas],
        None if seats is None else _seats(seats, called),
        [
            LeagueTableMoved(
                season.season,
                season.name,
                season.if_closed,
                [PersonMoved(UUID(one.id), persons.get(one.id, ""), *_both(one)) for one in season.moved],
            )
            for season in effects.league_tables
        ],
        effects.edition,
    )


def _both(compared: Compared) -> tuple[Placing | None, Placing | None, int | None]:
    return placing(compared.before), placing(compared.after), compared.movement


def _area(change: AreaChange, called: Mapping[str, str]) -> AreaShown:
    return AreaShown(change.area, _named(change.enter, called), _named(change.leave, called))


def _named(entries: Iterable[str], called: Mapping[str, str]) -> list[NamedEntry]:
    return [NamedEntry(UUID(entry), called.get(entry, "")) for entry in entries]


def _seats(found: RoundPreview, called: Mapping[str, str]) -> SeatsToCome:
    before, after, refused = found.before, found.after, found.refused
    moves = seat_changes(before, after) if before and after else ()
    return SeatsToCome(
        found.number,
        found.state,
        found.stays,
        found.becomes_stale,
        None if before is None else _seating(before, called),
        None if after is None else _seating(after, called),
        [SeatMoved(UUID(move.entry), called.get(move.entry, ""), move.before, move.after) for move in moves],
        None if refused is None else Refused(refused.code, say(Sentence(refused.template, refused.facts), called)),
    )


def _seating(layout: Layout, called: Mapping[str, str]) -> SeatingToCome:
    tables = [TableToCome(table.number, table.area, _seated(table.seats, called)) for table in layout.tables]
    return SeatingToCome(tables, [UUID(entry) for entry in layout.byes])


def _seated(seats: Sequence[str], called: Mapping[str, str]) -> list[SeatToCome]:
    return [SeatToCome(seat, UUID(entry), called.get(entry, "")) for seat, entry in enumerate(seats, 1)]
