"""A request that names an encoding which no text can be in is refused before anything reads it by that."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

UNSUPPORTED = 415


def charset_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answers 415 where `charset` in Content-Type is none, since reading the query would fail as well."""

    def middleware(request: HttpRequest) -> HttpResponse:
        named = (request.content_params or {}).get("charset")
        if not named or is_charset(named):
            return get_response(request)
        return HttpResponse(_("There is no such charset."), status=UNSUPPORTED, content_type="text/plain")

    return middleware


def is_charset(name: str) -> bool:
    """Whether text can be read in an encoding of that name, whatever the bytes."""
    try:
        b"a=\xff".decode(name, "replace")
    except (LookupError, ValueError):
        return False
    return True
