"""The events about stages."""

from __future__ import annotations

from games.kernel import PublicEvent
from league.domain.tournament.partly_public import PartlyPublicEvent
from league.domain.tournament.stages.stage import Border, Carry, FinalPlace, StageRules


class StageBegun(PublicEvent, frozen=True):
    """From that round on only the best of the standings play. number: of the stage, from 1. Fields as in `Stage`.

    border: a place shared by entries that go on and entries that don't, if there is one.
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


class StageRevised(PartlyPublicEvent, frozen=True):
    """A correction changed the standings before a stage: a new edition. The entries in the stage stay."""

    type = "tournament.stage_revised"
    staff_fields = ("reason",)
    number: int
    edition: int
    standings: tuple[FinalPlace, ...]
    reason: str | None


class StageUndone(PublicEvent, frozen=True):
    """The stage with that number was undone."""

    type = "tournament.stage_undone"
    number: int
