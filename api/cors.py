"""Other origins: a page of any site may call the API, with a token or a link in `Authorization`, never with cookies.

So a page gets nothing that its own program could not get. A log-in alone is refused to it: nobody should type the
password of this site into another one.
"""

from __future__ import annotations

import re

from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest

OPEN = ("/api/v1/", "/problems/")
LOG_INS = re.compile(r"POST /api/v1/(clubs/[^/]+/)?tokens|PATCH /api/v1/me")
"""The requests that take a password, or give out a token."""


class OtherOrigins(CorsMiddleware):
    """The headers by which browsers let pages of other origins read answers; answers their preflights."""

    def is_enabled(self, request: HttpRequest) -> bool:
        """Whether pages of other origins may send this request, or the one that a preflight asks about."""
        asked = request.headers.get("Access-Control-Request-Method") if request.method == "OPTIONS" else None
        is_log_in = LOG_INS.fullmatch(f"{asked or request.method} {request.path_info}")
        return request.path_info.startswith(OPEN) and not is_log_in
