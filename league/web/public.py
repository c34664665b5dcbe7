"""`/t/` and `/t/<code>`: the public page of a tournament, and the field for its code."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from league.log.models import Event
from league.models import Tournament
from league.web import night, pages, scripts
from league.web.reader import PUBLIC

SCRIPT_SECONDS = 365 * 24 * 3600


def tournament_of(code: str) -> Tournament:
    """The tournament with that code, written in any case, with its club. Raises Http404."""
    found = Tournament.objects.select_related("club", "public_code").filter(public_code__code=code.upper()).first()
    if found is None:
        raise Http404
    return found


@require_safe
def script(request: HttpRequest, page: str, digest: str) -> HttpResponse:
    """The script of a page. An old address gets the new script, which no cache keeps."""
    if page not in scripts.PAGES:
        raise Http404
    is_current = digest == scripts.hash_of(page)
    answer = HttpResponse(scripts.script_of(page), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = f"public, max-age={SCRIPT_SECONDS}, immutable" if is_current else "no-store"
    return answer


@require_safe
def enter(request: HttpRequest) -> HttpResponse:
    """The field for the code of a tournament."""
    return pages.page(request, "code", "league/web/code.html", {})


@require_safe
def public(request: HttpRequest, code: str) -> HttpResponse:
    """The public page."""
    try:
        row = tournament_of(code)
    except Http404:
        return pages.page(request, "code", "league/web/code.html", {"unknown": code}, 404)
    found = night.read(row, PUBLIC, pages.present())
    return pages.page(request, "public", "league/web/public.html", {"night": found, "now": found.now})


@require_safe
def now(request: HttpRequest, code: str) -> JsonResponse:
    """The small answer for polling: where the log of the tournament is, and the clock with the server's time."""
    row = tournament_of(code)
    found = night.read(row, PUBLIC, pages.present())
    at = Event.objects.filter(club=row.club_id, stream=row.pk, version=found.version)
    body = {
        "position": at.values_list("position", flat=True).get(),
        "version": found.version,
        "phase": found.phase,
        "round": found.round.number if found.round else None,
        "clock": found.clock.as_json(),
    }
    return JsonResponse(body, headers={"Cache-Control": "no-store"})
