"""Programs of a club: the holders of its tokens. A program has no account, and directs its club within its scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser

from league.models import ClubToken, User

ACTOR = "token:"


@dataclass(frozen=True)
class Program:
    """The holder of a club's token, in the place of a user. id: of the token."""

    id: UUID
    club: UUID
    name: str
    pk: ClassVar[None] = None
    is_authenticated: ClassVar[bool] = True
    is_anonymous: ClassVar[bool] = False
    is_active: ClassVar[bool] = True
    is_superuser: ClassVar[bool] = False

    @property
    def actor(self) -> str:
        """The actor that is written into the log."""
        return f"{ACTOR}{self.id}"


Anybody = User | AnonymousUser | Program


def of(token: ClubToken) -> Program:
    """The program that holds a token."""
    return Program(token.pk, token.club_id, token.name)
