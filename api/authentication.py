"""Authentication: `Authorization: Token …` or `Link …`, or the browser's session with CSRF."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.models import AuthToken
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.request import Request

from api.problems import Problem
from api.throttling import refuse_guesses
from league.access import links, programs, roles, tokens
from league.access.cookies import from_cookies
from league.access.links import BadLink, Holder
from league.access.programs import Program
from league.models import ClubToken, LinkKind, User
from league.services.tokens import note_use


class Token(TokenAuthentication):
    """Tokens of users and of clubs; a text that can't be a token never reaches the database."""

    def authenticate_credentials(self, token: bytes) -> Any:
        """The user, or the program of a club, and the token. Raises AuthenticationFailed."""
        text, now = token.decode("ascii", "replace"), timezone.now()
        found = None
        if tokens.is_token(text):
            found = _of_club(text, now) if text.startswith(tokens.CLUB) else _of_user(text, now)
        if found is None:
            refuse_guesses("tokens")
            raise exceptions.AuthenticationFailed
        return found


def _of_user(text: str, now: datetime) -> tuple[User, AuthToken] | None:
    token = tokens.personal(text, now)
    if token is not None and hasattr(token, "details"):
        note_use(token.details, now)
    return token and (token.user, token)


def _of_club(text: str, now: datetime) -> tuple[Program, ClubToken] | None:
    token = tokens.of_club(text, now)
    if token is None:
        return None
    note_use(token, now)
    return programs.of(token), token


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
            if error.code == links.no_link().code:
                refuse_guesses("links")
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
