"""`/t/` and `/t/<code>`: the field for a code, and the public page of a tournament. Both show, and change nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.access.audience import Audience
from league.access.origin import public_origin
from league.access.roles import Caller
from league.access.visibility import listed
from league.domain.values.names import search_key
from league.files.file_names import disposition, of_tournament
from league.log.models import Event
from league.models import Tournament
from league.queries import league_moves, names
from league.queries.wording import criteria, game_name
from league.web import addresses, calendar, night, pages, qr, rules, scripts, search
from league.web.languages import language_of
from league.web.lookup import own_entries, reader_of, tournament_of
from league.web.night import Night
from league.web.rounds import Person, ShownRound
from league.web.signup.reading import offering

SCRIPT_SECONDS = 365 * 24 * 3600
RUNNING, MOST_RUNNING = "running", 5
LONGEST_CODE = 10
TABS = {
    "people": _("Who plays"),
    "tables": _("Tables"),
    "standings": _("Standings"),
    "league": _("League"),
    "rounds": _("Rounds"),
    "rules": _("Rules"),
}


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
    """The field for the code of a tournament; in club mode also what is running."""
    if code := re.sub(r"[^A-Za-z0-9]", "", request.GET.get("code", ""))[:LONGEST_CODE]:
        return HttpResponseRedirect(reverse("web:public", args=[code.upper()]))
    return pages.page(request, "code", "league/web/code.html", {"running": _running(request)})


def _running(request: HttpRequest) -> QuerySet[Tournament] | None:
    if not settings.IS_CLUB:
        return None
    rows = Tournament.objects.filter(state=RUNNING).select_related("club", "public_code").order_by("-pk")
    return listed(rows, request.user)[:MOST_RUNNING]


@require_safe
def lost(request: HttpRequest, rest: str) -> HttpResponse:
    """The page for an address that leads nowhere."""
    return unknown(request)


def unknown(request: HttpRequest, code: str = "") -> HttpResponse:
    """The answer 404 with the field for a code."""
    context = {"unknown": code[:LONGEST_CODE].upper(), "is_unknown": True, "running": _running(request)}
    return pages.page(request, "code", "league/web/code.html", context, 404)


@require_safe
def public(request: HttpRequest, code: str) -> HttpResponse:
    """The public page."""
    try:
        row = tournament_of(code)
        who = reader_of(request, row)
    except Http404:
        return unknown(request, code)
    shows_standings = request.GET.get("tab") == "standings" or "me" in request.GET
    found = night.read(row, who, pages.present(), is_ranked_while_open=shows_standings)
    return pages.page(request, "public", "league/web/public.html", _context(request, row, who, found))


def _context(request: HttpRequest, row: Tournament, who: Caller, found: Night) -> dict[str, Any]:
    """What the page shows by its query: `me` an entry, `name` what is looked for, `tab`, `by`, `round`."""
    query = request.GET
    is_over = found.phase == "over"
    moves = league_moves.moves_of(row, who) if is_over else []
    next_night = calendar.next_after(row, request.user, found.now) if is_over else None
    tabs = [tab for tab in TABS if _has(found, tab, has_league=bool(moves))]
    tab = query["tab"] if query.get("tab") in tabs else tabs[0]
    own = own_entries(request, row)
    where = found.where(query.get("me", ""))
    rounds = {str(one.number): one for one in found.rounds}
    one = rounds.get(query.get("round", "")) or _latest(found)
    by_name = query.get("by") == "name"
    is_scripted = pages.PARTS in query  # a script adds the entry to links, and marks the reader's own lines
    shared = (found.key, tab, by_name, one and one.number, language_of(request), found.takes_sign_ups)
    is_shared = is_scripted or not (where or _has_clocks_of_tables(found))  # scripts let the clocks run
    address = f"{public_origin(request)}{reverse('web:public', args=[found.code])}"
    return {
        "night": found,
        "now": found.now,
        "own": [(name, addresses.of_entry(found.code, entry)) for entry, name in _own_names(found, own)],
        "where": where,
        "mine": [line for season in moves if where for line in season.of(where.entry)],
        "search": search.find(query.get("name", ""), found.roster),
        "name": query.get("name", ""),
        "tabs": [(one, TABS[one]) for one in tabs],
        "tab": tab,
        "keep_me": f"&me={where.entry}" if where and not is_scripted else "",
        "me": where.entry if where and not is_scripted else "",
        "shared_parts": {"tab": ("public", shared)} if is_shared and tab != "league" else {},
        "letters": _by_letter(found) if tab == "people" else [],
        "by_name": by_name,
        "one": one,
        "chain": criteria(found.settings.chain),
        "game": game_name(found.settings.game),
        "rules": rules.rules_of(found.settings, found.finals) if tab == "rules" else [],
        "moves": moves,
        "next": next_night,
        "next_takes_sign_ups": next_night is not None and next_night.pk in offering([next_night], found.now),
        "address": address,
        "origin": public_origin(request),
        "visibility": row.visibility,
        "club_slug": row.club.slug,
        "qr": qr.svg(address),
    }


def _own_names(found: Night, own: Sequence[str]) -> list[tuple[str, str]]:
    """The entries whose personal links this browser has opened, with their names."""
    known = {entry: person.name for entry in own if (person := found.person(entry))}
    if not found.unnamed.isdisjoint(known):
        called = names.of_entries(UUID(found.id), Audience(is_club=False, own=frozenset(known)))
        known = {entry: called[entry] for entry in known}
    return list(known.items())


def tabs_of(found: Night) -> list[tuple[str, Any]]:
    """The tabs of the public page, for other pages of the tournament."""
    return [(tab, TABS[tab]) for tab in TABS if tab != "league" and _has(found, tab, has_league=False)]


def _has(found: Night, tab: str, *, has_league: bool) -> bool:
    """Whether the page has that tab now."""
    match tab:
        case "people":
            return found.phase == "before"
        case "tables":
            return found.is_open
        case "standings":
            return found.after_round > 0
        case "league":
            return has_league
        case "rounds":
            return any(one.state == "closed" for one in found.rounds)
    return True


def _has_clocks_of_tables(found: Night) -> bool:
    """Whether a table of the newest round has a clock of its own."""
    return found.round is not None and any(table.clock for table in found.round.tables)


def _by_letter(found: Night) -> list[tuple[str, list[Person]]]:
    """The people who are expected, by the first letter of their names."""
    groups = groupby(found.expected, key=lambda person: search_key(person.name)[:1].upper())
    return [(letter, list(people)) for letter, people in groups]


def _latest(found: Night) -> ShownRound | None:
    """The last round that is closed."""
    return next((one for one in reversed(found.rounds) if one.state == "closed"), None)


@require_safe
def now(request: HttpRequest, code: str) -> JsonResponse:
    """The small answer for polling: where the log of the tournament is, and the clock with the server's time."""
    row = tournament_of(code)
    found = night.read(row, reader_of(request, row, or_table=True), pages.present())
    at = Event.objects.filter(club=row.club_id, stream=row.pk, version=found.version)
    body = {
        "position": at.values_list("position", flat=True).get(),
        "version": found.version,
        "phase": found.phase,
        "round": found.round.number if found.round else None,
        "clock": found.clock.as_json(),
    }
    return JsonResponse(body, headers={"Cache-Control": "no-store"})


@require_safe
def ics(request: HttpRequest, code: str) -> HttpResponse:
    """The tournament as an event for a calendar. 404 where its start is not known."""
    row = tournament_of(code)
    reader_of(request, row)
    address = f"{public_origin(request)}{reverse('web:public', args=[row.public_code.code])}"
    if row.starts_at is None:
        raise Http404
    answer = HttpResponse(calendar.events([(row, address)], pages.present()), content_type=calendar.MEDIA_TYPE)
    answer["Content-Disposition"] = disposition(f"{of_tournament(row)}.ics", is_attachment=False)
    return answer
