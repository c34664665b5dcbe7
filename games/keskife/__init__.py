"""Keskifé: all mime the same but the monkey, who imitates and must not be found. Its rules: README.md."""

from games.game import Game
from games.kernel import N_, Json
from games.keskife.bots import BOTS
from games.keskife.cards import FEWEST, MOST
from games.keskife.commands import KeskifeOptions
from games.keskife.robot import robot
from games.keskife.round_sheet import round_sheet
from games.keskife.rules import RULES, clock, pending
from games.keskife.sentences import SENTENCES
from games.keskife.sitting import start
from games.keskife.state import State
from games.scores import outcome


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores)


GAME = Game(
    slug="keskife",
    title=N_("Keskifé"),
    min_players=FEWEST,
    max_players=MOST,
    options=KeskifeOptions,
    rules=RULES,
    start=start,
    pending=pending,
    outcome=_outcome,
    robot=robot,
    round_sheet=round_sheet,
    clock=clock,
    sentences=SENTENCES,
    bots=BOTS,
)

__all__ = ["GAME"]
