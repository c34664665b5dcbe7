"""`clubs` and their members."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.urls import reverse
from msgspec import Meta
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Resource, require_login
from api.command_bodies import change_of, changes_in
from api.openapi.schema import Page, describes
from api.pagination import page
from api.parsing import Body
from api.replies import Reply
from api.writing import writes
from league import models
from league.access.roles import clubs_of
from league.services import clubs

RoleName = Literal["director", "referee", "member"]
Text = Annotated[str, Meta(min_length=1, max_length=120)]


class NewClub(Body, frozen=True):
    """A club to create.

    name: the club's name. time_zone: of the IANA list, as Europe/Berlin. language: two letters, as `de`.
    """

    name: Text
    time_zone: str = "Europe/Berlin"
    language: str = "en"


ChangeClub = change_of(NewClub, name="ChangeClub")


class Club(msgspec.Struct):
    """A club. version: rises with each change. time_zone: of the IANA list. language: two letters, as `de`."""

    id: UUID
    version: int
    name: str
    time_zone: str
    language: str


class NewMember(Body, frozen=True):
    """A member to add, with their role.

    username: of an account. role: `director`, `referee` or `member`. password: for a new account of that name, at
    least 8 characters.
    """

    username: Annotated[str, Meta(min_length=1, max_length=150)]
    role: RoleName = "member"
    password: Annotated[str, Meta(max_length=200)] | None = None


class ChangeRole(Body, frozen=True):
    """The new role of a member. username: of the member. role: `director`, `referee` or `member`."""

    username: str
    role: RoleName


class Member(msgspec.Struct):
    """A member of a club. id: of the user; friendly games name their players by it."""

    id: UUID
    username: str
    role: str


def club_of(club: models.Club) -> Club:
    """A club as an answer."""
    return Club(club.id, club.version, club.name, club.time_zone, club.language)


def member_of(member: models.Membership) -> Member:
    """A member as an answer."""
    return Member(member.user_id, member.user.username, member.role)


class Clubs(Resource):
    """The clubs of whoever asks."""

    dry_run = DryRun.NONE

    @describes(Page[Club])
    def get(self, request: Request) -> Reply:
        """The clubs in which the caller has a role."""
        require_login(request)
        mine = clubs_of(request.user)
        rows = models.Club.objects.all() if mine is None else models.Club.objects.filter(id__in=mine)
        return page(self, rows, lambda found: [club_of(club) for club in found], orderings=("id", "name"))

    @describes(Club, body=NewClub, status=201)
    @writes
    def post(self, request: Request) -> Reply:
        """A superuser makes a club and becomes its director."""
        if not (isinstance(request.user, models.User) and request.user.is_superuser):
            raise PermissionDenied
        fields = msgspec.structs.asdict(parsing.read(NewClub, request.data))
        club = clubs.make_club(fields, request.user)
        return Reply(club_of(club), 201, reverse("api:club", args=[club.id]))


class OneClub(Resource):
    """A club."""

    dry_run = DryRun.NONE

    @describes(Club)
    def get(self, request: Request, id: UUID) -> Reply:
        """The club, for those who have a role in it."""
        self.member(id)
        return Reply(club_of(get_object_or_404(models.Club, id=id)))

    @describes(Club, body=ChangeClub)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """The director changes it."""
        self.director(id)
        club = get_object_or_404(models.Club, id=id)
        return Reply(club_of(clubs.change(club, changes_in(parsing.read(ChangeClub, request.data)))))


class Members(Resource):
    """Who has a role in a club."""

    dry_run = DryRun.NONE

    @describes(Page[Member])
    def get(self, request: Request, id: UUID) -> Reply:
        """The members, for the members: players of a friendly game are named by these ids."""
        self.member(id)
        rows = models.Membership.objects.filter(club=get_object_or_404(models.Club, id=id)).select_related("user")
        return page(self, rows, lambda found: [member_of(member) for member in found])

    @describes(Member, body=NewMember, status=201)
    @writes
    def post(self, request: Request, id: UUID) -> Reply:
        """The director gives somebody a role; a new name with a password makes an account."""
        self.director(id)
        club = get_object_or_404(models.Club, id=id)
        asked = parsing.read(NewMember, request.data)
        member = clubs.add_member(club, asked.username, models.Role(asked.role), asked.password)
        return Reply(member_of(member), 201, reverse("api:members", args=[club.id]))

    @describes(Member, body=ChangeRole)
    @writes
    def patch(self, request: Request, id: UUID) -> Reply:
        """The director changes a member's role."""
        self.director(id)
        club = get_object_or_404(models.Club, id=id)
        asked = parsing.read(ChangeRole, request.data)
        return Reply(member_of(clubs.change_role(club, asked.username, models.Role(asked.role))))
