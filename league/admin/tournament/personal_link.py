"""The page at the desk from which people scan their personal link, and where a director withdraws one."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import segno
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from league.access import links
from league.access.actions import Action
from league.access.origin import phones_reach, public_origin
from league.access.roles import caller
from league.models import Entry, LinkKind, Tournament

QUIET_MODULES = 4


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, tournament: Tournament, entry: UUID, context: dict[str, Any]) -> HttpResponse:
    """An entry's personal link as QR code and address; a POST withdraws it, and the page has a new one."""
    row = get_object_or_404(Entry.objects.select_related("person"), pk=entry, tournament=tournament.pk)
    if not caller(request.user, tournament.club_id).may(Action.ENTRY_LINKS):
        raise PermissionDenied
    if request.method == "POST":
        links.revoke(tournament.club_id, LinkKind.ENTRY, [entry])
        messages.success(request, _("The link of {name} was withdrawn. This is the new one.").format(name=row))
        return HttpResponseRedirect(request.path)
    address = address_of(request, row)
    shown = {
        **context,
        "title": _("Personal link of {name}").format(name=row),
        "entry": row,
        "address": address,
        "code": qr_code(address),
        "reaches": phones_reach(address),
    }
    return TemplateResponse(request, "league/admin/personal_link.html", shown)


def address_of(request: HttpRequest, entry: Entry) -> str:
    """The address of an entry's personal link, as phones reach it."""
    link = links.made(entry.club_id, LinkKind.ENTRY, [entry.pk])[entry.pk]
    return f"{public_origin(request)}{reverse('web:link', args=[link])}"


def qr_code(address: str) -> SafeString:
    """A QR code as an SVG image, dark on light in both colour schemes, as readers need it."""
    code = segno.make(address, error="m", micro=False, boost_error=False)
    return mark_safe(code.svg_inline(light="#fff", border=QUIET_MODULES, omitsize=True, svgclass="tk-qr"))  # noqa: S308
