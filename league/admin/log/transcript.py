"""What happened in the game at a table, as a page to read; staff read it as the referee, a player as a player."""

from __future__ import annotations

from uuid import UUID

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from games.registry import all_games
from league.access.roles import caller
from league.admin.formatting.names import table_name
from league.admin.scope import clubs_seen
from league.log import store
from league.queries.transcript import players_of, transcript
from league.repository.game_streams import game_at


@require_safe
def page(request: HttpRequest, id: UUID, site: AdminSite) -> HttpResponse:
    """The page of one table; there is none for a game that is not installed any more."""
    at = game_at(id)
    if at is None or at.table.game not in all_games():
        raise Http404
    if not clubs_seen(request).filter(pk=at.table.club_id).exists():
        raise Http404
    found = at.table
    rows = store.load(found.club_id, id)
    viewer = caller(request.user, found.club_id).viewer_at(players_of(rows[0]) if rows else ())
    context = {
        **site.each_context(request),
        "title": table_name(found, at.game),
        "table": found,
        "lines": list(transcript(found, viewer, at.game)),
    }
    return TemplateResponse(request, "league/admin/transcript.html", context)
