"""Monster Trick: up to four tricks open at once, and each player foretells how many they win. Its rules: README.md."""

from games.game import Game
from games.kernel import N_, Json
from games.monster_trick.bots import BOTS
from games.monster_trick.commands import MonsterOptions
from games.monster_trick.robot import robot
from games.monster_trick.round_sheet import round_sheet
from games.monster_trick.rules import RULES, pending, start
from games.monster_trick.sentences import SENTENCES
from games.monster_trick.state import State
from games.scores import outcome


def _outcome(state: State) -> Json:
    return outcome(state.players, state.scores)


GAME = Game(
    slug="monster-trick",
    title=N_("Monster Trick"),
    min_players=2,
    max_players=5,
    options=MonsterOptions,
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
