"""Who asks: by `Authorization: Token …` or `Link …`, or by the browser's session with CSRF."""

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
    """Knox's tokens; what can't be one never reaches the database."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The user and the token's row."""
        if not token.isalnum() or len(token) > LONGEST_TOKEN:
            raise exceptions.AuthenticationFailed
        return super().authenticate_credentials(token)


class Link(BaseAuthentication):
    """The link of a table or an entry. Whoever holds one is no user: `request.auth` says for whom they stand."""

    keyword = b"link"

    def authenticate(self, request: Request) -> tuple[AnonymousUser, Holder] | None:
        """For whom the link's holder stands; None where the request came without one. Raises Problem."""
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
        """Raises Problem where the CSRF token is missing or wrong."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise Problem(403, "csrf_failed", "The CSRF token is missing or wrong.") from None
