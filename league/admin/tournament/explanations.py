"""Why somebody sits or stands there, as a page to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from league.access.roles import caller
from league.domain.explanations.alternatives import Alternative
from league.domain.explanations.reasons import COSTS
from league.models import Tournament
from league.queries import names
from league.queries.explanations import NoSuchEntry, NoSuchRound, explain


@dataclass(frozen=True)
class Other:
    """Another seat. table and seat: None for sitting out. costs: in words."""

    name: str
    table: int | None
    seat: int | None
    costs: str


def page(
    request: HttpRequest, row: Tournament, entry: UUID, number: int | None, context: dict[str, Any]
) -> HttpResponse:
    """The page about an entry's seat in a round, or without one about its place."""
    viewer = caller(request.user, row.club_id).viewer
    try:
        found = explain(row, str(entry), number, viewer)
    except (NoSuchEntry, NoSuchRound):
        raise Http404 from None
    called = names.of_entries(row.pk)
    shown = {
        **context,
        "tournament": row,
        "title": _title(called.get(str(entry), ""), number),
        "because": found.because,
        "others": [_other(other, called) for other in found.alternatives],
    }
    return TemplateResponse(request, "league/admin/why.html", shown)


def _title(name: str, number: int | None) -> str:
    if number is None:
        return _("Why this place? {name}").format(name=name)
    return _("Why here? {name} in round {number}").format(name=name, number=number)


def _other(found: Alternative, called: Mapping[str, str]) -> Other:
    told = [f"{_signed(cost)} {_(COSTS[name])}" for name, cost in found.extra.items()]
    return Other(called.get(found.instead, ""), found.table, found.seat, _(", ").join(told) or _("nothing"))


def _signed(cost: int) -> str:
    return f"+{cost}" if cost > 0 else f"−{-cost}"
