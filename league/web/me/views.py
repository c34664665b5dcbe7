"""Answers of My page: what it shows by GET, what it takes by POST."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.kernel import Rejected
from league.access import cookies, links
from league.access.links import BadLink, Found
from league.access.roles import caller
from league.models import LinkKind, Tournament
from league.queries import refusals
from league.web import addresses, pages
from league.web.links import said, withdrawn
from league.web.lookup import reader_of, tournament_of
from league.web.me import needs, writing
from league.web.me.reading import MyPage, read
from league.web.table import people

REFUSED, NOT_FOUND = 422, 404


@require_http_methods(["GET", "HEAD", "POST"])
@pages.in_its_language
def me(request: HttpRequest, code: str, tag: str) -> HttpResponse:
    """The page of the person or team with that tag, whose link this browser has opened."""
    row = tournament_of(code)
    link = cookies.link_of(request, tag.lower())
    found = _found(link, row, tag.lower())
    if found is None:
        return _not_known(request, row)
    if found.over:
        return withdrawn(request, found, row.public_code.code)
    page = read(row, str(found.holder.id), caller(AnonymousUser(), row.club, found.holder))
    if request.method == "POST":
        return _take(request, page)
    answer = _shown(request, page)
    tables = [UUID(page.where.table.id)] if page.where.table else []
    cookies.put(answer, link, found.holder, *tables)
    if pages.PARTS not in request.GET:  # of two people's pages on one phone, the one that was opened last
        people.remember(answer, row.public_code.code, str(found.holder.id))
    return answer


def _found(link: str, row: Tournament, tag: str) -> Found | None:
    """The personal link in a cookie, if it is of this tournament and this tag."""
    try:
        found = links.found(link)
    except BadLink:
        return None
    holder = found.holder
    is_mine = holder.kind == LinkKind.ENTRY and holder.tournament == row.pk and tag in cookies.tags(holder.id)
    return found if is_mine else None


def _not_known(request: HttpRequest, row: Tournament) -> HttpResponse:
    """For a browser that has not opened the link, such as another phone. Raises Http404, as `reader_of` does."""
    reader_of(request, row)
    heading = _("This page is somebody’s own")
    text = _("Open it with your personal link. The desk shows it to you as a QR code.")
    return said(
        request, heading, text, addresses.of_tournament(row.public_code.code), _("Go to the tournament"), NOT_FOUND
    )


def _shown(request: HttpRequest, page: MyPage, refused: str = "", status: int = 200) -> HttpResponse:
    context = {"night": page.night, "now": page.night.now, "me": page, "refused": refused}
    if pages.PARTS not in request.GET and page.face == "playing":  # not again with each change at another table
        context |= _needs(request, page)
    return pages.page(request, "me", "league/web/me/page.html", context, status)


def _needs(request: HttpRequest, page: MyPage) -> dict[str, object]:
    """What is needed for the goal that the address asks for, or for the first that is offered."""
    goals = needs.goals_of(page.night, page.where, leaves=page.leaves_after is not None)
    wanted = request.GET.get("goal", "") or (goals[0][0] if goals else "")
    asked = needs.needs_of(page.row, page.entry, wanted, page.who) if wanted else None
    return {"goals": goals, "needs": asked}


def _take(request: HttpRequest, page: MyPage) -> HttpResponse:
    """Does what a form of the page asks."""
    what = request.POST.get("do", "")
    if what in writing.ACTIONS:
        try:
            writing.do(page, what, request.POST)
        except Rejected as refusal:
            text = refusals.sentence(refusal.template, refusal.facts, refusals.names_of([refusal], page.who.audience))
            return _shown(request, page, text, REFUSED)
    return HttpResponseRedirect(addresses.of_entry(page.night.code, page.entry), status=303)
