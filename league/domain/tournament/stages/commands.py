"""What can be asked about stages: that the best of the standings go on alone, and that they do not after all."""

from __future__ import annotations

from games.kernel import Command
from league.domain.tournament.formats import Areas, Format
from league.domain.tournament.settings import PointScheme, TableSize
from league.domain.tournament.stages.stage import Carry, StageRules, Top
from league.domain.values.fields import Game, Rounds


class BeginStage(Command, frozen=True, tag="begin_stage", kw_only=True):
    """Begins a stage of the best entries of the standings, with that part of their points, by these rules.

    top: the number of entries. carry: the part of their points, `none`, `half` or `all`. points, game, table_size:
    None means the tournament's. rounds: at most this many.
    """

    top: Top
    carry: Carry
    format: Format = Areas()
    points: PointScheme | None = None
    game: Game | None = None
    table_size: TableSize | None = None
    rounds: Rounds | None = None

    @property
    def rules(self) -> StageRules:
        """How its rounds are held."""
        return StageRules(**{name: getattr(self, name) for name in StageRules.__struct_fields__})


class UndoStage(Command, frozen=True, tag="undo_stage"):
    """As if the last stage had never begun, as long as it has no round."""
