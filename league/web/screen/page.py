"""The page of a screen: what everybody in the hall may see, also where the director has opened it."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe
from segno.helpers import make_wifi_data

from league.access.origin import public_origin
from league.access.roles import Caller
from league.models import Club
from league.web import night, pages, qr
from league.web.lookup import reader_of, tournament_of
from league.web.public import unknown
from league.web.screen.slides import slides

WIFI = "wifi"


class Wifi(NamedTuple):
    """The club's wireless network, with the QR code that joins it."""

    name: str
    password: str
    code: SafeString


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The screen. A tournament for members is shown on one that a member has opened, without what only staff see."""
    try:
        row = tournament_of(code)
        reader_of(request, row)
    except Http404:
        return unknown(request, code)
    found = night.read(row, Caller(row.club_id, None, None), pages.present())
    shows, step = found.screen
    shown = slides(found, shows, step)
    address = f"{public_origin(request)}{reverse('web:public', args=[found.code])}"
    context = {
        "night": found,
        "now": found.now,
        "slides": shown,
        "has_footer": shown[0].template not in ("welcome", "wifi"),
        "is_quiet": not found.announcements,
        "shown_address": address.removeprefix(f"{urlsplit(address).scheme}://"),
        "code": qr.svg(address),
        "wifi": wifi_of(row.club) if shows == WIFI else None,
    }
    return pages.page(request, "screen", "league/web/screen.html", context)


def wifi_of(club: Club) -> Wifi | None:
    """The club's network; None if it has not entered one."""
    if not club.wifi_name:
        return None
    security = "WPA" if club.wifi_password else None
    data = make_wifi_data(ssid=club.wifi_name, password=club.wifi_password or None, security=security)
    return Wifi(club.wifi_name, club.wifi_password, qr.svg(data))
