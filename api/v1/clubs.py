"""`clubs`, their members, their log."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.urls import reverse
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource, require_login
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.replies import Reply
from api.writing import writes
from league.access.roles import clubs_of
from league.models import Club, Membership, Role, User
from league.services import clubs

RoleName = Literal["director", "referee", "member"]
Text = Annotated[str, Meta(min_length=1, max_length=120)]


class NewClub(Body, frozen=True):
    """A club to be made. time_zone: of the tz database."""

    name: Text
    time_zone: str = "Europe/Berlin"
    language: str = "en"


class ClubChange(Body, frozen=True):
    """What shall be other."""

    name: Text | UnsetType = UNSET
    time_zone: str | UnsetType = UNSET
    language: str | UnsetType = UNSET


class ClubShown(msgspec.Struct):
    """A club."""

    id: UUID
    version: int
    name: str
    time_zone: str
    language: str


class NewMember(Body, frozen=True):
    """Who gets a role. password: makes an account of that name."""

    username: Annotated[str, Meta(min_length=1, max_length=150)]
    role: RoleName = "member"
    password: Annotated[str, Meta(max_length=200)] | None = None


class RoleChange(Body, frozen=True):
    """A member's new role."""

    username: str
    role: RoleName


class MemberShown(msgspec.Struct):
    """A member of a club. id: of the user; so players of friendly games are named."""

    id: UUID
    username: str
    role: str


def club_shown(club: Club) -> ClubShown:
    """A club's body."""
    return ClubShown(club.id, club.version, club.name, club.time_zone, club.language)


def member_shown(member: Membership) -> MemberShown:
    """A member's body."""
    return MemberShown(member.user_id, member.user.username, member.role)


def changes(body: msgspec.Struct) -> dict[str, Any]:
    """The fields that a PATCH names."""
    return {name: value for name, value in msgspec.structs.asdict(body).items() if value is not UNSET}


class Clubs(Resource):
    """The clubs of whoever asks."""

    dry_run = DryRun.NONE

    @describes(Page[ClubShown])
    def get(self, request: Request) -> Reply:
        """The clubs in which the caller has a role."""
        require_login(request)
        mine = clubs_of(request.user)
        rows = Club.objects.all() if mine is None else Club.objects.filter(id__in=mine)
        return page(self, rows, lambda found: [club_shown(club) for club in found], orderings=("id", "name"))

    @describes(ClubShown, body=NewClub, status=201)
    @writes
    def post(self, request: Request) -> Reply:
        """A superuser makes a club and becomes its director."""
        if not (isinstance(request.user, User) and request.user.is_superuser):
            raise PermissionDenied
        fields = msgspec.structs.asdict(parsing.read(NewClub, request.data))
        club = clubs.make_club(fields, request.user)
        return Reply(club_shown(club), 201, reverse("api:club", args=[club.id]))


class OneClub(Resource):
    """A club."""

    dry_run = DryRun.NONE

    @describes(ClubShown)
    def get(self, request: Request, id: UUID) -> Reply:
        """The club, for those who have a role in it."""
        self.member(id)
        return Reply(club_shown(get_object_or_404(Club, id=id)))

    @describes(ClubShown, body=ClubChange)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """The director changes it."""
        self.director(id)
        club = get_object_or_404(Club, id=id)
        return Reply(club_shown(clubs.change(club, changes(parsing.read(ClubChange, request.data)))))


class Members(Resource):
    """Who has a role in a club."""

    dry_run = DryRun.NONE

    @describes(Page[MemberShown])
    def get(self, request: Request, id: UUID) -> Reply:
        """The members, for the members: players of a friendly game are named by these ids."""
        self.member(id)
        rows = Membership.objects.filter(club=get_object_or_404(Club, id=id)).select_related("user")
        return page(self, rows, lambda found: [member_shown(member) for member in found])

    @describes(MemberShown, body=NewMember, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director gives somebody a role; a new name with a password makes an account."""
        self.director(id)
        club = get_object_or_404(Club, id=id)
        asked = parsing.read(NewMember, request.data)
        member = clubs.add_member(club, asked.username, Role(asked.role), asked.password)
        return Reply(member_shown(member), 201, reverse("api:members", args=[club.id]))

    @describes(MemberShown, body=RoleChange)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """The director changes a member's role."""
        self.director(id)
        club = get_object_or_404(Club, id=id)
        asked = parsing.read(RoleChange, request.data)
        return Reply(member_shown(clubs.change_role(club, asked.username, Role(asked.role))))
