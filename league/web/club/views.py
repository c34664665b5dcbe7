"""`/c/<slug>`: the page of a club, its league tables, its nights and its people."""

from __future__ import annotations

from itertools import groupby
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from league.access.origin import public_origin
from league.access.roles import caller
from league.access.visibility import unlisted
from league.domain.values.names import LONGEST, search_key
from league.models import Club, Season
from league.projections.league_tables import TableQuery
from league.queries.dates import narrow
from league.queries.plot import plot
from league.queries.wording import game_name
from league.repository.streams import NoSuchStream
from league.web import pages
from league.web.club import nights, race, tables
from league.web.club.finding import of_club, unknown
from league.web.club.tables import Asked
from league.web.signup.reading import offering

FIRST_ROWS, LAST_NIGHTS = 20, 5
FIRST_LINES, MOST_LINES = 8, 16
PEOPLE = 300


def _context(request: HttpRequest, club: Club, tab: str, **more: Any) -> dict[str, Any]:
    """What every page of a club has. tab: the page, among those that the head leads to."""
    origin = public_origin(request)
    return {
        "club": club,
        "tab": tab,
        "origin": origin,
        "address": f"{origin}{request.path}",
        "now": pages.present(),
        "zone": ZoneInfo(club.time_zone),
        **more,
    }


@of_club
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """Tonight, the league, the next nights."""
    context = _context(request, club, "club")
    user, now = request.user, context["now"]
    coming = list(nights.coming(club, user, now)[: nights.MOST_NEXT + 1])
    seasons = nights.seasons(club)
    context |= {
        "tonight": [(night, game_name(night.settings.game)) for night in nights.tonight(club, user, now)],
        "coming": coming[: nights.MOST_NEXT],
        "sign_ups": offering(coming[: nights.MOST_NEXT], now),
        "has_more": len(coming) > nights.MOST_NEXT,
        "past": nights.with_winners(list(nights.over(club, user)[:LAST_NIGHTS]), caller(user, club)),
        "seasons": seasons,
    }
    if seasons:
        context |= _league(request, seasons[0], Asked(), FIRST_ROWS)
    return pages.page(request, "club", "league/web/club/club.html", context)


def _league(request: HttpRequest, season: Season, asked: Asked, most: int) -> dict[str, Any]:
    """A league table with what its leader needs. An embedded one is that of visitors."""
    user = AnonymousUser() if pages.is_embedded(request) else request.user
    who = caller(user, season.club_id)
    try:
        shown = tables.read(season, who, asked, pages.present(), most)
    except NoSuchStream:
        return {}
    has_race = not shown.is_part and most == tables.ROWS and not pages.is_embedded(request)
    return {"table": shown, "race": race.read(season, who) if has_race else None}


@of_club
def league(request: HttpRequest, club: Club) -> HttpResponse:
    """The league table of the season in which somebody played last."""
    season = next(iter(nights.seasons(club)), None)
    if season is None:
        return unknown(request)
    query = request.META.get("QUERY_STRING")
    address = reverse("web:season", args=[club.slug, season.pk])
    return HttpResponseRedirect(f"{address}?{query}" if query else address)


@of_club
def table(request: HttpRequest, club: Club, season: UUID) -> HttpResponse:
    """A league table."""
    row = _season(club, season)
    is_embedded = pages.is_embedded(request)
    asked = Asked.by(request.GET.dict())
    found = _league(request, row, asked, tables.ROWS)
    if not found:
        raise Http404
    context = _context(request, club, "league", is_embedded=is_embedded, season=row, **found)
    context["seasons"] = seasons = [] if is_embedded else nights.seasons(club)
    context["is_current"] = bool(seasons) and seasons[0] == row
    return pages.page(request, "club", "league/web/club/season.html", context)


def _season(club: Club, id: UUID) -> Season:
    found = Season.objects.filter(club=club, pk=id).first()
    if found is None:
        raise Http404
    return found


@of_club
def past(request: HttpRequest, club: Club) -> HttpResponse:
    """The nights that are over, by year."""
    found = nights.over(club, request.user)
    pages_of = max(-(-found.count() // nights.A_PAGE), 1)
    page = min(Asked.by(request.GET.dict()).page, pages_of)
    rows = list(found[(page - 1) * nights.A_PAGE : page * nights.A_PAGE])
    context = _context(request, club, "nights")
    coming = list(nights.coming(club, request.user, context["now"])[: nights.A_PAGE])
    context |= {
        "years": nights.by_year(nights.with_winners(rows, caller(request.user, club)), context["zone"]),
        "coming": coming,
        "sign_ups": offering(coming, context["now"]),
        "page_number": page,
        "pages": pages_of,
    }
    return pages.page(request, "club", "league/web/club/nights.html", context)


@of_club
def places(request: HttpRequest, club: Club, season: UUID) -> HttpResponse:
    """The places of the first people after each event, and of those whose names are asked for."""
    row, find, who = _season(club, season), request.GET.get("find", "")[:LONGEST], caller(request.user, club)
    query = TableQuery(without=unlisted(who, row))
    steps, events = tables.progress_of(row, query)
    data = tables.data_of(row, query)
    called = tables.called(data, who)
    order = [line["person"] for line in data]
    found = [person for person in order[FIRST_LINES:] if find and search_key(find) in search_key(called[person])]
    chosen = [*order[:FIRST_LINES], *found][:MOST_LINES]
    days = {event.event.id: event.day for event in events}
    labels = [narrow(day) if (day := days[step.event]) else str(step.number) for step in steps]
    own = {person: [step.places.get(person) for step in steps] for person in chosen}
    context = _context(request, club, "league", season=row, labels=labels, find=find)
    context["plot"] = plot(labels, own, called)
    context["lines"] = [(called[person], own[person]) for person in chosen]
    return pages.page(request, "places", "league/web/club/places.html", context)


@of_club
def people(request: HttpRequest, club: Club) -> HttpResponse:
    """Everybody who has played on a night that the reader's lists show, and may be named."""
    find = request.GET.get("find", "")[:LONGEST]
    known = [person for person in nights.players(club, request.user) if search_key(find) in search_key(person.name)]
    pages_of = max(-(-len(known) // PEOPLE), 1)
    page = min(Asked.by(request.GET.dict()).page, pages_of)
    groups = groupby(known[(page - 1) * PEOPLE : page * PEOPLE], key=lambda person: search_key(person.name)[:1].upper())
    letters = [(letter, list(people)) for letter, people in groups]
    context = _context(request, club, "people", find=find, letters=letters, page_number=page, pages=pages_of)
    return pages.page(request, "club", "league/web/club/people.html", context)
