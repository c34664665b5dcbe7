"""`tokens`, `me`: log-in, log-out, and the caller's own account and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.contrib.auth import authenticate, update_session_auth_hash
from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from knox.models import AuthToken
from msgspec import UNSET, Meta, UnsetType
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, ResourceSet, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.problems import Problem, bad_field
from games.kernel import N_
from league.domain.values.fields import At
from league.models import Club, Membership, PersonalToken, Scope, User
from league.models.tokens import LONGEST_NAME
from league.services import accounts, members, tokens

LONGEST_USERNAME, LONGEST_PASSWORD = 150, 200
LONGEST_VALID = timedelta(days=36525)
OVER = N_("This time is over already.")
ScopeName = Literal["read", "report", "run", "direct"]


class TokenTerms(Body, frozen=True, kw_only=True):
    """What a token is for, and how long it is valid.

    name: what its holder calls it, as "results channel". scope: `read` allows every GET; `report` also results, their
    confirmation and dispute, check-in, calls and game commands; `run` also what a referee may, and all steps of entries
    and rounds; `direct` everything. Never more than its holder may. expires_at: null: never; left out: in 30 days.
    """

    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    scope: ScopeName = "direct"
    expires_at: At | UnsetType | None = UNSET


class Credentials(TokenTerms, frozen=True, kw_only=True):
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


class Token(msgspec.Struct):
    """A token, without its secret.

    name: what its holder calls it. expires_at: null: never. last_used_at: exact to a minute; null until it is used.
    """

    id: UUID
    name: str
    scope: ScopeName
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None


class NewToken(Token, kw_only=True):
    """A new token. token: its secret, which is not shown again."""

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

    clubs: the clubs in which the account has a role; a superuser directs every club. invitations: those that wait for
    an answer.
    """

    id: UUID
    username: str
    clubs: list[ClubRole]
    invitations: list[Invitation]


class AnswerInvitation(Body, frozen=True):
    """An answer to an invitation. club: the id of the club. accept: false declines."""

    club: UUID
    accept: bool = True


class Tokens(ResourceSet):
    """Log-in, and the caller's tokens."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE
    list_name = "tokens"

    def get_permissions(self) -> Any:
        """Everybody may try to log in."""
        return [AllowAny()] if self.action == "create" else super().get_permissions()

    def get_queryset(self) -> QuerySet[PersonalToken]:
        """The caller's valid tokens."""
        return tokens.of(account_of(self.request), timezone.now())

    @describes(Page[Token])
    def list(self, request: Request) -> Reply:
        """The caller's tokens that are valid, without their secrets."""
        return self.page(self.get_queryset())

    @describes(NewToken, body=Credentials, status=201)
    def create(self, request: Request) -> Reply | HttpResponse:
        """Creates a token from a user name and a password. Attempts are limited; an Idempotency-Key is ignored."""
        asked, now = parsing.read(Credentials, request.data), timezone.now()
        expires_at = expiry_of(asked, now)
        known = {"username": asked.username, "password": asked.password}
        user = authenticate(request._request, **known)
        scope = Scope(asked.scope)
        made = tokens.make(user, asked.name, scope, expires_at) if isinstance(user, User) else None
        if made is None:
            raise Problem(
                401,
                "wrong_credentials",
                N_("The user name or the password is wrong."),
                headers={"WWW-Authenticate": self.get_authenticate_header(request)},
            )
        shown = msgspec.structs.asdict(self.represent([made.row])[0])
        return Reply(NewToken(**shown, token=made.secret), 201, reverse("api:token", args=[made.row.id]))

    @describes(Token)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """One of the caller's tokens, without its secret."""
        return self.one(self.get_object())

    @describes()
    def destroy(self, request: Request, id: UUID) -> Reply:
        """Revokes one of the caller's tokens."""
        tokens.revoke(self.get_object().auth)
        return Reply()

    def represent(self, rows: Sequence[PersonalToken]) -> Sequence[Token]:
        return [
            Token(row.id, row.name, row.scope, row.auth.created, row.auth.expiry, row.last_used_at)  # type: ignore[arg-type]
            for row in rows
        ]


class CurrentToken(Resource):
    """The token of the request."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE
    scope = Scope.READ

    @describes()
    def delete(self, request: Request) -> Reply:
        """Revokes the token of the request, whatever its scope."""
        if not isinstance(request.auth, AuthToken):
            raise bad_field("Authorization", "no_token", N_("This request has no token."))
        tokens.revoke(request.auth)
        return Reply()


class WhoAmI(Resource):
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
        accounts.change_password(user, asked.new, kept_token=token)
        if request.auth is None:
            update_session_auth_hash(request._request, user)
        return _me(request)


class Invitations(Resource):
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


def account_of(request: Request) -> User:
    """The account of the caller. Raises NotAuthenticated."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def expiry_of(asked: TokenTerms, now: datetime) -> datetime | None:
    """When a token ends; None: never. Raises Problem for a time that is over, or farther than any database counts."""
    if asked.expires_at is UNSET:
        return now + tokens.USUAL
    if asked.expires_at is not None and not now < asked.expires_at < now + LONGEST_VALID:
        is_over = asked.expires_at <= now
        code, template = ("too_early", OVER) if is_over else ("too_late", N_("Leave out the time, or send null."))
        raise bad_field("expires_at", code, template)
    return asked.expires_at


def _me(request: Request) -> Reply:
    user: Any = request.user
    if user.is_superuser:
        clubs = [ClubRole(club, "director") for club in Club.objects.values_list("id", flat=True)]
    else:
        clubs = [ClubRole(*row) for row in Membership.objects.filter(user=user).values_list("club", "role")]
    waiting = [Invitation(row.club_id, row.club.name, row.role) for row in members.invitations(user)]
    return Reply(Me(user.id, user.username, clubs, waiting))
