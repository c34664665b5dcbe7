"""Who may do what: the classes that views name in `permission_classes`; `|` and `&` combine them.

`has_permission` looks at the log-in or the link, before anything is read. `has_object_permission` looks at the
caller's role in the club of the thing that the path names.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, ClassVar
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from rest_framework.permissions import SAFE_METHODS, BasePermission, IsAuthenticated

from league.access import roles
from league.access.actions import Action, roles_for
from league.access.roles import Caller
from league.models import Club, LinkKind, User


class ReadOnly(BasePermission):
    """Everybody may read, and nobody may write."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return request.method in SAFE_METHODS


class IsPerson(BasePermission):
    """A user with an account, not a program of a club."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return isinstance(request.user, User)


class IsUserOrLink(BasePermission):
    """A user, or the holder of a link."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return bool(request.user.is_authenticated or request.auth)


class ClubPermission(BasePermission):
    """`allows` decides by what the caller is in the club of the thing."""

    def has_object_permission(self, request: Any, view: Any, obj: Any) -> bool:
        return self.allows(view.caller(club_of(obj)), obj)

    def allows(self, caller: Caller, obj: Any) -> bool:
        raise NotImplementedError


class IsMember(ClubPermission, IsAuthenticated):
    """A user with any role in the club."""

    def allows(self, caller: Caller, obj: Any) -> bool:
        return caller.role is not None


class ExistsForMembers(IsMember):
    """A user with any role in the club; for every other user the thing does not exist."""

    def allows(self, caller: Caller, obj: Any) -> bool:
        if not super().allows(caller, obj):
            raise Http404
        return True


class Allowed(ClubPermission, IsAuthenticated):
    """A user whose role in the club allows `action`."""

    action: ClassVar[Action]

    def allows(self, caller: Caller, obj: Any) -> bool:
        return caller.may(self.action)


class AllowedOrEntry(ClubPermission, IsUserOrLink):
    """A user whose role in the club allows `action`, or the holder of the entry's link."""

    action: ClassVar[Action]

    def allows(self, caller: Caller, obj: Any) -> bool:
        return caller.may(self.action) or caller.stands_for(LinkKind.ENTRY, obj.pk)


def may(action: Action, *, or_entry: bool = False) -> Any:
    """The permission for `action`, by the table of `league.access.actions`. or_entry: also by the entry's link."""
    return type("May", (AllowedOrEntry if or_entry else Allowed,), {"action": action})


def who_may(action: Action, *, or_entry: bool = False) -> str:
    """Who has the permission, for the OpenAPI document."""
    roles = {1: "a director", 2: "a director or referee", 3: "any member"}[len(roles_for(action))]
    return f"{roles} of the club, or the holder of the entry's link." if or_entry else f"{roles} of the club."


class IsAtTable(ClubPermission, IsUserOrLink):
    """A user who may record results, or the holder of the link of the table or of an entry seated there."""

    action = Action.RESULTS

    def allows(self, caller: Caller, obj: Any) -> bool:
        return bool(roles.reports_at(caller, obj))


class IsSuperuser(IsAuthenticated):
    """A superuser of the site."""

    def has_permission(self, request: Any, view: Any) -> bool:
        return bool(super().has_permission(request, view) and request.user.is_superuser)


def actions_of(permission: Any) -> Iterator[Action]:
    """The actions of which a permission asks for one, through its `|` and `&`."""
    if (action := getattr(permission, "action", None)) is not None:
        yield action
    for operand in ("op1", "op2"):
        if hasattr(permission, operand):
            yield from actions_of(getattr(permission, operand))


def club_of(obj: Any) -> UUID:
    """The id of the club that a thing belongs to."""
    club: UUID = obj.pk if isinstance(obj, Club) else obj.club_id
    return club


def is_open(view: Any, method: str, auth: str | None = None) -> bool:
    """Whether a request without an account may come in at all. auth: anything for the holder of a link."""
    request = SimpleNamespace(method=method, user=AnonymousUser(), auth=auth)
    return all(permission.has_permission(request, view) for permission in view.get_permissions())
