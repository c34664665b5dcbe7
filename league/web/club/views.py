"""`/c/<slug>`: the page of a club."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from league.models import Club
from league.web import pages
from league.web.club.finding import of_club


@of_club
def club(request: HttpRequest, club: Club) -> HttpResponse:
    """The page of the club."""
    return pages.page(request, "club", "league/web/club/club.html", {"club": club})
