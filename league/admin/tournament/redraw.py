"""A round drawn again, as a page: is it seated as its draw comes out?"""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from league.models import Round, Tournament
from league.queries import names
from league.queries.transcript import say
from league.seating.redraw import NoSuchAttempt, redraw


def page(request: HttpRequest, row: Tournament, number: int, context: dict[str, Any]) -> HttpResponse:
    """The page of the last attempt at that round."""
    found = Round.objects.filter(tournament=row.pk, number=number).first()
    if found is None:
        raise Http404
    try:
        redrawn = redraw(found)
    except NoSuchAttempt:
        raise Http404 from None
    shown = {
        **context,
        "tournament": row,
        "title": _("The draw of round {number}").format(number=number),
        "redrawn": redrawn,
        "said": say(redrawn.sentence, names.of_entries(row.pk)),
        "changes": [
            {"position": position, "tables": [table.number for table in change.event.tables]}
            for position, change in redrawn.changes
        ],
    }
    return TemplateResponse(request, "league/admin/redraw.html", shown)
