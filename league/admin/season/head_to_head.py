"""The head-to-head page of a season: a matrix of all meetings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from league.access.audience import CLUB
from league.domain.season.history.meetings import MeetingCounts
from league.models import Season
from league.queries import names, records


class MatrixRow(NamedTuple):
    """A person's meetings. cells: the name of each person in the order of the rows; None if they never met."""

    person: str
    name: str
    cells: Sequence[tuple[str, MeetingCounts | None]]


def page(request: HttpRequest, season: Season, context: dict[str, Any]) -> HttpResponse:
    meetings = records.season_meetings(season)
    called = names.of_people([UUID(person) for person in meetings], CLUB)
    people = names.in_order(meetings, called)
    rows = [
        MatrixRow(
            person,
            called.get(person, ""),
            [(called.get(other, ""), meetings[person].get(other)) for other in people],
        )
        for person in people
    ]
    context |= {"title": _("Head to head in {name}").format(name=season.name), "rows": rows}
    return TemplateResponse(request, "league/admin/head_to_head.html", context)
