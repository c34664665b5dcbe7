"""`tokens`, `me`: log in, log out, who am I."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import msgspec
from django.contrib.auth import authenticate
from django.http import HttpResponse
from knox.models import AuthToken
from msgspec import Meta
from rest_framework import exceptions
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource, require_login
from api.openapi.schema import describes
from api.parsing import Body
from api.problems import Problem, bad_field
from api.replies import Reply
from games.kernel import N_
from league.models import Club, Membership, User

LONGEST_USERNAME = 150


class Credentials(Body, frozen=True):
    """Who logs in. What is longer than any user name is not even noted as an attempt: it would not fit."""

    username: Annotated[str, Meta(max_length=LONGEST_USERNAME)]
    password: str


class NewToken(msgspec.Struct):
    """A token, shown this once; it is good for 30 days."""

    token: str


class Standing(msgspec.Struct):
    """A role in a club."""

    club: UUID
    role: str


class Me(msgspec.Struct):
    """Whoever asks, and where they have which role; a superuser directs every club."""

    id: UUID
    username: str
    clubs: list[Standing]


class Tokens(Resource):
    """Log-in."""

    dry_run = DryRun.NONE

    @describes(NewToken, body=Credentials, status=201, public=True)
    def post(self, request: Request) -> Reply | HttpResponse:
        """Gives a token for a user name and a password; wrong ones are limited. An Idempotency-Key means nothing."""
        asked = parsing.read(Credentials, request.data)
        known = {"username": asked.username, "password": asked.password}
        user = authenticate(request._request, **known)
        if not isinstance(user, User):
            raise Problem(
                401,
                "wrong_credentials",
                N_("User name or password is wrong."),
                headers={"WWW-Authenticate": self.get_authenticate_header(request)},
            )
        return Reply(NewToken(AuthToken.objects.create(user=user)[1]), 201)


class CurrentToken(Resource):
    """The token that a request came with."""

    dry_run = DryRun.NONE

    @describes()
    def delete(self, request: Request) -> Reply:
        """Makes the token worthless."""
        require_login(request)
        if not isinstance(request.auth, AuthToken):
            raise bad_field("Authorization", "no_token", N_("This request came with no token."))
        request.auth.delete()
        return Reply()


class WhoAmI(Resource):
    """Whoever asks."""

    @describes(Me)
    def get(self, request: Request) -> Reply:
        """Who the caller is, and their roles."""
        require_login(request)
        user = request.user
        if not isinstance(user, User):
            raise exceptions.NotAuthenticated
        if user.is_superuser:
            clubs = [Standing(club, "director") for club in Club.objects.values_list("id", flat=True)]
        else:
            clubs = [Standing(*row) for row in Membership.objects.filter(user=user).values_list("club", "role")]
        return Reply(Me(user.id, user.username, clubs))
