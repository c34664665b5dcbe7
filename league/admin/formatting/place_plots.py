"""What the pages show that plot places: over the events of a season, over the rounds of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from league.admin.formatting.plot import plot
from league.admin.season import league_table_filters
from league.admin.season.league_table_filters import Choice, Filter
from league.domain.season.state import Season as SeasonState
from league.domain.standings import standings
from league.models import Season, Tournament
from league.projections import league_tables
from league.projections.league_tables import NoSuchGroup, PlayedEvent
from league.queries import names
from league.repository.streams import SEASON, TOURNAMENT, NoSuchStream, reading

USUAL, MOST = 10, 40
TOP, WHO = "top", "who"


@dataclass(frozen=True)
class Column:
    """An event or a round. word: what stands under it in the plot. name: what it is called. day: of an event."""

    word: str
    name: str
    day: str = ""


@dataclass(frozen=True)
class Row:
    """Somebody's places, one for each column; None where there is none."""

    who: str
    name: str
    places: Sequence[int | None]


def of_season(season: Season, told: QueryDict) -> dict[str, Any]:
    """The places after each event that counts. Raises Http404 for a part that is none."""
    query = {name: str(told[name]) for name in told}
    asked = league_table_filters.asked(query)
    try:
        found = league_tables.progress(season, asked)
        with reading(season.club_id, SEASON, season.pk) as stream:
            state: SeasonState = stream.aggregate.state
            filters = league_table_filters.filters(state, [held.day for held in found.table.events], query)
    except (NoSuchStream, NoSuchGroup):
        raise Http404 from None
    order = [row["person"] for row in found.table.rows]
    named = names.of_people([UUID(person) for person in order])
    held = {held.event.id: held for held in found.table.events}
    called = _tournaments(season)
    columns = [_column(step.number, held[step.event], called) for step in found.steps]
    places = {person: [step.places.get(person) for step in found.steps] for person in order}
    return {**_shown(columns, places, named, told, filters), "query": league_table_filters.query_of(query)}


def _tournaments(season: Season) -> dict[str, str]:
    return {str(id): name for id, name in season.tournaments.values_list("pk", "name")}


def _column(number: int, held: PlayedEvent, called: Mapping[str, str]) -> Column:
    result = held.event.result
    name = called.get(held.event.tournament or "", "") if result is None else result.name or _("Result from elsewhere")
    day = held.day
    return Column(f"{day:%m-%d}" if day else str(number), name, day.isoformat() if day else "")


def of_tournament(tournament: Tournament, told: QueryDict) -> dict[str, Any]:
    """The places after each round that has begun."""
    named = names.of_entries(tournament.pk)
    try:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            state = stream.aggregate.state
            begun = len(state.begun_rounds)
            order = [row.entry for row in standings.rows(state)]
            after = [standings.places_before(state, number + 1) or {} for number in range(1, begun + 1)]
    except NoSuchStream:
        raise Http404 from None
    columns = [Column(str(number), _("Round {number}").format(number=number)) for number in range(1, begun + 1)]
    places: dict[str, list[int | None]] = {entry: [step.get(entry) for step in after] for entry in order}
    return _shown(columns, places, named, told, [])


def _shown(
    columns: Sequence[Column],
    places: Mapping[str, Sequence[int | None]],
    named: Mapping[str, str],
    told: QueryDict,
    filters: Sequence[Filter],
) -> dict[str, Any]:
    """The plot, its table, and what can be chosen. places: in the order of the table."""
    top, find = _top(told.get(TOP)), told.get(league_table_filters.FIND, "")
    chosen = set(told.getlist(WHO))
    wanted = list(places)[:top]
    wanted += [
        who for who in places if who in chosen or (find and league_table_filters.fits(named.get(who, who), find))
    ]
    shown = list(dict.fromkeys(wanted))[:MOST]
    more = Filter(TOP, _("The first"), kind="number", value=str(top))
    own = {who: places[who] for who in shown}
    by_name = [(who, named.get(who, who)) for who in places]
    return {
        "plot": plot([column.word for column in columns], own, named),
        "columns": columns,
        "rows": [Row(who, named.get(who, who), places[who]) for who in shown],
        "filters": [*filters, more],
        "choices": [
            Choice(who, name, who in chosen) for who, name in sorted(by_name, key=lambda one: names.as_listed(one[1]))
        ],
        "is_filtered": bool(told),
        "most": MOST,
    }


def _top(text: str | None) -> int:
    """How many of the first are shown. Raises Http404 for what is no such number."""
    if not text:
        return USUAL
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(MOST)) and int(text) <= MOST):
        raise Http404
    return int(text)
