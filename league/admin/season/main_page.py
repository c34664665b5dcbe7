"""A season's main page: its league table, or a part of it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from games.kernel import Json
from league.access.actions import Action
from league.access.audience import CLUB
from league.admin.filters import FIND, matches
from league.admin.formatting.season_scheme import scheme_sentences
from league.admin.scope import clubs_where
from league.admin.season import league_table_filters
from league.domain.season.state import Season as SeasonState
from league.models import Event, FollowerPosition, LeagueTableRow, Season, Tournament
from league.projections import league_tables
from league.projections.followers import LEAGUE_TABLES
from league.projections.league_tables import NoSuchGroup, TableQuery
from league.queries import league_table, names
from league.queries.wording import criteria
from league.repository.streams import SEASON, NoSuchStream, reading


@require_safe
def page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    """The page. Raises Http404 for a part that the season doesn't have."""
    changed = clubs_where(request, Action.SEASONS)
    may_change = changed is None or season.club_id in changed
    try:
        shown = _read(season, request.GET.dict())
    except (NoSuchStream, NoSuchGroup):
        raise Http404 from None
    return TemplateResponse(request, "league/admin/league_table.html", {**context, **shown, "may_change": may_change})


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
    return {
        "columns": columns,
        "rows": [row for row in league_table.rows(rows, called, columns) if matches(row.name, find)],
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
