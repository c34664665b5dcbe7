"""Authentication: `Authorization: Token …` or `Link …`, or the browser's session with CSRF."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from knox.auth import TokenAuthentication
from knox.settings import CONSTANTS
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.request import Request

from api.problems import Problem
from league.access import links, roles
from league.access.cookies import from_cookies
from league.access.links import BadLink, Holder
from league.models import LinkKind

LONGEST_TOKEN = CONSTANTS.TOKEN_KEY_LENGTH + CONSTANTS.DIGEST_LENGTH


class Token(TokenAuthentication):
    """Knox's tokens; a text that can't be a token never reaches the database."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The user and the token. Raises AuthenticationFailed."""
        if not token.isalnum() or len(token) > LONGEST_TOKEN:
            raise exceptions.AuthenticationFailed
        return super().authenticate_credentials(token)


class Link(BaseAuthentication):
    """The link of a table or an entry. Its holder is no user: `request.auth` is the `Holder`."""

    keyword = b"link"

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Holder] | None:
        """The link's holder; None for a request without a link. Raises Problem."""
        word, _, link = get_authorization_header(request).partition(b" ")
        if word.lower() != self.keyword:
            return None
        try:
            return AnonymousUser(), links.holder(link.strip().decode("ascii", "replace"))
        except BadLink as error:
            raise Problem(401, error.code, error.template, headers={"WWW-Authenticate": "Link"}) from None


class PageLink(BaseAuthentication):
    """The link in a cookie that the pages have set for this path: for streams, to which a browser sends no header."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Holder] | None:
        """The link's holder; None without a valid link, or for a user with a role in its club, who may see more.

        An entry's link comes before a table's, which opens less.
        """
        holders = sorted(from_cookies(request), key=lambda holder: holder.kind == LinkKind.TABLE)
        if not holders or roles.caller(request._request.user, holders[0].club).role is not None:
            return None
        return AnonymousUser(), holders[0]


class Session(SessionAuthentication):
    """The browser's session; writing needs the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raises Problem for a missing or wrong CSRF token."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise Problem(403, "csrf_failed", "The CSRF token is missing or wrong.") from None
