"""A person's page: results, rating, nights, fairness and opponents, in all and in each season."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.actions import Action
from league.access.audience import CLUB
from league.admin.scope import clubs_for
from league.admin.season import fairness
from league.domain.season.history.meetings import MeetingCounts
from league.domain.season.history.record import Record
from league.models import Person, Season
from league.queries import names, records
from league.queries.portraits import portrait
from league.queries.rating_plot import rating_plot
from league.queries.wording import RATING_MEANING
from league.services import people


class Opponent(NamedTuple):
    """A person met. met: how often, and how often the place was better, worse or tied."""

    person: str
    name: str
    met: MeetingCounts


class RecordSection(NamedTuple):
    """A record with its title.

    season: None for all time. place: in the season's league table. fairness: the person's counts.
    """

    title: str
    record: Record
    opponents: Sequence[Opponent]
    season: UUID | None = None
    place: int | None = None
    fairness: fairness.FairnessRow | None = None


def address_of(person: Person) -> str:
    return reverse("admin:league_season_person", args=[person.pk])


def page(request: HttpRequest, person: Person, context: dict[str, Any]) -> HttpResponse:
    """The record of all time, then one for each season. Of somebody who was merged, the page of the other."""
    if (newest := people.final(person)) != person:
        return HttpResponseRedirect(address_of(newest))
    found = portrait(person, partial(names.of_people, audience=CLUB))
    history, played = found.history, [event.tournament for event in found.history.events if event.tournament]
    all_time = _section(_("All time"), history.all_time, found.called)
    shown = {
        "title": str(person),
        "person": person,
        "is_hidden": not person.may_be_named,
        "may_change": not person.is_forgotten and clubs_for(request, Action.PEOPLE).filter(pk=person.club_id).exists(),
        "merged": list(person.merged.order_by("pk")),
        "found": found,
        "plot": rating_plot(found.nights),
        "meaning": RATING_MEANING,
        "sections": [
            all_time._replace(fairness=fairness.of_tournaments(person, played)),
            *(_in_season(str(person.pk), one, found.called) for one in history.seasons),
        ],
    }
    return TemplateResponse(request, "league/admin/record.html", {**context, **shown})


def _in_season(person: str, found: records.InSeason, called: Mapping[str, str]) -> RecordSection:
    counts = fairness.of_person(person, Season.objects.get(pk=found.season))
    section = _section(found.name, found.record, called)
    return section._replace(season=found.season, place=found.place, fairness=counts)


def _section(title: str, record: Record, called: Mapping[str, str]) -> RecordSection:
    met = [
        Opponent(person, called.get(person, ""), record.opponents[person])
        for person in names.in_order(record.opponents, called)
    ]
    return RecordSection(title, record, met)
