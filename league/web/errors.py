"""Errors of pages: each says in a sentence what is wrong, and leads back. Templates such as 500.html say the rest."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import csrf

from league.web import addresses, pages, public
from league.web.links import said
from league.web.lookup import reader_of, tournament_of

NOT_FOUND, FORBIDDEN = 404, 403


def _is_of_the_hall(request: HttpRequest) -> bool:
    return request.path.startswith(reverse("web:enter"))


@pages.in_its_language
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: the tournament, where the address has one that the reader may open; else the field for a code.

    Outside of the hall it leads to the overview, to the problems, to the documentation or to the start page.
    """
    if not _is_of_the_hall(request):
        return _elsewhere(request)
    try:
        row = tournament_of(str(request.resolver_match.kwargs["code"]) if request.resolver_match else "")
        reader_of(request, row)
    except (Http404, KeyError):
        return public.unknown(request)
    heading, text = _("There is no page at this address"), _("Maybe the seats have changed. Find your table again.")
    to = addresses.of_tournament(row.public_code.code)
    return said(request, heading, text, to, _("Go to the tournament"), NOT_FOUND)


def _elsewhere(request: HttpRequest) -> HttpResponse:
    """404 outside of the hall."""
    ways = (
        (reverse("admin:index"), _("Go to the overview")),
        (reverse("problems"), _("All problems")),
        (reverse("api:docs"), _("The API’s documentation")),
    )
    to, button = next((way for way in ways if request.path.startswith(way[0])), ("/", _("Go to the start page")))
    text = _("It may have moved, or it was never there.")
    return said(request, _("There is no page at this address"), text, to, button, NOT_FOUND)


@pages.in_its_language
def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form without its token, as after a log-in in another tab; with a new one, for scripts to try again."""
    if not _is_of_the_hall(request):
        return csrf.csrf_failure(request, reason)
    heading = _("This was not sent")
    text = _(
        "The page was open for too long, or your browser keeps no cookies. Open the page again and send it once more."
    )
    context = {"heading": heading, "text": text, "to": request.get_full_path(), "button": _("Open the page again")}
    return pages.page(request, "link", "league/web/link.html", {**context, "is_of_a_form": True}, FORBIDDEN)
