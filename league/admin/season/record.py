"""A person's page: their results and opponents, in all and in each season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _

from league.access.audience import CLUB
from league.admin.season import fairness
from league.domain.season.history.meetings import MeetingCounts
from league.domain.season.history.record import Record
from league.models import Person, Season
from league.queries import names, records


class Opponent(NamedTuple):
    """A person met. met: how often, and how often the place was better, worse or tied."""

    person: str
    name: str
    met: MeetingCounts


class RecordSection(NamedTuple):
    """A record with its title.

    season: None for all time. place: in the season's league table. fairness: the person's counts in the season.
    """

    title: str
    record: Record
    opponents: Sequence[Opponent]
    season: UUID | None = None
    place: int | None = None
    fairness: fairness.FairnessRow | None = None


def page(request: HttpRequest, person: Person, context: dict[str, Any]) -> HttpResponse:
    """The record of all time, then one for each season."""
    history = records.history(person)
    called = names.of_people({person.pk, *(UUID(other) for other in history.all_time.opponents)}, CLUB)
    shown = {
        "title": called.get(str(person.pk), str(person)),
        "person": person,
        "sections": [
            RecordSection(_("All time"), history.all_time, _opponents(history.all_time, called)),
            *(_in_season(str(person.pk), one, called) for one in history.seasons),
        ],
    }
    return TemplateResponse(request, "league/admin/record.html", {**context, **shown})


def _in_season(person: str, found: records.InSeason, called: Mapping[str, str]) -> RecordSection:
    return RecordSection(
        title=found.name,
        record=found.record,
        opponents=_opponents(found.record, called),
        season=found.season,
        place=found.place,
        fairness=fairness.of_person(person, Season.objects.get(pk=found.season)),
    )


def _opponents(record: Record, called: Mapping[str, str]) -> list[Opponent]:
    return [
        Opponent(person, called.get(person, ""), record.opponents[person])
        for person in names.in_order(record.opponents, called)
    ]
