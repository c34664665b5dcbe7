"""Finds what an address of the hall names, for whom it is meant."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest

from league.access import cookies
from league.access.roles import Caller, caller
from league.access.visibility import may_open
from league.models import LinkKind, Tournament


def tournament_of(code: str) -> Tournament:
    """The tournament with that code, written in any case, with its club and its code. Raises Http404."""
    found = Tournament.objects.select_related("club", "public_code").filter(public_code__code=code.upper()).first()
    if found is None:
        raise Http404
    return found


def reader_of(request: HttpRequest, tournament: Tournament, *, or_table: bool = False) -> Caller:
    """Who reads a page of the tournament: a user of the site, or the holder of one of its personal links.

    or_table: also the holder of a table's link, for what the page of a table needs. Raises Http404 for somebody who may
    not open it, as for a tournament that does not exist.
    """
    user = caller(request.user, tournament.club)
    if may_open(user, tournament):
        return user
    held = (holder for holder in cookies.from_cookies(request) if holder.tournament == tournament.pk)
    found = next((holder for holder in held if or_table or holder.kind == LinkKind.ENTRY), None)
    if found is None:
        raise Http404
    return caller(AnonymousUser(), tournament.club, found)


def own_entries(request: HttpRequest, tournament: Tournament) -> list[str]:
    """The entries of the tournament whose personal links this browser has opened."""
    held = cookies.from_cookies(request)
    return [str(one.id) for one in held if one.kind == LinkKind.ENTRY and one.tournament == tournament.pk]
