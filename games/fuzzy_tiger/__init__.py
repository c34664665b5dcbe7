"""Fuzzy Tiger: monkeys pluck a sleeping tiger's whiskers, by secret choices and no chance. Its rules: README.md."""

from games.fuzzy_tiger.bots import BOTS
from games.fuzzy_tiger.commands import FuzzyOptions
from games.fuzzy_tiger.robot import robot
from games.fuzzy_tiger.round_sheet import round_sheet
from games.fuzzy_tiger.rules import RULES, pending, start
from games.fuzzy_tiger.sentences import SENTENCES
from games.fuzzy_tiger.state import State
from games.game import Game
from games.kernel import N_, Json
from games.scores import outcome


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores)


GAME = Game(
    slug="fuzzy-tiger",
    title=N_("Fuzzy Tiger"),
    min_players=2,
    max_players=5,
    options=FuzzyOptions,
    rules=RULES,
    start=start,
    pending=pending,
    outcome=_outcome,
    robot=robot,
    round_sheet=round_sheet,
    sentences=SENTENCES,
    bots=BOTS,
)

__all__ = ["GAME"]
