"""Who may do what follows from the declared permissions and from the table of actions, for every operation.

Nothing here names an operation, but for the few that look at more than their permissions say. A new operation is tested
as soon as it has an address; one with a new kind of permission fails until this module has its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from rest_framework.permissions import AND, OR, AllowAny, IsAuthenticated

from api import permissions, scopes
from league.access.actions import ALLOWED, Action
from league.access.scopes import allows
from league.models import ClubToken, Role, Scope
from tests.api.conftest import Site, Visitor
from tests.api.test_doors import EVERYBODY, WHO_MAY, Venue, doors
from tests.api.test_scopes import operations, with_scope

READ = "get"


@dataclass(frozen=True)
class Somebody:
    """A caller as permissions see one. kind: "nobody", "user", "program" or "link". role: in the club of the thing.

    holds: what their link is of, if it is of the thing. scope: of their token.
    """

    kind: str
    role: Role | None = None
    is_root: bool = False
    holds: str = ""
    scope: Scope = Scope.DIRECT

    def may(self, action: Action) -> bool:
        """Whether the role allows an action."""
        return self.role is not None and action in ALLOWED[self.role]


KNOWN: Mapping[str, Somebody] = {
    "anonymous": Somebody("nobody"),
    "stranger": Somebody("user"),
    "member": Somebody("user", Role.MEMBER),
    "referee": Somebody("user", Role.REFEREE),
    "director": Somebody("user", Role.DIRECTOR),
    "superuser": Somebody("user", Role.DIRECTOR, is_root=True),
    "table_link": Somebody("link", holds="table"),
    "entry_link": Somebody("link", holds="entry"),
    "other_table_link": Somebody("link"),
    "other_entry_link": Somebody("link"),
}
NARROW = ((Role.REFEREE, Scope.REPORT), (Role.REFEREE, Scope.DIRECT), (Role.MEMBER, Scope.DIRECT))
PROGRAMS: Mapping[str, Somebody] = {
    **{f"program {scope}": Somebody("program", Role.DIRECTOR, scope=scope) for scope in Scope},
    "program of another club": Somebody("program"),
    **{f"{role} {scope}": Somebody("user", role, scope=scope) for role, scope in NARROW},
}
"""Those who come with the token of a club, or with one that goes further or less far than their role."""
RULES: Mapping[type[Any], Callable[[Any, Somebody, str], bool]] = {
    AllowAny: lambda rule, who, method: True,
    permissions.ReadOnly: lambda rule, who, method: method == READ,
    permissions.IsPerson: lambda rule, who, method: who.kind == "user",
    IsAuthenticated: lambda rule, who, method: who.kind in ("user", "program"),
    permissions.IsUserOrLink: lambda rule, who, method: who.kind != "nobody",
    permissions.IsMember: lambda rule, who, method: who.role is not None,
    permissions.ExistsForMembers: lambda rule, who, method: who.role is not None,
    permissions.Allowed: lambda rule, who, method: who.may(rule.action),
    permissions.AllowedOrEntry: lambda rule, who, method: who.may(rule.action) or who.holds == "entry",
    permissions.IsAtTable: lambda rule, who, method: who.may(rule.action) or bool(who.holds),
    permissions.IsSuperuser: lambda rule, who, method: who.is_root,
    AND: lambda rule, who, method: opens(rule.op1, who, method) and opens(rule.op2, who, method),
    OR: lambda rule, who, method: opens(rule.op1, who, method) or opens(rule.op2, who, method),
}
FURTHER: Mapping[str, Callable[[Somebody], bool]] = {
    "table-commands post": lambda who: who.may(Action.RESULTS) or bool(who.holds),
    "member delete": lambda who: who.may(Action.MEMBERS) or (who.role, who.kind) == (Role.MEMBER, "user"),
    "people get": lambda who: who.kind in ("user", "program"),
    "token get": lambda who: who == KNOWN["director"],
    "token delete": lambda who: who == KNOWN["director"],
}
"""What the operation itself looks at: whether somebody sits at the table, leaves the club, lists people of clubs that
are their own, or has made the token.
"""


def opens(rule: Any, who: Somebody, method: str) -> bool:
    """Whether a permission lets somebody in. Raises StopIteration for a kind of permission that has no rule here."""
    kind = next(kind for kind in type(rule).__mro__ if kind in RULES)
    return RULES[kind](rule, who, method)


@cache
def declared() -> dict[str, Any]:
    """The view of every operation."""
    return {door: view for door, view, _ in operations()}


def may(who: Somebody, door: str) -> bool:
    """Whether somebody may, as the operation's permissions and the table of actions say."""
    view, method = declared()[door], door.split()[1]
    if view.authentication_classes and not allows(who.scope, scopes.needed(view, method.upper())):
        return False
    further = FURTHER.get(door)
    return further(who) if further else all(opens(rule, who, method) for rule in view.get_permissions())


def test_the_rules_of_the_doors_follow_from_the_declared_permissions() -> None:
    found = {door: tuple(name for name in EVERYBODY if may(KNOWN[name], door)) for door in doors()}
    assert {door: set(names) for door, names in found.items()} == {door: set(who) for door, who in WHO_MAY.items()}


@pytest.fixture(scope="module")
def callers(standing: Venue) -> dict[str, Visitor]:
    """The callers that come with such a token."""
    site = standing.site
    made: dict[str, Visitor] = {f"program {scope}": site.program(f"bot {scope}", scope) for scope in Scope}
    made["program of another club"] = _program_elsewhere(site)
    return made | {f"{role} {scope}": with_scope(getattr(site, role), scope) for role, scope in NARROW}


def _program_elsewhere(site: Site) -> Visitor:
    program = site.program("stranger", Scope.DIRECT)
    ClubToken.objects.filter(pk=program.id).update(club=site.elsewhere)
    return program


LOOKS_AT_TOKENS = [door for door in doors() if declared()[door].authentication_classes]


@pytest.mark.parametrize("door", LOOKS_AT_TOKENS)
def test_every_operation_with_every_kind_of_token(venue: Venue, callers: dict[str, Visitor], door: str) -> None:
    method = door.split()[1].upper()
    for name, who in PROGRAMS.items():
        with transaction.atomic():
            answer = callers[name].send(method, venue.path(door), venue.body(door))
            transaction.set_rollback(True)
        status = answer.status_code
        if may(who, door):
            assert status in (200, 201, 204, 422), (name, answer.content)
        else:
            assert status in (403, 404), (name, status, answer.content)
            assert answer["Content-Type"] == "application/problem+json"
