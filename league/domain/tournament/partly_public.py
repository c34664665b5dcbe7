"""Events of which only staff see some fields."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from games.kernel import REFEREE, Event, Json, Viewer


class PartlyPublicEvent(Event, frozen=True):
    """An event that everybody may see, but for the fields that are the staff's."""

    staff_fields: ClassVar[tuple[str, ...]] = ()

    def show(self, viewer: Viewer) -> Json | None:
        shown: Json = msgspec.to_builtins(self)
        if viewer != REFEREE:
            for name in self.staff_fields:
                del shown[name]
        return shown
