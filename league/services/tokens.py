"""Tokens of users and of clubs' programs: made, listed, revoked. Each function is one change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.db.models import Q, QuerySet
from knox.models import AuthToken

from league.access import tokens
from league.domain.club.events import TokenCreated, TokenRevoked
from league.log.store import writing
from league.models import Club, ClubToken, PersonalToken, Scope, TokenDetails, User
from league.services.club_log import note
from league.services.preconditions import raise_version

USUAL = timedelta(days=30)
"""How long a token is valid, where nothing else is asked for."""
USE_NOTED_EACH = timedelta(minutes=1)


Row = TypeVar("Row", PersonalToken, ClubToken)


class Made(NamedTuple, Generic[Row]):
    """A new token. secret: what its holder sends; it is stored nowhere."""

    row: Row
    secret: str


def make(user: User, name: str, scope: Scope, expires_at: datetime | None) -> Made[PersonalToken] | None:
    """A token for an account whose password has just been found right; None where that was changed meanwhile."""
    with writing():
        as_checked = User.objects.select_for_update().filter(pk=user.pk, password=user.password, is_active=True)
        if as_checked.first() is None:
            return None
        secret = tokens.new_secret(tokens.PERSONAL)
        auth = AuthToken(digest=secret.digest, token_key=secret.key, user=user, expiry=expires_at)
        auth.save(force_insert=True)
        return Made(PersonalToken.objects.create(auth=auth, name=name, scope=scope), secret.text)


def of(user: User, now: datetime) -> QuerySet[PersonalToken]:
    """The valid tokens of a user."""
    valid = Q(auth__expiry=None) | Q(auth__expiry__gt=now)
    return PersonalToken.objects.select_related("auth").filter(valid, auth__user=user)


def revoke(auth: AuthToken) -> None:
    """Ends a token. One that has ended already is no error."""
    with writing():
        AuthToken.objects.filter(pk=auth.pk).delete()


def make_for_club(
    club: UUID, name: str, scope: Scope, expires_at: datetime | None, *, actor: str, at: datetime
) -> Made[ClubToken]:
    """A token for a program of the club."""
    secret = tokens.new_secret(tokens.CLUB)
    row = ClubToken(club_id=club, name=name, scope=scope, digest=secret.digest, expires_at=expires_at)
    with writing():
        row.save(force_insert=True)
        raise_version(Club, club)
        note(club, TokenCreated(str(row.pk), scope), actor=actor, at=at)
    return Made(row, secret.text)


def valid_of_clubs(now: datetime) -> QuerySet[ClubToken]:
    """The valid tokens of all clubs' programs."""
    return tokens.valid_of_clubs(now)


def of_club(club: UUID, now: datetime) -> QuerySet[ClubToken]:
    """The valid tokens of a club's programs."""
    return tokens.valid_of_clubs(now).filter(club=club)


def revoke_of_club(token: ClubToken, *, actor: str, at: datetime) -> None:
    """Ends the token of a program. One that was revoked already is no error."""
    with writing():
        if ClubToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at):
            raise_version(Club, token.club_id)
            note(token.club_id, TokenRevoked(str(token.pk)), actor=actor, at=at)


def note_use(token: TokenDetails, now: datetime) -> None:
    """Notes that a token is used, once in a minute. Where that can't be written at once, a later request does it."""
    if token.last_used_at is not None and now - token.last_used_at < USE_NOTED_EACH:
        return
    with suppress(DatabaseError), _without_waiting():
        type(token)._default_manager.filter(pk=token.pk).update(last_used_at=now)


@contextmanager
def _without_waiting() -> Iterator[None]:
    """A transaction that on SQLite does not wait for another writer. Raises DatabaseError."""
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    with connection.cursor() as cursor:
        (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
        cursor.execute("PRAGMA busy_timeout = 0")
        try:
            with transaction.atomic():
                yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {usual}")
