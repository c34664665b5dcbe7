"""League tables from the log: current, as of an earlier time, by another scheme, or of a part of the season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from datetime import datetime
from typing import NamedTuple, TypeVar
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
from league.domain.season.table.race import Race, race
from league.domain.season.table.scheme import Scheme
from league.domain.season.table.span import Span, days
from league.domain.standings.comparison import with_movement
from league.domain.values.names import compared
from league.models import Event, Season, Tournament
from league.projections import categories, standings
from league.repository import as_of, streams
from league.repository.streams import SEASON

CLOSED = "closed"
OVER = (CLOSED, "cancelled")
G = TypeVar("G", Division, Category)
Finals = Mapping[str, Sequence[FinalEntry]]
Starts = Mapping[str, datetime | None]


@dataclass(frozen=True)
class TableQuery:
    """The table that is wanted. then: as of a position or a time of the log. scheme: in place of the season's own.

    span: only events of these days. division, category: only these people, by name. without: tournaments that the
    reader may not see; they count as if they were not closed.
    """

    then: int | datetime | None = None
    scheme: Scheme | None = None
    span: Span | None = None
    division: str | None = None
    category: str | None = None
    without: frozenset[UUID] = frozenset()


class NoSuchGroup(LookupError):
    """The season has no division or category of that name. kind: "division" or "category"."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        super().__init__(kind)


@dataclass(frozen=True)
class PlayedEvent:
    """An event of the season, with its day in the season's time zone; None if it is not known."""

    event: SeasonEvent
    day: Date | None


@dataclass(frozen=True)
class LeagueTable:
    """A league table: its rows as in the API, without names, and the events of the season that its reader may know of.

    `moved` of a row is its movement since the last event that counts.
    """

    rows: Sequence[Json]
    events: Sequence[PlayedEvent]


def table(season: Season, asked: TableQuery) -> LeagueTable:
    """The league table. Raises NoSuchStream before the season was opened, BadFields for the scheme, NoSuchGroup."""
    return _now(season, asked) if asked.then is None else _then(season, asked, asked.then)


@dataclass(frozen=True)
class Progress:
    """A league table without the movement of its rows, and the places after each event that counts."""

    table: LeagueTable
    steps: Sequence[After]


def progress(season: Season, asked: TableQuery) -> Progress:
    """The current table with the places after each event. Raises NoSuchStream, NoSuchGroup."""
    finals, starts = _finals(season.tournaments.exclude(pk__in=asked.without))
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        found = _counted(season, state, finals, starts, asked)
        steps = places_after_each(state, finals, asked.scheme, part=found.part, people=found.people)
        return Progress(LeagueTable(found.rows, found.events), steps)


@dataclass(frozen=True)
class SeasonRace:
    """The race for the first place. planned: the events to come, the next one first."""

    race: Race
    planned: Sequence[PlayedEvent]


def race_in(season: Season, without: frozenset[UUID]) -> SeasonRace | None:
    """The race as it is now, among tournaments that the reader may see; None where there is none.

    Raises NoSuchStream.
    """
    tournaments = season.tournaments.exclude(pk__in=without)
    finals, starts = _finals(tournaments)
    coming = {str(id) for id in tournaments.exclude(state__in=OVER).values_list("pk", flat=True)}
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        day_of = days(state, starts)
        events = [event for event in state.events.values() if event.tournament in coming and not event.abandoned]
        planned = sorted(events, key=lambda event: day_of[event.id] or Date.max)
        found = race(state, finals, [event.id for event in planned])
    return None if found is None else SeasonRace(found, [PlayedEvent(event, day_of[event.id]) for event in planned])


@dataclass(frozen=True)
class Following:
    """The settings that the next season takes over."""

    scheme: Scheme
    time_zone: str
    divisions: tuple[Division, ...]
    categories: tuple[Category, ...]


def settings_after(season: Season, given: tuple[Division, ...] | UnsetType = UNSET) -> Following:
    """The settings of the season after this one. given: its divisions; UNSET: they follow from the table.

    Raises Rejected where promotion or relegation is not decided.
    """
    rows = table(season, TableQuery()).rows if given is UNSET else ()
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        divisions = following(state.divisions, rows) if given is UNSET else given
        return Following(state.scheme, state.time_zone, divisions, state.categories)


def preview(season: Season, state: SeasonState) -> LeagueTable:
    """The table for another state of the season, for a dry run."""
    wanted = [event.tournament for event in state.events.values() if event.tournament]
    return _table(season, state, *_finals(Tournament.objects.filter(club=season.club_id, pk__in=wanted)), TableQuery())


def with_finals(season: Season, *alternatives: Mapping[str, Sequence[FinalEntry] | None]) -> list[Sequence[Json]]:
    """The rows for each of the alternatives: final standings of some tournaments by id, None for one not closed.

    All other tournaments count with their own final standings.
    """
    finals, starts = _finals(season.tournaments.all())
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        all_finals = [
            {id: final for id, final in {**finals, **others}.items() if final is not None} for others in alternatives
        ]
        return [_table(season, state, known, starts, TableQuery()).rows for known in all_finals]


def _now(season: Season, asked: TableQuery) -> LeagueTable:
    finals, starts = _finals(season.tournaments.exclude(pk__in=asked.without))
    with streams.reading(season.club_id, SEASON, season.pk) as stream:
        return _table(season, stream.aggregate.state, finals, starts, asked)


def _finals(tournaments: QuerySet[Tournament]) -> tuple[Finals, Starts]:
    """The final standings of the closed tournaments, and the start of all, by id."""
    rows = list(tournaments.order_by("pk"))
    finals = standings.finals([row for row in rows if row.state == CLOSED])
    return {str(id): entries for id, entries in finals.items()}, {str(row.pk): row.starts_at for row in rows}


def _then(season: Season, asked: TableQuery, then: int | datetime) -> LeagueTable:
    """The table by the season's decisions and the final standings as of then."""
    state: SeasonState = as_of.as_of(season.club_id, SEASON, season.pk, then).aggregate.state
    named = [UUID(event.tournament) for event in state.events.values() if event.tournament]
    wanted = [id for id in named if id not in asked.without]
    known = {str(id): final for id, final in as_of.tournaments_as_of(season.club_id, wanted, then).items()}
    finals = {id: entry.final for id, entry in known.items() if entry.final is not None}
    return _table(season, state, finals, {id: entry.starts_at for id, entry in known.items()}, asked)


class _Counted(NamedTuple):
    """A table, and the events (part) and people that it counts; None: all."""

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
    unlisted = {str(tournament) for tournament in asked.without}
    events = [PlayedEvent(event, day_of[id]) for id, event in state.events.items() if event.tournament not in unlisted]
    return _Counted(rows, events, part, people)


def _people(season: Season, state: SeasonState, asked: TableQuery, rows: Sequence[Json]) -> set[str]:
    """The people of the division and the category. Raises NoSuchGroup."""
    people = {row["person"] for row in rows}
    if asked.division is not None:
        division = _called(asked.division, state.divisions)
        if division is None:
            raise NoSuchGroup("division")
        people = {row["person"] for row in rows if row.get("division") == division.name}
    if asked.category is not None:
        category = _called(asked.category, state.categories)
        if category is None:
            raise NoSuchGroup("category")
        people = categories.members(season, category, people)
    return people


def _called(name: str, groups: Sequence[G]) -> G | None:
    """The group of that name, in any form; seasons from before that rule may have two, of which one is exact."""
    alike = (group for group in groups if compared(group.name) == compared(name))
    return min(alike, key=lambda group: group.name != name, default=None)


def position_of(season: Season, then: int | datetime | None) -> int:
    """The last position of the club's log as of then."""
    known = Event.objects.filter(club=season.club_id)
    if isinstance(then, int):
        known = known.filter(position__lte=then)
    elif then is not None:
        known = known.filter(recorded_at__lte=then)
    return known.aggregate(last=Max("position"))["last"] or 0


def closed_tournaments(season: Season) -> list[UUID]:
    """The season's closed tournaments."""
    return list(Tournament.objects.filter(seasons=season, state=CLOSED).values_list("pk", flat=True))
