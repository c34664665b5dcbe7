"""Finds whose page is asked for, and answers.

| the id is of | the answer |
| --- | --- |
| somebody who may be named, with an event that the reader may see | their page |
| somebody who was merged into another | on to the page of the other |
| somebody who was forgotten | 410 |
| nobody, or somebody who may not be named in public | 404, the same for both |
"""

from __future__ import annotations

from uuid import UUID
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access.origin import public_origin
from league.access.roles import caller
from league.access.visibility import unlisted
from league.models import Club, Person
from league.queries.portraits import portrait
from league.queries.rating_plot import rating_plot
from league.queries.wording import RATING_MEANING
from league.services import people
from league.web import pages
from league.web.club.finding import of_club
from league.web.links import said

EVENTS_A_PAGE = 30
NOT_FOUND, GONE = 404, 410


@of_club
def person(request: HttpRequest, club: Club, id: UUID) -> HttpResponse:
    """The page of a person of the club."""
    row = Person.objects.select_related("club").filter(club=club, pk=id).first()
    if row is not None and (newest := people.final(row)) != row:
        return HttpResponseRedirect(reverse("web:person", args=[club.slug, newest.pk]))
    if row is not None and row.is_forgotten:
        return _forgotten(request, club)
    who = caller(request.user, club)
    if row is None or not row.may_be_named:
        return _nobody(request, club)
    found = portrait(row, without=unlisted(who))
    if who.role is None and not found.history.events:
        return _nobody(request, club)
    events = Paginator(found.events, EVENTS_A_PAGE).get_page(request.GET.get("page"))
    origin = public_origin(request)
    context = {
        "club": club,
        "tab": "people",
        "origin": origin,
        "address": f"{origin}{request.path}",
        "zone": ZoneInfo(club.time_zone),
        "person": row,
        "found": found,
        "events": events,
        "plot": rating_plot(found.nights),
        "meaning": RATING_MEANING,
    }
    return pages.page(request, "person", "league/web/person/page.html", context)


def _nobody(request: HttpRequest, club: Club) -> HttpResponse:
    heading = _("There is no page of this person")
    text = _("Maybe they have not played yet, or the club does not show their results to everybody.")
    return said(request, heading, text, *_way_back(club), status=NOT_FOUND)


def _forgotten(request: HttpRequest, club: Club) -> HttpResponse:
    heading, text = _("This page is gone"), _("Somebody wanted to be forgotten here. Their name was deleted.")
    return said(request, heading, text, *_way_back(club), status=GONE)


def _way_back(club: Club) -> tuple[str, str]:
    """The address of the club's page, and the words of the button that leads there."""
    return reverse("web:club", args=[club.slug]), _("Go to {club}").format(club=club.name)
