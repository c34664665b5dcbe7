"""The root address: the club of this site, or a list of its clubs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.access.visibility import listed_clubs
from league.models import Club
from league.web import pages

MOST = 200


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The page of the one club that this reader sees; a list where there are several, or none yet."""
    clubs = list(listed_clubs(Club.objects.order_by("name", "pk"), request.user)[:MOST])
    if len(clubs) == 1:
        return HttpResponseRedirect(reverse("web:club", args=[clubs[0].slug]))
    return pages.page(request, "club", "league/web/club/home.html", {"clubs": clubs})
