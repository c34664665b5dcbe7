"""The score sheet: for every game that has no rules here. Its rules: README.md."""

from games.game import Game
from games.kernel import N_
from games.scoresheet.commands import SheetOptions
from games.scoresheet.robot import robot
from games.scoresheet.round_sheet import round_sheet
from games.scoresheet.rules import RULES, outcome, pending, start

GAME = Game(
    slug="scoresheet",
    title=N_("Score sheet"),
    min_players=2,
    max_players=12,
    options=SheetOptions,
    rules=RULES,
    start=start,
    pending=pending,
    outcome=outcome,
    robot=robot,
    round_sheet=round_sheet,
    sentences={"round_recorded": N_("Round {round}: {points}.")},
)

__all__ = ["GAME"]
