"""`tokens`, `me`: log-in, log-out, and the caller's own account."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.contrib.auth import authenticate, update_session_auth_hash
from django.http import HttpResponse
from django.utils import timezone
from knox.models import AuthToken
from msgspec import Meta
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, if_matching, writes
from api.openapi.schema import describes
from api.parsing import Body
from api.problems import Problem, bad_field
from games.kernel import N_
from league.log.store import writing
from league.models import Club, Membership, User
from league.services import accounts, members, preconditions

LONGEST_USERNAME, LONGEST_PASSWORD = 150, 200


class Credentials(Body, frozen=True):
    """A log-in. username: of the account. password: of the account.

    A text that is longer than any user name is refused before it counts as an attempt: it would not fit there.
    """

    username: Annotated[str, Meta(max_length=LONGEST_USERNAME)]
    password: str


class NewPassword(Body, frozen=True):
    """A new password. old: the current one. new: at least 8 characters."""

    old: Annotated[str, Meta(max_length=LONGEST_PASSWORD)]
    new: Annotated[str, Meta(max_length=LONGEST_PASSWORD)]


class ChangeMe(Body, frozen=True):
    """What to change of the caller's account. password: the old one and the new one."""

    password: NewPassword


class NewToken(msgspec.Struct):
    """A token. token: valid for 30 days; it is not shown again."""

    token: str


class ClubRole(msgspec.Struct):
    """A role in a club. club: the id of the club. role: `director`, `referee` or `member`."""

    club: UUID
    role: str


class Invitation(msgspec.Struct):
    """An invitation to a club. club: its id. name: its name. role: `director`, `referee` or `member`."""

    club: UUID
    name: str
    role: str


class Me(msgspec.Struct):
    """The caller's account.

    version: rises with a new password and with each change of a role. clubs: the clubs in which the account has a
    role; a superuser directs every club. invitations: those that wait for an answer.
    """

    id: UUID
    username: str
    clubs: list[ClubRole]
    invitations: list[Invitation]
    version: int


class AnswerInvitation(Body, frozen=True):
    """An answer to an invitation. club: the id of the club. accept: false declines."""

    club: UUID
    accept: bool = True


class Tokens(Resource):
    """Log-in."""

    permission_classes = [AllowAny]
    dry_run = DryRun.NONE
    takes_if_match = False
    gives_secrets = True

    @describes(NewToken, body=Credentials, status=201)
    def post(self, request: Request) -> Reply | HttpResponse:
        """Creates a token from a user name and a password. Attempts are limited; an Idempotency-Key is ignored."""
        asked = parsing.read(Credentials, request.data)
        known = {"username": asked.username, "password": asked.password}
        user = authenticate(request._request, **known)
        token = accounts.new_token(user) if isinstance(user, User) else None
        if token is None:
            raise Problem(
                401,
                "wrong_credentials",
                N_("The user name or the password is wrong."),
                headers={"WWW-Authenticate": self.get_authenticate_header(request)},
            )
        return Reply(NewToken(token), 201)


class CurrentToken(Resource):
    """The token of the request."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE

    @describes()
    @if_matching
    def delete(self, request: Request) -> Reply:
        """Revokes the token of the request."""
        if not isinstance(request.auth, AuthToken):
            raise bad_field("Authorization", "no_token", N_("This request has no token."))
        request.auth.delete()
        return Reply()


class OfAccount(Resource):
    """A resource of the caller's account."""

    def newest_version(self) -> int:
        """The version of the account."""
        assert isinstance(self.request.user, User)
        return preconditions.version_of(self.request.user)


class WhoAmI(OfAccount):
    """The caller's account."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE

    @describes(Me)
    def get(self, request: Request) -> Reply:
        """The caller's account and its roles."""
        return _me(request)

    @describes(Me, body=ChangeMe)
    def patch(self, request: Request) -> Reply | HttpResponse:
        """Changes the caller's password: all other tokens and sessions of the account end.

        Wrong old passwords count as wrong log-ins. An Idempotency-Key is ignored.
        """
        asked, user = parsing.read(ChangeMe, request.data).password, request.user
        known = {"username": user.get_username(), "password": asked.old}
        if not isinstance(user, User) or authenticate(request._request, **known) != user:
            raise bad_field("password.old", "wrong_password", N_("The old password is wrong."))
        token = request.auth.digest if isinstance(request.auth, AuthToken) else ""
        with writing():
            self.check_if_match()
            accounts.change_password(user, asked.new, kept_token=token)
        if request.auth is None:
            update_session_auth_hash(request._request, user)
        return _me(request)


class Invitations(OfAccount):
    """The invitations of the caller's account."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE

    @describes(Me, body=AnswerInvitation)
    @writes
    def post(self, request: Request) -> Reply:
        """Accepts an invitation to a club, or declines it; `me` lists them."""
        asked, user = parsing.read(AnswerInvitation, request.data), request.user
        assert isinstance(user, User)
        invitation = members.invitations(user).filter(club=asked.club).first()
        if invitation is None:
            raise members.no_invitation()
        members.answer(invitation, user, accept=asked.accept, at=timezone.now())
        return _me(request)


def _me(request: Request) -> Reply:
    user: Any = request.user
    if user.is_superuser:
        clubs = [ClubRole(club, "director") for club in Club.objects.values_list("id", flat=True)]
    else:
        clubs = [ClubRole(*row) for row in Membership.objects.filter(user=user).values_list("club", "role")]
    waiting = [Invitation(row.club_id, row.club.name, row.role) for row in members.invitations(user)]
    version = User.objects.values_list("version", flat=True).get(pk=user.pk)
    return Reply(Me(user.id, user.username, clubs, waiting, version))
