"""The root address, which leads to the club of this site or lists its clubs; and `/robots.txt`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.access.visibility import listed_clubs
from league.models import Club
from league.web import pages

MOST = 200
ROBOTS = ("User-agent: *", "Disallow: /t/-/", "Disallow: /admin/", "Disallow: /api/")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The page of the one club that this reader sees; a list of several; the log-in where there is none."""
    clubs = list(listed_clubs(Club.objects.order_by("name", "pk"), request.user)[:MOST])
    if not clubs:
        return HttpResponseRedirect(reverse("admin:index"))
    if len(clubs) == 1:
        return HttpResponseRedirect(reverse("web:club", args=[clubs[0].slug]))
    return pages.page(request, "club", "league/web/club/home.html", {"clubs": clubs})


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What programs that read the web should leave alone; pages that are not for everybody say so themselves."""
    return HttpResponse("".join(f"{line}\n" for line in ROBOTS), content_type="text/plain; charset=utf-8")
