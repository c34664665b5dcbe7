"""Links in cookies: what a browser holds once it has opened a link, so that no address shows the secret.

A cookie's value is the link, so it grants no more than the link and ends with it. Its name has six hex digits of the
table or entry that it is for: people who share a phone keep their own.

| path | read by |
| --- | --- |
| /t/ | the pages |
| /api/v1/tournaments/<id>/live, /api/v1/tables/<id>/live | the event streams, since EventSource can't set headers |

No other address reads them, so a cookie can't be used against the API.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.cookies import Morsel
from itertools import islice
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from league.access import links
from league.access.keys import digests
from league.access.links import Found, Holder
from league.models import LinkKind

NAME, PERSONAL = re.compile(r"tk-[te][0-9a-f]{6}"), re.compile(r"tk-e[0-9a-f]{6}")
MOST = 60
"""A browser may hold more; the rest is not looked at."""
PAGES = "/t/"
DAY = 86_400
SECONDS = {LinkKind.TABLE: 14 * DAY, LinkKind.ENTRY: 60 * DAY}
"""How long a browser keeps a cookie, from the last visit of the page; a link that is over opens nothing before that."""


def is_login(cookie: str) -> bool:
    """Whether a cookie of that name says who the caller is."""
    return cookie == settings.SESSION_COOKIE_NAME or NAME.fullmatch(cookie) is not None


def tag(id: UUID | str) -> str:
    """Six hex digits that stand for a table or an entry in addresses and in cookies' names. They are no secret."""
    return next(tags(id))


def tags(id: UUID | str) -> Iterator[str]:
    """The tag of a table or an entry, then those that it had by earlier keys of the site."""
    return (digest.hex()[:6] for digest in digests("tablekeeper.link.tag", UUID(str(id)).bytes))


def from_cookies(request: HttpRequest) -> list[Holder]:
    """The holders that a browser's cookies stand for; those of links that are over are left out."""
    return [one.holder for one in found_in(request) if one.over is None]


def found_in(request: HttpRequest) -> list[Found]:
    """The links of a browser's cookies, valid or over."""
    values = (value for name, value in request.COOKIES.items() if NAME.fullmatch(name))
    return links.found_all(islice(values, MOST))


def link_of(request: HttpRequest, tag: str) -> str:
    """The personal link that this browser has for the entry with that tag, valid or over; "" if it has none."""
    own = (value for name, value in request.COOKIES.items() if PERSONAL.fullmatch(name))
    return next((link for link in islice(own, MOST) if (id := links.id_in(link)) and tag in tags(id)), "")


def put(response: HttpResponseBase, link: str, holder: Holder, *tables: UUID) -> None:
    """Give the browser a link that it has opened, for the pages and the streams.

    tables: those whose streams an entry's page follows.
    """
    followed = [holder.id] if holder.kind == LinkKind.TABLE else tables
    for path in (PAGES, _live("tournaments", holder.tournament), *(_live("tables", table) for table in followed)):
        _set(response, name_of(holder), link, path, SECONDS[holder.kind])


def name_of(holder: Holder) -> str:
    """The name of a link's cookie."""
    return f"tk-{holder.kind.value[0]}{tag(holder.id)}"


def _live(kind: str, id: UUID) -> str:
    return f"/api/v1/{kind}/{id}/live"


def _set(response: HttpResponseBase, name: str, value: str, path: str, seconds: int) -> None:
    """Set a cookie. Django's own method has room for one path of a name."""
    cookie: Morsel[str] = Morsel()
    cookie.set(name, value, value)
    cookie["path"], cookie["max-age"], cookie["samesite"] = path, str(seconds), "Lax"
    cookie["httponly"], cookie["secure"] = True, settings.SESSION_COOKIE_SECURE
    dict.__setitem__(response.cookies, f"{name} {path}", cookie)
