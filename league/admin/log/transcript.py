"""The page that tells the game at a table in words, as the reader may know it: a referee, a player, or a spectator."""

from __future__ import annotations

from uuid import UUID

from django.contrib.admin import AdminSite
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.http import require_safe

from games.registry import all_games
from league.access.audience import CLUB
from league.access.roles import caller
from league.admin.scope import clubs_seen
from league.log import store
from league.queries.names_in_log import table_name
from league.queries.transcript import players_of, transcript
from league.repository.game_streams import game_at


@require_safe
def page(request: HttpRequest, id: UUID, site: AdminSite) -> HttpResponse:
    """The page of one game. Raises Http404 if the game's rules are not installed."""
    at = game_at(id)
    if at is None or at.table.game not in all_games():
        raise Http404
    table = at.table
    if not clubs_seen(request).filter(pk=table.club_id).exists():
        raise Http404
    rows = store.load(table.club_id, id)
    viewer = caller(request.user, table.club_id).viewer_at(players_of(rows[0]) if rows else ())
    context = {
        **site.each_context(request),
        "title": table_name(table, at.game),
        "table": table,
        "lines": list(transcript(table, viewer, CLUB, at.game)),
    }
    return TemplateResponse(request, "league/admin/transcript.html", context)
