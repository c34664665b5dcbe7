"""What the scope of a token allows: the one table that every operation of the API asks.

A token never allows more than its holder may: the scope comes on top of the role (league/access/actions.py).

| scope | allows |
| --- | --- |
| `read` | every GET |
| `report` | also results, their confirmation and dispute, check-in, calls and game commands |
| `run` | also what a referee may, and every step of entries and rounds |
| `direct` | everything |
"""

from __future__ import annotations

from collections.abc import Collection

from league.access.actions import REFEREES_MAY, Action
from league.models import Scope

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
REPORTING = frozenset({Action.RESULTS, Action.CHECK_IN, Action.CALLS})
RUNNING = REFEREES_MAY | {Action.SEATING, Action.PUBLISHING, Action.ROUNDS, Action.ENTRIES, Action.ENTRY_LINKS}
WIDTHS = tuple(Scope)
"""From the narrowest to the widest."""


def needed(method: str, actions: Collection[Action]) -> Scope:
    """The scope that a request needs. actions: those of which its sender must be allowed one; none: `direct`."""
    if method in SAFE_METHODS:
        return Scope.READ
    return max((scope_of(action) for action in actions), key=WIDTHS.index, default=Scope.DIRECT)


def scope_of(action: Action) -> Scope:
    """The narrowest scope that allows an action."""
    return Scope.REPORT if action in REPORTING else Scope.RUN if action in RUNNING else Scope.DIRECT


def allows(given: Scope, wanted: Scope) -> bool:
    """Whether the scope `given` allows what needs `wanted`."""
    return WIDTHS.index(given) >= WIDTHS.index(wanted)
