"""Affen Raffen: all look for pairs of animals at once, one hand each. Its rules: README.md."""

from games.affen_raffen.bots import BOTS
from games.affen_raffen.commands import RaffenOptions
from games.affen_raffen.robot import robot
from games.affen_raffen.round_sheet import round_sheet
from games.affen_raffen.rules import RULES, pending, start
from games.affen_raffen.sentences import SENTENCES
from games.affen_raffen.state import State
from games.game import Game
from games.kernel import N_, Json
from games.scores import outcome


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores)


GAME = Game(
    slug="affen-raffen",
    title=N_("Affen Raffen"),
    min_players=2,
    max_players=6,
    options=RaffenOptions,
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
