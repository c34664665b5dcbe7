"""Going back, alike in every game: the two commands, the event, and which events of a log are in force."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from games.kernel import REFEREE, Command, Event, Json, Viewer

Reason = Annotated[str, msgspec.Meta(max_length=500)]


class Rewind(Command, frozen=True, tag="rewind"):
    """Forget every event after the first `to`; the log keeps them all.

    to: the number of the last event that counts; 0 for none. reason: for staff.
    """

    staff: ClassVar[bool] = True
    to: int
    reason: Reason


class Amend(Command, frozen=True, tag="amend"):
    """Put `command` in the place of the one whose first event is number `at` (from 1); later ones are sent again.

    at: the number of that event. command: the other command. reason: for staff.
    """

    staff: ClassVar[bool] = True
    at: int
    command: Json
    reason: Reason


class Rewound(Event, frozen=True):
    """The fold forgot every event after the first `to` of the log. The reason is for the staff."""

    to: int
    reason: str

    def show(self, viewer: Viewer) -> Json | None:
        return {"to": self.to, "reason": self.reason} if viewer == REFEREE else {"to": self.to}


def rewound_in(prefix: str) -> type[Rewound]:
    """The event class `Rewound` of the game whose event types begin with `prefix`."""

    class RewoundHere(Rewound, frozen=True):
        type = f"{prefix}.rewound"

    return RewoundHere


class Timeline:
    """Which events of a log are in force, as a chain: each event points back to the one in force before it.

    The head after n events is the number of the last event in force, counted from 1; 0 for none. That is n
    itself, unless event n went back: only those are kept.
    """

    def __init__(self) -> None:
        self._went_back: dict[int, int] = {}

    def go_back(self, version: int, to: int) -> None:
        """Event number `version` went back to the log's first `to` events, as they stood.

        Raises ValueError for events that were not there yet: their chain would have no end.
        """
        if not 0 < to < version:
            raise ValueError(f"Event {version} goes back to event {to}, which was not before it.")
        self._went_back[version] = self._head(to)

    def cut(self, version: int) -> None:
        """Forgets what was said of events after number `version`."""
        self._went_back = {n: head for n, head in self._went_back.items() if n <= version}

    def in_force(self, version: int) -> list[int]:
        """Indices (from 0, rising) of the events in force after the log's first `version` events."""
        chain = []
        head = self._head(version)
        while head:
            chain.append(head - 1)
            head = self._head(head - 1)
        chain.reverse()
        return chain

    def _head(self, version: int) -> int:
        return self._went_back.get(version, version)
