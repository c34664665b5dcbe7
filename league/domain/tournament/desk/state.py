"""Calls, announcements and the screen as folded from a tournament's events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

COMING = timedelta(minutes=10)
"""How long after the answer to a call the director is expected."""


@dataclass(slots=True)
class Call:
    """A call for the director, from a table or from an entry. version: the tournament's at its latest event.

    as_entry: the entry that used the table's link.
    """

    id: str
    table: str | None
    entry: str | None
    note: str | None
    at: datetime
    by: str
    version: int
    as_entry: str | None = None
    answered_at: datetime | None = None
    answered_by: str | None = None

    @property
    def is_open(self) -> bool:
        return self.answered_at is None

    def is_coming(self, at: datetime) -> bool:
        """Whether the director has answered and is still expected."""
        return self.answered_at is not None and at < self.answered_at + COMING


def latest_call(calls: dict[str, Call], caller: str) -> Call | None:
    """The newest call of a table or an entry. caller: its id."""
    return next((call for call in reversed(calls.values()) if caller in (call.table, call.entry)), None)


@dataclass(slots=True)
class Announcement:
    """A sentence for screens and phones. version: the tournament's at its latest event."""

    id: str
    text: str
    at: datetime
    until: datetime | None
    version: int
    is_withdrawn: bool = False

    def is_shown(self, at: datetime) -> bool:
        return not self.is_withdrawn and (self.until is None or at < self.until)


class Screen(NamedTuple):
    """What the screens show. step: how much of it."""

    shows: str = "auto"
    step: int = 0
