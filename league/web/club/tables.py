"""A league table as its page shows it: a page of its rows, and a few of its events."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812
from datetime import datetime, time, timedelta
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db.models import Count, Sum
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.kernel import Json
from league.access.roles import Caller
from league.access.visibility import unlisted
from league.domain.season.state import Season as SeasonState
from league.domain.season.table.progress import After
from league.domain.season.table.span import Span, calendar_day, month
from league.domain.values.names import search_key
from league.log import store
from league.models import Person, Season, Tournament, TournamentCode
from league.projections import league_tables
from league.projections.league_tables import CLOSED, NoSuchGroup, TableQuery
from league.queries import names
from league.queries.league_table import Column, EventCell, LeagueTableRow, Window, columns, rows
from league.queries.wording import Criterion, criteria
from league.repository.streams import SEASON, NoSuchStream, reading

EVENTS, ROWS = 5, 100
"""So many events are shown at once, and so many people on a page."""
CACHED_TABLES = 4
FILTERS = ("division", "category", "month", "as_of", "find")


@dataclass(frozen=True)
class Asked:
    """What the address asks for. Days and groups that there are not are left out, as is an `as_of` in the future.

    page: of the rows, from 1. until: the number of the last event that is shown; None: the newest.
    """

    division: str = ""
    category: str = ""
    month: str = ""
    as_of: str = ""
    find: str = ""
    page: int = 1
    until: int | None = None

    @classmethod
    def by(cls, query: Mapping[str, str]) -> Asked:
        words = {name: query.get(name, "")[:120] for name in FILTERS}
        return cls(**words, page=_number(query.get("page")) or 1, until=_number(query.get("until")))

    def query(self, season: SeasonState, now: datetime, without: frozenset[UUID]) -> TableQuery:
        """The table that is wanted."""
        return TableQuery(
            then=self._then(season, now),
            span=_month(self.month),
            division=_known(self.division, [one.name for one in season.divisions]),
            category=_known(self.category, [one.name for one in season.categories]),
            without=without,
        )

    def _then(self, season: SeasonState, now: datetime) -> datetime | None:
        """The end of the day, in the season's time zone."""
        day = _day(self.as_of)
        if day is None:
            return None
        end = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(season.time_zone))
        return end if end < now else None

    def link(self, **other: object) -> str:
        """The query of the same page with something else."""
        known = {name: getattr(self, name) for name in (*FILTERS, "page", "until")} | {"page": 1} | other
        return f"?{urlencode({name: value for name, value in known.items() if value and (name, value) != ('page', 1)})}"


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 5 else None


def _day(text: str) -> Date | None:
    try:
        day = calendar_day(text)
    except ValueError:
        return None
    return day if day < Date.max else None


def _month(text: str) -> Span | None:
    try:
        return month(text)
    except ValueError:
        return None


def _known(name: str, all_names: Sequence[str]) -> str | None:
    return name if name in all_names else None


class Choice(NamedTuple):
    """A filter with what can be chosen. options: pairs of value and text."""

    name: str
    label: str
    options: Sequence[tuple[str, str]]
    chosen: str


@dataclass(frozen=True)
class Shown:
    """A league table on its page.

    columns, rows: of this page. with_page: the people among them who have a page. codes: of the nights that the reader
    may open, by tournament. people: how many are listed. page, pages: from 1. window: which of the events that have
    been played are shown. The addresses of other events and of other pages of rows are "" where there are none.
    """

    season: Season
    asked: Asked
    zone: ZoneInfo
    columns: Sequence[Column]
    rows: Sequence[LeagueTableRow]
    with_page: frozenset[str]
    codes: Mapping[str, str]
    choices: Sequence[Choice]
    chain: Sequence[Criterion]
    is_part: bool
    as_of: Date | None
    people: int
    page: int
    pages: int
    window: Window

    @property
    def lines(self) -> list[tuple[LeagueTableRow, list[tuple[Column, str, EventCell | None]]]]:
        """The rows; for each event that is shown, the code of its night, "" without one, and the cell."""
        events = [(column, self.codes.get(column.tournament or "", "")) for column in self.columns]
        return [
            (row, [(*event, cell) for event, (_, cell) in zip(events, row.cells, strict=True)]) for row in self.rows
        ]

    @property
    def earlier(self) -> str:
        until = self.window.earlier
        return self.asked.link(page=self.page, until=until) if until else ""

    @property
    def later(self) -> str:
        until = self.window.later
        newest = until == self.window.events
        return self.asked.link(page=self.page, until=None if newest else until) if until else ""

    @property
    def previous_page(self) -> str:
        return self.asked.link(page=self.page - 1, until=self.asked.until) if self.page > 1 else ""

    @property
    def next_page(self) -> str:
        return self.asked.link(page=self.page + 1, until=self.asked.until) if self.page < self.pages else ""


def read(season: Season, who: Caller, asked: Asked, now: datetime, most: int = ROWS) -> Shown:
    """The table as the reader may see it. most: rows of a page. Raises NoSuchStream before the season was opened."""
    without = unlisted(who, season)
    with reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        query = asked.query(state, now, without)
        known = columns(state, _tournaments(season, state, without))
        choices, chain = _choices(state, known, asked), criteria(["points", *state.scheme.ties])
        zone = ZoneInfo(state.time_zone)
    data = data_of(season, query)
    counted = {event["event"] for row in data for event in (*row["counted"], *row["dropped"])}
    held = [column for column in known if column.event in counted]
    window = Window.until(asked.until, len(held), EVENTS)
    shown = window.of(held)
    listed = [row for row in rows(data, called(data, who), shown) if search_key(asked.find) in search_key(row.name)]
    pages = max(-(-len(listed) // most), 1)
    page = min(asked.page, pages)
    on_page = listed[(page - 1) * most : page * most]
    return Shown(
        season=season,
        asked=asked,
        zone=zone,
        columns=shown,
        rows=on_page,
        with_page=_with_page(on_page),
        codes=_codes(shown),
        choices=choices,
        chain=chain,
        is_part=query != TableQuery(without=without) or bool(asked.find),
        as_of=_day(asked.as_of) if query.then else None,
        people=len(listed),
        page=page,
        pages=pages,
        window=window,
    )


def _with_page(listed: Sequence[LeagueTableRow]) -> frozenset[str]:
    """Who has a public page: those who may be named by everybody."""
    found = Person.objects.current().filter(pk__in=[UUID(row.person) for row in listed])
    return frozenset(str(person.pk) for person in found if person.may_be_named)


def called(data: Sequence[Json], who: Caller) -> dict[str, str]:
    """The names of the people of these rows, as the reader may read them."""
    return names.of_people([UUID(row["person"]) for row in data], who.audience)


def data_of(season: Season, query: TableQuery) -> Sequence[Json]:
    """The rows of a table, as in the API; none where the season was not there yet. Kept until something has changed."""
    return _kept(season.pk, season.club_id, version_of(season), query)


def progress_of(season: Season, query: TableQuery) -> tuple[Sequence[After], Sequence[league_tables.PlayedEvent]]:
    """The places after each event, and all events. Kept until something has changed."""
    return _kept_progress(season.pk, season.club_id, version_of(season), query)


def version_of(season: Season, *, planned: bool = False) -> Hashable:
    """What a league table follows from: the season, its closed tournaments, and people who were merged.

    planned: also the tournaments that are still to come.
    """
    closed = season.tournaments.filter(state=CLOSED).aggregate(count=Count("pk"), versions=Sum("version"))
    coming = season.tournaments.exclude(state=CLOSED).values_list("pk", "state", "starts_at") if planned else ()
    head = store.head(season.club_id, season.club_id)
    return season.version, closed["count"], closed["versions"], head and head.hash, tuple(coming)


@lru_cache(CACHED_TABLES)
def _kept(season: UUID, club: UUID, version: Hashable, query: TableQuery) -> Sequence[Json]:
    try:
        return league_tables.table(Season(pk=season, club_id=club), query).rows
    except (NoSuchGroup, NoSuchStream):
        return ()


@lru_cache(CACHED_TABLES)
def _kept_progress(
    season: UUID, club: UUID, version: Hashable, query: TableQuery
) -> tuple[Sequence[After], Sequence[league_tables.PlayedEvent]]:
    try:
        found = league_tables.progress(Season(pk=season, club_id=club), query)
    except (NoSuchGroup, NoSuchStream):
        return (), ()
    return found.steps, found.table.events


def _tournaments(season: Season, state: SeasonState, without: frozenset[UUID]) -> dict[str, Tournament]:
    """The tournaments of the season that the reader's lists show, by id."""
    wanted = [event.tournament for event in state.events.values() if event.tournament]
    found = Tournament.objects.filter(club=season.club_id, pk__in=wanted).exclude(pk__in=without)
    return {str(row.pk): row for row in found}


def _codes(shown: Sequence[Column]) -> dict[str, str]:
    """The codes of the nights of these columns, by tournament."""
    wanted = [UUID(column.tournament) for column in shown if column.tournament]
    found = TournamentCode.objects.filter(tournament__in=wanted).values_list("tournament", "code")
    return {str(tournament): code for tournament, code in found}


def _choices(season: SeasonState, known: Sequence[Column], asked: Asked) -> list[Choice]:
    """The filters that the season offers."""
    months = sorted({column.date.replace(day=1) for column in known if column.date})
    lists = (
        ("division", _("Division"), [(one.name, one.name) for one in season.divisions]),
        ("category", _("Group"), [(one.name, one.name) for one in season.categories]),
        ("month", _("Month"), [(f"{day:%Y-%m}", date_format(day, "YEAR_MONTH_FORMAT")) for day in months]),
    )
    return [Choice(name, label, options, getattr(asked, name)) for name, label, options in lists if options]
