"""`tokens`, `clubs/{id}/tokens`, `me`: log-in, log-out, tokens, and the caller's own account."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Any, Literal, cast
from uuid import UUID

import msgspec
from django.contrib.auth import authenticate, update_session_auth_hash
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from knox.models import AuthToken
from msgspec import UNSET, Meta, UnsetType
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, ResourceSet, if_matching, writes
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import ExistsForMembers, IsPerson, ReadOnly, may
from api.problems import Problem, bad_field
from api.v1.clubs import RoleName, permitted_club, role_name
from games.kernel import N_
from league.access.actions import Action
from league.access.programs import Program
from league.domain.values.fields import At
from league.domain.values.names import checked
from league.log.store import writing
from league.models import Club, ClubToken, Membership, PersonalToken, Scope, User
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

    id: of the token. name: what its holder calls it. scope: what it allows. created_at: when it was made. expires_at:
    null: never. last_used_at: exact to a minute; null until it is used.
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


class NewClubToken(Token, kw_only=True):
    """A new token of a program. token: its secret, which is shown once: null where a request is repeated by its key."""

    token: str | None


class TokenOfProgram(TokenTerms, frozen=True, kw_only=True):
    """A token for a program of the club. name: of the program, as the log shows it."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]


class ClubRole(msgspec.Struct):
    """A role in a club. club: the id of the club. role: what the account may do in it."""

    club: UUID
    role: RoleName


class Invitation(msgspec.Struct):
    """An invitation to a club. club: its id. name: its name. role: what the account may do in it, once accepted."""

    club: UUID
    name: str
    role: RoleName


class Me(msgspec.Struct):
    """The caller's account.

    kind: `program` for the token of a club. id, username: of the account, or of the program. clubs: those in which the
    account has a role; a superuser directs every club. invitations: those that wait for an answer. token: the token of
    this request; null for a session. version: rises with a new password and with each change of a role.
    """

    id: UUID
    username: str
    kind: Literal["person", "program"]
    clubs: list[ClubRole]
    invitations: list[Invitation]
    token: Token | None
    version: int = 1


class AnswerInvitation(Body, frozen=True):
    """An answer to an invitation. club: the id of the club. accept: false declines."""

    club: UUID
    accept: bool = True


class Tokens(ResourceSet):
    """Log-in, and the caller's tokens."""

    permission_classes = [IsPerson]
    dry_run = DryRun.NONE
    gives_secrets = ("create",)
    list_name = "tokens"

    @property
    def takes_if_match(self) -> bool:  # type: ignore[override]
        """Whether the method does: a log-in is about no thing."""
        return bool(self.action != "create")

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
        name = checked("name", asked.name, most=LONGEST_NAME, needs_letter=False)
        expires_at = expiry_of(asked, now)
        known = {"username": asked.username, "password": asked.password}
        user = authenticate(request._request, **known)
        scope = Scope(asked.scope)
        made = tokens.make(user, name, scope, expires_at) if isinstance(user, User) else None
        if made is None:
            raise Problem(
                401,
                "wrong_credentials",
                N_("The user name or the password is wrong."),
                headers={"WWW-Authenticate": self.get_authenticate_header(request)},
            )
        answer = msgspec.structs.asdict(shown(made.row))
        return Reply(NewToken(**answer, token=made.secret), 201, reverse("api:token", args=[made.row.id]))

    @describes(Token)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """One of the caller's tokens, without its secret."""
        return self.one(self.get_object())

    @describes()
    @if_matching
    def destroy(self, request: Request, id: UUID) -> Reply:
        """Revokes one of the caller's tokens."""
        tokens.revoke(self.get_object().auth)
        return Reply()

    def represent(self, rows: Sequence[PersonalToken]) -> Sequence[Token]:
        return [shown(row) for row in rows]


class ClubTokens(ResourceSet):
    """The tokens of a club's programs."""

    parent = Club
    gives_secrets = ("create",)
    permission_classes = [ExistsForMembers & may(Action.TOKENS)]
    dry_run = DryRun.NONE

    @describes(Page[Token])
    def list(self, request: Request, id: UUID) -> Reply:
        """The valid tokens of the club's programs, without their secrets."""
        return self.page(tokens.of_club(permitted_club(self).pk, timezone.now()))

    @describes(NewClubToken, body=TokenOfProgram, status=201)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """A director creates a token for a program of the club, as a bot. It belongs to no person.

        What the program does is the club's alone; the log names it. No change of a password ends the token.
        """
        club, asked, now = permitted_club(self), parsing.read(TokenOfProgram, request.data), timezone.now()
        name = checked("name", asked.name, most=LONGEST_NAME)
        actor, ends = self.caller(club.pk).actor, expiry_of(asked, now)
        made = tokens.make_for_club(club.pk, name, Scope(asked.scope), ends, actor=actor, at=now)
        answer = msgspec.structs.asdict(shown(made.row))
        return Reply(
            NewClubToken(**answer, token=made.secret),
            201,
            reverse("api:club-token", args=[club.pk, made.row.pk]),
            repeated=NewClubToken(**answer, token=None),
        )

    def represent(self, rows: Sequence[ClubToken]) -> Sequence[Token]:
        return [shown(row) for row in rows]


class OneClubToken(ResourceSet):
    """The token of a program."""

    parent = Club
    permission_classes = [ExistsForMembers & may(Action.TOKENS)]
    lookup_url_kwarg = "token"
    dry_run = DryRun.NONE

    @describes(Token)
    def retrieve(self, request: Request, id: UUID, token: UUID) -> Reply:
        """The token, without its secret."""
        return Reply(shown(self._found(token)))

    @describes()
    @writes
    def destroy(self, request: Request, id: UUID, token: UUID) -> Reply:
        """A director revokes the token; streams that are open with it end."""
        found = self._found(token)
        tokens.revoke_of_club(found, actor=self.caller(found.club_id).actor, at=timezone.now())
        return Reply()

    def _found(self, token: UUID) -> ClubToken:
        return get_object_or_404(tokens.of_club(permitted_club(self).pk, timezone.now()), pk=token)


def shown(row: PersonalToken | ClubToken) -> Token:
    """A token as an answer."""
    scope: Any = row.scope
    if isinstance(row, ClubToken):
        return Token(row.id, row.name, scope, row.created_at, row.expires_at, row.last_used_at)
    return Token(row.id, row.name, scope, row.auth.created, row.auth.expiry, row.last_used_at)


class CurrentToken(Resource):
    """The token of the request."""

    permission_classes = [IsAuthenticated]
    dry_run = DryRun.NONE
    scope = Scope.READ

    @describes()
    @if_matching
    def delete(self, request: Request) -> Reply:
        """Revokes the token of the request, whatever its scope."""
        if isinstance(request.auth, ClubToken):
            tokens.revoke_of_club(request.auth, actor=f"token:{request.auth.pk}", at=timezone.now())
        elif isinstance(request.auth, AuthToken):
            tokens.revoke(request.auth)
        else:
            raise bad_field("Authorization", "no_token", N_("This request has no token."))
        return Reply()


class OfAccount(Resource):
    """A resource of the caller's account."""

    def thing(self) -> User:
        return account_of(self.request)


class WhoAmI(OfAccount):
    """The caller's account."""

    permission_classes = [IsAuthenticated & ReadOnly | IsPerson]
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

    permission_classes = [IsPerson]
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
    if isinstance(user, Program):
        role = ClubRole(user.club, "director")
        return Reply(Me(user.id, user.name, "program", [role], [], shown(cast("ClubToken", request.auth))))
    if user.is_superuser:
        clubs = [ClubRole(club, "director") for club in Club.objects.values_list("id", flat=True)]
    else:
        roles = Membership.objects.filter(user=user).values_list("club", "role")
        clubs = [ClubRole(club, role_name(role)) for club, role in roles]
    waiting = [Invitation(row.club_id, row.club.name, role_name(row.role)) for row in members.invitations(user)]
    details = getattr(request.auth, "details", None)
    version = User.objects.values_list("version", flat=True).get(pk=user.pk)
    return Reply(Me(user.id, user.username, "person", clubs, waiting, details and shown(details), version))
