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
from league.access import links
from league.access.links import BadLink, Holder

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


class Session(SessionAuthentication):
    """The browser's session; writing needs the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raises Problem for a missing or wrong CSRF token."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise Problem(403, "csrf_failed", "The CSRF token is missing or wrong.") from None
