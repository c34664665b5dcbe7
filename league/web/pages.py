"""How a page of the hall is answered: its language and time zone, its parts alone, its headers."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache, wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response, patch_vary_headers

from league.log.time import steady
from league.web.languages import language_of, languages
from league.web.tags import moment, without_ticks

View = Callable[..., HttpResponse]
NOW_HEADER = "X-Now"
PARTS, LANGUAGE, EMBED = "part", "language", "embed"
WHOLE, ALONE = "private, no-store", "private, no-cache"
"""A whole page tells the time and is never shown again; parts of it may be, once the server has said so."""
CHOSEN_SECONDS = 365 * 24 * 3600
ETAG_DIGITS = 20
DIGESTS = 256


def in_its_language(view: View) -> View:
    """A view that also chooses its sentences in the language of its page."""

    @wraps(view)
    def translated(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with translation.override(language_of(request)):
            return view(request, *args, **kwargs)

    return translated


def present() -> datetime:
    """The time now, right also where the machine's clock was set back."""
    return steady(timezone.now())


def is_embedded(request: HttpRequest) -> bool:
    """Whether the page is asked for to be shown in a frame of another site: `?embed=1`."""
    return request.GET.get(EMBED) == "1"


def page(request: HttpRequest, name: str, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """A page, or where `?part=` names some of its parts, these alone.

    name: of its styles and script. context: with `night` where the page is of a tournament, or else `zone`; `now`;
    `is_embedded` where other sites may show the page in a frame: to be read as a visitor, without a header.
    """
    if (chosen := request.GET.get(LANGUAGE)) in languages():
        return _with_language(request, str(chosen))
    night, now = context.get("night"), context.get("now") or present()
    wanted = request.GET[PARTS].split(",") if PARTS in request.GET else None
    parts: list[str] = []
    more = {"page": name, "now": now, "wanted_parts": wanted, "found_parts": parts, "languages": languages().items()}
    zone = night.zone if night else context.get("zone") or ZoneInfo(settings.TIME_ZONE)
    with translation.override(language_of(request)), timezone.override(zone):
        whole = render_to_string(template, {**context, **more}, request)
    answer = HttpResponse(whole if wanted is None else "".join(parts), status=status)
    patch_vary_headers(answer, ["Cookie", "Accept-Language"])
    answer.headers[NOW_HEADER] = moment(now)
    answer.headers["Cache-Control"] = WHOLE if wanted is None else ALONE
    if context.get("is_embedded"):
        vars(answer)["xframe_options_exempt"] = True
    return answer if wanted is None else _unless_known(request, answer, parts)


def _unless_known(request: HttpRequest, answer: HttpResponse, parts: Sequence[str]) -> HttpResponse:
    """The parts, or 304 where the reader has them already."""
    found = hashlib.sha256(b"".join(map(_digest, parts))).hexdigest()[:ETAG_DIGITS]
    answer.headers["ETag"] = etag = f'W/"{found}"'
    conditional = get_conditional_response(request, etag=etag, response=answer)
    assert isinstance(conditional, HttpResponse)
    conditional.headers[NOW_HEADER] = answer.headers[NOW_HEADER]
    return conditional


@lru_cache(DIGESTS)
def _digest(part: str) -> bytes:
    """The digest of a part but for what changes each second, found once for a part that many readers share."""
    return hashlib.sha256(without_ticks(part).encode()).digest()


def _with_language(request: HttpRequest, code: str) -> HttpResponse:
    """The same page in another language from now on."""
    kept = request.GET.copy()
    del kept[LANGUAGE]
    answer = HttpResponseRedirect(f"{request.path}?{kept.urlencode()}".rstrip("?"), status=303)
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(settings.LANGUAGE_COOKIE_NAME, code, CHOSEN_SECONDS, secure=secure, samesite="Lax")
    return answer
