"""Tokens as secrets: how they are made, and whose token a secret is.

The prefix says what a secret is for, to people and to programs that look for secrets in texts. Tokens of older
releases have none.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from knox.crypto import create_token_string, hash_token
from knox.models import AuthToken
from knox.settings import CONSTANTS

from league.models import ClubToken, Scope

PERSONAL, CLUB = "tkp_", "tkc_"
TOKEN = re.compile(r"(?:tk[pc]_)?[A-Za-z0-9]{1,143}")


class Secret(NamedTuple):
    """A new secret. text: shown once. key: its beginning, by which knox finds it. digest: what is stored of it."""

    text: str
    key: str
    digest: str


def new_secret(prefix: str) -> Secret:
    """A secret that nobody can guess."""
    text = prefix + create_token_string()
    return Secret(text, text[: CONSTANTS.TOKEN_KEY_LENGTH], hash_token(text))


def is_token(text: str) -> bool:
    """Whether a text can be a token at all."""
    return TOKEN.fullmatch(text) is not None


def personal(text: str, now: datetime) -> AuthToken | None:
    """The valid token of an active user with this secret, with its user and its details."""
    valid = AuthToken.objects.filter(Q(expiry=None) | Q(expiry__gt=now), user__is_active=True)
    found: AuthToken | None = valid.select_related("user", "details").filter(digest=hash_token(text)).first()
    return found


def of_club(text: str, now: datetime) -> ClubToken | None:
    """The valid token of a club's program with this secret."""
    return valid_of_clubs(now).filter(digest=hash_token(text)).first()


def valid_of_clubs(now: datetime) -> QuerySet[ClubToken]:
    """The tokens of programs that have not ended."""
    return ClubToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), revoked_at=None)


def scope_of(token: AuthToken | ClubToken) -> Scope:
    """The scope of a token; a user's that was made without details has every right of the user."""
    if isinstance(token, ClubToken):
        return Scope(token.scope)
    details = getattr(token, "details", None)
    return Scope.DIRECT if details is None else Scope(details.scope)
