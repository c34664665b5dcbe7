"""A season's main page: its league table, or a part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.kernel import Json
from league.access.actions import Action
from league.access.audience import CLUB
from league.admin.filters import FIND, matches, number_in, query_string
from league.admin.formatting.season_scheme import scheme_sentences
from league.admin.scope import clubs_where
from league.admin.season import league_table_filters
from league.domain.season.state import Season as SeasonState
from league.domain.season.table.scheme import MOST_EVENTS
from league.models import Event, FollowerPosition, LeagueTableRow, Season, Tournament
from league.projections import league_tables
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import NoSuchGroup, TableQuery
from league.queries import league_table, names
from league.queries.league_table import Column, Window
from league.queries.wording import criteria
from league.repository.streams import SEASON, NoSuchStream, reading

EVENTS, ROWS, MOST_PAGES = 10, 100, 999
"""So many events are shown at once, and so many people on a page."""
UNTIL, PAGE = "until", "page"


@require_safe
def page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    """The page. Raises Http404 for a part that the season doesn't have."""
    changed = clubs_where(request, Action.SEASONS)
    may_change = changed is None or season.club_id in changed
    try:
        shown = _read(season, request.GET.dict())
    except (NoSuchStream, NoSuchGroup):
        raise Http404 from None
    public_page = reverse("web:season", args=[season.club.slug, season.pk])
    shown |= {"may_change": may_change, "public_page": public_page}
    return TemplateResponse(request, "league/admin/league_table.html", {**context, **shown})


def _read(season: Season, query: dict[str, str]) -> dict[str, Any]:
    """The template's variables. Raises NoSuchStream and NoSuchGroup."""
    wanted = league_table_filters.table_query(query)
    rows = _rows(season, wanted)
    with reading(season.club_id, SEASON, season.pk) as stream:
        state: SeasonState = stream.aggregate.state
        columns = league_table.columns(state, _tournaments(season, state))
        scheme, chain = scheme_sentences(state.scheme), criteria(["points", *state.scheme.ties])
        filters = league_table_filters.filters(state, [column.date for column in columns], query)
    called = names.of_people([UUID(row["person"]) for row in rows], CLUB)
    find = query.get(FIND, "")
    window = _window(columns, query)
    shown = window.of(columns)
    listed = [row for row in league_table.rows(rows, called, shown) if matches(row.name, find)]
    pages = max(-(-len(listed) // ROWS), 1)
    page = min(number_in(query, PAGE, MOST_PAGES) or 1, pages)
    return {
        "columns": shown,
        "rows": listed[(page - 1) * ROWS : page * ROWS],
        "people": len(listed),
        "window": window,
        "page_number": page,
        "pages": pages,
        "links": _links(query, window, page, pages),
        "find": find,
        "chain": chain,
        "filters": filters,
        "query": league_table_filters.query_of(query),
        "is_filtered": wanted != TableQuery() or bool(find),
        "is_part": wanted != TableQuery(),
        "is_of_days": wanted.span is not None,
        "scheme": scheme,
        "counted_events": sum(column.is_counted for column in columns),
        "is_behind": _is_behind(season),
    }


def _window(columns: Sequence[Column], query: Mapping[str, str]) -> Window:
    """The events to show: at first the newest ones that count, with those to come if there is room."""
    counted = max((number for number, column in enumerate(columns, 1) if column.is_counted), default=0)
    until = number_in(query, UNTIL, MOST_EVENTS) or counted
    return Window.until(until or None, len(columns), EVENTS)


def _links(query: Mapping[str, str], window: Window, page: int, pages: int) -> dict[str, str]:
    """The addresses of other events and other rows; "" where there are none."""
    kept = {name: query.get(name) for name in (*league_table_filters.PARTS, FIND)}

    def link(page: int, until: int | None) -> str:
        return query_string(**kept, page=page if page > 1 else None, until=until)

    return {
        "earlier": link(page, window.earlier) if window.earlier else "",
        "later": link(page, window.later) if window.later else "",
        "before": link(page - 1, window.last) if page > 1 else "",
        "after": link(page + 1, window.last) if page < pages else "",
    }


def _rows(season: Season, wanted: TableQuery) -> list[Json]:
    """The stored rows of the whole table; those of a part are calculated. Raises NoSuchGroup."""
    if wanted == TableQuery():
        return list(LeagueTableRow.objects.filter(season=season).order_by("order").values_list("data", flat=True))
    return list(league_tables.table(season, wanted).rows)


def _tournaments(season: Season, state: SeasonState) -> dict[str, Tournament]:
    wanted = [event.tournament for event in state.events.values() if event.tournament]
    return {str(row.pk): row for row in Tournament.objects.filter(club=season.club_id, pk__in=wanted)}


def _is_behind(season: Season) -> bool:
    """Whether the club's log has events that the table hasn't counted yet."""
    read = FollowerPosition.objects.filter(club=season.club_id, name=LEAGUE_TABLES).values_list("position", flat=True)
    newest = Event.objects.filter(club=season.club_id).aggregate(newest=Max("position"))["newest"] or 0
    return (read.first() or 0) < newest
