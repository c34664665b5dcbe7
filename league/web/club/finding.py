"""Finds the club of an address, for readers who may see something of it."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access.roles import caller
from league.access.visibility import shows_club
from league.models import slugs
from league.web import pages
from league.web.links import said
from league.web.pages import View

NOT_FOUND = 404


def of_club(view: View) -> View:
    """A view whose club is found by the slug in the address; one that the club had before leads to the newest."""

    @require_safe
    @pages.in_its_language
    @wraps(view)
    def found(request: HttpRequest, slug: str, **named: Any) -> HttpResponse:
        club = slugs.find(slug)
        if club is None or not shows_club(caller(request.user, club)):
            return unknown(request)
        if slug != club.slug:
            assert request.resolver_match is not None
            to = reverse(request.resolver_match.view_name, kwargs={"slug": club.slug, **named})
            return HttpResponseRedirect("?".join(filter(None, (to, request.META.get("QUERY_STRING")))))
        return view(request, club, **named)

    return found


def unknown(request: HttpRequest) -> HttpResponse:
    """404, for a club that is not there as for one that shows nothing."""
    heading, text = _("There is no page at this address"), _("Maybe the club is shown to its members only.")
    return said(request, heading, text, reverse("web:home"), _("Go to the start page"), NOT_FOUND)
