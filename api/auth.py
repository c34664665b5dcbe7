"""Who asks: by `Authorization: Token …`, or by the browser's session with CSRF."""

from __future__ import annotations

from typing import Any

from knox.auth import TokenAuthentication
from knox.settings import CONSTANTS
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from api.problems import Problem

LONGEST_TOKEN = CONSTANTS.TOKEN_KEY_LENGTH + CONSTANTS.DIGEST_LENGTH


class Token(TokenAuthentication):
    """Knox's tokens; what can't be one never reaches the database."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The user and the token's row."""
        if not token.isalnum() or len(token) > LONGEST_TOKEN:
            raise exceptions.AuthenticationFailed
        return super().authenticate_credentials(token)


class Session(SessionAuthentication):
    """The browser's session; writing needs the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raises Problem where the CSRF token is missing or wrong."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise Problem(403, "csrf_failed", "The CSRF token is missing or wrong.") from None
