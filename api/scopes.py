"""The scope that each operation needs of a token: from its method and from the actions that its permissions name."""

from __future__ import annotations

from typing import Any

from knox.models import AuthToken

from api.permissions import actions_of
from api.problems import Problem
from games.kernel import N_
from league.access import scopes, tokens
from league.access.actions import Action
from league.models import ClubToken, Scope

TOO_NARROW = N_("The scope of this token is “{scope}”. This needs “{needed}”.")


def needed(view: Any, method: str) -> Scope:
    """The scope for a method of a view. A view whose permissions name no action may say it as `scope`."""
    if view.scope is not None and method not in scopes.SAFE_METHODS:
        return Scope(view.scope)
    return scopes.needed(method, [action for one in view.get_permissions() for action in actions_of(one)])


def require(view: Any, request: Any) -> None:
    """Refuses a request whose token has a narrower scope. Raises Problem."""
    given = given_to(request.auth)
    if given == Scope.DIRECT:
        return
    _require(given, needed(view, request.method))


def require_action(request: Any, action: Action) -> None:
    """Refuses a request whose token has no scope for an action that its body asks for. Raises Problem."""
    _require(given_to(request.auth), scopes.scope_of(action))


def _require(given: Scope, wanted: Scope) -> None:
    """Refuses a scope that is too narrow. Raises Problem."""
    if not scopes.allows(given, wanted):
        raise Problem(403, "insufficient_scope", TOO_NARROW, {"scope": given.value, "needed": wanted.value})


def given_to(auth: Any) -> Scope:
    """The scope of a request's token; sessions and links have none, and allow what their holders may."""
    return tokens.scope_of(auth) if isinstance(auth, AuthToken | ClubToken) else Scope.DIRECT
