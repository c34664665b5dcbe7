"""The page that explains an entry's seat or place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access.audience import CLUB
from league.access.roles import caller
from league.domain.explanations.alternatives import Alternative
from league.domain.explanations.reasons import COSTS
from league.models import Tournament
from league.queries import names
from league.queries.explanations import NoSuchEntry, NoSuchRound, explain
from league.queries.wording import joined


@require_safe
def page(
    request: HttpRequest, tournament: Tournament, entry: UUID, number: int | None, context: dict[str, Any]
) -> HttpResponse:
    """The page. number: of the round of the seat; None for the place. Raises Http404."""
    viewer = caller(request.user, tournament.club_id).viewer
    try:
        found = explain(tournament, str(entry), number, viewer, CLUB)
    except (NoSuchEntry, NoSuchRound):
        raise Http404 from None
    called = names.of_entries(tournament.pk, CLUB)
    shown = {
        **context,
        "title": _title(called.get(str(entry), ""), number),
        "because": found.because,
        "others": [_row(other, called) for other in found.alternatives],
    }
    return TemplateResponse(request, "league/admin/why.html", shown)


def _title(name: str, number: int | None) -> str:
    if number is None:
        return _("Why does {name} have this place?").format(name=name)
    return _("Why does {name} sit here in round {number}?").format(name=name, number=number)


def _row(found: Alternative, called: Mapping[str, str]) -> dict[str, Any]:
    """A swap with another entry. table, seat: None for a bye. costs: the additional costs, in words."""
    costs = joined([f"{_signed(cost)} {_(COSTS[name])}" for name, cost in found.extra.items()]) or _("nothing")
    return {"name": called.get(found.instead, ""), "table": found.table, "seat": found.seat, "costs": costs}


def _signed(cost: int) -> str:
    return f"+{cost}" if cost > 0 else f"−{-cost}"
