"""What can have happened about stages."""

from __future__ import annotations

import msgspec

from games.kernel import REFEREE, Event, Json, PublicEvent, Viewer
from league.domain.tournament.stages.stage import Border, Carry, FinalPlace, StageRules


class StageBegun(PublicEvent, frozen=True):
    """From that round on only the best of the standings play. number: of the stage, from 1 on. Fields as in `Stage`.

    border: where a place was shared by some who go on and some who don't.
    """

    type = "tournament.stage_begun"
    number: int
    from_round: int
    top: int
    carry: Carry
    entries: tuple[str, ...]
    standings: tuple[FinalPlace, ...]
    rules: StageRules
    border: Border | None


class StageRevised(Event, frozen=True):
    """The standings before a stage have a new edition: something was corrected in them. Who is in stays in."""

    type = "tournament.stage_revised"
    number: int
    edition: int
    standings: tuple[FinalPlace, ...]
    reason: str | None

    def show(self, viewer: Viewer) -> Json | None:
        """The reason is the staff's."""
        shown: Json = msgspec.to_builtins(self)
        if viewer != REFEREE:
            del shown["reason"]
        return shown


class StageUndone(PublicEvent, frozen=True):
    """The stage of that number never began after all."""

    type = "tournament.stage_undone"
    number: int
