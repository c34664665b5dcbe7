"""A tournament's main page: its standings and its rounds."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from league.access.audience import CLUB
from league.admin.formatting import stages
from league.admin.tournament import standings, standings_filters
from league.models import Tournament
from league.queries import names
from league.queries.wording import criteria, game_name, state_name
from league.repository.streams import TOURNAMENT, NoSuchStream, reading


@require_safe
def page(request: HttpRequest, tournament: Tournament, context: dict[str, Any]) -> HttpResponse:
    """The page. Raises Http404 for a round that has not begun."""
    query = standings_filters.parse(request.GET.dict())
    try:
        shown = _read(tournament, query)
    except NoSuchStream:
        raise Http404 from None
    return TemplateResponse(request, "league/admin/tournament.html", {**context, **shown})


def _read(tournament: Tournament, query: standings_filters.Query) -> dict[str, Any]:
    """The template's variables. Raises NoSuchStream, and Http404 for a round that has not begun."""
    called = names.of_entries(tournament.pk, CLUB)
    with reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        state = stream.aggregate.state
        return {
            "page": standings.page(state, standings.rows_of(stream, query.after_round), called, query),
            "filters": standings_filters.filters(state, query),
            "kept": [("entry", query.entry)] if query.entry else [],
            "file_query": query.file_query,
            "is_filtered": query != standings_filters.WHOLE,
            "chain": criteria(standings_filters.deciding_in(state)),
            "stages": stages.stage_sentences(state, called),
            "settings": state.settings,
            "entry_count": len(called),
            "seasons": list(tournament.seasons.all()),
            "game": game_name(state.settings.game),
            "state_name": state_name(tournament.state),
        }
