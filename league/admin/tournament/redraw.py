"""The page that repeats a round's seating from the tournament's secret and compares the two."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access.audience import CLUB
from league.models import Round, Tournament
from league.queries import names
from league.queries.transcript import say
from league.seating.redraw import NoSuchAttempt, redraw


@require_safe
def page(request: HttpRequest, tournament: Tournament, number: int, context: dict[str, Any]) -> HttpResponse:
    """The page about the last attempt to seat a round. Raises Http404."""
    try:
        redrawn = redraw(get_object_or_404(Round, tournament=tournament.pk, number=number))
    except NoSuchAttempt:
        raise Http404 from None
    shown = {
        **context,
        "title": _("Check of the seating of round {number}").format(number=number),
        "redrawn": redrawn,
        "outcome": say(redrawn.sentence, names.of_entries(tournament.pk, CLUB)),
        "changes": [
            {"position": position, "tables": [table.number for table in change.event.tables]}
            for position, change in redrawn.changes
        ],
    }
    return TemplateResponse(request, "league/admin/redraw.html", shown)
