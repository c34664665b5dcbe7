"""The pages of places over time: over the events of a season, over the rounds of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.audience import CLUB
from league.admin.filters import FIND, Choice, Filter, matches, number_in
from league.admin.season import league_table_filters
from league.domain.season.state import Season as SeasonState
from league.domain.standings import standings
from league.models import Season, Tournament
from league.projections import league_tables
from league.projections.league_tables import NoSuchGroup, PlayedEvent
from league.queries import dates, names
from league.queries.plot import plot
from league.repository.streams import SEASON, TOURNAMENT, NoSuchStream, reading

USUAL, MOST = 10, 40
"""The number of lines: by default, and at most."""
TOP, WHO = "top", "who"

Places = Mapping[str, Sequence[int | None]]
"""By entry or person, in the order of the table: a place for each column, None where there is none."""


class Column(NamedTuple):
    """An event or a round. label: below the plot. name: in the table. day: of an event."""

    label: str
    name: str
    day: str = ""


class PlacesRow(NamedTuple):
    """The places of an entry or a person, one for each column."""

    id: str
    name: str
    places: Sequence[int | None]
    columns: Sequence[Column]

    @property
    def cells(self) -> list[tuple[Column, int | None]]:
        """Each column with its place."""
        return list(zip(self.columns, self.places, strict=True))


def season_page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    """Places after each event that counts. Raises Http404 for a part that the season doesn't have."""
    query = request.GET.dict()
    try:
        progress = league_tables.progress(season, league_table_filters.table_query(query))
        with reading(season.club_id, SEASON, season.pk) as stream:
            state: SeasonState = stream.aggregate.state
            days = [event.day for event in progress.table.events]
            filters = league_table_filters.filters(state, days, query)
    except (NoSuchStream, NoSuchGroup):
        raise Http404 from None
    order = [row["person"] for row in progress.table.rows]
    events = {event.event.id: event for event in progress.table.events}
    tournaments = {str(id): name for id, name in season.tournaments.values_list("pk", "name")}
    columns = [_column(step.number, events[step.event], tournaments) for step in progress.steps]
    places = {person: [step.places.get(person) for step in progress.steps] for person in order}
    back = reverse("admin:league_season_change", args=[season.pk]) + league_table_filters.query_of(query)
    context |= {
        "title": _("Places in {name} after each event").format(name=season.name),
        "back": back,
        "back_title": _("League table"),
        **_shown(columns, places, names.of_people([UUID(person) for person in order], CLUB), request.GET, filters),
    }
    return TemplateResponse(request, "league/admin/places.html", context)


def _column(number: int, event: PlayedEvent, tournaments: Mapping[str, str]) -> Column:
    result, day = event.event.result, event.day
    name = result.name or _("Result from elsewhere") if result else tournaments.get(event.event.tournament or "", "")
    return Column(dates.narrow(day) if day else str(number), name, dates.listed(day) if day else "")


def tournament_page(request: HttpRequest, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    """Places after each round that has begun."""
    try:
        with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
            state = stream.aggregate.state
            numbers = range(1, len(state.begun_rounds) + 1)
            order = [row.entry for row in standings.rows(state)]
            after = [standings.places_before(state, number + 1) or {} for number in numbers]
    except NoSuchStream:
        raise Http404 from None
    columns = [Column(str(number), _("Round {number}").format(number=number)) for number in numbers]
    places = {entry: [step.get(entry) for step in after] for entry in order}
    context |= {
        "title": _("Places in {name} after each round").format(name=tournament.name),
        "back": reverse("admin:league_tournament_change", args=[tournament.pk]),
        "back_title": _("Standings"),
        **_shown(columns, places, names.of_entries(tournament.pk, CLUB), request.GET, []),
    }
    return TemplateResponse(request, "league/admin/places.html", context)


def _shown(
    columns: Sequence[Column], places: Places, called: Mapping[str, str], query: QueryDict, filters: Sequence[Filter]
) -> dict[str, Any]:
    """The template's variables: the plot, its table, and the choices."""
    top, find, chosen = number_in(query, TOP, MOST), query.get(FIND, ""), set(query.getlist(WHO))
    top = USUAL if top is None else top
    first = list(places)[:top]
    named = {id: called.get(id, id) for id in places}
    others = [id for id, name in named.items() if id not in first and (id in chosen or (find and matches(name, find)))]
    shown = [*first, *others][:MOST]
    by_name = sorted(named.items(), key=lambda item: names.as_listed(item[1]))
    return {
        "plot": plot([column.label for column in columns], {id: places[id] for id in shown}, called),
        "columns": columns,
        "rows": [PlacesRow(id, named[id], places[id], columns) for id in shown],
        "filters": [*filters, Filter(TOP, _("First places"), kind="number", value=str(top))],
        "choices": [Choice(id, name, id in chosen) for id, name in by_name],
        "is_filtered": bool(query),
        "most": MOST,
    }
