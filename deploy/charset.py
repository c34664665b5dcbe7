"""Refuse requests with an unknown charset, before Django tries to decode them."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

UNSUPPORTED = 415


def charset_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer 415 where the `charset` in Content-Type is unknown; reading the query would fail too."""

    def middleware(request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset")
        if not named or is_charset(named):
            return get_response(request)
        return HttpResponse(_("There is no such charset."), status=UNSUPPORTED, content_type="text/plain")

    return middleware


def is_charset(name: str) -> bool:
    """Return whether any bytes can be decoded with that name."""
    try:
        b"a=\xff".decode(name, "replace")
    except (LookupError, ValueError):
        return False
    return True
