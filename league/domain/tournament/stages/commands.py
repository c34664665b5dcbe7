"""The commands that begin and undo a stage."""

from __future__ import annotations

from games.kernel import Command
from league.domain.tournament.stages.stage import Carry, StageRules, Top


class BeginStage(StageRules, Command, frozen=True, tag="begin_stage", kw_only=True):
    """Begins a stage of the best entries of the standings, with that part of their points, by these rules.

    top: the number of entries. carry: the part of their points, `none`, `half` or `all`. points, game, table_size:
    None means the tournament's. rounds: at most this many.
    """

    top: Top
    carry: Carry

    @property
    def rules(self) -> StageRules:
        """The rules of its rounds."""
        return StageRules(**{name: getattr(self, name) for name in StageRules.__struct_fields__})


class UndoStage(Command, frozen=True, tag="undo_stage"):
    """Undoes the last stage, if none of its rounds is seated."""
