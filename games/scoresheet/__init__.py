"""The score sheet: for every game that has no rules here. Its rules: README.md."""

from games.game import Game
from games.kernel import N_, Json
from games.scores import outcome
from games.scoresheet.commands import SheetOptions
from games.scoresheet.robot import robot
from games.scoresheet.rules import RULES, pending, start
from games.scoresheet.state import State


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores, lowest_wins=state.lowest_wins)


GAME = Game(
    slug="scoresheet",
    title=N_("Score sheet"),
    min_players=2,
    max_players=12,
    options=SheetOptions,
    rules=RULES,
    start=start,
    pending=pending,
    outcome=_outcome,
    robot=robot,
    sentences={"round_recorded": N_("Round {round}: {points}.")},
)

__all__ = ["GAME"]
