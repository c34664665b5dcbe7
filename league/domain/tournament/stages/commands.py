"""What can be asked about stages: that the best of the standings go on alone, and that they do not after all."""

from __future__ import annotations

from games.kernel import Command
from league.domain.tournament.stages.stage import Carry, StageRules, Top


class BeginStage(StageRules, Command, frozen=True, tag="begin_stage", kw_only=True):
    """Begins a stage of the best `top` entries of the standings, with that part of their points, by these rules."""

    top: Top
    carry: Carry

    @property
    def rules(self) -> StageRules:
        """How its rounds are held."""
        return StageRules(**{name: getattr(self, name) for name in StageRules.__struct_fields__})


class UndoStage(Command, frozen=True, tag="undo_stage"):
    """As if the last stage had never begun, as long as it has no round."""
