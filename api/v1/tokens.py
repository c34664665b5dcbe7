"""`tokens`, `me`: log-in, log-out, and the caller's own account."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.contrib.auth import authenticate
from django.http import HttpResponse
from knox.models import AuthToken
from msgspec import Meta
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource
from api.openapi.schema import describes
from api.parsing import Body
from api.problems import Problem, bad_field
from games.kernel import N_
from league.models import Club, Membership, User

LONGEST_USERNAME = 150


class Credentials(Body, frozen=True):
    """A log-in. username: of the account. password: of the account.

    A text that is longer than any user name is refused before it counts as an attempt: it would not fit there.
    """

    username: Annotated[str, Meta(max_length=LONGEST_USERNAME)]
    password: str


class NewToken(msgspec.Struct):
    """A token. token: valid for 30 days; it is not shown again."""

    token: str


class ClubRole(msgspec.Struct):
    """A role in a club. club: the id of the club. role: `director`, `referee` or `member`."""

    club: UUID
    role: str


class Me(msgspec.Struct):
    """The caller's account. clubs: the clubs in which the account has a role; a superuser directs every club."""

    id: UUID
    username: str
    clubs: list[ClubRole]


class Tokens(Resource):
    """Log-in."""

    permission_classes = [AllowAny]
    dry_run = DryRun.NONE

    @describes(NewToken, body=Credentials, status=201)
    def post(self, request: Request) -> Reply | HttpResponse:
        """Creates a token from a user name and a password. Attempts are limited; an Idempotency-Key is ignored."""
        asked = parsing.read(Credentials, request.data)
        known = {"username": asked.username, "password": asked.password}
        user = authenticate(request._request, **known)
        if not isinstance(user, User):
            raise Problem(
                401,
                "wrong_credentials",
                N_("The user name or the password is wrong."),
                headers={"WWW-Authenticate": self.get_authenticate_header(request)},
            )
        return Reply(NewToken(AuthToken.objects.create(user=user)[1]), 201)


class CurrentToken(Resource):
    """The token of the request."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE

    @describes()
    def delete(self, request: Request) -> Reply:
        """Revokes the token of the request."""
        if not isinstance(request.auth, AuthToken):
            raise bad_field("Authorization", "no_token", N_("This request has no token."))
        request.auth.delete()
        return Reply()


class WhoAmI(Resource):
    """The caller's account."""

    permission_classes = [IsAuthenticated]

    @describes(Me)
    def get(self, request: Request) -> Reply:
        """The caller's account and its roles."""
        user: Any = request.user
        if user.is_superuser:
            clubs = [ClubRole(club, "director") for club in Club.objects.values_list("id", flat=True)]
        else:
            clubs = [ClubRole(*row) for row in Membership.objects.filter(user=user).values_list("club", "role")]
        return Reply(Me(user.id, user.username, clubs))
