"""Events with fields that only staff see."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from games.kernel import REFEREE, Event, Json, Viewer


class PartlyPublicEvent(Event, frozen=True):
    """An event that everybody may see, except for its `staff_fields`."""

    staff_fields: ClassVar[tuple[str, ...]] = ()

    def show(self, viewer: Viewer) -> Json | None:
        fields: Json = msgspec.to_builtins(self)
        if viewer != REFEREE:
            for name in self.staff_fields:
                fields.pop(name, None)
        return fields
