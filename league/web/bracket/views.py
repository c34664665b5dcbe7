"""The page of the bracket. It shows, and changes nothing; `?embed=1` is read as a visitor, without a header."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.access.origin import public_origin
from league.access.roles import Caller
from league.access.visibility import may_open
from league.models import Tournament
from league.web import night, pages, public
from league.web.lookup import reader_of, tournament_of
from league.web.night import Night


@require_safe
def bracket(request: HttpRequest, code: str) -> HttpResponse:
    """The bracket; of a tournament without a knockout, the page for an address that leads nowhere."""
    is_embedded = pages.is_embedded(request)
    try:
        row = tournament_of(code)
        who = _visitor(row) if is_embedded else reader_of(request, row)
        found = night.read(row, who, pages.present())
        if found.bracket is None:
            raise Http404
    except Http404:
        return public.unknown(request, code)
    context = _context(request, found) | {"is_embedded": is_embedded}
    return pages.page(request, "bracket", "league/web/bracket/page.html", context)


def _visitor(row: Tournament) -> Caller:
    """Somebody without a role or a link. Raises Http404 where they may not open the tournament."""
    visitor = Caller(row.club_id, None, None)
    if not may_open(visitor, row):
        raise Http404
    return visitor


def _context(request: HttpRequest, found: Night) -> dict[str, Any]:
    address = f"{public_origin(request)}{reverse('web:bracket', args=[found.code])}"
    return {
        "night": found,
        "now": found.now,
        "bracket": found.bracket,
        "tabs": public.tabs_of(found),
        "address": address,
    }
