"""Events about calls for the director, what the director has seen, announcements, screens."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec import UNSET, UnsetType

from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer
from league.domain.values.fields import At


class CallEvent(Event, frozen=True):
    """An event of a call: for staff, and but for the `staff_fields` for the table or entry that called."""

    staff_fields: ClassVar[tuple[str, ...]] = ("by", "as_entry")
    call: str
    table: str | None
    entry: str | None

    def show(self, viewer: Viewer) -> Json | None:
        if viewer is None or viewer not in (REFEREE, self.table, self.entry):
            return None
        fields: Json = msgspec.to_builtins(self)
        return {name: value for name, value in fields.items() if viewer == REFEREE or name not in self.staff_fields}


class DirectorCalled(CallEvent, frozen=True):
    """Somebody at a table, or an entry, has called the director. as_entry: the entry that used the table's link."""

    type = "tournament.director_called"
    note: str | None
    at: At
    by: str
    as_entry: str | UnsetType = UNSET


class CallAnswered(CallEvent, frozen=True):
    """The director has come to a call."""

    type = "tournament.call_answered"
    at: At
    by: str


class EntryNoticed(Event, frozen=True):
    """The director has seen that an entry came late or is about to leave."""

    type = "tournament.entry_noticed"
    entry: str
    at: At
    by: str


class Announced(PublicEvent, frozen=True):
    """A sentence is shown on screens and phones. until: when it goes away by itself."""

    type = "tournament.announced"
    announcement: str
    text: str
    until: At | None
    at: At


class AnnouncementWithdrawn(PublicEvent, frozen=True):
    """An announcement is not shown any more."""

    type = "tournament.announcement_withdrawn"
    announcement: str
    at: At


class ScreenSet(PublicEvent, frozen=True):
    """What the screens show, and how much of it."""

    type = "tournament.screen_set"
    shows: str
    step: int


OF_CALLERS = frozenset(event.type for event in (DirectorCalled, CallAnswered))
"""The types of events that, but for staff, only the table or entry sees that called."""
