"""`clubs` and their members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast
from uuid import UUID

import django_filters
import msgspec
from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request

from api import parsing
from api.base import DryRun, Reply, Resource, ResourceSet, writes
from api.command_bodies import change_of, changes_in
from api.openapi.schema import Page, describes
from api.parsing import Body
from api.permissions import ExistsForMembers, IsSuperuser, ReadOnly, may
from api.problems import bad_field
from games.kernel import N_
from league import models
from league.access import visibility
from league.access.actions import Action
from league.access.origin import public_origin
from league.access.roles import Forbidden, clubs_of
from league.models import slug_field
from league.services import clubs, members

RoleName = Literal["director", "referee", "member"]
Text = Annotated[str, Meta(min_length=1, max_length=120)]
Language = Annotated[str, Meta(extra_json_schema={"enum": [code for code, _ in settings.KNOWN_LANGUAGES]})]


class NewClub(Body, frozen=True):
    """A club to create.

    name: the club's name. slug: its name in addresses, `/c/<slug>`, of letters from a to z, digits and hyphens; empty:
    made from the name. Earlier ones go on leading to the club. time_zone: of the IANA list, as Europe/Berlin. language:
    two letters, as `de`. wifi_name: of the hall's wifi, for a QR code on the screen; empty without one. wifi_password:
    empty for an open one.
    """

    name: Text
    slug: Annotated[str, Meta(max_length=50, extra_json_schema={"pattern": f"^({slug_field.FORM.pattern})?$"})] = ""
    time_zone: str = "Europe/Berlin"
    language: Language = "en"
    wifi_name: Annotated[str, Meta(max_length=32)] = ""
    wifi_password: Annotated[str, Meta(max_length=63)] = ""


ChangeClub = change_of(NewClub, name="ChangeClub")


class Club(msgspec.Struct):
    """A club.

    id: of the club. version: rises with each change. name: of the club. slug: its name in addresses. page: the address
    of its public page. time_zone: of the IANA list. language: two letters, as `de`. wifi_name: of the hall's wifi, for
    staff only. wifi_password: of the hall's wifi, for staff only.
    """

    id: UUID
    version: int
    name: str
    slug: str
    page: str
    time_zone: str
    language: Language
    wifi_name: str | UnsetType = UNSET
    wifi_password: str | UnsetType = UNSET


class NewMember(Body, frozen=True):
    """A member to add, with their role.

    username: the name to invite. role: what they may do in the club. password: at least 8 characters; makes an
    account of that name unless there is one, which keeps its own password.
    """

    username: Annotated[str, Meta(min_length=1, max_length=150)]
    role: RoleName = "member"
    password: Annotated[str, Meta(max_length=200)] | None = None


class ChangeRole(Body, frozen=True):
    """The new role of a member. username: of the member. role: what they may do in the club from now on."""

    username: str
    role: RoleName


class Member(msgspec.Struct):
    """A member of a club, or somebody who is invited.

    id: of the user, by which friendly games name their players; of the invitation, until somebody has accepted it.
    username: of the account. role: what they may do in the club. version: rises with each change.
    """

    id: UUID
    username: str
    role: RoleName
    version: int


class ClubFilter(django_filters.FilterSet):
    """All clubs, only the caller's own, or that of an address."""

    slug = django_filters.CharFilter(
        method="with_slug", help_text="The club with this slug in its address, `/c/<slug>`, now or before."
    )

    mine = django_filters.ChoiceFilter(
        choices=[("true", "true"), ("false", "false")],
        method="with_role",
        help_text="With true, only clubs in which the caller has a role.",
    )

    def with_role(self, clubs: QuerySet[models.Club], _name: str, mine: str) -> QuerySet[models.Club]:
        """The clubs in which the caller has a role, if these alone are asked for."""
        ids = clubs_of(self.request.user)
        return clubs if mine == "false" or ids is None else clubs.filter(pk__in=ids)

    def with_slug(self, clubs: QuerySet[models.Club], _name: str, slug: str) -> QuerySet[models.Club]:
        """The club that an address leads to."""
        found = models.slugs.find(slug)
        return clubs.filter(pk=found.pk) if found else clubs.none()

    class Meta:
        model = models.Club
        fields: Sequence[str] = ()


class Clubs(ResourceSet):
    """Clubs: what everybody may know of them, and more for their staff."""

    queryset = models.Club.objects.all()
    permission_classes = [ReadOnly | may(Action.CLUB)]
    filterset_class = ClubFilter
    ordering_fields = ("id", "name")
    list_name = "clubs"
    dry_run = DryRun.NONE

    def get_permissions(self) -> Any:
        """As for all its methods; only a superuser creates a club."""
        return [IsSuperuser()] if self.action == "create" else super().get_permissions()

    @describes(Page[Club])
    def list(self, request: Request) -> Reply:
        """Clubs with a public tournament or a season, for everybody; and those in which the caller has a role."""
        return self.page(visibility.listed_clubs(self.get_queryset(), request.user))

    @describes(Club, body=NewClub, status=201)
    @writes
    def create(self, request: Request) -> Reply:
        """A superuser creates a club and becomes its director."""
        director: Any = request.user
        club = clubs.make_club(msgspec.structs.asdict(parsing.read(NewClub, request.data)), director, at=timezone.now())
        return Reply(self.represent([club])[0], 201, reverse("api:club", args=[club.id]))

    @describes(Club)
    def retrieve(self, request: Request, id: UUID) -> Reply:
        """The club: its name, time zone and language, for everybody who may see something of it; more for its staff."""
        if not visibility.shows_club(self.caller(id)):
            raise Http404
        return self.one(self.get_object())

    @describes(Club, body=ChangeClub)
    @writes
    def partial_update(self, request: Request, id: UUID) -> Reply:
        """A director changes the club."""
        club = permitted_club(self)
        changes, actor = changes_in(parsing.read(ChangeClub, request.data)), self.caller(club.id).actor
        return self.one(clubs.change(club, changes, actor=actor, at=timezone.now()))

    def represent(self, rows: Sequence[models.Club]) -> Sequence[Club]:
        ids = clubs_of(self.request.user, Action.READING)
        origin = public_origin(self.request)
        return [club_answer(club, origin, is_staff=ids is None or club.pk in ids) for club in rows]


class Members(ResourceSet):
    """The members of a club."""

    queryset = models.Membership.objects.select_related("user")
    parent = models.Club
    permission_classes = [ExistsForMembers & ReadOnly | may(Action.MEMBERS)]
    dry_run = DryRun.NONE

    @describes(Page[Member])
    def list(self, request: Request, id: UUID) -> Reply:
        """The members of the club, for its members."""
        return self.page(self.get_queryset().filter(club=permitted_club(self)))

    @describes(Member, body=NewMember, status=201)
    @writes
    def create(self, request: Request, id: UUID) -> Reply:
        """A director adds a member: an account is created where a password is given and the user name is free.

        Any other name is invited, whether or not somebody has it: the answer is the same, and its holder accepts by
        `POST me/invitations`. Superusers add an existing account at once.
        """
        club, new = permitted_club(self), parsing.read(NewMember, request.data)
        actor, role = self.caller(club.id).actor, models.Role(new.role)
        member = members.add(
            club,
            new.username,
            role,
            new.password,
            actor=actor,
            at=timezone.now(),
            sees_accounts=request.user.is_superuser,
        )
        return Reply(self.represent([member])[0], 201, reverse("api:member", args=[club.id, member.username]))

    @describes(Member, body=ChangeRole)
    @writes
    def update_list(self, request: Request, id: UUID) -> Reply:
        """A director changes the role of a member."""
        club, change = permitted_club(self), parsing.read(ChangeRole, request.data)
        actor, role = self.caller(club.id).actor, models.Role(change.role)
        member = members.change_role(club, change.username, role, actor=actor, at=timezone.now())
        return Reply(self.represent([member])[0])

    def represent(self, rows: Sequence[models.Membership]) -> Sequence[Member]:
        return [member_answer(member) for member in rows]


class OneMember(ResourceSet):
    """A member of a club, or somebody who is invited, by user name."""

    permission_classes = [ExistsForMembers]
    lookup_url_kwarg = "username"
    lookup_value_converter = "str"
    dry_run = DryRun.NONE

    def thing(self) -> models.Membership:
        return self._found(permitted_club(self), self.kwargs["username"])

    @describes(Member)
    def retrieve(self, request: Request, id: UUID, username: str) -> Reply:
        """The member, for members of the club."""
        return Reply(member_answer(self._found(permitted_club(self), username)))

    @describes()
    @writes
    def destroy(self, request: Request, id: UUID, username: str) -> Reply:
        """A director removes a member, or takes an invitation back; every member may leave.

        The last director of a club stays. Tokens of the club's programs go on.
        """
        club, who = permitted_club(self), self.caller(id)
        member = self._found(club, username)
        if not who.may(Action.MEMBERS) and (who.user is None or member.user_id != who.user):
            raise Forbidden
        members.remove(member, actor=who.actor, at=timezone.now())
        return Reply()

    def _found(self, club: models.Club, username: str) -> models.Membership:
        """The member of that name. Raises Http404."""
        member = members.named(club, username)
        if member is None:
            raise Http404
        return member


def member_answer(member: models.Membership) -> Member:
    """A member as an answer."""
    return Member(member.shown_id, member.username, role_name(member.role), member.version)


def role_name(role: str) -> RoleName:
    """The role of a row as an answer has it; `models.Role` allows no others."""
    return cast("RoleName", role)


def permitted_club(resource: Resource) -> models.Club:
    """The club in the path. The caller's role is checked first, so that only members learn which clubs exist."""
    id = resource.kwargs["id"]
    resource.check_object_permissions(resource.request, models.Club(id=id))
    club: models.Club = resource.get_parent(models.Club)
    return club


def require_club(resource: Resource, id: UUID, field: str = "club") -> None:
    """Checks the permission in a club that a body or a query names. Raises Problem where there is no such club."""
    resource.check_object_permissions(resource.request, models.Club(id=id))
    if not models.Club.objects.filter(id=id).exists():
        raise bad_field(field, "unknown_club", N_("There is no such club."))


def club_answer(club: models.Club, origin: str, *, is_staff: bool) -> Club:
    """The club. origin: of the site, as phones reach it."""
    shown = Club(
        id=club.id,
        version=club.version,
        name=club.name,
        slug=club.slug,
        page=f"{origin}{reverse('web:club', args=[club.slug])}",
        time_zone=club.time_zone,
        language=club.language,
    )
    if is_staff:
        shown.wifi_name, shown.wifi_password = club.wifi_name, club.wifi_password
    return shown
