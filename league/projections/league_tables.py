"""League tables worked out from the log: as it is, as it was known then, by another scheme, of a part of the season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Max, QuerySet
from msgspec import UNSET, UnsetType

from games.kernel import Json
from league.domain.season.rules import refuse_scheme
from league.domain.season.state import Season as SeasonState
from league.domain.season.state import SeasonEvent
from league.domain.season.table.divisions import following
from league.domain.season.table.groups import Category, Division
from league.domain.season.table.league_table import FinalEntry, league_table
from league.domain.season.table.progress import After, places_after_each, places_before_last
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.span import Span, days
from league.domain.standings.comparison import with_movement
from league.models import Event, Season, Tournament
from league.projections import categories, standings
from league.repository import as_of, streams
from league.repository.streams import SEASON

CLOSED = "closed"
Finals = Mapping[str, Sequence[FinalEntry]]
Starts = Mapping[str, datetime | None]


@dataclass(frozen=True)
class TableQuery:
    """Which table. then: as it was known at a position of the log or at a time. scheme: in place of the season's own.

    span: of the events of these days alone. division, category: of these people alone, by name.
    """

    then: int | datetime | None = None
    scheme: Scheme | None = None
    span: Span | None = None
    division: str | None = None
    category: str | None = None


class NoSuchGroup(LookupError):
    """The season has no division, or no category, of that name. kind: which of both."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(kind)


@dataclass(frozen=True)
class PlayedEvent:
    """An event of the season, and the day on which it is in the season's zone; None: not known."""

    event: SeasonEvent
    day: Date | None


@dataclass(frozen=True)
class LeagueTable:
    """A league table: its rows as in the API, without names, and all events of the season.

    Rows say how far each has `moved` since the last event that counts.
    """

    rows: Sequence[Json]
    events: Sequence[PlayedEvent]


def table(season: Season, asked: TableQuery) -> LeagueTable:
    """The table that is asked for. Raises NoSuchStream where there was no season, BadFields for the scheme's faults.

    Raises NoSuchGroup where the season has not that division or category.
    """
    return _now(season, asked) if asked.then is None else _then(season, asked, asked.then)


@dataclass(frozen=True)
class Progress:
    """A league table, whose rows don't say how they have moved, and the places in it after each event that counts."""

    table: LeagueTable
    steps: Sequence[After]


def progress(season: Season, asked: TableQuery) -> Progress:
    """The table as it is, with how it came to be. Raises NoSuchStream, and NoSuchGroup as `table` does."""
    finals, starts = _finals(season.tournaments.all())
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        found = _counted(season, state, finals, starts, asked)
        steps = places_after_each(state, finals, asked.scheme, part=found.part, people=found.people)
        return Progress(LeagueTable(found.rows, found.events), steps)


@dataclass(frozen=True)
class Following:
    """What the season after another has, unless it is given anew."""

    scheme: Scheme
    time_zone: str
    divisions: tuple[Division, ...]
    categories: tuple[Category, ...]


def settings_after(season: Season, given: tuple[Division, ...] | UnsetType = UNSET) -> Following:
    """The settings of the season after this one. given: its divisions, where they are not to follow from the table.

    Raises Rejected where it is not decided who goes up or down.
    """
    rows = table(season, TableQuery()).rows if given is UNSET else ()
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        divisions = following(state.divisions, rows) if given is UNSET else given
        return Following(state.scheme, state.time_zone, divisions, state.categories)


def preview(season: Season, state: SeasonState) -> LeagueTable:
    """The table as it would be if the season stood so: of a dry run."""
    wanted = [event.tournament for event in state.events.values() if event.tournament]
    return _table(season, state, *_finals(Tournament.objects.filter(club=season.club_id, pk__in=wanted)), TableQuery())


def with_finals(season: Season, *alternatives: Mapping[str, Sequence[FinalEntry] | None]) -> list[Sequence[Json]]:
    """The rows as they would be for each of the alternatives: final standings of some tournaments, by id.

    None: that one is not closed. Of all others count what they have come to.
    """
    finals, starts = _finals(season.tournaments.all())
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        told = [
            {id: final for id, final in {**finals, **others}.items() if final is not None} for others in alternatives
        ]
        return [_table(season, state, known, starts, TableQuery()).rows for known in told]


def _now(season: Season, asked: TableQuery) -> LeagueTable:
    finals, starts = _finals(season.tournaments.all())
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        return _table(season, stream.aggregate.state, finals, starts, asked)


def _finals(tournaments: QuerySet[Tournament]) -> tuple[Finals, Starts]:
    """The final standings of those that are closed, and when all of them start."""
    rows = list(tournaments.order_by("pk"))
    finals = standings.finals([row for row in rows if row.state == CLOSED])
    return {str(id): entries for id, entries in finals.items()}, {str(row.pk): row.starts_at for row in rows}


def _then(season: Season, asked: TableQuery, then: int | datetime) -> LeagueTable:
    """By the season's decisions and the final standings of then."""
    state: SeasonState = as_of.as_of(season.club_id, SEASON, season.pk, then).aggregate.state
    wanted = [UUID(event.tournament) for event in state.events.values() if event.tournament]
    known = {str(id): held for id, held in as_of.tournaments_as_of(season.club_id, wanted, then).items()}
    finals = {id: held.final for id, held in known.items() if held.final is not None}
    return _table(season, state, finals, {id: held.starts_at for id, held in known.items()}, asked)


class _Counted(NamedTuple):
    """A table with what was counted for it. part: events; people: None: all of them."""

    rows: Sequence[Json]
    events: Sequence[PlayedEvent]
    part: set[str] | None
    people: set[str] | None


def _table(season: Season, state: SeasonState, finals: Finals, starts: Starts, asked: TableQuery) -> LeagueTable:
    found = _counted(season, state, finals, starts, asked)
    before = places_before_last(state, finals, asked.scheme, part=found.part, people=found.people)
    return LeagueTable(with_movement(before, found.rows, "person"), found.events)


def _counted(season: Season, state: SeasonState, finals: Finals, starts: Starts, asked: TableQuery) -> _Counted:
    if asked.scheme is not None:
        refuse_scheme(state, asked.scheme)
    day_of = days(state, starts)
    span = asked.span
    part = None if span is None else {id for id, day in day_of.items() if span.holds(day)}
    rows = league_table(state, finals, asked.scheme, part=part)
    people = None
    if asked.division is not None or asked.category is not None:
        people = _people(season, state, asked, rows)
        rows = league_table(state, finals, asked.scheme, part=part, people=people)
    return _Counted(rows, [PlayedEvent(event, day_of[id]) for id, event in state.events.items()], part, people)


def _people(season: Season, state: SeasonState, asked: TableQuery, rows: Sequence[Json]) -> set[str]:
    """The people of the division and the category. Raises NoSuchGroup."""
    people = {row["person"] for row in rows}
    if asked.division is not None:
        if asked.division not in {division.name for division in state.divisions}:
            raise NoSuchGroup("division")
        people = {row["person"] for row in rows if row.get("division") == asked.division}
    if asked.category is not None:
        category = next((known for known in state.categories if known.name == asked.category), None)
        if category is None:
            raise NoSuchGroup("category")
        people = categories.members(season, category, people)
    return people


def position_of(season: Season, then: int | datetime | None) -> int:
    """The last position of the club's log that is known then."""
    known = Event.objects.filter(club=season.club_id)
    if isinstance(then, int):
        known = known.filter(position__lte=then)
    elif then is not None:
        known = known.filter(recorded_at__lte=then)
    return known.aggregate(last=Max("position"))["last"] or 0


def closed_tournaments(season: Season) -> list[UUID]:
    """The season's tournaments that count already."""
    return list(Tournament.objects.filter(seasons=season, state=CLOSED).values_list("pk", flat=True))
