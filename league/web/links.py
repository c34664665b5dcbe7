"""`/t/-/<secret>`: a link is opened. Its secret goes into a cookie, and the browser on to the address without it.

| the link | leads to |
| --- | --- |
| of an entry | its page |
| of a table, also of one whose round is closed | the table's page; a link that is over opens nothing there |
| of a table that is gone | "Table 7 is now table 4", with a button |
| of a round that was called off; withdrawn | what has happened, with a button to the tournament |
| of no table or entry of this site | a sentence; from an address with many of them 429 |

Opening a link changes nothing, so what scans messages for addresses does no harm.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import attempts, cookies, links
from league.access.links import BadLink, Found
from league.domain.tournament.state import Tournament as State
from league.models import LinkKind, Table, Tournament
from league.repository import streams
from league.repository.streams import TOURNAMENT
from league.web import addresses, pages

MOST_IN_A_MINUTE = 60
"""So many values that are no links may come from an address; a true link is opened all the same."""
NO_STORE = "private, no-store"


@require_safe
def old_slip(request: HttpRequest) -> HttpResponse:
    """The page on which a slip of 0.5.0 ends, whose link stands behind `#`: a script goes on with it."""
    return private(pages.page(request, "slip", "league/web/old_slip.html", {"opened": reverse("web:link", args=["-"])}))


@require_safe
@pages.in_its_language
def opened(request: HttpRequest, secret: str) -> HttpResponse:
    """A link is opened."""
    link = secret.rstrip("/")
    try:
        found = links.found(link)
    except BadLink as error:
        return private(unknown_link(request, error))
    return private(_known(request, found, link))


def private(answer: HttpResponse) -> HttpResponse:
    """The answer of an address with a secret, which no cache and no index keeps."""
    answer.headers["Cache-Control"] = NO_STORE
    answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _known(request: HttpRequest, found: Found, link: str) -> HttpResponse:
    tournament = Tournament.objects.select_related("public_code").get(pk=found.holder.tournament)
    code = tournament.public_code.code
    match found.over.code if found.over else None:
        case None | "round_over":
            return _lead_on(request, found, link, tournament)
        case "link_revoked":
            return withdrawn(request, found, code)
        case _:
            return _gone(request, found.holder.id, tournament)


def _lead_on(request: HttpRequest, found: Found, link: str, tournament: Tournament) -> HttpResponse:
    """On to the page of the table or the entry, with a cookie for it."""
    code, holder = tournament.public_code.code, found.holder
    if holder.kind == LinkKind.ENTRY:
        answer = _to(addresses.of_entry(code, holder.id))
        cookies.put(answer, link, holder, *_tables_of(tournament, holder.id))
        return answer
    table = Table.objects.select_related("round").get(pk=holder.id)
    assert table.round is not None
    if table.round.state == "draft":
        return unknown_link(request, links.no_link())
    if table.round.state == "cancelled":
        return _called_off(request, table.round.number, code)
    answer = _to(addresses.of_table(code, table.round.number, table.number))
    cookies.put(answer, link, holder)
    return answer


def _to(address: str) -> HttpResponse:
    return HttpResponseRedirect(address, status=303)


def _tables_of(tournament: Tournament, entry: UUID) -> list[UUID]:
    """The table of an entry in the open round."""
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        return tables_of(stream.aggregate.state, str(entry))


def tables_of(state: State, entry: str) -> list[UUID]:
    """The table of an entry in the open round, if it has one."""
    tables = state.open_round.tables if state.open_round else ()
    return [UUID(table.id) for table in tables if entry in table.seats]


def withdrawn(request: HttpRequest, found: Found, code: str) -> HttpResponse:
    if found.holder.kind == LinkKind.ENTRY:
        heading, text = _("This link was withdrawn"), _("The desk has a new one for you.")
    else:
        heading = _("This slip was withdrawn")
        text = _("Scan the newer slip at your table, or ask at the desk.")
    return said(request, heading, text, addresses.of_tournament(code), _("Go to the tournament"))


def _called_off(request: HttpRequest, number: int, code: str) -> HttpResponse:
    heading = _("Round {number} was called off").format(number=number)
    text = _("Nothing of it counts, and its slips are no longer valid.")
    return said(request, heading, text, addresses.of_tournament(code), _("Find your table"))


def _gone(request: HttpRequest, id: UUID, tournament: Tournament) -> HttpResponse:
    """Where the players of a table that is gone sit now."""
    code = tournament.public_code.code
    with streams.reading(tournament.club_id, TOURNAMENT, tournament.pk) as stream:
        before, now = moved(stream.aggregate.state, str(id))
    heading = _("Seats have changed")
    if now is None:
        text = _("This slip is no longer valid: the round was seated again.")
        return said(request, heading, text, addresses.of_tournament(code), _("Find your table"))
    round_number, number = now
    if number == before:
        text = _("Other people sit at table {number} now.").format(number=number)
    else:
        text = _("Table {before} is now table {number}.").format(before=before, number=number)
    button = _("Go to table {number}").format(number=number)
    return said(request, heading, text, addresses.of_table(code, round_number, number), button)


def moved(state: State, id: str) -> tuple[int | None, tuple[int, int] | None]:
    """The number that a table had before it was gone, and the round and number of the one in its place, if any."""
    before = state.gone.get(id)
    while id in state.moved_to:
        id = state.moved_to[id]
    table = state.tables.get(id)
    round = next((round for round in state.rounds if table and round.id == table.round), None)
    return before, (round.number, table.number) if round and table else None


def unknown_link(request: HttpRequest, error: BadLink) -> HttpResponse:
    """The answer to a value that is no link, or of whose table nothing is known any more."""
    if error.code == "table_gone":
        text = _("This slip is no longer valid. Scan the newer slip at your table, or ask at the desk.")
        return said(request, _("Seats have changed"), text)
    if attempts.in_this_minute("links") > MOST_IN_A_MINUTE:
        answer = said(request, _("Too many attempts"), _("Wait a minute, then scan the code again."), status=429)
        answer.headers["Retry-After"] = str(attempts.seconds_left())
        return answer
    text = _("The address is not complete, or it is of another site. Scan the code again, or ask at the desk.")
    return said(request, _("This link leads nowhere"), text, status=404)


def said(
    request: HttpRequest, heading: str, text: str, to: str = "", button: str = "", status: int = 410
) -> HttpResponse:
    context: dict[str, Any] = {"heading": heading, "text": text, "to": to, "button": button}
    return pages.page(request, "link", "league/web/link.html", context, status)
